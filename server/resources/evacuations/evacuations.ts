import type { LocationClock } from "../../platform/auth/location-clock.ts";
import { runLoggedQuery } from "../../platform/events/log.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import type { Static } from "../../platform/http/contract/schemas.ts";
import { inTransaction } from "../../platform/http/in-transaction.ts";
import { notFound } from "../../platform/lib/errors.ts";
import { newId } from "../../platform/lib/record/ids.ts";
import { iso } from "../../platform/lib/time/time.ts";
import { insideWindowOn } from "../visits/lists.ts";
import { markSafe } from "../visits/transitions.ts";
import type { addMarks, Evacuation, readEvacuation as reportEndpoint } from "./contract.ts";
import { figuresOf, secondsToSafe } from "./figures.ts";
import * as store from "./store.ts";

type Wire = Static<typeof Evacuation>;
type EvacuationReport = Static<typeof reportEndpoint.response>;
type Mark = Static<NonNullable<typeof addMarks.body>>["marks"][number];

const entry = (location: string, action: string) => ({
  location,
  action: `evacuation.${action}`,
  subject: "evacuation",
});

const withoutNulls = <T extends object>(record: T): { [Key in keyof T]: NonNullable<T[Key]> } =>
  // Keys without a value are left out (rules 2.1); the type lists which keys can be.
  Object.fromEntries(Object.entries(record).filter(([, value]) => value !== null)) as never;

/**
 * Reports from before the median counted all visitors may have one although fewer than half were ever safe: it is not
 * shown.
 */
const wire = (row: store.EvacuationRow): Wire =>
  withoutNulls({ ...row, median_seconds: 2 * (row.safe ?? 0) < (row.people ?? 0) ? null : row.median_seconds });

const found = (row: store.EvacuationRow | undefined): store.EvacuationRow => {
  if (row === undefined) throw notFound();
  return row;
};

const personsOf = (ctx: RequestContext, clock: LocationClock, row: store.EvacuationRow): Promise<store.PersonRow[]> => {
  const until = row.ended ?? iso(ctx.now);
  const { from } = insideWindowOn(clock, row.started, ctx.now);
  return store.listPersons(ctx.db, clock._id, row._id, { from, started: row.started, until });
};

const personWire = (person: store.PersonRow, started: string): EvacuationReport["persons"][number] => {
  const { signed_out, safe, at, by_name, ...rest } = person;
  const seconds = secondsToSafe(person, started);
  return {
    ...withoutNulls(rest),
    safe: safe || signed_out !== null,
    signed_out: signed_out !== null,
    ...(at === null ? {} : { marked: { at, ...(by_name === null ? {} : { by: by_name }) } }),
    ...(seconds === undefined ? {} : { seconds }),
  };
};

/** The evacuations of a location, newest first. */
export const listEvacuations = async (ctx: RequestContext, location: string): Promise<Wire[]> =>
  (await store.listEvacuations(ctx.db, location)).map(wire);

/** One evacuation without its persons. Errors: `404`. */
export const readWithoutPersons = async (ctx: RequestContext, location: string, id: string): Promise<Wire> =>
  wire(found(await store.findEvacuation(ctx.db, location, id)));

/** One evacuation with all visitors who were inside during it. Errors: `404`. */
export const readEvacuation = async (
  ctx: RequestContext,
  clock: LocationClock,
  id: string,
): Promise<EvacuationReport> => {
  const row = found(await store.findEvacuation(ctx.db, clock._id, id));
  const persons = await personsOf(ctx, clock, row);
  return { ...wire(row), persons: persons.map((person) => personWire(person, row.started)) };
};

const save = async (ctx: RequestContext, row: store.EvacuationRow, name: string): Promise<Wire> => {
  const changed = { ...row, mod_date: iso(ctx.now) };
  await runLoggedQuery(ctx, store.updateEvacuation(changed), entry(row.company_id, name));
  return wire(changed);
};

type StartInput = { drill: boolean; seconds_ago?: number };

/** An emergency outranks a drill, and the earlier beginning is right. */
const join = async (ctx: RequestContext, open: store.EvacuationRow, drill: boolean, started: string): Promise<Wire> => {
  const earliest = started < open.started ? started : open.started;
  if (open.drill === (open.drill && drill) && earliest === open.started) return wire(open);
  return save(ctx, { ...open, drill: open.drill && drill, started: earliest }, "join");
};

const begin = async (ctx: RequestContext, clock: LocationClock, drill: boolean, started: string): Promise<boolean> => {
  const { _id: location } = clock;
  const marked = await store.listMarkedInside(ctx.db, location, insideWindowOn(clock, undefined, ctx.now));
  if (marked.length > 0) await markSafe(ctx, location, marked, false);
  const row: store.EvacuationRow = {
    company_id: location,
    _id: newId(location, ctx.now),
    drill,
    started,
    started_by: ctx.principal.name,
    ended: null,
    ended_by: null,
    people: null,
    safe: null,
    median_seconds: null,
    create_date: iso(ctx.now),
    mod_date: iso(ctx.now),
  };
  return (await runLoggedQuery(ctx, store.insertEvacuation(row), entry(location, "start"))).length > 0;
};

/** Starts an evacuation or a drill; if one is in progress, joins it. */
export const start = (
  ctx: RequestContext,
  clock: LocationClock,
  { drill, seconds_ago = 0 }: StartInput,
): Promise<Wire> =>
  inTransaction(ctx, async (inner) => {
    const started = iso(ctx.now - Math.round(seconds_ago * 1000));
    const open = await store.lockOpen(inner.db, clock._id);
    if (open !== undefined) return join(inner, open, drill, started);
    const isFirst = await begin(inner, clock, drill, started);
    const now = found(await store.lockOpen(inner.db, clock._id));
    return isFirst ? wire(now) : join(inner, now, drill, started);
  });

/** Clamped to the evacuation's start and to now: marks that arrived together keep their order. */
const timeOf = ({ seconds_ago = 0 }: Mark, { started }: store.EvacuationRow, now: number): string =>
  iso(Math.max(Date.parse(started), now - Math.round(seconds_ago * 1000)));

const settle = async (ctx: RequestContext, row: store.EvacuationRow, visits: readonly string[]): Promise<void> => {
  const latest = await store.listLatestMarks(ctx.db, row.company_id, row._id, visits);
  for (const safe of [true, false]) {
    const ids = latest.filter((one) => one.safe === safe).map(({ visit_id }) => visit_id);
    if (ids.length > 0) await markSafe(ctx, row.company_id, ids, safe);
  }
};

/** Adds marks; the latest of a visit counts. After the end they only change the report. Errors: `404`. */
export const mark = (ctx: RequestContext, clock: LocationClock, id: string, marks: readonly Mark[]): Promise<Wire> =>
  inTransaction(ctx, async (inner) => {
    const row = found(await store.lockEvacuation(inner.db, clock._id, id));
    const rows = marks.map((one) => ({
      ref: one.ref,
      visit_id: one.visitor_id.toLowerCase(),
      safe: one.safe,
      at: timeOf(one, row, ctx.now),
    }));
    await store.insertMarks(inner.db, clock._id, id, { by: ctx.principal.name, marks: rows });
    if (row.ended === null) {
      await settle(inner, row, [...new Set(rows.map(({ visit_id }) => visit_id))]);
      return save(inner, row, "mark");
    }
    return save(inner, { ...row, ...figuresOf(await personsOf(inner, clock, row), row.started) }, "mark");
  });

/** Ends an evacuation and stores its figures; one that has ended is returned unchanged. Errors: `404`. */
export const end = (ctx: RequestContext, clock: LocationClock, id: string): Promise<Wire> =>
  inTransaction(ctx, async (inner) => {
    const row = found(await store.lockEvacuation(inner.db, clock._id, id));
    if (row.ended !== null) return wire(row);
    const ended = { ...row, ended: iso(ctx.now), ended_by: ctx.principal.name };
    const figures = figuresOf(await personsOf(inner, clock, ended), row.started);
    return save(inner, { ...ended, ...figures }, "end");
  });
