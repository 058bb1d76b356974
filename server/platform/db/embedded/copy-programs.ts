import { chmod, cp, lstat, mkdir, mkdtemp, readdir, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";

import { EmbeddedError } from "./errors.ts";

const ABANDONED_MS = 10 * 60_000;

/** Files for building extensions are left out: 8 MB less to copy. */
const isNeeded = (path: string): boolean => !/\.a$|\/pgxs$|\/pkgconfig$/.test(path);

/** A package installed under a strict umask can only be read by its owner. */
const openTree = async (folder: string): Promise<void> => {
  await chmod(folder, 0o755);
  for (const entry of await readdir(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) await openTree(path);
    else if (entry.isFile()) await chmod(path, ((await stat(path)).mode & 0o100) === 0 ? 0o644 : 0o755);
  }
};

const isSafe = async (path: string): Promise<boolean> => {
  const found = await lstat(path).catch(() => undefined);
  return found !== undefined && found.uid === process.getuid?.() && (found.mode & 0o022) === 0;
};

/** Programs that another account runs must be those we put there: ours, and writable by no other account. */
const verify = async (folder: string): Promise<void> => {
  const paths = [dirname(folder), folder, join(folder, "bin"), join(folder, "bin/postgres"), join(folder, "lib")];
  for (const path of paths) {
    if (await isSafe(path)) continue;
    throw new EmbeddedError(
      `${path} belongs to another user or is writable by others, so Foyer won't run the programs in it.`,
      "Find out how it got there, remove it and start again.",
    );
  }
};

const removeAbandoned = async (parent: string): Promise<void> => {
  for (const name of await readdir(parent)) {
    const path = join(parent, name);
    if (!/^postgres-.*\.new-/.test(name)) continue;
    if (Date.now() - (await stat(path)).mtimeMs > ABANDONED_MS) await rm(path, { recursive: true, force: true });
  }
};

/** By rename, so that a copy with its final name is complete; an equal copy made by another process is as good. */
const copyInto = async (native: string, copy: string): Promise<void> => {
  const draft = await mkdtemp(`${copy}.new-`);
  try {
    // Verbatim, or the links between the libraries would lead back to where they can't be reached.
    await cp(native, draft, { recursive: true, verbatimSymlinks: true, filter: isNeeded });
    await openTree(draft);
    await rename(draft, copy).catch(async (error: unknown) => {
      if (!(await lstat(copy).catch(() => undefined))) throw error;
    });
  } finally {
    await rm(draft, { recursive: true, force: true });
  }
};

/** Copies PostgreSQL's programs (about 55 MB, once per version) to where every account can read them. */
export const copyPrograms = async (native: string, copy: string, log: (line: string) => void): Promise<void> => {
  const parent = dirname(copy);
  if (!(await lstat(copy).catch(() => undefined))) {
    log(`Copying PostgreSQL's programs to ${copy}, where the account that runs them can read them.`);
    await mkdir(parent, { recursive: true, mode: 0o755 });
    await removeAbandoned(parent);
    await copyInto(native, copy);
  }
  await verify(copy);
};
