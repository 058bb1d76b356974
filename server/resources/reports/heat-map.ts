import { Temporal } from "temporal-polyfill";

import type { LocationClock } from "../../platform/auth/location-clock.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { meanOf, rangeOf, toThousandths } from "./occupancy.ts";
import { readLevels } from "./occupancy-store.ts";
import { datePoints, HOURS, POINTS_MAX, tooMany, WEEKDAYS, weekday } from "./points.ts";
import { type Days, span } from "./span.ts";

/** An hour of the week: how many visitors were inside on average, and the 90th percentile. */
type Cell = { weekday: number; hour: number; mean: number; p90: number };
/** An hour of a day on a location's clock: its cell, and when it begins. */
type Hour = { cell: number; start: number };

const HOUR_MS = 3_600_000;

/** The hours of a day: one that the clocks skip has no length, and one that they repeat is two hours long. */
const hoursOf = (date: string, start: number, end: number, timezone: string): Hour[] => {
  const isOrdinary = end - start === HOURS * HOUR_MS;
  const hours = Array.from({ length: HOURS }, (_, hour) => ({
    cell: weekday(date) * HOURS + hour,
    start: isOrdinary
      ? start + hour * HOUR_MS
      : Temporal.PlainDate.from(date).toZonedDateTime({ timeZone: timezone, plainTime: { hour } }).epochMilliseconds,
  }));
  return hours.filter((hour, n) => hour.start < (hours[n + 1]?.start ?? end));
};

/** The 90th percentile (rules 5.2). */
const p90 = (sorted: readonly number[]): number => sorted[Math.ceil(sorted.length * 0.9) - 1] ?? 0;

const mean = (values: readonly number[]): number =>
  values.length === 0 ? 0 : toThousandths(values.reduce((sum, value) => sum + value, 0) / values.length);

const hoursIn = ({ start, end, to }: Days & { to: number }, timezone: string): Hour[] => {
  const days = datePoints(start, end, "day", timezone);
  if (days.length * HOURS > POINTS_MAX) throw tooMany();
  return days.flatMap(({ date, start: from }, n) => hoursOf(date, from, days[n + 1]?.start ?? to, timezone));
};

/** How many visitors were inside in each hour of the week, over the days of a span. Errors: `400`. */
export const heatMap = async (ctx: RequestContext, clock: LocationClock, given: Days): Promise<Cell[]> => {
  const days = span(clock, given);
  const hours = hoursIn(days, clock.timezone);
  const range = rangeOf(ctx, clock, days, [...hours.map(({ start }) => start), days.to]);
  const levels = await readLevels(ctx.db, range, [null]);
  const values: number[][] = Array.from({ length: WEEKDAYS * HOURS }, () => []);
  for (const level of levels) {
    const hour = hours[level.n - 1];
    if (hour !== undefined && hour.start < range.unknownFrom) values[hour.cell]?.push(meanOf(range, level));
  }
  return values.map((cell, n) => ({
    weekday: Math.floor(n / HOURS) + 1,
    hour: n % HOURS,
    mean: mean(cell),
    p90: toThousandths(p90(cell.toSorted((a, b) => a - b))),
  }));
};
