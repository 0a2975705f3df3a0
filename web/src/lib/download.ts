const LIFETIME_MS = 60_000;

/** Save a file on the user's device. */
export function download(file: Blob, name: string): void {
  const address = URL.createObjectURL(file);
  const anchor = document.createElement("a");
  anchor.href = address;
  anchor.download = name;
  anchor.click();
  setTimeout(() => URL.revokeObjectURL(address), LIFETIME_MS); // the browser reads it after this call
}
