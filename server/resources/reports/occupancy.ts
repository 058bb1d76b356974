import type { LocationClock } from "../../platform/auth/location-clock.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { addDays, iso, startOfDay } from "../../platform/lib/time/time.ts";
import { insideFrom } from "../visits/lists.ts";
import type { OCCUPANCY_INTERVALS } from "./contract.ts";
import * as store from "./occupancy-store.ts";
import { datePoints, POINTS_MAX, stepPoints, tooMany } from "./points.ts";
import { type Days, span } from "./span.ts";

type Interval = (typeof OCCUPANCY_INTERVALS)[number];
type OccupancyQuery = { interval?: Interval; by?: store.OccupancyGroup };
type Key = string | null;

/** An interval as the API returns it. */
type Occupancy = {
  date: string;
  key?: string;
  at_start: number;
  peak: number;
  mean: number;
  arrivals: number;
  departures: number;
};

/** Averages have three decimals. */
export const toThousandths = (value: number): number => Math.round(value * 1000) / 1000;

const daysOf = ({ start, end }: Days): string[] => {
  const days: string[] = [];
  for (let date = start; date <= end; date = addDays(date, 1)) days.push(date);
  return days;
};

/** What a curve is counted from: intervals with these bounds, within whole days of a location. */
export const rangeOf = (
  ctx: Pick<RequestContext, "now" | "hosts">,
  clock: LocationClock,
  days: Days,
  bounds: readonly number[],
): store.OccupancyRange => {
  const dates = daysOf(days);
  return {
    location: clock._id,
    by: undefined,
    bounds,
    insideFrom: dates.map((date) => insideFrom(clock, date)),
    dayEnds: dates.map((date) => startOfDay(addDays(date, 1), clock.timezone)),
    // The present instant counts as past; times are in milliseconds.
    unknownFrom: ctx.now + 1,
    hosts: ctx.hosts,
  };
};

/** How many were inside on average in an interval, as far as it is over; 0 if all of it is in the future. */
export const meanOf = (range: store.OccupancyRange, { n, seconds }: Pick<store.Level, "n" | "seconds">): number => {
  const [from = 0, to = 0] = range.bounds.slice(n - 1, n + 1);
  const known = Math.min(to, range.unknownFrom) - from;
  return known > 0 ? (seconds * 1000) / known : 0;
};

/** The keys to count for. Errors: `400` if that makes too many points. */
const keysIn = async (ctx: RequestContext, range: store.OccupancyRange): Promise<Key[]> => {
  const { bounds, insideFrom: from, by } = range;
  if (by === undefined) return [null];
  const keys = await store.listKeys(ctx.db, range, { start: from[0] ?? 0, end: bounds.at(-1) ?? 0 }, by);
  if (keys.length * (bounds.length - 1) > POINTS_MAX) throw tooMany();
  return keys;
};

const byPlace = <T extends { key: Key; n: number }>(rows: readonly T[]): ((key: Key, n: number) => T | undefined) => {
  const placed = new Map(rows.map((row) => [`${row.n} ${row.key ?? ""}`, row]));
  return (key, n) => placed.get(`${n} ${key ?? ""}`);
};

/** Every interval of each key; keys without any visits are left out. */
const answered = async (
  ctx: RequestContext,
  range: store.OccupancyRange,
  keys: readonly Key[],
): Promise<Occupancy[]> => {
  const levels = await store.readLevels(ctx.db, range, keys);
  const moves = await store.countMoves(ctx.db, range);
  const [levelAt, movesAt] = [byPlace(levels), byPlace(moves)];
  const met = new Set([...levels.filter(({ peak }) => peak > 0), ...moves].map(({ key }) => key));
  const shown = range.by === undefined ? keys : keys.filter((key) => met.has(key));
  return range.bounds.slice(0, -1).flatMap((start, index) =>
    shown.map((key) => {
      const n = index + 1;
      const { at_start, peak, seconds } = levelAt(key, n) ?? { at_start: 0, peak: 0, seconds: 0 };
      const { arrivals, departures } = movesAt(key, n) ?? { arrivals: 0, departures: 0 };
      const mean = toThousandths(meanOf(range, { n, seconds }));
      return { date: iso(start), ...(key !== null && { key }), at_start, peak, mean, arrivals, departures };
    }),
  );
};

/**
 * How many visitors were inside in each interval of a span, and how many signed in and out (rules 3); deliveries are no
 * visitors. Errors: `400`.
 */
export const occupancy = async (
  ctx: RequestContext,
  clock: LocationClock,
  given: Days,
  { interval = "day", by }: OccupancyQuery,
): Promise<Occupancy[]> => {
  const days = span(clock, given);
  const points =
    interval === "day"
      ? datePoints(days.start, days.end, "day", clock.timezone)
      : stepPoints(days.from, days.to, interval);
  const range = { ...rangeOf(ctx, clock, days, [...points.map(({ start }) => start), days.to]), by };
  return answered(ctx, range, await keysIn(ctx, range));
};
