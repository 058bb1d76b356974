// Two launchers must not run two installs in one folder (npm ci begins by emptying it).
import { closeSync, openSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import { setupFailure } from "./failure.mjs";

const HEARTBEAT_MS = 2_000;
const STALE_MS = 30_000;
const POLL_MS = 200;

/** Beside node_modules and not in it, because npm ci empties that. */
const lockOf = (project) => join(project, ".foyer-install.lock");

const tryTake = (path) => {
  try {
    const file = openSync(path, "wx");
    writeSync(file, String(process.pid));
    closeSync(file);
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw setupFailure(
      `The packages aren't installed, and this user can't write to ${path} (${error.code}).\n` +
        'Run "npm ci --ignore-scripts" in the project folder as a user who can write there.',
    );
  }
};

const isAlive = (pid) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
};

/** The holder is gone (on this machine), or its heartbeat stopped (in another container). */
const isStale = (path) => {
  const modifiedMs = statSync(path, { throwIfNoEntry: false })?.mtimeMs;
  if (modifiedMs === undefined) return false;
  const ageMs = Date.now() - modifiedMs;
  if (ageMs > STALE_MS) return true;
  const pid = Number(readFileSync(path, "utf8"));
  return ageMs > HEARTBEAT_MS * 2 && (pid === 0 || !isAlive(pid));
};

/** By rename and right after the check, so that a lock taken by another process in between is almost never hit. */
const removeStale = (path) => {
  const aside = `${path}.${process.pid}`;
  try {
    if (!isStale(path)) return;
    renameSync(path, aside);
    rmSync(aside, { force: true });
  } catch {}
};

const beat = (path) => {
  try {
    utimesSync(path, new Date(), new Date());
  } catch {} // The next beat makes up for a missed one.
};

/** Runs `work` while no other launcher does, here or in another container on the same folder. */
export const withInstallLock = async (project, work) => {
  const path = lockOf(project);
  let told = false;
  while (!tryTake(path)) {
    if (!told) console.error("Another Foyer process is installing the packages. Waiting …");
    told = true;
    removeStale(path);
    await delay(POLL_MS);
  }
  const heart = setInterval(() => beat(path), HEARTBEAT_MS);
  try {
    return await work();
  } finally {
    clearInterval(heart);
    rmSync(path, { force: true });
  }
};
