/** Give the person a file to keep. */
export function save(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const anchor = document.createElement("a");
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  // The browser reads it by and by.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
}
