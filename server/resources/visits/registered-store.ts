import type { Db, Statement } from "../../platform/db/database.ts";

const LOCK: Statement = {
  name: "lock-known-visitor",
  text: "select 1 from registered_visitors where company_id = $1 and _id = $2 for update",
};

/**
 * Stops a registered visitor from being signed in, changed or removed until the transaction ends. @returns whether
 * there is one
 */
export const lockRegistered = async (db: Db, location: string, id: string): Promise<boolean> =>
  (await db.named(LOCK, [location, id])).length > 0;

const CLOCK: Statement = {
  name: "find-clock",
  text: `select timezone, (settings ->> 'signout_days')::integer as "signoutDays" from companies where _id = $1`,
};

/** The settings that determine who is inside: a location's time zone and its sign-out days. */
export type InsideSettings = { timezone: string; signoutDays: number };

export const findInsideSettings = async (db: Db, location: string): Promise<InsideSettings | undefined> =>
  (await db.named<InsideSettings>(CLOCK, [location]))[0];

// A visit recorded later than this call's time by the clock belongs to a faster request: it counts.
const INSIDE: Statement = {
  name: "find-known-inside",
  text: `select distinct known_visitor_id as id from visits
where company_id = $1 and known_visitor_id = any ($2::text[]) and _id <> $3
  and signed_in >= $4::timestamptz and signed_in <= greatest($5::timestamptz, create_date) and signed_out is null`,
};

/** Those of the registered visitors who have an open visit, other than `except`, that began in the window. */
export const listRegisteredInside = async (
  db: Db,
  location: string,
  ids: readonly string[],
  except: string,
  window: { from: string; now: string },
): Promise<string[]> => {
  const rows = await db.named<{ id: string }>(INSIDE, [location, ids, except, window.from, window.now]);
  return rows.map(({ id }) => id);
};
