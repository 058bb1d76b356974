import { readFile, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import { EmbeddedError } from "./errors.ts";
import { findBackends, isServerOn } from "./processes.ts";

const PATIENCE_MS = 20_000;
const POLL_MS = 10;

/** A running server's entry in its folder. */
type RunningServer = { pid: number; socketDir: string };

/** Reads postmaster.pid: line 1 is the process, line 5 the socket's folder; undefined if there is none. */
export const readRunning = async (cluster: string): Promise<RunningServer | undefined> => {
  const text = await readFile(join(cluster, "postmaster.pid"), "utf8").catch((error: unknown) => {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return "";
    throw error;
  });
  const [pid, , , , socketDir = ""] = text.split("\n");
  return Number(pid) > 0 ? { pid: Number(pid), socketDir } : undefined;
};

/** It is not our child, so we can only poll until it is gone. */
const goesWithin = async (pid: number, cluster: string, patienceMs: number): Promise<boolean> => {
  const endMs = Date.now() + patienceMs;
  while (Date.now() < endMs) {
    if (!(await isServerOn(pid, cluster))) return true;
    await delay(POLL_MS);
  }
  return false;
};

const kill = (pid: number, signal: NodeJS.Signals): void => {
  try {
    process.kill(pid, signal);
  } catch {} // It ended by itself.
};

/**
 * Stops the server of a killed Foyer, or waits for it if it is stopping already. Only for the owner of the folder: then
 * no process needs that server.
 */
export const stopOrphan = async (cluster: string, log: (line: string) => void): Promise<void> => {
  const running = await readRunning(cluster);
  if (running === undefined) return;
  const { pid } = running;
  if (await isServerOn(pid, cluster)) {
    log(`Stopping a database server left behind by an earlier Foyer (process ${pid}).`);
    kill(pid, "SIGINT");
    if (!(await goesWithin(pid, cluster, PATIENCE_MS))) kill(pid, "SIGQUIT");
    if (!(await goesWithin(pid, cluster, PATIENCE_MS))) throw stuck(pid);
  }
  // PostgreSQL would refuse to start if another process had that number by now.
  await rm(join(cluster, "postmaster.pid"), { force: true });
};

/** A backend that is busy computing takes long to notice that its postmaster was killed. */
export const stopBackends = async (cluster: string): Promise<void> => {
  for (const pid of await findBackends(cluster)) kill(pid, "SIGQUIT");
};

const stuck = (pid: number): EmbeddedError =>
  new EmbeddedError(
    `An earlier Foyer left its database server running (process ${pid}), and it won't stop.`,
    `Stop that process (kill -QUIT ${pid}) and start again.`,
  );
