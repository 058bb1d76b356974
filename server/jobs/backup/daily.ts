import { once } from "node:events";
import { join } from "node:path";
import { Worker } from "node:worker_threads";

import type { Context } from "../../platform/context.ts";
import { runningConnection } from "../../platform/db/source.ts";
import { reserveOf } from "../../platform/db/disk-space.ts";
import { makeFolder } from "../../platform/lib/folders.ts";
import type { WrittenBackup } from "./backup.ts";
import type { DailyTask } from "./daily-thread.ts";
import { backupName, lastScheduled, newestDaily, removeOldDaily, removeReplaced } from "./folder.ts";
import { deleteOldRestorePoints, RESTORE_POINT_MS_MAX } from "./revert.ts";
import { connect, inTransaction } from "./connection.ts";

/** Rows are streamed: memory use does not grow with their number. */
const HEAP_MB_MAX = 256;

/** A new database waits for its first night: there is nothing to lose yet. */
const bornAt = async ({ db }: Context): Promise<number> => {
  const [row] = await db.rows<{ at: string }>({ sql: "select min(applied) as at from migrations", parameters: [] });
  return Date.parse(row?.at ?? "");
};

/** @returns since when a backup is due; undefined if none is */
const missingSince = async (context: Context): Promise<number | undefined> => {
  const { dir, time } = context.config.backup;
  if (time === undefined) return undefined;
  const scheduled = lastScheduled(context.now(), time);
  return ((await newestDaily(dir)) ?? (await bornAt(context))) < scheduled ? scheduled : undefined;
};

/** @returns the backup; undefined if another process makes it, or has made it */
const writeInThread = async (task: DailyTask, stopping: AbortSignal): Promise<WrittenBackup | undefined> => {
  const thread = new Worker(new URL("./daily-thread.ts", import.meta.url), {
    workerData: task,
    resourceLimits: { maxOldGenerationSizeMb: HEAP_MB_MAX },
  });
  // Once its result is not awaited any more, a late error would end the process.
  thread.on("error", () => undefined);
  try {
    const [made] = await once(thread, "message", { signal: stopping });
    return made;
  } finally {
    await thread.terminate();
  }
};

const removeOldBackups = async (context: Context): Promise<void> => {
  const { dir, keep } = context.config.backup;
  const removed = [
    ...(await removeOldDaily(dir, keep)),
    ...(await removeReplaced(dir, context.now() - RESTORE_POINT_MS_MAX)),
  ];
  const client = await connect(await runningConnection(context.config));
  try {
    const points = await inTransaction(client, "", () => deleteOldRestorePoints(client, context.now()));
    if (removed.length + points.length > 0) context.log.info({ backups: removed, points }, "old backups removed");
  } finally {
    await client.end();
  }
};

/**
 * Makes the daily backup if it is due, or was missed while nothing ran, and deletes those beyond the number to keep.
 * Only one process does so: it takes a lock, and checks the folder again under it.
 * @param stopping ends it: the next start makes another
 */
export const backUpDaily = async (context: Context, stopping = new AbortController().signal): Promise<void> => {
  const { config, secretKey, log, now } = context;
  const path = join(config.backup.dir, backupName("daily", now()));
  try {
    const scheduled = await missingSince(context);
    if (scheduled === undefined) return;
    await makeFolder(config.backup.dir, 0o700);
    const connection = await runningConnection(config);
    const keepsFree = await reserveOf(config, config.backup.dir);
    const made = await writeInThread({ connection, path, secretKey, now: now(), scheduled, keepsFree }, stopping);
    if (made === undefined) return;
    const { seals, time } = made.manifest;
    log.info({ file: path, bytes: made.bytes, time, seals: seals.length }, "backup made");
    await removeOldBackups(context);
  } catch (error) {
    if (stopping.aborted) return;
    log.error({ file: path, code: Object(error).code }, "the daily backup failed; trying again in a minute");
    throw error;
  }
};
