// The kiosk's worker: keeps the page and its files, so that it starts and works offline. What the service answers below
// /kiosk/api is never kept here. The builder fills in the list (web/installable-plugin.ts).
const FILES = self.__FOYER_FILES__;
const CACHE = `foyer-kiosk-${self.__FOYER_VERSION__}`;
const PAGE = "/kiosk/";

const keep = async () => {
  const cache = await caches.open(CACHE);
  await cache.addAll([PAGE, ...FILES].map((file) => new Request(file, { cache: "reload" })));
  await self.skipWaiting();
};

const takeOver = async () => {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith("foyer-kiosk-") && name !== CACHE).map((name) => caches.delete(name)),
  );
  await self.clients.claim();
};

const answer = async (request, name) => {
  const cache = await caches.open(CACHE);
  return (await cache.match(name)) ?? fetch(request);
};

self.addEventListener("install", (event) => event.waitUntil(keep()));
self.addEventListener("activate", (event) => event.waitUntil(takeOver()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { pathname, origin } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate" && pathname === PAGE) event.respondWith(answer(request, PAGE));
  else if (FILES.includes(pathname)) event.respondWith(answer(request, pathname));
});
