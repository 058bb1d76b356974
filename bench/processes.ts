import { type ChildProcess, fork, spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import type { Client } from "pg";

import { makeClient } from "../server/platform/db/embedded/client.ts";
import { findEmbedded } from "../server/platform/db/embedded/embedded.ts";
import type { Settings } from "./bare.ts";
import type { CheckedOutcome, Job, Outcome } from "./jobs.ts";

const ROOT = join(import.meta.dirname, "..");
/** What each process gets of our environment. Only the tests set the cache of compiled code: half of a start. */
const PATH_AND_CACHE = { PATH: process.env["PATH"], NODE_COMPILE_CACHE: process.env["NODE_COMPILE_CACHE"] };
const POLL_MS = 10;
const READY_MS_MAX = 60_000;

/** A port that nothing listens at. */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  return typeof address === "object" ? (address?.port ?? 0) : 0;
};

/** A running service. */
export type Service = {
  port: number;
  pid: number;
  readyMs: number;
  stop(): Promise<void>;
};

const isReady = (port: number): Promise<boolean> =>
  fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ status }) => status === 200,
    () => false,
  );

const stopChild = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill("SIGTERM");
  await exited;
};

/**
 * Starts the service as it is started in earnest, with its own embedded PostgreSQL, and waits until it is ready. Flags and threads are
 * those that bin/handover.mjs gave this process.
 * @param settings further ones, by the names of the environment
 */
export const startService = async (dataDir: string, settings: Record<string, string> = {}): Promise<Service> => {
  const port = await freePort();
  const started = performance.now();
  const child = spawn(process.execPath, [...process.execArgv, join(ROOT, "cli/main.ts"), "start"], {
    // It ends with the channel, so a bench that is killed leaves no service behind.
    stdio: ["ignore", "ignore", "inherit", "ipc"],
    env: {
      ...PATH_AND_CACHE,
      UV_THREADPOOL_SIZE: process.env["UV_THREADPOOL_SIZE"],
      MALLOC_ARENA_MAX: process.env["MALLOC_ARENA_MAX"],
      DATA_DIR: dataDir,
      PORT: String(port),
      LOG_LEVEL: "warn",
      ...settings,
    },
  });
  while (!(await isReady(port))) {
    if (child.exitCode !== null || performance.now() - started > READY_MS_MAX)
      throw new Error("the service did not become ready");
    await wait(POLL_MS);
  }
  return {
    port,
    pid: child.pid ?? 0,
    readyMs: performance.now() - started,
    stop: () => stopChild(child),
  };
};

/** Opens a connection to the embedded database of a service that runs on this folder. */
export const connect = async (dataDir: string): Promise<Client> => {
  const address = await findEmbedded(dataDir);
  if (address === undefined) throw new Error("the database is not running");
  const client = makeClient({ host: address.socketDir, user: address.user, database: address.database });
  await client.connect();
  return client;
};

const ask = async <T>(child: ChildProcess, message: object): Promise<T> => {
  const answered = once(child, "message");
  child.send(message);
  const [answer] = await answered;
  return answer as T;
};

/** The load process. `run` fails when a request was not answered with 200. */
export type Load = { pid: number; run(job: Job): Promise<Outcome>; stop(): Promise<void> };

const runJob = async (child: ChildProcess, job: Job): Promise<Outcome> => {
  const { failures, firstFailure, ...outcome } = await ask<CheckedOutcome>(child, job);
  if (failures > 0) throw new Error(`${failures} requests failed, the first with:\n${firstFailure}`);
  return outcome;
};

export const startLoad = (): Load => {
  const child = fork(new URL("./load.ts", import.meta.url));
  return { pid: child.pid ?? 0, run: (job) => runJob(child, job), stop: () => stopChild(child) };
};

/** The bare server. */
export type Bare = { port: number; pid: number; stop(): Promise<void> };

export const startBare = async (settings: Settings): Promise<Bare> => {
  const child = fork(new URL("./bare.ts", import.meta.url), [], {
    env: { ...PATH_AND_CACHE, BENCH_BARE: JSON.stringify(settings) },
  });
  const [{ port }] = await once(child, "message");
  return { port, pid: child.pid ?? 0, stop: () => stopChild(child) };
};

/** /proc/PID/stat from the state on: the name before it may hold blanks. */
const statOf = async (pid: number): Promise<string[]> => {
  const stat = await readFile(`/proc/${pid}/stat`, "utf8").catch(() => "");
  return stat.slice(stat.lastIndexOf(")") + 2).split(" ");
};

const parentOf = async (pid: number): Promise<number> => Number((await statOf(pid))[1] ?? "0");

const TICK_US = 10_000;

/** The processor time that a process has used, in microseconds (Linux; else 0). */
export const cpuOf = async (pid: number): Promise<number> => {
  const stat = await statOf(pid);
  return (Number(stat[11] ?? "0") + Number(stat[12] ?? "0")) * TICK_US;
};

const pssKb = async (pid: number): Promise<number> => {
  const text = await readFile(`/proc/${pid}/smaps_rollup`, "utf8").catch(() => "");
  return Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? "0");
};

/** A process and all below it. */
export const familyOf = async (root: number): Promise<number[]> => {
  const pids = (await readdir("/proc").catch(() => [])).map(Number).filter((pid) => pid > 0);
  const parents = new Map(await Promise.all(pids.map(async (pid) => [pid, await parentOf(pid)] as const)));
  const family = [root];
  for (const pid of family) for (const [child, parent] of parents) if (parent === pid) family.push(child);
  return family;
};

/** A process and all below it, with the memory (proportional set size) that each takes, in megabytes. */
export const memoryOf = async (root: number): Promise<{ megabytes: number; own: number; processes: number }> => {
  const family = await familyOf(root);
  const sizes = await Promise.all(family.map(pssKb));
  const kilobytes = sizes.reduce((sum, size) => sum + size, 0);
  return { megabytes: kilobytes / 1024, own: (sizes[0] ?? 0) / 1024, processes: family.length };
};
