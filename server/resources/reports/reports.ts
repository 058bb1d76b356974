import type { LocationClock } from "../../platform/auth/location-clock.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { badRequest } from "../../platform/lib/errors.ts";
import { addDays, dayOf, daySpan, iso, monthSpan, startOfDay } from "../../platform/lib/time.ts";
import { insideWindowOn } from "../visits/lists.ts";
import type { INTERVALS } from "./contract.ts";
import * as store from "./store.ts";

export type Interval = (typeof INTERVALS)[number];

/** Most points one answer may have: nearly fourteen months of hours. */
const POINTS_MAX = 10_000;
const HOUR_MS = 3_600_000;

const day = (name: string, text: string, clock: LocationClock): string => {
  const date = dayOf(text, clock.timezone);
  if (date === undefined)
    throw badRequest(`"${name}" must be a date such as 2026-11-21 or an ISO 8601 timestamp.`, "wrong_format", name);
  return date;
};

/** The five counters (interface 4.3). Errors: `400` for no date. */
export const statistics = async (
  ctx: RequestContext,
  clock: LocationClock,
  text: string,
): Promise<store.Statistics> => {
  const date = day("datetimestamp", text, clock);
  const inside = insideWindowOn(clock, date, ctx.now);
  const counted = {
    location: clock._id,
    day: daySpan(date, clock.timezone),
    month: monthSpan(date, clock.timezone),
    insideFrom: inside.from,
  };
  return store.readStatistics(ctx.db, { ...counted, now: inside.now, past: inside.past });
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

const weekday = (date: string): number => (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;

/** The first date of the interval after the one this date is in; weeks begin on Monday. */
const nextDate = (date: string, interval: Exclude<Interval, "hour">): string => {
  if (interval === "day") return addDays(date, 1);
  if (interval === "week") return addDays(date, 7 - weekday(date));
  const [year = 0, month = 0] = date.split("-").map(Number);
  return month === 12
    ? `${String(year + 1).padStart(4, "0")}-01-01`
    : `${date.slice(0, 5)}${String(month + 1).padStart(2, "0")}-01`;
};

/** A point of a graph: what it is called, and the instant its span begins. */
type Point = { date: string; start: number };

const tooMany = (): Error =>
  badRequest(
    `The date range has more than ${POINTS_MAX} points. Choose a shorter range or a longer interval.`,
    "too_many",
    "end",
  );

const datePoints = (start: string, end: string, interval: Exclude<Interval, "hour">, timezone: string): Point[] => {
  const points: Point[] = [];
  for (let date = start; date <= end; date = nextDate(date, interval)) {
    if (points.length >= POINTS_MAX) throw tooMany();
    points.push({ date, start: startOfDay(date, timezone) });
  }
  return points;
};

/** Hours are steps of 60 minutes from the start of the first day: a day has 23, 24 or 25 of them. */
const hourPoints = (from: number, to: number): Point[] => {
  const length = Math.ceil((to - from) / HOUR_MS);
  if (length > POINTS_MAX) throw tooMany();
  return Array.from({ length }, (_, n) => ({ date: iso(from + n * HOUR_MS), start: from + n * HOUR_MS }));
};

/** The first and the last day of a span, as they were sent. */
export type Days = { start: string; end: string };

/** The days of a span, and the instants at which it begins and ends. Errors: `400`. */
export const span = (clock: LocationClock, given: Days): Days & { from: number; to: number } => {
  const start = day("start", given.start, clock);
  const end = day("end", given.end, clock);
  if (end < start) throw badRequest('"end" must not be before "start".', "wrong_order", "end");
  return { start, end, from: startOfDay(start, clock.timezone), to: startOfDay(addDays(end, 1), clock.timezone) };
};

const counted = async (
  ctx: RequestContext,
  clock: LocationClock,
  points: readonly Point[],
  to: number,
): Promise<(store.Bucket & { date: string })[]> => {
  const buckets = await store.countInBuckets(ctx.db, clock._id, [...points.map(({ start }) => start), to]);
  return points.map(({ date }, n) => ({ date, started: buckets[n]?.started ?? 0, ended: buckets[n]?.ended ?? 0 }));
};

/** Visits that started on each day of a span, both days included. Errors: `400`. */
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
  const points = interval === "hour" ? hourPoints(from, to) : datePoints(start, end, interval, clock.timezone);
  const buckets = await counted(ctx, clock, points, to);
  return buckets.map(({ date, started, ended }) => ({ date, totalVisitorsIn: started, totalVisitorsOut: ended }));
};
