import type { Slot } from "../../platform/lib/time/slots.ts";
import { isDeepStrictEqual } from "node:util";

import type { Static } from "../../platform/http/contract/schemas.ts";
import { inTransaction } from "../../platform/http/in-transaction.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { runLoggedQuery } from "../../platform/events/log.ts";
import { notFound } from "../../platform/lib/errors.ts";
import { newId } from "../../platform/lib/record/ids.ts";
import { iso } from "../../platform/lib/time/time.ts";
import { zoneOf } from "../../platform/http/input/location-dates.ts";
import type { Series, SeriesInput } from "./contract.ts";
import { slotsOf } from "./occurrences.ts";
import { followSeries } from "../registered-visitors/series-invitations/follow.ts";
import * as store from "./store.ts";
import { newTiming } from "./timing.ts";
import { type Keys, newMembers } from "../registered-visitors/persons.ts";
import { registerMembers, requireVisitors } from "./visitors.ts";

/** A series as the API returns it. */
export type Wire = Static<typeof Series>;

/** Keys of the series itself; all others are those of its visitors. */
const OWN = new Set([
  "company_id",
  "name",
  "visitors",
  "starts",
  "ends",
  "duration_minutes",
  "timezone",
  "rule",
  "invite",
]);

/** The keys of a body that all visitors have. */
export const sharedKeys = (body: Keys): Keys =>
  Object.fromEntries(Object.entries(body).filter(([key]) => !OWN.has(key)));

/** An entry of the log about a series. */
export const seriesEntry = (location: string, action: "create" | "change" | "remove") => ({
  location,
  action: `series.${action}`,
  subject: "series",
});

/** Keys of a registered visitor that say which occurrence it is, and not who comes. */
const OF_THE_OCCURRENCE = new Set([
  "_id",
  "company_id",
  "visiting_on",
  "status",
  "invited_date",
  "preregistered_date",
  "series_id",
  "recurrence_id",
  "create_date",
  "mod_date",
]);

/** A person without what all visitors of the series have. */
const personOf = (doc: string, shared: Keys): Keys => {
  const { persistent, ...keys } = JSON.parse(doc) as Keys;
  const own = Object.entries(keys).filter(
    ([key, value]) => !OF_THE_OCCURRENCE.has(key) && !isDeepStrictEqual(shared[key], value),
  );
  return { ...Object.fromEntries(own), ...(persistent === true ? { persistent } : {}) };
};

const wireOccurrence = ({ _id, recurrence_id, starts, ends, cancelled, known_visitor_ids }: store.OccurrenceRow) => ({
  _id,
  recurrence_id,
  startDate: starts,
  endDate: ends,
  cancelled,
  known_visitor_ids,
});

const wire = (
  { name, rule, starts, minutes, shared, ...row }: store.SeriesRow,
  occurrences: readonly store.OccurrenceRow[],
  visitors: readonly { doc: string }[],
): Wire => ({
  ...shared,
  ...row,
  ...(name === null ? {} : { name }),
  ...(rule === null ? {} : { rule }),
  starts: { date: starts.slice(0, 10), time: starts.slice(11) },
  duration_minutes: minutes,
  visitors: visitors.map(({ doc }) => personOf(doc, shared)),
  occurrences: occurrences.map(wireOccurrence),
});

const wireAll = async (ctx: RequestContext, location: string, rows: readonly store.SeriesRow[]): Promise<Wire[]> => {
  const ids = rows.map(({ _id }) => _id);
  const occurrences = Map.groupBy(await store.listOccurrences(ctx.db, location, ids), ({ series_id }) => series_id);
  const visitors = Map.groupBy(await store.listLastVisitors(ctx.db, location, ids), ({ series_id }) => series_id);
  return rows.map((row) => wire(row, occurrences.get(row._id) ?? [], visitors.get(row._id) ?? []));
};

/** The series of a location, the newest first. */
export const listSeries = async (ctx: RequestContext, location: string): Promise<Wire[]> =>
  wireAll(ctx, location, await store.listSeries(ctx, location));

/** One series with its occurrences. Errors: `404`. */
export const readSeries = async (ctx: RequestContext, location: string, id: string): Promise<Wire> => {
  const row = await store.findSeries(ctx.db, location, id.toLowerCase());
  const [found] = row === undefined ? [] : await wireAll(ctx, location, [row]);
  if (found === undefined) throw notFound();
  return found;
};

/** Occurrences for slots. */
export const newOccurrences = (ctx: RequestContext, location: string, slots: readonly Slot[]): store.Occurrence[] =>
  slots.map((slot) => ({ _id: newId(location, ctx.now), ...slot, cancelled: false }));

/**
 * Expects visitors by a rule: all occurrences of the next 400 days are registered at once, and each visitor is emailed
 * one invitation where that is asked for (decisions 0063, 0064). Errors: `400`.
 */
export const createSeries = (ctx: RequestContext, location: string, body: Static<typeof SeriesInput>): Promise<Wire> =>
  inTransaction(ctx, async (inner) => {
    const persons = requireVisitors(body.visitors);
    const timing = newTiming(body, await zoneOf(inner, location));
    const slots = slotsOf(timing, ctx.now);
    const shared = sharedKeys(body);
    const members = await newMembers(inner, location, persons, { shared });
    const at = iso(ctx.now);
    const row = { ...timing, company_id: location, _id: newId(location, ctx.now), name: body.name ?? null };
    const series = { ...row, invite: body.invite ?? false, shared, create_date: at, mod_date: at };
    await runLoggedQuery(inner, store.insertSeries(series), seriesEntry(location, "create"));
    await store.insertOccurrences(inner.db, series, newOccurrences(inner, location, slots));
    await registerMembers(inner, location, { series: series._id, slots, members });
    await followSeries(inner, location, [series._id], { before: [], keeps: false });
    return readSeries(inner, location, series._id);
  });
