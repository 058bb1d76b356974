// The thread in which the daily backup is written: what it reads and packs makes garbage, and clearing that away would make every
// sign-in beside it wait (bench/backup.ts). Started by daily.ts.
import { setPriority } from "node:os";
import { dirname } from "node:path";
import { parentPort, workerData } from "node:worker_threads";

import type { ClientBase, PoolConfig } from "pg";

import { makeBackup } from "./backup.ts";
import { newestDaily, removeDrafts } from "./folder.ts";

/** What the thread is told; plain values, since they are copied to it. */
export type DailyTask = {
  connection: PoolConfig;
  path: string;
  secretKey: string;
  /** Milliseconds since 1970. */
  now: number;
  /** The moment since which there is to be one. */
  scheduled: number;
};

/** Any number of ours: the lock under which one process at a time makes the daily backup. */
const LOCK = 7_046_031;

/** It works half of the time, so that sign-ins beside it find the machine free. */
const REST_FACTOR = 1;

/** After requests that wait for a response. */
const NICENESS = 10;

const tryLock = async (client: ClientBase): Promise<boolean> =>
  (await client.query<{ held: boolean }>("select pg_try_advisory_xact_lock($1) as held", [LOCK])).rows[0]?.held ===
  true;

const run = async ({ scheduled, ...options }: DailyTask): Promise<void> => {
  const folder = dirname(options.path);
  const isWanted = async (client: ClientBase): Promise<boolean> => {
    if (!(await tryLock(client)) || ((await newestDaily(folder)) ?? 0) >= scheduled) return false;
    await removeDrafts(folder);
    return true;
  };
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has none
  parentPort?.postMessage(await makeBackup({ ...options, restFactor: REST_FACTOR, isWanted }));
};

// Elsewhere it would be the whole process that is put behind.
if (process.platform === "linux") setPriority(NICENESS);
await run(workerData as DailyTask);
