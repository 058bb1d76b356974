import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/db/database.ts";
import { queueWithinLimits } from "./limits.ts";
import { iso } from "../../platform/lib/time/time.ts";
import * as arrivals from "../../resources/visits/kiosk-arrivals.ts";
import { isKioskArrival, isNotifiable, noticesOf, waitsForCompanions } from "./notices.ts";
import * as store from "./store.ts";

/** Entries of one location per transaction; it is short, since erasing a visit waits for it. */
const ENTRIES_MAX = 100;

/** Queues the messages about these visits. Those that may still get companions wait. @param due of these entries, no longer */
const queueOrHold = async (
  db: Db,
  location: string,
  visits: readonly store.NotifiableVisit[],
  due: readonly number[],
): Promise<void> => {
  const counts = Map.groupBy(visits, ({ _id }) => _id);
  const held = visits.filter(
    (one) => waitsForCompanions(one) && !due.includes(one.seq) && counts.get(one._id)?.length === 1,
  );
  const ready = visits.filter((one) => !held.includes(one));
  const messages = noticesOf(ready, location);
  if (messages.length > 0) await queueWithinLimits(db, location, messages);
  if (held.length > 0) await arrivals.holdArrivals(db, location, held);
  const ids = ready.map(({ _id }) => _id);
  await arrivals.releaseArrivals(db, location, ids, due);
};

/** Queues the messages for the next entries of a location's log. @returns whether there may be more */
const queueNext = async (db: Db, location: string, now: string): Promise<boolean> => {
  const cursor = await store.lockCursor(db, location);
  if (cursor === undefined) return false;
  const entries = await store.listEntriesAfter(db, location, cursor, ENTRIES_MAX);
  const news = entries.filter(isNotifiable);
  const subjects = news.map(({ subject }) => subject);
  // Who has just come joins a message before it goes: then there is another round.
  const hasCome = news.some(isKioskArrival);
  const due = await arrivals.listDueArrivals(db, location, hasCome ? null : now, subjects);
  const seqs = [...due, ...news.map(({ seq }) => seq)];
  const visits = seqs.length === 0 ? [] : await store.lockNotifiableVisits(db, location, seqs);
  if (seqs.length > 0) await queueOrHold(db, location, visits, due);
  const last = entries.at(-1);
  if (last !== undefined) await store.moveCursor(db, location, last.seq);
  return hasCome || entries.length === ENTRIES_MAX;
};

const queueAll = async ({ db, now }: Context, location: string, stopping?: AbortSignal): Promise<void> => {
  const goesOn = (): boolean => stopping?.aborted !== true;
  let more = true;
  while (more && goesOn()) more = await db.transaction((inner) => queueNext(inner, location, iso(now())));
};

/**
 * Queues the emails and SMS to hosts for new log entries. Messages and cursor are written in one transaction, and only
 * one process holds a location's cursor: a message is never lost and never sent twice, wherever a process ends
 * (docs/decisions/0021-notifications.md). A location that fails does not hold up the others.
 * @param stopping ends it between two transactions
 */
export const queueNotifications = async (context: Context, stopping?: AbortSignal): Promise<void> => {
  const failures: unknown[] = [];
  for (const location of await store.listUnreadLocations(context.db, iso(context.now())))
    await queueAll(context, location, stopping).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
};
