import { chmod, mkdtemp, rm, statfs, writeFile } from "node:fs/promises";
import { availableMemory } from "node:process";
import { join } from "node:path";

import { isRunnable } from "./debian.ts";

/** Where Linux keeps files in memory: to make and remove the files of a database costs a fifth of the time. */
const MEMORY = "/dev/shm";
/** With less, browsers and services could be short of memory beside the files. */
const BYTES_MIN = 6 * 2 ** 30;

/** A container's is too small, and some let no program run from it. */
const isRoomy = async (): Promise<boolean> => {
  const { bavail, bsize } = await statfs(MEMORY);
  return Math.min(bavail * bsize, availableMemory()) >= BYTES_MIN;
};

const remover = (folder: string) => (): Promise<void> => rm(folder, { recursive: true, force: true });

/**
 * Makes a folder for all temporary files of a run, in memory where there is room: for the databases above all.
 * @returns what the environment of the tests says of it, nothing where the system's own folder is used; and what removes it
 */
export const makeMemoryFolder = async (): Promise<{
  variable: Record<string, string>;
  remove: () => Promise<void>;
}> => {
  const none = { variable: {}, remove: async () => undefined };
  if (process.env["TMPDIR"] !== undefined || !(await isRoomy().catch(() => false))) return none;
  const folder = await mkdtemp(join(MEMORY, "foyer-"));
  const remove = remover(folder);
  // The servers of tests run as other accounts, too.
  await chmod(folder, 0o1777);
  const program = join(folder, "program");
  await writeFile(program, "", { mode: 0o755 });
  if (await isRunnable(program)) return { variable: { TMPDIR: folder }, remove };
  await remove();
  return none;
};
