import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { access, copyFile, mkdir, readFile, rename, rm } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);
const PROJECT = join(import.meta.dirname, "../../..");
const CACHE = join(PROJECT, "node_modules/.cache");
const LOCK = "package-lock.json";

const install = async (source: string, folder: string): Promise<void> => {
  const fresh = `${folder}.${process.pid}`;
  await mkdir(fresh, { recursive: true });
  for (const name of ["package.json", LOCK]) await copyFile(join(source, name), join(fresh, name));
  await run("npm", ["ci", "--ignore-scripts", "--no-audit", "--no-fund"], { cwd: fresh }).catch((error: unknown) => {
    throw new Error(`The packages of ${source} could not be installed: npm must reach its registry once.`, {
      cause: error,
    });
  });
  await rename(fresh, folder).catch(() => rm(fresh, { recursive: true })); // Another run was faster.
};

/**
 * Packages that are not among those of the project, since they are large and only tests need them: they are installed by the lock file
 * of a folder, from npm's registry, when a test first asks for them.
 * @param name of the folder under test/ @param last a package of it, which is there when all are
 * @returns the folder that holds their node_modules
 */
export const installedPackages = async (name: string, last: string): Promise<string> => {
  const source = join(PROJECT, "test", name);
  const digest = createHash("sha256")
    .update(await readFile(join(source, LOCK)))
    .digest("hex");
  const folder = join(CACHE, `${name}-${digest.slice(0, 12)}`);
  const isThere = await access(join(folder, "node_modules", last, "package.json")).then(
    () => true,
    () => false,
  );
  if (!isThere) await install(source, folder);
  return folder;
};
