import { mkdir, mkdtemp, rmdir, stat, statfs } from "node:fs/promises";
import { dirname, join } from "node:path";

const codeOf = (error: unknown): unknown => Reflect.get(Object(error), "code");

/** What is at the path, or the nearest thing above it that is there. */
export const nearestExisting = async (path: string): Promise<string> => {
  const isThere = await stat(path).then(
    () => true,
    () => false,
  );
  return isThere || dirname(path) === path ? path : nearestExisting(dirname(path));
};

/**
 * Makes a folder and those above it. Node's own way of making several asks again for ever below /proc, and says ENOENT where a
 * file system is read-only.
 * @returns whether it was made. Errors: of the system, with the path that could not be made; ENOTDIR where the path is a file
 */
export const makeFolder = async (path: string, mode: number): Promise<boolean> => {
  const isFolder = await stat(path).then(
    (found) => found.isDirectory(),
    () => undefined,
  );
  if (isFolder === true) return false;
  if (isFolder === false)
    throw Object.assign(new Error(`${path} is a file`), { code: "ENOTDIR", syscall: "mkdir", path });
  if (dirname(path) !== path) await makeFolder(dirname(path), mode);
  try {
    await mkdir(path, { mode });
    return true;
  } catch (error) {
    // Another process was faster.
    if (codeOf(error) !== "EEXIST") throw error;
    return false;
  }
};

/** Codes that say that a folder cannot be written for good; a disk that is full has room again some day. */
const LASTING = new Set(["EACCES", "EPERM", "EROFS", "ENOENT", "ENOTDIR", "ELOOP", "ENAMETOOLONG"]);

/**
 * Why nothing can be written into a folder, or made in the nearest one above it, found by trying: as root the rights alone say
 * little. @returns the system's code; undefined when it can be written
 */
export const whyNotWritable = async (path: string): Promise<string | undefined> => {
  try {
    await rmdir(await mkdtemp(join(await nearestExisting(path), ".foyer-")));
    return undefined;
  } catch (error) {
    const code = String(codeOf(error));
    return LASTING.has(code) ? code : undefined;
  }
};

/** Bytes that are free on the disk of a folder, which need not be there yet. */
export const freeBytes = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(await nearestExisting(folder));
  return bavail * bsize;
};
