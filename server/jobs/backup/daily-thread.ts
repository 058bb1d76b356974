// The thread that writes the daily backup: reading and compressing makes garbage, and collecting it would delay every
// sign-in. Started by daily.ts.
import { setPriority } from "node:os";
import { dirname } from "node:path";
import { parentPort, workerData } from "node:worker_threads";

import type { ClientBase, PoolConfig } from "pg";

import { makeBackup } from "./backup.ts";
import { newestDaily, removeDrafts } from "./folder.ts";

/** The thread's input; plain values, since they are copied to it. */
export type DailyTask = {
  connection: PoolConfig;
  path: string;
  secretKey: string;
  /** Milliseconds since 1970. */
  now: number;
  /** The backup is due since this moment. */
  scheduled: number;
  /** The bytes that stay free on its disk. */
  keepsFree: number;
};

/** An arbitrary number: the lock under which only one process at a time makes the daily backup. */
const LOCK = 7_046_031;

/** It rests half of the time, to leave the machine to sign-ins. */
const REST_FACTOR = 1;

/** Lower priority than requests. */
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

// On other systems this would lower the priority of the whole process.
if (process.platform === "linux") setPriority(NICENESS);
await run(workerData as DailyTask);
