import { readdir, readFile } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";

import { chooseCoding, type Coding } from "../../platform/lib/net/accept-encoding.ts";
import { compress, isCompressible, PACKED } from "./compress.ts";

/** The media types of built files. */
const TYPES: Record<string, string> = {
  ".css": "text/css; charset=utf-8",
  ".html": "text/html; charset=utf-8",
  ".ico": "image/x-icon",
  ".js": "text/javascript; charset=utf-8",
  ".json": "application/json; charset=utf-8",
  ".png": "image/png",
  ".svg": "image/svg+xml",
  ".tgz": "application/gzip",
  ".wasm": "application/wasm",
  ".webmanifest": "application/manifest+json",
  ".woff2": "font/woff2",
};

/** A built file, ready to be sent. */
export type WebFile = { path: string; type: string; bytes: Buffer; encoding?: Coding };

/** The built files by address, such as `/assets/console-1a2b.js`. */
export type WebFiles = {
  /** Lists every file; only listed files are ever read, so no address leads out of the folder. */
  has: (path: string) => boolean;
  /** The file whose name begins with this; a digest of its content follows. */
  find: (start: string) => string | undefined;
  /** The file, compressed as the browser accepts it: in advance by the build, or else once, at its first use. */
  read: (path: string, accepted: string) => Promise<WebFile>;
};

const encodingFor = (path: string, accepted: string): WebFile["encoding"] =>
  isCompressible(path) ? chooseCoding(accepted) : undefined;

/** Reads the folder's file names; a missing folder (pages not built) has none. */
export const webFiles = async (folder: string): Promise<WebFiles> => {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === "ENOENT") return [];
      throw error;
    },
  );
  const files = entries.filter((entry) => entry.isFile());
  const pathOf = (full: string): string => `/${relative(folder, full).split(sep).join("/")}`;
  const all = new Map(files.map(({ parentPath, name }) => [pathOf(join(parentPath, name)), join(parentPath, name)]));
  const onDisk = new Map([...all].filter(([path]) => extname(path) !== PACKED));
  const packedFiles = new Map<string, Promise<WebFile>>();
  const make = async (path: string, encoding: WebFile["encoding"]): Promise<WebFile> => {
    const packed = encoding === "br" ? all.get(path + PACKED) : undefined;
    const bytes =
      packed === undefined
        ? await compress(await readFile(onDisk.get(path) ?? path), encoding)
        : await readFile(packed);
    const type = TYPES[extname(path)] ?? "application/octet-stream";
    return { path, type, bytes, ...(encoding === undefined ? {} : { encoding }) };
  };
  const read = (path: string, accepted: string): Promise<WebFile> => {
    const encoding = encodingFor(path, accepted);
    const key = `${encoding ?? ""} ${path}`;
    const known = packedFiles.get(key) ?? make(path, encoding);
    packedFiles.set(key, known);
    return known;
  };
  const find = (start: string): string | undefined => [...onDisk.keys()].find((path) => path.startsWith(start));
  return { has: (path) => onDisk.has(path), find, read };
};
