import { randomBytes } from "node:crypto";
import { link, readdir, readFile, rename, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import { InUseError } from "./errors.ts";
import { findBirth, findParent, findPidSpace } from "./processes.ts";

/**
 * The owner of a folder's server, and the launcher that started it; `birth` and `space` distinguish it from a later
 * process with its number.
 */
type Owner = { pid: number; launcher: number; birth: string; space: string; released: boolean };

type Claim = { number: number; owner: Owner | undefined };

const CLAIM = /^owner\.(\d+)\.json$/;
const claimPath = (folder: string, number: number): string => join(folder, `owner.${number}.json`);

const parseOwner = (text: string): Owner | undefined => {
  try {
    const { pid, launcher, birth, space, released } = JSON.parse(text);
    if (typeof pid !== "number") return undefined;
    return { pid, launcher: Number(launcher), birth: String(birth), space: String(space), released: released === true };
  } catch {
    return undefined; // Damaged from outside: counts as without an owner.
  }
};

const listNumbers = async (folder: string): Promise<number[]> => {
  const numbers = (await readdir(folder)).map((name) => Number(CLAIM.exec(name)?.[1] ?? 0));
  return numbers.filter((number) => number > 0).toSorted((a, b) => b - a);
};

const latestClaim = async (folder: string): Promise<Claim> => {
  const [number = 0] = await listNumbers(folder);
  const text = number === 0 ? "" : await readFile(claimPath(folder, number), "utf8").catch(() => "");
  return { number, owner: parseOwner(text) };
};

/** `answers` decides if process numbers can't: for an owner in another container on the same folder. */
const isAlive = async (owner: Owner, answers: () => Promise<boolean>): Promise<boolean> => {
  if (owner.released) return false;
  if (owner.space !== (await findPidSpace())) return answers();
  return (await findBirth(owner.pid)) === owner.birth;
};

/** How long a service with a killed launcher may take to notice and end, on a busy machine. */
const ORPHAN_MS_MAX = 10_000;
const POLL_MS = 50;

/**
 * A service with a killed launcher ends by itself a moment later (lib/async/parent-process.ts): the next start waits for
 * that.
 */
const waitForOrphan = async (owner: Owner, answers: () => Promise<boolean>): Promise<boolean> => {
  if (Number.isNaN(owner.launcher) || owner.space !== (await findPidSpace())) return false;
  const endMs = performance.now() + ORPHAN_MS_MAX;
  while (performance.now() < endMs && (await findParent(owner.pid)) !== owner.launcher) {
    if (!(await isAlive(owner, answers))) return true;
    await delay(POLL_MS);
  }
  return false;
};

const inUse = (owner: Owner): InUseError =>
  new InUseError(
    `The database in DATA_DIR is being used by another Foyer process (${owner.pid}). ` +
      "Stop it, or set DATA_DIR to another folder.",
    "Stop the other process, or set DATA_DIR to another folder.",
  );

/**
 * Exclusive: of two processes at the same instant one gets the number, the other EEXIST. By link and not by an
 * exclusive open, because the file must be complete when it appears: an empty one would seem to have no owner.
 */
const tryClaim = async (folder: string, number: number, owner: Owner): Promise<boolean> => {
  const draft = join(folder, `owner.${process.pid}.${randomBytes(6).toString("hex")}.draft`);
  try {
    await writeFile(draft, JSON.stringify(owner), { mode: 0o600, flush: true });
    await link(draft, claimPath(folder, number));
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "EEXIST") return false;
    throw error;
  } finally {
    await rm(draft, { force: true });
  }
};

/** The last but one is kept: another process may be between listing and reading it. */
const removeOlder = async (folder: string, number: number): Promise<void> => {
  const older = (await listNumbers(folder)).filter((other) => other < number - 1);
  await Promise.all(older.map((other) => rm(claimPath(folder, other), { force: true })));
};

/** By rename, so that no reader sees half a file. The claim itself is kept: the numbers only rise. */
const release = async (folder: string, number: number, owner: Owner): Promise<void> => {
  const next = join(folder, `owner.${number}.released`);
  await writeFile(next, JSON.stringify({ ...owner, released: true }), { mode: 0o600 });
  await rename(next, claimPath(folder, number));
};

/**
 * Makes this process the owner of the folder, or throws if a live process owns it. Each owner is a numbered file, and
 * the highest number counts; a dead owner is not removed but outbid. So there is no moment in which two processes can
 * both have removed the same stale lock (the flaw of a single lock file): creating a number is exclusive, and a process
 * that finds a higher one after creating its own has lost. Resolves with the function that releases the folder.
 */
export const takeOwnership = async (folder: string, answers: () => Promise<boolean>): Promise<() => Promise<void>> => {
  const { pid } = process;
  const birth = (await findBirth(pid)) ?? "";
  const me: Owner = { pid, launcher: process.ppid, birth, space: await findPidSpace(), released: false };
  for (;;) {
    const { number: latest, owner } = await latestClaim(folder);
    if (owner !== undefined && (await isAlive(owner, answers)) && !(await waitForOrphan(owner, answers)))
      throw inUse(owner);
    const mine = latest + 1;
    if (!(await tryClaim(folder, mine, me))) continue;
    const highest = (await latestClaim(folder)).number;
    if (highest > mine) {
      await rm(claimPath(folder, mine), { force: true });
      continue;
    }
    await removeOlder(folder, mine);
    return () => release(folder, mine, me);
  }
};
