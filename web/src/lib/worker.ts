/** Wait this long before caching the rest of the app, so that the first page loads undisturbed. */
const QUIET_MS = 8000;

/** Install the service worker, and later have it cache the whole app. */
export async function installWorker(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  await navigator.serviceWorker.register("/sw.js");
  const { active } = await navigator.serviceWorker.ready;
  setTimeout(() => active?.postMessage("cache everything"), QUIET_MS);
}
