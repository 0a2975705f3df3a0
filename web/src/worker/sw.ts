/** The service worker. It opens the app without the server, and shows notifications while no page is open.
 *
 * Files with a hash in their name never change, so they come from the cache. Pages come from the server if it answers. Of its
 * API only the list and the constants of the games are cached. A new version waits until the last page of the old one is
 * closed; until then each has its own files. */
import words from "virtual:worker/words";
import { build, rest, shell } from "virtual:worker/files";

declare const self: ServiceWorkerGlobalScope;

const FILES = `palatine-files-${build}`;
const RESPONSES = "palatine-responses";
const PAGE = "/";
const GAMES = "/api/games";
const FAILED = 500;

// ------------------------------------------------------------------------------------------------------ versions

/** Cache files. Those that an earlier version has are not fetched again. */
async function cacheFiles(files: string[]): Promise<void> {
  const cache = await caches.open(FILES);
  await Promise.all(
    files.map(async (file) => {
      if (await cache.match(file)) return;
      const known = file.startsWith("/assets/") ? await caches.match(file) : undefined;
      const response = known ?? (await fetch(file, { cache: "no-cache" }));
      if (response.ok) await cache.put(file, response);
    }),
  );
}

async function dropOthers(): Promise<void> {
  const names = await caches.keys();
  const old = names.filter((name) => name.startsWith("palatine-") && name !== FILES && name !== RESPONSES);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** Cache the start page and the games that it shows. */
const cacheStart = () => Promise.all([cacheFiles([PAGE, ...shell]), api(new Request(GAMES))]);

self.addEventListener("install", (event) => event.waitUntil(cacheStart()));
self.addEventListener("activate", (event) => event.waitUntil(dropOthers().then(() => self.clients.claim())));
self.addEventListener("message", (event) => {
  if (event.data === "cache everything") event.waitUntil(cacheFiles(rest));
});

// ------------------------------------------------------------------------------------------------------- fetching

/** Return a page from the server, or the cached start page if it does not answer. */
async function page(request: Request): Promise<Response> {
  const response = await fetch(request).catch(() => null);
  if (response && response.status < FAILED) return response;
  return (await caches.match(PAGE)) ?? response ?? Response.error();
}

async function file(request: Request): Promise<Response> {
  const known = await caches.match(request);
  if (known) return known;
  const response = await fetch(request);
  if (response.ok) await (await caches.open(FILES)).put(request, response.clone());
  return response;
}

/** Return the response of the server, or its last one if it does not answer. */
async function api(request: Request): Promise<Response> {
  try {
    const response = await fetch(request);
    if (response.ok) await (await caches.open(RESPONSES)).put(request, response.clone());
    return response;
  } catch {
    return (await caches.match(request)) ?? Response.error();
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (pathname.startsWith("/api/")) {
    if (pathname === GAMES || pathname.startsWith(`${GAMES}/`)) event.respondWith(api(request));
  } else if (request.mode === "navigate") event.respondWith(page(request));
  else if (shell.includes(pathname) || rest.includes(pathname)) event.respondWith(file(request));
});

// -------------------------------------------------------------------------------------------------------- notifications

interface Pushed {
  kind: string;
  table: string;
  game: string;
}

/** Return the language of the user, or else of the browser. */
async function language(): Promise<string> {
  const me = await fetch("/api/me").then(
    (response) => (response.ok ? (response.json() as Promise<{ language: string }>) : null),
    () => null,
  );
  const browser = self.navigator.language;
  return [me?.language, browser, browser.split("-")[0]].find((one) => one && one in words) ?? "en";
}

async function notify({ kind, table, game }: Pushed): Promise<void> {
  const sentences = words[await language()] ?? {};
  await self.registration.showNotification(sentences[`${game}.app.title`] ?? "Palatine", {
    body: sentences[`web_people.push.${kind}`] ?? "",
    icon: "/icon-192.png",
    tag: table, // a notification replaces the earlier one of its table
    data: table,
  });
}

async function show(table: string): Promise<void> {
  const path = `/t/${encodeURIComponent(table)}`;
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find((one) => new URL(one.url).pathname === path);
  if (there) await there.focus();
  else await self.clients.openWindow(path);
}

self.addEventListener("push", (event) => {
  if (event.data) event.waitUntil(notify(event.data.json() as Pushed));
});
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(show(event.notification.data as string));
});
