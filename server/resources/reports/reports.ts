import type { LocationClock } from "../../platform/auth/location-clock.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { daySpan, monthSpan } from "../../platform/lib/time/time.ts";
import { insideWindowOn } from "../visits/lists.ts";
import { datePoints, type Interval, type Point, stepPoints } from "./points.ts";
import { day, type Days, span } from "./span.ts";
import * as store from "./store.ts";

/** The five counters (interface 4.3). Errors: `400` for an invalid date. */
export const statistics = async (
  ctx: RequestContext,
  clock: LocationClock,
  text: string,
): Promise<store.Statistics> => {
  const date = day("datetimestamp", text, clock);
  const inside = insideWindowOn(clock, date, ctx.now);
  const range = {
    location: clock._id,
    day: daySpan(date, clock.timezone),
    month: monthSpan(date, clock.timezone),
    insideFrom: inside.from,
  };
  return store.readStatistics(ctx.db, { ...range, now: inside.now, past: inside.past });
};

/** Visits that started that day. */
export const dayTotal = async (
  ctx: RequestContext,
  clock: LocationClock,
  text: string,
): Promise<{ totalVisitorsIn: number }> => ({
  totalVisitorsIn: await store.countStarted(
    ctx.db,
    clock._id,
    daySpan(day("datetimestamp", text, clock), clock.timezone),
  ),
});

/** Visits that started in that calendar month. */
export const monthTotal = async (
  ctx: RequestContext,
  clock: LocationClock,
  text: string,
): Promise<{ totalMonthlyVisitors: number }> => ({
  totalMonthlyVisitors: await store.countStarted(
    ctx.db,
    clock._id,
    monthSpan(day("datetimestamp", text, clock), clock.timezone),
  ),
});

const counted = async (
  ctx: RequestContext,
  clock: LocationClock,
  points: readonly Point[],
  to: number,
): Promise<(store.Bucket & { date: string })[]> => {
  const buckets = await store.countInBuckets(ctx.db, clock._id, [...points.map(({ start }) => start), to]);
  return points.map(({ date }, n) => ({ date, started: buckets[n]?.started ?? 0, ended: buckets[n]?.ended ?? 0 }));
};

/** Visits that started on each day of a span, including both bounds. Errors: `400`. */
export const perDay = async (
  ctx: RequestContext,
  clock: LocationClock,
  given: Days,
): Promise<{ date: string; total: number }[]> => {
  const { start, end, to } = span(clock, given);
  const buckets = await counted(ctx, clock, datePoints(start, end, "day", clock.timezone), to);
  return buckets.map(({ date, started }) => ({ date, total: started }));
};

/** Sign-ins and sign-outs for each interval of a span. Errors: `400`. */
export const graph = async (ctx: RequestContext, clock: LocationClock, given: Days, interval: Interval) => {
  const { start, end, from, to } = span(clock, given);
  const points = interval === "hour" ? stepPoints(from, to, "hour") : datePoints(start, end, interval, clock.timezone);
  const buckets = await counted(ctx, clock, points, to);
  return buckets.map(({ date, started, ended }) => ({ date, totalVisitorsIn: started, totalVisitorsOut: ended }));
};
