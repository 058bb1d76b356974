import type { Db, Statement } from "../db/database.ts";
import { tooManyRefusals } from "../lib/errors.ts";

/** Refused credentials per source within the window, before the source is refused (interface 8). */
export const REFUSALS_MAX = 30;
export const REFUSAL_WINDOW_MS = 15 * 60_000;

// The count may lose its last fraction of a second in a crash, so it does not wait for the disk.
const COUNT: Statement = {
  name: "count-refusal",
  text: `with soft as materialized (select set_config('synchronous_commit', 'off', true))
insert into refusals as r (source, opened, n) select $1, $2, 1 from soft
on conflict (source) do update set
  n = case when r.opened > $3 then r.n + 1 else 1 end,
  opened = case when r.opened > $3 then r.opened else excluded.opened end
returning n, opened`,
};

/** The state of a source's window after counting a refusal. */
export type RefusalCount = { n: number; opened: string };

/**
 * Counts one refused credential. A single statement, so concurrent refusals get different numbers.
 * @param source an address or /64 from `refusalSource`
 * @param now milliseconds since 1970
 */
const countRefusal = async (db: Db, source: string, now: number): Promise<RefusalCount> => {
  const values = [source, new Date(now).toISOString(), new Date(now - REFUSAL_WINDOW_MS).toISOString()];
  const [row] = await db.named<RefusalCount>(COUNT, values);
  if (row === undefined) throw new Error("a refusal was not counted");
  return row;
};

/** Seconds until a window that was opened then ends. */
export const secondsLeft = (opened: string, now: number): number =>
  (Date.parse(opened) + REFUSAL_WINDOW_MS - now) / 1000;

const FIND: Statement = {
  name: "find-refusals",
  text: "select n, opened from refusals where source = $1 and opened > $2",
};

/**
 * For areas outside `/api`, which have counters of their own (rules 5).
 * @param counter what is counted and for whom, such as `kiosk:192.0.2.1/32`
 * @param max how many are allowed within the window. Errors: `429` if that many were counted.
 */
export const checkCounter = async (db: Db, counter: string, now: number, max = REFUSALS_MAX): Promise<void> => {
  const [row] = await db.named<RefusalCount>(FIND, [counter, new Date(now - REFUSAL_WINDOW_MS).toISOString()]);
  if (row !== undefined && row.n >= max) throw tooManyRefusals(secondsLeft(row.opened, now));
};

const FIND_FULL: Statement = {
  name: "find-full-counters",
  text: `select opened from refusals where source = any ($1::text[]) and opened > $2 and n >= ${REFUSALS_MAX} order by opened desc limit 1`,
};

/** Like `checkCounter`, for several at once. Errors: `429` if one of them is full. */
export const checkCounters = async (db: Db, counters: readonly string[], now: number): Promise<void> => {
  const values = [counters, new Date(now - REFUSAL_WINDOW_MS).toISOString()];
  const [row] = await db.named<Pick<RefusalCount, "opened">>(FIND_FULL, values);
  if (row !== undefined) throw tooManyRefusals(secondsLeft(row.opened, now));
};

/** Adds one to a counter of `checkCounter`. Errors: `429` if that is one too many, because of concurrent calls. */
export const incrementCounter = async (db: Db, counter: string, now: number, max = REFUSALS_MAX): Promise<void> => {
  const { n, opened } = await countRefusal(db, counter, now);
  if (n > max) throw tooManyRefusals(secondsLeft(opened, now));
};

const FORGET: Statement = { name: "forget-refusals", text: "delete from refusals where opened < $1" };
// The address in all counters: areas outside `/api` count it with a prefix, such as `session:192.0.2.1/32`. Every
// prefix has a letter that can't be part of an IPv6 address.
const UNBLOCK: Statement = {
  name: "unblock",
  text: `with gone as (
  delete from refusals where source = $1 or (right(source, length($1) + 1) = ':' || $1 and source ~ '^[a-z]*[g-z][a-z]*:') returning n)
select sum(n)::integer as n from gone having count(*) > 0`,
};

/** Deletes windows that have ended. */
export const deleteExpiredRefusals = async (db: Db, now: number): Promise<void> => {
  await db.named(FORGET, [new Date(now - REFUSAL_WINDOW_MS).toISOString()]);
};

/** Ends the window of a source now (`foyer unblock`). @returns how many refusals it had, or undefined for none */
export const unblock = async (db: Db, source: string): Promise<number | undefined> =>
  (await db.named<{ n: number }>(UNBLOCK, [source]))[0]?.n;
