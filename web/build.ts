// npm run web: builds the pages and the client into dist/web, or WEB_DIR, when their sources changed since the last build.
import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { glob, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";
import { promisify, stripVTControlCharacters } from "node:util";

import { makeFolder } from "../server/platform/lib/folders.ts";
import { OperatorError } from "../server/platform/lib/operator-error.ts";
import { packFiles } from "../server/areas/web/compress.ts";

const run = promisify(execFile);
const PROJECT = join(import.meta.dirname, "..");
const VITE = join(PROJECT, "node_modules/vite/bin/vite.js");
/** The sources of pages and client; contracts give the pages types only, which leave no trace in the build. */
export const SOURCES: readonly string[] = [
  "web/**/*",
  "shared/*",
  "texts/*/*",
  "server/areas/web/compress.ts",
  "client/*",
  "docs/openapi.json",
  "package.json",
  "package-lock.json",
  "LICENSE",
];

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

/** Two concurrent builds must not mix their files, and a service must not read half of them. */
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

/** The pages could not be built; the message is for the operator who started it. */
export class BuildError extends OperatorError {}

const WORDS_MAX = 12;

/** The builder's error, without colours and stacks. */
const wordsOf = (error: unknown): string =>
  stripVTControlCharacters(String(Object(error).stderr || error))
    .split("\n")
    .filter((line) => line.trim() !== "" && !/^\s+at /.test(line))
    .slice(0, WORDS_MAX)
    .join("\n");

/** In a process of its own, so that the builder's memory is not kept by the service. Errors: BuildError */
const runVite = async (folder: string): Promise<void> => {
  const args = [VITE, "build", "--config", join(PROJECT, "web/vite.config.ts"), "--logLevel", "warn"];
  try {
    await run(process.execPath, args, { env: { ...process.env, WEB_DIR: folder, NODE_ENV: "production" } });
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    const fix =
      "Undo what was changed below web/, or get the files again (git status shows what differs), then start again.";
    throw new BuildError(`The pages cannot be built:\n${wordsOf(error)}\n${fix}`, { cause: error });
  }
};

/** A build replaces its folder: it must not be one with anything else in it. Errors: BuildError */
const checkEmpty = async (folder: string): Promise<void> => {
  const files = await readdir(folder).catch(() => []);
  if (files.length > 0)
    throw new BuildError(
      `${folder} has other files in it, which a build would delete.\nSet WEB_DIR to a folder of its own.`,
    );
};

/**
 * Builds the pages if they are missing or older than their sources. Without its
 * packages there is no builder.
 * @param place the folder they are served from
 * @param tell is called before a build, which takes some seconds
 * Errors: BuildError, also if the folder has other files in it
 */
export const buildPages = async (place: string, tell: () => void = () => {}): Promise<void> => {
  const folder = resolve(place);
  if (!existsSync(VITE)) return;
  const [sources, built] = await Promise.all([fingerprint(), builtFrom(folder)]);
  if (built === sources) return;
  if (built === undefined) await checkEmpty(folder);
  tell();
  await makeFolder(dirname(folder), 0o777);
  const fresh = `${folder}.${process.pid}`;
  await runVite(fresh);
  // Not imported at the top: an installation without the packages of development has no compiler.
  const { buildPackage } = await import("../client/package.ts");
  await packFiles(fresh);
  await buildPackage(fresh);
  await writeFile(join(fresh, "built-from"), sources);
  await putInPlace(fresh, folder);
};

if (import.meta.main) {
  const folder = process.env["WEB_DIR"] ?? join(PROJECT, "dist/web");
  try {
    await buildPages(folder);
    process.stdout.write(`The pages are in ${folder}\n`);
  } catch (error) {
    if (!(error instanceof BuildError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 1;
  }
}
