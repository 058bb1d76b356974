import { runLoggedQuery } from "../../platform/events/log.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { newId } from "../../platform/lib/record/ids.ts";
import { iso } from "../../platform/lib/time/time.ts";
import { clockAt, endBefore, instantAt, startsOf, without } from "../../platform/lib/time/recurrence.ts";
import { requireOccurrence, type Scope } from "./scope.ts";
import { seriesEntry } from "./series.ts";
import * as store from "./store.ts";

/** Ends a series before an occurrence. */
export const endSeriesBefore = async (ctx: RequestContext, old: store.SeriesRow, recurrence: string): Promise<void> => {
  const rule = old.rule === null ? null : endBefore(old.rule, Date.parse(recurrence));
  if (rule === old.rule) return;
  const row = { ...old, rule, mod_date: iso(ctx.now) };
  await runLoggedQuery(ctx, store.updateSeries(row), seriesEntry(old.company_id, "change"));
};

/** The start of an occurrence on the clock: the one that the rule means, also where it fell into a missing hour. */
const startAt = (recurrence: string, { starts, timezone }: store.SeriesRow): string => {
  const at = clockAt(Date.parse(recurrence), timezone).slice(0, 16);
  const meant = at.slice(0, 11) + starts.slice(11);
  return instantAt(meant, timezone) === Date.parse(recurrence) ? meant : at;
};

/**
 * Makes a series of its own of an occurrence and those that follow, with their registered visitors. From the first
 * occurrence on, that is the series itself. Errors: `400`.
 */
export const splitOff = async (ctx: RequestContext, old: store.SeriesRow, scope: Scope): Promise<store.SeriesRow> => {
  const { recurrence_id } = await requireOccurrence(ctx, old, scope);
  const before = (await store.listOccurrences(ctx.db, old.company_id, [old._id])).filter(
    (one) => one.recurrence_id < recurrence_id,
  );
  if (before.length === 0) return old;
  const at = iso(ctx.now);
  const row = {
    ...old,
    _id: newId(old.company_id, ctx.now),
    rule: old.rule === null ? null : without(old.rule, startsOf(old, Date.parse(recurrence_id) - 1).length),
    starts: startAt(recurrence_id, old),
    create_date: at,
    mod_date: at,
  };
  await endSeriesBefore(ctx, old, recurrence_id);
  await runLoggedQuery(ctx, store.insertSeries(row), seriesEntry(old.company_id, "create"));
  await store.handOver(ctx.db, old.company_id, { series: old._id, to: row._id, from: recurrence_id });
  return row;
};
