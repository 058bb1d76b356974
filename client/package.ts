// Makes the client's npm package, which the service serves at /client.tgz.
import { copyFile, glob, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

import { createTarGzip } from "nanotar";

import { buildClient } from "./build.ts";

type Manifest = { name: string; version: string; license: string };

const PROJECT = join(import.meta.dirname, "..");

/**
 * The package has the name, version and licence of the project, so that the import is the same everywhere:
 * `@foyer-visitors/foyer/client`, in this project's examples and in other programs. `foyer` alone is another package on
 * npm.
 */
const manifest = async (): Promise<object> => {
  const { name, version, license } = JSON.parse(await readFile(join(PROJECT, "package.json"), "utf8")) as Manifest;
  const entry = { types: "./index.d.ts", default: "./index.js" };
  return {
    name,
    version,
    description: "The typed client of Foyer, a self-hosted visitor management service.",
    license,
    type: "module",
    sideEffects: false,
    exports: { ".": entry, "./client": entry, "./package.json": "./package.json" },
    types: "./index.d.ts",
    engines: { node: ">=20" },
  };
};

/** The folder as npm packs one. The same files give the same bytes, because npm stores their digest. */
const pack = async (folder: string): Promise<Uint8Array> => {
  const names = (await Array.fromAsync(glob("*", { cwd: folder }))).toSorted();
  const files = names.map(async (name) => ({ name: `package/${name}`, data: await readFile(join(folder, name)) }));
  return createTarGzip(await Promise.all(files), { attrs: { mtime: 0, mode: "644" } });
};

/**
 * Builds the package into `client/` of a folder, and packs it beside it as `client.tgz`.
 * @param document the path of the OpenAPI document; by default, the project's
 */
export const buildPackage = async (folder: string, document?: string): Promise<void> => {
  const target = join(folder, "client");
  await mkdir(target, { recursive: true });
  await buildClient(target, document);
  await writeFile(join(target, "package.json"), `${JSON.stringify(await manifest(), null, 2)}\n`);
  await copyFile(join(PROJECT, "client/README.md"), join(target, "README.md"));
  await copyFile(join(PROJECT, "LICENSE"), join(target, "LICENSE"));
  await writeFile(join(folder, "client.tgz"), await pack(target));
};
