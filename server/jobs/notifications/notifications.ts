import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/db/database.ts";
import { queueWithinLimits } from "./limits.ts";
import { isNotifiable, noticesOf } from "./notices.ts";
import * as store from "./store.ts";

/** Entries of one location per transaction; it is short, since erasing a visit waits for it. */
const ENTRIES_MAX = 100;

/** Queues the messages for the next entries of a location's log. @returns whether there may be more */
const queueNext = async (db: Db, location: string): Promise<boolean> => {
  const cursor = await store.lockCursor(db, location);
  if (cursor === undefined) return false;
  const entries = await store.listEntriesAfter(db, location, cursor, ENTRIES_MAX);
  const last = entries.at(-1);
  if (last === undefined) return false;
  const seqs = entries.filter(isNotifiable).map(({ seq }) => seq);
  const visits = seqs.length === 0 ? [] : await store.lockNotifiableVisits(db, location, seqs);
  const messages = visits.flatMap((one) => noticesOf(one, location));
  if (messages.length > 0) await queueWithinLimits(db, location, messages);
  await store.moveCursor(db, location, last.seq);
  return entries.length === ENTRIES_MAX;
};

const queueAll = async ({ db }: Context, location: string, stopping?: AbortSignal): Promise<void> => {
  const goesOn = (): boolean => stopping?.aborted !== true;
  let more = true;
  while (more && goesOn()) more = await db.transaction((inner) => queueNext(inner, location));
};

/**
 * Queues the emails and SMS to hosts for new log entries. Messages and cursor are written in one transaction, and only
 * one process holds a location's cursor: a message is never lost and never sent twice, wherever a process ends
 * (docs/decisions/0021-notifications.md). A location that fails does not hold up the others.
 * @param stopping ends it between two transactions
 */
export const queueNotifications = async (context: Context, stopping?: AbortSignal): Promise<void> => {
  const failures: unknown[] = [];
  for (const location of await store.listUnreadLocations(context.db))
    await queueAll(context, location, stopping).catch((error: unknown) => failures.push(error));
  if (failures.length > 0) throw failures[0];
};
