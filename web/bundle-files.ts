import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The builder's description of a file, as far as a worker's list needs it. */
export type Chunk = {
  type: string;
  name?: string;
  isEntry?: boolean;
  fileName: string;
  imports?: string[];
  dynamicImports?: string[];
  moduleIds?: string[];
  /** The module it stands for: if others share it, the code is elsewhere, and this file only imports it. */
  facadeModuleId?: string | null;
  viteMetadata?: { importedCss: Set<string>; importedAssets: Set<string> };
};

/** Letters of other scripts are loaded on demand; the languages of the pages need these. */
const isKept = (file: string): boolean => !/\.woff2?$/.test(file) || /-latin(-ext)?-/.test(file);

/**
 * The addresses of chunks and of everything that is loaded with them. At build time only.
 * @param lazy includes what they load on demand
 */
export const filesOf = (
  bundle: Record<string, Chunk>,
  chunks: readonly Chunk[],
  { lazy }: { lazy: boolean },
): string[] => {
  const found = new Set<string>();
  const visit = (chunk: Chunk | undefined): void => {
    if (chunk === undefined || found.has(chunk.fileName)) return;
    found.add(chunk.fileName);
    const { importedCss = [], importedAssets = [] } = chunk.viteMetadata ?? {};
    for (const file of [...importedCss, ...importedAssets]) found.add(file);
    for (const file of [...(chunk.imports ?? []), ...(lazy ? (chunk.dynamicImports ?? []) : [])]) visit(bundle[file]);
  };
  for (const chunk of chunks) visit(chunk);
  return [...found]
    .filter(isKept)
    .toSorted()
    .map((file) => `/${file}`);
};

/**
 * A service worker with the list of files to cache, and a version that changes with the list. @param path below web/
 */
export const workerSource = (path: string, files: readonly string[]): string =>
  readFileSync(join(import.meta.dirname, path), "utf8")
    .replace("self.__FOYER_FILES__", JSON.stringify(files))
    .replace(
      "self.__FOYER_VERSION__",
      JSON.stringify(createHash("sha256").update(files.join("\n")).digest("hex").slice(0, 16)),
    );
