// The console's worker: keeps what the evacuation page needs, so that it opens without network. Nothing the service answers below
// /api is kept here, and all other pages come from the network. The builder fills in the list (offline.ts).
const FILES = self.__FOYER_FILES__;
const CACHE = `foyer-console-${self.__FOYER_VERSION__}`;
const PAGE = "/login";
const EVACUATION = /^\/at\/[0-9a-f]{24}\/evacuation\/?$/;
/** A network that does not answer by then counts as none. */
const PATIENCE_MS = 4000;

const keep = async () => {
  const cache = await caches.open(CACHE);
  await cache.addAll([PAGE, ...FILES].map((file) => new Request(file, { cache: "reload" })));
  await self.skipWaiting();
};

const takeOver = async () => {
  const names = await caches.keys();
  await Promise.all(
    names.filter((name) => name.startsWith("foyer-console-") && name !== CACHE).map((name) => caches.delete(name)),
  );
  await self.clients.claim();
};

const kept = async (name) => (await caches.open(CACHE)).match(name);

const page = async (request) => {
  try {
    return await fetch(request, { signal: AbortSignal.timeout(PATIENCE_MS) });
  } catch (error) {
    const answer = await kept(PAGE);
    if (answer === undefined) throw error;
    return answer;
  }
};

self.addEventListener("install", (event) => event.waitUntil(keep()));
self.addEventListener("activate", (event) => event.waitUntil(takeOver()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { pathname, origin } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate" && EVACUATION.test(pathname)) event.respondWith(page(request));
  else if (FILES.includes(pathname)) event.respondWith(kept(pathname).then((answer) => answer ?? fetch(request)));
});
