/** The service worker: the app opens without the server (only a table needs it), and people are told that one waits for
 * them while no page is open.
 *
 * Files with a hash in their name never change, so they are taken from the cache. Pages come from the server as long as it
 * answers. Of what the server tells, only the facts of the games are kept. A new version waits until the last page of the
 * old one is closed; until then each has its own files. */
import words from "virtual:worker/words";
import { build, rest, shell } from "virtual:worker/files";

declare const self: ServiceWorkerGlobalScope;

const FILES = `palatine-files-${build}`;
const TOLD = "palatine-told";
const PAGE = "/";
const GAMES = "/api/games";
const FAILED = 500;

// ------------------------------------------------------------------------------------------------------ versions

/** Keep files; those that an earlier version has are not fetched again. */
async function keep(files: string[]): Promise<void> {
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
  const old = names.filter((name) => name.startsWith("palatine-") && name !== FILES && name !== TOLD);
  await Promise.all(old.map((name) => caches.delete(name)));
}

/** The start page, and the games that it shows. */
const keepStart = () => Promise.all([keep([PAGE, ...shell]), told(new Request(GAMES))]);

self.addEventListener("install", (event) => event.waitUntil(keepStart()));
self.addEventListener("activate", (event) => event.waitUntil(dropOthers().then(() => self.clients.claim())));
self.addEventListener("message", (event) => {
  if (event.data === "keep everything") event.waitUntil(keep(rest));
});

// ------------------------------------------------------------------------------------------------------- fetching

/** A page from the server; without it, the one page that there is. */
async function page(request: Request): Promise<Response> {
  const answer = await fetch(request).catch(() => null);
  if (answer && answer.status < FAILED) return answer;
  return (await caches.match(PAGE)) ?? answer ?? Response.error();
}

async function file(request: Request): Promise<Response> {
  const known = await caches.match(request);
  if (known) return known;
  const answer = await fetch(request);
  if (answer.ok) await (await caches.open(FILES)).put(request, answer.clone());
  return answer;
}

/** What the server tells now, or has told last. */
async function told(request: Request): Promise<Response> {
  try {
    const answer = await fetch(request);
    if (answer.ok) await (await caches.open(TOLD)).put(request, answer.clone());
    return answer;
  } catch {
    return (await caches.match(request)) ?? Response.error();
  }
}

self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (pathname.startsWith("/api/")) {
    if (pathname === GAMES || pathname.startsWith(`${GAMES}/`)) event.respondWith(told(request));
  } else if (request.mode === "navigate") event.respondWith(page(request));
  else if (shell.includes(pathname) || rest.includes(pathname)) event.respondWith(file(request));
});

// -------------------------------------------------------------------------------------------------------- notices

interface Pushed {
  kind: string;
  table: string;
  game: string;
}

/** What is shown is said in the language of whoever is told. */
async function language(): Promise<string> {
  const me = await fetch("/api/me").then(
    (answer) => (answer.ok ? (answer.json() as Promise<{ language: string }>) : null),
    () => null,
  );
  const browser = self.navigator.language;
  return [me?.language, browser, browser.split("-")[0]].find((one) => one && one in words) ?? "en";
}

async function notify({ kind, table, game }: Pushed): Promise<void> {
  const say = words[await language()] ?? {};
  await self.registration.showNotification(say[`${game}.app.title`] ?? "Palatine", {
    body: say[`web_people.push.${kind}`] ?? "",
    icon: "/icon-192.png",
    tag: table, // of several notices of a table the last is enough
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
