import { lockLog } from "../../../platform/events/log.ts";
import type { RequestContext } from "../../../platform/http/request-context.ts";
import { iso } from "../../../platform/lib/time/time.ts";
import * as store from "./store.ts";

export type { HistorySource, PastVisit } from "./store.ts";
export { listKnown as listKnownVisits } from "./store.ts";

/** From this many, visits are put into the lists of values together: one after the other takes several times as long. */
const MANY = 5_000;

/**
 * Prepares for many visits, or for taking many back. What is in the lists of values meanwhile is found as while a new
 * version indexes (docs/decisions/0056-one-list-engine.md).
 */
export const expectHistory = async (ctx: RequestContext, location: string, visits: number): Promise<void> => {
  if (visits < MANY) return;
  // Who writes visits now ends before: later changes wait until the values are built.
  await lockLog(ctx.db, location);
  await store.indexLater(ctx.db, location);
};

/**
 * Writes visits of the past without events, in the caller's transaction, which should be short: sign-ins of the location
 * wait for it.
 */
export const writeHistory = async (
  ctx: RequestContext,
  location: string,
  visits: readonly store.PastVisit[],
  source: store.HistorySource,
): Promise<void> => {
  if (visits.length === 0) return;
  // First, as the days are counted under it.
  await lockLog(ctx.db, location);
  await store.insertPast(ctx.db, location, visits, source, iso(ctx.now));
};

/** How many visits are looked at in one transaction. */
const AT_ONCE = 200;

/**
 * Takes back some of the visits that an import wrote, in the caller's transaction.
 * @param after the ID of the last visit that was looked at @returns the next; undefined at the end
 */
export const takeBackHistory = async (
  ctx: RequestContext,
  location: string,
  source: string,
  after: string,
): Promise<{ removed: number; kept: string[]; last: string | undefined }> => {
  const visits = await store.listBySource(ctx.db, location, source, after, AT_ONCE);
  const imported = visits.filter(({ is_imported }) => is_imported);
  const ids = imported.flatMap(({ _id, unchanged }) => (unchanged ? [_id] : []));
  const kept = imported.flatMap(({ _id, unchanged }) => (unchanged ? [] : [_id]));
  if (ids.length > 0) await lockLog(ctx.db, location);
  const removed = ids.length === 0 ? 0 : await store.deletePast(ctx.db, location, ids, source);
  return { removed, kept, last: visits.length < AT_ONCE ? undefined : visits.at(-1)?._id };
};
