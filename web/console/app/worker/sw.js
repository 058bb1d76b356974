// The console's worker: keeps what the evacuation page needs, so that it opens offline. Each location has one of its own, for
// this page alone. Nothing the service answers below /api is kept here. The builder fills in the list (web/offline-plugin.ts).
const FILES = self.__FOYER_FILES__;
const SCOPE = new URL(self.registration.scope).pathname;
const OWN = `foyer-console-${SCOPE}-`;
const CACHE = `${OWN}${self.__FOYER_VERSION__}`;
/** Those of the worker that was once registered at the root. */
const OLD = /^foyer-console-(\/-)?[0-9a-f]{16}$/;
const PAGE = "/login";
const EVACUATION = /^\/at\/[0-9a-f]{24}\/evacuation\/?$/;
/** A network that does not answer by then counts as none. */
const PATIENCE_MS = 4000;

/** The names of the files hold a digest of their content: what another location has kept need not be loaded again. */
const keepFile = async (cache, file) => {
  const known = await caches.match(file);
  await (known === undefined ? cache.add(file) : cache.put(file, known));
};

const keep = async () => {
  const cache = await caches.open(CACHE);
  await Promise.all([cache.add(new Request(PAGE, { cache: "reload" })), ...FILES.map((file) => keepFile(cache, file))]);
  await self.skipWaiting();
};

const takeOver = async () => {
  const names = await caches.keys();
  const gone = names.filter((name) => name !== CACHE && (name.startsWith(OWN) || OLD.test(name)));
  await Promise.all(gone.map((name) => caches.delete(name)));
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

/** What is called while a page is left may get lost in a worker: such calls pass it by, in browsers that can be told so. */
const passBy = async (event) => event.addRoutes?.({ condition: { urlPattern: "/api/*" }, source: "network" });

self.addEventListener("install", (event) => event.waitUntil(Promise.all([keep(), passBy(event)])));
self.addEventListener("activate", (event) => event.waitUntil(takeOver()));
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { pathname, origin } = new URL(request.url);
  if (request.method !== "GET" || origin !== self.location.origin) return;
  if (request.mode === "navigate" && EVACUATION.test(pathname)) event.respondWith(page(request));
  else if (FILES.includes(pathname)) event.respondWith(kept(pathname).then((answer) => answer ?? fetch(request)));
});
