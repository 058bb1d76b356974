import { mkdir } from "node:fs/promises";
import { join } from "node:path";

import type { ClientBase } from "pg";

import type { Context } from "../context.ts";
import { runningConnection } from "../db/source.ts";
import { makeBackup } from "./backup.ts";
import { backupName, lastScheduled, newestDaily, removeDrafts, removeOldDaily } from "./folder.ts";
import { forgetPoints } from "./go-back.ts";
import { connect, inTransaction } from "./session.ts";

/** Any number of ours: the lock under which one process at a time makes the daily backup. */
const LOCK = 7_046_031;

/** It works half of the time, so that sign-ins beside it find the machine free (bench/backup.ts). */
const REST_FACTOR = 1;

const hold = async (client: ClientBase): Promise<boolean> =>
  (await client.query<{ held: boolean }>("select pg_try_advisory_xact_lock($1) as held", [LOCK])).rows[0]?.held ===
  true;

/** A new database waits for its first night: there is nothing to lose yet. */
const bornAt = async ({ db }: Context): Promise<number> => {
  const [row] = await db.rows<{ at: string }>({ sql: "select min(applied) as at from migrations", parameters: [] });
  return Date.parse(row?.at ?? "");
};

const isDue = async (context: Context): Promise<boolean> => {
  const { dir, time } = context.config.backup;
  if (time === undefined) return false;
  const scheduled = lastScheduled(context.now(), time);
  return ((await newestDaily(dir)) ?? (await bornAt(context))) < scheduled;
};

const tidy = async (context: Context): Promise<void> => {
  const { dir, keep } = context.config.backup;
  const removed = await removeOldDaily(dir, keep);
  const client = await connect(await runningConnection(context.config));
  try {
    const points = await inTransaction(client, "", () => forgetPoints(client, context.now()));
    if (removed.length + points.length > 0) context.log.info({ backups: removed, points }, "old backups removed");
  } finally {
    await client.end();
  }
};

/**
 * Makes the daily backup when its time has come, or has passed while nothing ran, and removes those that are kept no longer.
 * Of several processes one does: it holds a lock, and looks again into the folder under it.
 */
export const backUpDaily = async (context: Context): Promise<void> => {
  const { config, secretKey, log, now } = context;
  const path = join(config.backup.dir, backupName("daily", now()));
  try {
    if (!(await isDue(context))) return;
    await mkdir(config.backup.dir, { recursive: true, mode: 0o700 });
    const isWanted = async (client: ClientBase): Promise<boolean> => {
      if (!(await hold(client)) || !(await isDue(context))) return false;
      await removeDrafts(config.backup.dir);
      return true;
    };
    const connection = await runningConnection(config);
    const made = await makeBackup({ connection, path, secretKey, now: now(), restFactor: REST_FACTOR, isWanted });
    if (made === undefined) return;
    const { seals, time } = made.manifest;
    log.info({ file: path, bytes: made.bytes, time, seals: seals.length }, "backup made");
    await tidy(context);
  } catch (error) {
    log.error({ file: path, code: Object(error).code }, "the daily backup failed; it is tried again in a minute");
    throw error;
  }
};
