import { runLoggedQuery } from "../../platform/events/log.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { iso } from "../../platform/lib/time/time.ts";
import { lockSeriesVisitors } from "../registered-visitors/many.ts";
import { removeOutside } from "../registered-visitors/removal.ts";
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

/** Takes those off the list who are still to come, at a time of their own, though their occurrence is over. */
const removeLate = async (ctx: RequestContext, series: store.SeriesRow, over: readonly store.Occurrence[]) => {
  const names = new Set(over.map(({ recurrence_id }) => recurrence_id));
  const rows = await lockSeriesVisitors(ctx, series.company_id, series._id);
  const late = rows.filter(
    ({ recurrence_id, visiting_from, visiting_to }) =>
      names.has(recurrence_id) && Date.parse(visiting_to ?? visiting_from ?? "") > ctx.now,
  );
  const ids = late.map(({ _id }) => _id);
  if (ids.length > 0) await removeOutside(ctx, series.company_id, ids);
};

/** Cancels what is still to come of occurrences. */
const cancelComing = async (ctx: RequestContext, series: store.SeriesRow, from: readonly store.Occurrence[]) => {
  const open = openOf(from, ctx.now);
  await removeLate(
    ctx,
    series,
    from.filter((one) => !open.includes(one)),
  );
  return cancelThese(ctx, series, open);
};

const cancelAll = async (ctx: RequestContext, series: store.SeriesRow): Promise<Done> => {
  const done = await cancelComing(ctx, series, await store.listOccurrences(ctx.db, series.company_id, [series._id]));
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
  return cancelComing(
    ctx,
    series,
    all.filter((one) => one.recurrence_id >= recurrence_id),
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
