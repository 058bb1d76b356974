import { glob, readFile, writeFile } from "node:fs/promises";
import { extname, join } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";

import type { Coding } from "../../platform/lib/net/accept-encoding.ts";

const COMPRESSIBLE = new Set([".css", ".js", ".json", ".svg", ".wasm", ".webmanifest"]);
/** The suffixes of the compressed files beside a file. */
export const PACKED = ".br";

const brotli = promisify(brotliCompress);
const gzipped = promisify(gzip);

/** Whether compression makes a file smaller: pictures and fonts are compressed already. */
export const isCompressible = (path: string): boolean => COMPRESSIBLE.has(extname(path));

/** Compresses the bytes of a file; without an encoding they remain unchanged. */
export const compress = async (bytes: Buffer, encoding: Coding | undefined): Promise<Buffer> => {
  if (encoding === "br")
    return brotli(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } });
  return encoding === "gzip" ? gzipped(bytes, { level: 9 }) : bytes;
};

/**
 * Compresses the files of a built folder in advance, which takes four seconds of a core: no process that serves them has
 * to.
 */
export const packFiles = async (folder: string): Promise<void> => {
  const paths = await Array.fromAsync(glob("**/*", { cwd: folder }));
  const pack = async (path: string): Promise<void> => {
    const file = join(folder, path);
    await writeFile(file + PACKED, await compress(await readFile(file), "br"));
  };
  await Promise.all(paths.filter(isCompressible).map(pack));
};
