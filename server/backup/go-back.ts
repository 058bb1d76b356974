import type { Client, ClientBase } from "pg";

import { onClient } from "../db/database.ts";
import { ensureExtensions } from "../db/extensions.ts";
import { holdMigrations, migrateWithin, neededExtensions } from "../db/migrate.ts";
import * as catalog from "./catalog.ts";
import { type ErasedAgain, eraseReturned, gatherErased } from "./erasures.ts";
import { dropPoint, exchange, pointName, pointsIn, pointTime } from "./places.ts";
import { refuseAtWork, requirePrivileges, RestoreRefused, type RestoreOptions } from "./restore.ts";
import { connect, inTransaction, quoted } from "./session.ts";

/** What going back did: where it went, what is kept of what it left, and who was erased again. */
export type WentBack = { point: string; kept: string; erased: ErasedAgain };

export type GoBackOptions = Pick<RestoreOptions, "connection" | "folder" | "now" | "actOn"> & { point: string };

const missing = (point: string, there: readonly string[]): RestoreRefused =>
  new RestoreRefused(
    `There is no restore point ${point} in this database. ${there.length === 0 ? "There are none." : `There are: ${there.join(", ")}.`}`,
  );

const requireSchemas = async (client: Client): Promise<void> => {
  const { createsSchemas, role, database } = await requirePrivileges(client);
  if (createsSchemas) return;
  throw new RestoreRefused(
    `${role} may not create the schema in which what is in place now is kept. As an administrator of the database run: grant create on database ${database} to ${role};`,
  );
};

/**
 * Puts a restore point back in place, and what is in place aside as a restore point, in one transaction.
 * Errors: RestoreRefused where there is no such point, the database is in use, or the role may create no schema; MigrationError
 * when the restore point came about by other migrations than this program's.
 */
export const goBack = async ({ connection, folder, now, actOn, point }: GoBackOptions): Promise<WentBack> => {
  const client = await connect(connection);
  try {
    return await inTransaction(client, "isolation level read committed", async () => {
      const schema = await catalog.currentSchema(client);
      await holdMigrations(client);
      await refuseAtWork(client);
      const there = await pointsIn(client);
      if (!there.includes(point)) throw missing(point, there);
      await requireSchemas(client);
      await ensureExtensions(client, await neededExtensions());
      await gatherErased(client, quoted(schema), folder);
      const kept = pointName(now);
      await exchange(client, schema, point, kept);
      await migrateWithin(client);
      return { point, kept, erased: await eraseReturned(client, actOn(onClient(client))) };
    });
  } finally {
    await client.end();
  }
};

/** What a restore replaced holds visitors who were erased since: it is kept as long as people need to find that it was a mistake. */
export const POINT_MS_MAX = 14 * 24 * 60 * 60_000;

/** Removes restore points that are too old. @returns their names */
export const forgetPoints = async (client: ClientBase, now: number): Promise<string[]> => {
  const old = (await pointsIn(client)).filter((point) => pointTime(point) < now - POINT_MS_MAX);
  for (const point of old) await dropPoint(client, point);
  return old;
};
