import { runLoggedQuery } from "../../platform/events/log.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { iso } from "../../platform/lib/time/time.ts";
import { applyDifference, type Done } from "./apply.ts";
import { openOf } from "./occurrences.ts";
import { changeOrTry, type Counts, requireOccurrence, type Scope } from "./scope.ts";
import { seriesEntry, type Wire } from "./series.ts";
import { endSeriesBefore } from "./split.ts";
import * as store from "./store.ts";

const NOTHING: Done = { created: 0, changed: 0, cancelled: 0 };

const cancelThese = (
  ctx: RequestContext,
  series: store.SeriesRow,
  cancelled: readonly store.Occurrence[],
): Promise<Done> =>
  applyDifference(
    ctx,
    series,
    { kept: [], moved: [], created: [], cancelled: cancelled.filter((one) => !one.cancelled) },
    { keys: {}, removed: new Set(), visitors: undefined },
  );

const cancelAll = async (ctx: RequestContext, series: store.SeriesRow): Promise<Done> => {
  const open = openOf(await store.listOccurrences(ctx.db, series.company_id, [series._id]), ctx.now);
  const done = await cancelThese(ctx, series, open);
  await store.deleteOccurrences(ctx.db, series.company_id, series._id);
  await runLoggedQuery(
    ctx,
    store.deleteSeries(series.company_id, series._id),
    seriesEntry(series.company_id, "remove"),
  );
  return done;
};

const cancelFollowing = async (ctx: RequestContext, series: store.SeriesRow, scope: Scope): Promise<Done> => {
  const { recurrence_id } = await requireOccurrence(ctx, series, scope);
  const all = await store.listOccurrences(ctx.db, series.company_id, [series._id]);
  await endSeriesBefore(ctx, series, recurrence_id);
  return cancelThese(
    ctx,
    series,
    openOf(all, ctx.now).filter((one) => one.recurrence_id >= recurrence_id),
  );
};

const cancelOne = async (ctx: RequestContext, series: store.SeriesRow, scope: Scope): Promise<Done> => {
  const occurrence = await requireOccurrence(ctx, series, scope);
  if (occurrence.cancelled) return NOTHING;
  const row = { ...series, mod_date: iso(ctx.now) };
  await runLoggedQuery(ctx, store.updateSeries(row), seriesEntry(series.company_id, "change"));
  return cancelThese(ctx, series, [occurrence]);
};

/**
 * Cancels what is still to come of a series, which then is gone, one occurrence, or one and those that follow, which
 * remain in its list (decision 0063). Visitors who are inside stay. Errors: `400`, `404`.
 */
export const removeSeries = async (
  ctx: RequestContext,
  location: string,
  id: string,
  scope: Scope,
): Promise<Wire | Counts | { message: string }> => {
  const done = await changeOrTry(ctx, location, { id, ...scope }, async (inner, series) => {
    if (scope.scope === "this") return { ...(await cancelOne(inner, series, scope)), series: series._id };
    if (scope.scope === "following") return { ...(await cancelFollowing(inner, series, scope)), series: series._id };
    return { ...(await cancelAll(inner, series)), series: undefined };
  });
  return done ?? { message: "Series cancelled." };
};
