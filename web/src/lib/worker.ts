/** The service worker: installed with the page, and given time to keep the rest of the app when nothing else is to be done. */
const QUIET_MS = 8000;

export async function installWorker(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  await navigator.serviceWorker.register("/sw.js");
  const { active } = await navigator.serviceWorker.ready;
  setTimeout(() => active?.postMessage("keep everything"), QUIET_MS);
}
