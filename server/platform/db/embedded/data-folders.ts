import { createHash } from "node:crypto";
import { chmod, chown, lchown, lstat, mkdir, readdir, readlink, rename, rm, stat, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

import { EmbeddedError } from "./errors.ts";
import { type Isolation, canReach } from "./isolation.ts";

/** The socket's whole path, with its closing NUL, must fit into the system's address. */
const SOCKET_BYTES_MAX = process.platform === "darwin" ? 103 : 107;
const SOCKET = ".s.PGSQL.5432";

const hashOf = (dataDir: string): string => createHash("sha256").update(dataDir).digest("hex").slice(0, 16);

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );

/** The target of DATA_DIR/pg if it is a link. A dangling one must not lead to a new, empty database. */
const followLink = async (pg: string): Promise<string | undefined> => {
  const target = await readlink(pg).catch(() => undefined);
  if (target === undefined) return undefined;
  const home = resolve(pg, "..", target);
  if (await isFolder(home)) return home;
  throw new EmbeddedError(
    `The database was kept in ${home} (${pg} is a link to it), and that folder is gone.`,
    `Put it back or, to start with an empty database, remove the link ${pg}.`,
  );
};

/** If only DATA_DIR itself is closed, the account's group gets the right to pass through, and nothing else. */
const openPassage = async (dataDir: string, isolation: Isolation): Promise<void> => {
  const { uid, gid, mode } = await stat(dataDir);
  if (isolation.kind !== "account" || uid !== process.getuid?.() || (mode & 0o077) !== 0) return;
  await chown(dataDir, uid, isolation.gid);
  await chmod(dataDir, 0o710);
  if (await canReach(isolation, dataDir)) return;
  await chown(dataDir, uid, gid);
  await chmod(dataDir, mode & 0o7777);
};

const moveExisting = async (pg: string, home: string): Promise<void> => {
  try {
    await rename(pg, home);
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return;
    throw new EmbeddedError(
      `The account that runs PostgreSQL can't reach ${pg}, and it couldn't be moved to ${home}.`,
      `Move it by hand (cp -a ${pg} ${home}, then remove ${pg}), or set DATA_DIR to a folder others can enter.`,
      error,
    );
  }
};

/** DATA_DIR is under a folder closed to the account (such as /root): the database is elsewhere. */
const moveOut = async (
  pg: string,
  home: string,
  isolation: Isolation,
  log: (line: string) => void,
): Promise<string> => {
  await mkdir(resolve(home, ".."), { recursive: true, mode: 0o755 });
  await moveExisting(pg, home);
  await mkdir(home, { recursive: true, mode: 0o700 });
  await symlink(home, pg).catch(async (error: unknown) => {
    if ((await readlink(pg).catch(() => undefined)) !== home) throw error;
  });
  const account = isolation.kind === "account" ? `the account nobody (${isolation.uid})` : "PostgreSQL";
  log(`${account} can't reach ${pg}, so the database is kept in ${home} (${pg} is a link to it).`);
  return home;
};

/** The folder of PostgreSQL's files: DATA_DIR/pg, or its target. */
export const findHome = async (dataDir: string): Promise<string> => {
  const pg = join(dataDir, "pg");
  return (await followLink(pg)) ?? pg;
};

/** Creates that folder where the server will be able to reach it. */
export const prepareHome = async (
  dataDir: string,
  isolation: Isolation,
  systemDir: string,
  log: (line: string) => void,
): Promise<string> => {
  await mkdir(dataDir, { recursive: true, mode: 0o700 });
  const pg = join(dataDir, "pg");
  const linked = await followLink(pg);
  if (linked !== undefined) return linked;
  if (!(await canReach(isolation, dataDir))) await openPassage(dataDir, isolation);
  if (!(await canReach(isolation, dataDir))) {
    return moveOut(pg, join(systemDir, hashOf(dataDir)), isolation, log);
  }
  await mkdir(pg, { recursive: true, mode: 0o700 });
  return pg;
};

/**
 * A folder created by a normal user and now used by root would be closed to root in a namespace. An account may pass
 * through but change nothing: root writes the log and the owner's file here.
 */
export const openHome = async (home: string, isolation: Isolation): Promise<void> => {
  if (isolation.kind === "none") return;
  await chown(home, process.getuid?.() ?? 0, isolation.gid);
  await chmod(home, isolation.kind === "account" ? 0o710 : 0o700);
};

/**
 * Gives a tree to the account that runs the server, its top last, so that an interrupted attempt is noticed and
 * repeated.
 */
export const changeOwner = async (folder: string, isolation: Isolation): Promise<void> => {
  const { uid, gid } = isolation;
  if (process.getuid?.() !== 0 || (await lstat(folder)).uid === uid) return;
  const give = async (path: string): Promise<void> => {
    for (const entry of await readdir(path, { withFileTypes: true })) {
      const child = join(path, entry.name);
      if (entry.isDirectory()) await give(child);
      else await lchown(child, uid, gid);
    }
    await lchown(path, uid, gid);
  };
  await give(folder);
};

const fits = (folder: string): boolean => Buffer.byteLength(join(folder, SOCKET)) <= SOCKET_BYTES_MAX;

const runFolderOf = (dataDir: string, home: string): string => {
  const beside = home === join(dataDir, "pg") ? join(dataDir, "run") : join(home, "run");
  return fits(beside) ? beside : join(tmpdir(), `foyer-${process.getuid?.() ?? 0}-${hashOf(dataDir)}`);
};

/** Otherwise an account that can create a folder there could pose as the database. */
const requirePrivate = async (folder: string, uid: number): Promise<void> => {
  const found = await lstat(folder);
  if (found.isDirectory() && found.uid === uid && (found.mode & 0o077) === 0) return;
  throw new EmbeddedError(
    `${folder}, the folder for the database's socket, belongs to another user or is open to others.`,
    "Find out how it got there, remove it and start again.",
  );
};

/** Creates the folder of the socket, 0700, and removes what a killed server left in it. */
export const prepareRun = async (dataDir: string, home: string, isolation: Isolation): Promise<string> => {
  const folder = runFolderOf(dataDir, home);
  const isNew = (await mkdir(folder, { recursive: true, mode: 0o700 })) !== undefined;
  const { uid } = await lstat(folder);
  const isOurs = uid === process.getuid?.() || folder.startsWith(dataDir) || folder.startsWith(home);
  if (isNew || isOurs) {
    await chmod(folder, 0o700);
    await lchown(folder, isolation.uid, isolation.gid);
  }
  await requirePrivate(folder, isolation.uid);
  // The lock names a process that is gone, and whose number may belong to another one by now.
  await Promise.all([SOCKET, `${SOCKET}.lock`].map((name) => rm(join(folder, name), { force: true })));
  return folder;
};
