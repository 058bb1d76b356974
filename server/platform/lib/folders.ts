import { mkdir, mkdtemp, rmdir, stat, statfs } from "node:fs/promises";
import { dirname, join } from "node:path";

const codeOf = (error: unknown): unknown => Reflect.get(Object(error), "code");

/** The path, or its nearest existing ancestor. */
export const nearestExisting = async (path: string): Promise<string> => {
  const isThere = await stat(path).then(
    () => true,
    () => false,
  );
  return isThere || dirname(path) === path ? path : nearestExisting(dirname(path));
};

/**
 * Creates a folder and its ancestors. Node's recursive mkdir loops forever below /proc, and reports ENOENT on a
 * read-only file system.
 * @returns whether it was created. Errors: of the system, with the path that couldn't be created; ENOTDIR if the path
 * is a file
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

/** Codes that mean that a folder is permanently unwritable; a full disk will have room again. */
const LASTING = new Set(["EACCES", "EPERM", "EROFS", "ENOENT", "ENOTDIR", "ELOOP", "ENAMETOOLONG"]);

/**
 * Why nothing can be written into a folder, or created in its nearest existing ancestor, found by trying: for root,
 * permissions alone say little. @returns the system's code; undefined if it can be written
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

/** The free bytes on a folder's disk; the folder need not exist yet. */
export const freeBytes = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(await nearestExisting(folder));
  return bavail * bsize;
};
