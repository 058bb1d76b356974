import { sql } from "kysely";

import { build, type Db } from "../../platform/db/database.ts";

/** A location that keeps visits for a number of days, with its clock. */
export type RetentionPolicy = { _id: string; timezone: string; days: number; signoutDays: number; registered: boolean };

/** The locations with a retention period, in the order of their IDs. */
export const listRetentionPolicies = (db: Db): Promise<RetentionPolicy[]> =>
  db.rows<RetentionPolicy>(
    sql`select _id, timezone, (settings ->> 'retention_days')::integer as days, (settings ->> 'signout_days')::integer as "signoutDays",
  coalesce((settings ->> 'retention_covers_registered')::boolean, false) as registered
from companies where settings ->> 'retention_days' is not null order by _id`.compile(build),
  );

/** Whether this transaction may erase in the location; until it ends, others skip the location. */
export const tryLockErasing = async (db: Db, location: string): Promise<boolean> => {
  const lock = sql<{
    held: boolean;
  }>`select pg_try_advisory_xact_lock(hashtextextended(${`retention ${location}`}, 0)) as held`;
  return (await db.rows<{ held: boolean }>(lock.compile(build)))[0]?.held === true;
};
