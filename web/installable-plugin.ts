import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

import type { Plugin } from "vite";

import { type Chunk, filesOf, workerSource } from "./bundle-files.ts";

const FOLDER = import.meta.dirname;
const ICONS = [192, 512] as const;

const version = (): string => {
  const text = readFileSync(join(FOLDER, "../package.json"), "utf8");
  return (JSON.parse(text) as { version: string }).version;
};

/** The colour around the page while it starts: the theme's own. */
const canvas = (): string => {
  const tokens = readFileSync(join(FOLDER, "shared/theme/tokens.css"), "utf8");
  return tokens.split("--canvas:")[1]?.split(";", 1)[0]?.trim() ?? "white";
};

const manifest = {
  id: "/kiosk/",
  name: "Foyer",
  short_name: "Foyer",
  description: "Visitor sign-in and sign-out",
  start_url: "/kiosk/",
  scope: "/kiosk/",
  display: "fullscreen",
  orientation: "any",
  background_color: canvas(),
  theme_color: canvas(),
  icons: [
    ...ICONS.map((size) => ({ src: `/kiosk/icon-${size}.png`, sizes: `${size}x${size}`, type: "image/png" })),
    { src: "/kiosk/icon-512-maskable.png", sizes: "512x512", type: "image/png", purpose: "maskable" },
  ],
};

const PDF = dirname(createRequire(import.meta.url).resolve("pdfjs-dist/package.json"));

/** Further files of the PDF reader: decoders of rare image formats, and the standard fonts. */
const pdfParts = (): { name: string; path: string }[] =>
  ["wasm", "standard_fonts"].flatMap((folder) =>
    readdirSync(join(PDF, folder))
      .filter((name) => /^(jbig2|openjpeg|qcms_bg)\.wasm$|\.(pfb|ttf)$/.test(name))
      .map((name) => ({ name: `kiosk/pdf/${name}`, path: join(PDF, folder, name) })),
  );

/** The demo is not cached by a kiosk in a lobby: it only works online. */
const isDemo = ({ moduleIds = [], facadeModuleId }: Chunk): boolean =>
  [...moduleIds, facadeModuleId ?? ""].some((id) => /\/kiosk\/demo(\.tsx|\/)|\/texts\/[^/]+\/demo\.json$/.test(id));

/** The worker of the document reader, which no file imports by name. */
const isPdfWorker = (file: string): boolean => /\/pdf-worker-[\w-]+\.js$/.test(file);

/**
 * Makes the kiosk a web app that can be installed and works offline: emits its manifest, icons, and the worker with the
 * list of files to cache. All of them have fixed names below /kiosk/, which is the worker's scope.
 */
export const installable = (): Plugin => ({
  name: "foyer-installable",
  enforce: "post",
  config: () => ({ define: { FOYER_VERSION: JSON.stringify(version()) } }),
  generateBundle(_options, bundle) {
    const chunks = bundle as unknown as Record<string, Chunk>;
    const entry = Object.values(chunks).find(({ isEntry, name }) => isEntry === true && name === "kiosk");
    if (entry === undefined) throw new Error("The build has no kiosk");
    const workers = Object.keys(chunks).filter(isPdfWorker);
    const kept = Object.fromEntries(Object.entries(chunks).filter(([, chunk]) => !isDemo(chunk)));
    const first = filesOf(kept, [entry], { lazy: true });
    const others = [...workers, ...pdfParts().map(({ name }) => name)].map((file) => `/${file}`);
    // A worker may cache a file only once.
    const files = [...new Set([...first, ...others])];
    const emit = (fileName: string, source: string | Uint8Array): void =>
      void this.emitFile({ type: "asset", fileName, source });
    emit("kiosk/sw.js", workerSource("kiosk/worker/sw.js", files));
    emit("kiosk/manifest.webmanifest", JSON.stringify(manifest));
    for (const { name, path } of pdfParts()) emit(name, readFileSync(path));
    for (const name of ["icon-192.png", "icon-512.png", "icon-512-maskable.png"])
      emit(`kiosk/${name}`, readFileSync(join(FOLDER, "kiosk/icons", name)));
  },
});
