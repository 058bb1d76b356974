import type { ClientBase } from "pg";

import { onClient } from "../db/database.ts";
import { holdMigrations, migrateWithin } from "../db/migrate.ts";
import * as catalog from "./catalog.ts";
import { type ErasedAgain, eraseReturned, gatherErased } from "./erasures.ts";
import { dropPoint, exchange, pointName, pointsIn, pointTime } from "./places.ts";
import { refuseAtWork, RestoreRefused, type RestoreOptions } from "./restore.ts";
import { connect, inTransaction, quoted } from "./session.ts";

/** What going back did: where it went, what is kept of what it left, and who was erased again. */
export type WentBack = { point: string; kept: string; erased: ErasedAgain };

export type GoBackOptions = Pick<RestoreOptions, "connection" | "folder" | "now" | "actOn"> & { point: string };

const missing = (point: string, there: readonly string[]): RestoreRefused =>
  new RestoreRefused(
    `There is no restore point ${point} in this database. ${there.length === 0 ? "There are none." : `There are: ${there.join(", ")}.`}`,
  );

/**
 * Puts a restore point back in place, and what is in place aside as a restore point, in one transaction.
 * Errors: RestoreRefused where there is no such point, or somebody is using the database.
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

/** Restore points hold whoever was erased since: they are kept as long as people need to find that a restore was a mistake. */
const POINT_DAYS = 14;
const DAY_MS = 24 * 60 * 60_000;

/** Removes restore points that are too old. @returns their names */
export const forgetPoints = async (client: ClientBase, now: number): Promise<string[]> => {
  const old = (await pointsIn(client)).filter((point) => pointTime(point) < now - POINT_DAYS * DAY_MS);
  for (const point of old) await dropPoint(client, point);
  return old;
};
