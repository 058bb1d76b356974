import type { Client, ClientBase } from "pg";

import { clientDb } from "../../platform/db/database.ts";
import { ensureExtensions } from "../../platform/db/extensions.ts";
import { lockMigrations, migrateInTransaction, neededExtensions } from "../../platform/db/migrate.ts";
import * as catalog from "./catalog.ts";
import { type ReappliedErasures, reapplyErasures, collectErasures } from "./erasures.ts";
import {
  dropRestorePoint,
  swapSchemas,
  restorePointName,
  listRestorePoints,
  restorePointTime,
} from "./restore-points.ts";
import { refuseWhileInUse, requirePrivileges, RestoreRefusedError, type RestoreOptions } from "./restore.ts";
import { connect, inTransaction, quoted } from "./connection.ts";

/** The result of a revert: the restore point, how the replaced data is kept, and how many were erased again. */
export type RevertResult = { point: string; kept: string; erased: ReappliedErasures };

export type RevertOptions = Pick<RestoreOptions, "connection" | "folder" | "now" | "actOn"> & { point: string };

const missing = (point: string, there: readonly string[]): RestoreRefusedError =>
  new RestoreRefusedError(
    `There is no restore point ${point} in this database. ${there.length === 0 ? "There are none." : `Restore points: ${there.join(", ")}.`}`,
  );

const requireSchemas = async (client: Client): Promise<void> => {
  const { createsSchemas, role, database } = await requirePrivileges(client);
  if (createsSchemas) return;
  throw new RestoreRefusedError(
    `${role} isn't allowed to create the schema that keeps the current data. As a database administrator, run: grant create on database ${database} to ${role};`,
  );
};

/**
 * Puts a restore point back into use, and sets the current tables aside as a restore point, in one transaction. Errors:
 * RestoreRefusedError if there is no such point, the database is in use, or the role may not create schemas;
 * MigrationError if the restore point has migrations that differ from this version's.
 */
export const revertToRestorePoint = async ({
  connection,
  folder,
  now,
  actOn,
  point,
}: RevertOptions): Promise<RevertResult> => {
  const client = await connect(connection);
  try {
    return await inTransaction(client, "isolation level read committed", async () => {
      const schema = await catalog.currentSchema(client);
      await lockMigrations(client);
      await refuseWhileInUse(client);
      const there = await listRestorePoints(client);
      if (!there.includes(point)) throw missing(point, there);
      await requireSchemas(client);
      await ensureExtensions(client, await neededExtensions());
      await collectErasures(client, quoted(schema), folder);
      const kept = restorePointName(now);
      await swapSchemas(client, schema, point, kept);
      await migrateInTransaction(client);
      return { point, kept, erased: await reapplyErasures(client, actOn(clientDb(client))) };
    });
  } finally {
    await client.end();
  }
};

/** A restore point has visitors who were erased since: it is kept only as long as people need to notice a mistake. */
export const RESTORE_POINT_MS_MAX = 14 * 24 * 60 * 60_000;

/** Drops restore points that are too old. @returns their names */
export const deleteOldRestorePoints = async (client: ClientBase, now: number): Promise<string[]> => {
  const old = (await listRestorePoints(client)).filter((point) => restorePointTime(point) < now - RESTORE_POINT_MS_MAX);
  for (const point of old) await dropRestorePoint(client, point);
  return old;
};
