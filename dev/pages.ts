import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync, realpathSync } from "node:fs";
import type { IncomingMessage, ServerResponse } from "node:http";
import { join, matchesGlob } from "node:path";

import { createServer, type Plugin, type ViteDevServer } from "vite";

import { FACES, NONCE, pageHeaders } from "../server/areas/web/faces.ts";

const PROJECT = join(import.meta.dirname, "..");
const WEB = join(PROJECT, "web");
const FOLDERS: ReadonlySet<string> = new Set(
  readdirSync(WEB, { withFileTypes: true }).flatMap((entry) => (entry.isDirectory() ? [entry.name] : [])),
);
/** Addresses below a source folder that the service serves. */
const INTERFACE = /^\/kiosk\/(preview\/[^/]+\/)?api(\/|$)/;

/** The workers of the built pages, which store files that are not made here. */
const WORKERS: ReadonlySet<string> = new Set(["/sw.js", "/kiosk/sw.js"]);

const pathOf = (url = "/"): string => new URL(url, "http://foyer").pathname;

const faceOf = (path: string): string | undefined =>
  Object.keys(FACES).find((face) =>
    FACES[face]?.some((pattern) => matchesGlob(path.replace(/(.)\/$/, "$1"), pattern.replace("*", "**"))),
  );

/** Whether Vite serves an address: its own, and those of the files below web/. */
const isSource = (path: string): boolean => {
  const folder = path.split("/", 2)[1] ?? "";
  return folder.startsWith("@") || (FOLDERS.has(folder) && !INTERFACE.test(path));
};

/** A page from its source, under the policy of the built one; Vite's own script in it also needs the nonce. */
const sendFace = async (vite: ViteDevServer, face: string, request: IncomingMessage, reply: ServerResponse) => {
  const nonce = randomBytes(16).toString("base64");
  const source = readFileSync(join(WEB, face, "index.html"), "utf8")
    .replaceAll('"./', `"/${face}/`)
    .replaceAll('"../', '"/');
  const html = await vite.transformIndexHtml(request.url ?? "/", source);
  for (const [name, value] of Object.entries(
    pageHeaders(face, pathOf(request.url).replace(/\/$/, ""), nonce, ` 'nonce-${nonce}'`),
  ))
    reply.setHeader(name, value);
  reply.setHeader("content-type", "text/html; charset=utf-8").end(html.replaceAll(NONCE, nonce));
};

/** Serves the pages, and holds requests for the service until it answers. */
const faces = (ready: () => Promise<void>): Plugin => ({
  name: "foyer-faces",
  configureServer: (vite) => {
    vite.middlewares.use(async (request, reply, next) => {
      const path = pathOf(request.url);
      const face = faceOf(path);
      try {
        if (face !== undefined) return await sendFace(vite, face, request, reply);
        // Without one, every page complains.
        if (WORKERS.has(path)) return reply.setHeader("content-type", "text/javascript").end();
        if (!isSource(path)) await ready();
        next();
      } catch (error) {
        reply.writeHead(503, { "content-type": "text/plain; charset=utf-8" }).end(String(error));
      }
    });
  },
});

/** What the proxy leaves to Vite. */
const bypass = ({ url }: IncomingMessage): string | undefined => (isSource(pathOf(url)) ? url : undefined);

/** Where the pages are served, and the service behind them. */
export type PagesOptions = {
  host: string;
  port: number;
  /** The URL of the service. */
  service: string;
  ready: () => Promise<void>;
  /** Where Vite keeps the packages that it has prepared. */
  cacheDir: string;
  /** Called when a file of these folders has changed. */
  watched: { folders: readonly string[]; onChange: () => void };
};

/**
 * Serves the pages from their sources, updates them in the browser, and passes all other requests on to the service.
 * Errors: the port is in use
 */
export const servePages = async (options: PagesOptions): Promise<ViteDevServer> => {
  const { host, port, service, ready, cacheDir, watched } = options;
  const vite = await createServer({
    configFile: join(WEB, "vite.config.ts"),
    appType: "custom",
    logLevel: "warn",
    cacheDir,
    html: { cspNonce: NONCE },
    plugins: [faces(ready)],
    server: {
      host,
      port,
      strictPort: true,
      proxy: { "/": { target: service, bypass } },
      // node_modules may be a link, as in a second work tree.
      fs: { allow: [PROJECT, realpathSync(join(PROJECT, "node_modules"))] },
    },
  });
  vite.watcher.add(watched.folders.map((folder) => join(PROJECT, folder)));
  vite.watcher.on("all", (event, path) => {
    const isOurs = watched.folders.some((folder) => path.startsWith(join(PROJECT, folder, "/")));
    if (isOurs && ["add", "change", "unlink"].includes(event)) watched.onChange();
  });
  return vite.listen();
};
