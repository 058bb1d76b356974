// npm run web: builds the pages and the client into dist/web, or WEB_DIR, when their sources changed since the last build.
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { glob, mkdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const PROJECT = join(import.meta.dirname, "..");
const VITE = join(PROJECT, "node_modules/vite/bin/vite.js");
/** What the pages and the client are made of; contracts give the pages types only, which leave no trace in them. */
const SOURCES = ["web/**/*", "client/*", "docs/openapi.json", "package.json", "package-lock.json", "LICENSE"];

const fingerprint = async (): Promise<string> => {
  const hash = createHash("sha256");
  const files = await Array.fromAsync(glob(SOURCES, { cwd: PROJECT, withFileTypes: true }));
  const paths = files.filter((file) => file.isFile()).map((file) => join(file.parentPath, file.name));
  for (const path of paths.toSorted())
    hash
      .update(path.slice(PROJECT.length))
      .update("\0")
      .update(await readFile(path));
  return hash.digest("hex");
};

const builtFrom = async (folder: string): Promise<string | undefined> => {
  try {
    return await readFile(join(folder, "built-from"), "utf8");
  } catch {
    return undefined;
  }
};

/** Two that build at once must not mix their files, and a service that reads them must not find half of them. */
const putInPlace = async (fresh: string, folder: string): Promise<void> => {
  const old = `${fresh}.old`;
  await rename(folder, old).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "ENOENT") throw error;
  });
  await rename(fresh, folder).catch(async (error: NodeJS.ErrnoException) => {
    // Another builder was faster.
    if (error.code !== "ENOTEMPTY") throw error;
    await rm(fresh, { recursive: true });
  });
  await rm(old, { recursive: true, force: true });
};

/**
 * Builds the pages where they are missing or older than their sources. A shipped Foyer has no builder, and its pages already.
 * @param place the folder they are served from
 * @param tell is called before a build, which takes some seconds
 */
export const buildPages = async (place: string, tell: () => void = () => {}): Promise<void> => {
  const folder = resolve(place);
  if (!existsSync(VITE)) return;
  const sources = await fingerprint();
  if ((await builtFrom(folder)) === sources) return;
  tell();
  await mkdir(dirname(folder), { recursive: true });
  const fresh = `${folder}.${process.pid}`;
  // A process of its own: what the builder takes of memory is not kept by the service.
  await run(process.execPath, [VITE, "build", "--config", join(PROJECT, "web/vite.config.ts"), "--logLevel", "warn"], {
    env: { ...process.env, WEB_DIR: fresh, NODE_ENV: "production" },
  });
  // Not imported above: a shipped Foyer has neither its sources nor a compiler.
  const { buildPackage } = await import("../client/package.ts");
  await buildPackage(fresh);
  await writeFile(join(fresh, "built-from"), sources);
  await putInPlace(fresh, folder);
};

if (import.meta.main) {
  const folder = process.env["WEB_DIR"] ?? join(PROJECT, "dist/web");
  await buildPages(folder);
  process.stdout.write(`The pages are in ${folder}\n`);
}
