import type { Context } from "../../platform/context.ts";
import { inTransaction } from "../../platform/http/in-transaction.ts";
import { type RequestContext, systemContext } from "../../platform/http/request-context.ts";
import { iso } from "../../platform/lib/time/time.ts";
import { applyDifference } from "./apply.ts";
import { openOf, slotsOf } from "./occurrences.ts";
import { hasEnded } from "../../platform/lib/time/recurrence.ts";
import { followSeries, lockInvitations } from "../registered-visitors/series-invitations/follow.ts";
import * as store from "./store.ts";

export { deleteEmptySeries } from "./store.ts";

const DAY_MS = 24 * 60 * 60_000;
/** Series for each run. */
const SERIES_MAX = 20;
const NO_EDIT = { keys: {}, removed: new Set<string>(), visitors: undefined };

/** Makes what a series has to have by now. */
const makeNext = async (ctx: RequestContext, series: store.SeriesRow): Promise<void> => {
  if (hasEnded(series)) return;
  const stored = await store.listOccurrences(ctx.db, series.company_id, [series._id]);
  const last = stored.at(-1)?.recurrence_id ?? "";
  const created = slotsOf(series, ctx.now).filter(({ recurrence_id }) => recurrence_id > last);
  // All were cancelled, or everyone was taken off: there is no one to expect.
  const hasVisitors = openOf(stored, ctx.now).some(({ known_visitor_ids }) => known_visitor_ids.length > 0);
  if (created.length > 0 && hasVisitors)
    await applyDifference(ctx, series, { kept: [], moved: [], cancelled: [], created }, NO_EDIT);
  const before = await lockInvitations(ctx.db, series.company_id, [series._id]);
  await followSeries(ctx, series.company_id, [series._id], { before, keeps: true });
};

/**
 * Makes the occurrences of the series that were not looked at for a day, so that they are there 400 days ahead. Of two
 * processes one looks at a series.
 * @param stopping ends it between two series
 */
export const makeAhead = async (context: Context, stopping?: AbortSignal): Promise<void> => {
  const ctx = systemContext(context, "series");
  for (let n = 0; n < SERIES_MAX; n += 1) {
    if (stopping?.aborted === true) return;
    const more = await inTransaction(ctx, async (inner) => {
      const series = await store.lockDueSeries(inner.db, iso(ctx.now - DAY_MS));
      if (series === undefined) return false;
      await makeNext(inner, series);
      await store.noteMade(inner.db, series, iso(ctx.now));
      return true;
    });
    if (!more) return;
  }
};
