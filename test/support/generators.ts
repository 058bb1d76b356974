import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { copyFile, mkdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

import { isRunnable } from "./debian.ts";

const run = promisify(execFile);
const PROJECT = join(import.meta.dirname, "../..");
const SOURCE = join(PROJECT, "test/generators");
const CACHE = join(PROJECT, "node_modules/.cache");
const LOCK = "package-lock.json";

const install = async (folder: string): Promise<void> => {
  const fresh = `${folder}.${process.pid}`;
  await mkdir(fresh, { recursive: true });
  for (const name of ["package.json", LOCK]) await copyFile(join(SOURCE, name), join(fresh, name));
  await run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: fresh }).catch((error: unknown) => {
    throw new Error("The generators could not be installed: npm must reach its registry once.", { cause: error });
  });
  await rename(fresh, folder).catch(() => rm(fresh, { recursive: true })); // Another run was faster.
};

/**
 * The packages of others that make clients of an OpenAPI document or check it. At 220 MB they are not among those of the project: they
 * are installed by the lock file of test/generators/, from npm's registry, when a test first asks for them.
 * @returns the folder that holds their node_modules
 */
export const generators = async (): Promise<string> => {
  const digest = createHash("sha256")
    .update(await readFile(join(SOURCE, LOCK)))
    .digest("hex");
  const folder = join(CACHE, `generators-${digest.slice(0, 12)}`);
  if (!(await isRunnable(join(folder, "node_modules/.bin/orval")))) await install(folder);
  return folder;
};

/** Runs a program of one of those packages on this Node. @param script such as `orval/dist/bin/orval.mjs` */
export const runGenerator = async (
  folder: string,
  script: string,
  args: readonly string[],
  cwd: string,
): Promise<void> => {
  await run(process.execPath, [join(folder, "node_modules", script), ...args], { cwd });
};
