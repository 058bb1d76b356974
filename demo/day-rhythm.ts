import { addDays, dateOf, startOfDay } from "../server/platform/lib/time/time.ts";
import type { Random } from "./random.ts";

/** How busy each weekday is compared with an average one, starting with Sunday. */
const WEEKDAYS = [0.03, 0.95, 1.1, 1.1, 1.05, 0.75, 0.07];
/** How busy each hour of a day is; few come around noon. */
const HOURS = [
  0.02, 0.02, 0.02, 0.02, 0.02, 0.1, 0.4, 1.6, 5, 9, 8, 5.5, 1.8, 4.2, 7, 5.2, 3, 1.3, 0.6, 0.3, 0.15, 0.1, 0.05, 0.02,
];
const QUIET_EVERYWHERE = new Set(["01-01", "05-01", "12-25", "12-26"]);
const HALF_DAYS = new Set(["12-24", "12-31"]);
const QUIET = 0.02;
const HALF = 0.4;
const SUMMER = 0.75;
const HOUR_MS = 3_600_000;

/** A day of a location: when it begins, and its share of all visits. */
export type Day = { date: string; start: number; visits: number };

const summed = (values: readonly number[]): number[] => {
  let sum = 0;
  return values.map((value) => (sum += value));
};

const HOURS_SUMMED = summed(HOURS);
const HOURS_TOTAL = HOURS_SUMMED.at(-1) ?? 1;

/** The share of a day's arrivals before a moment of it. */
const shareBefore = (ms: number): number => {
  const hour = Math.floor(ms / HOUR_MS);
  if (hour >= HOURS.length) return 1;
  const whole = HOURS_SUMMED[hour - 1] ?? 0;
  return (whole + (HOURS[hour] ?? 0) * ((ms % HOUR_MS) / HOUR_MS)) / HOURS_TOTAL;
};

const isSummer = (monthDay: string): boolean => monthDay >= "07-15" && monthDay <= "08-20";

/** How busy a date is: the weekday, public holidays, the summer. */
const liveliness = (date: string, quietDays: readonly string[]): number => {
  const monthDay = date.slice(5);
  if (QUIET_EVERYWHERE.has(monthDay) || quietDays.includes(monthDay)) return QUIET;
  const weekday = WEEKDAYS[new Date(`${date}T00:00:00Z`).getUTCDay()] ?? 1;
  return weekday * (HALF_DAYS.has(monthDay) ? HALF : 1) * (isSummer(monthDay) ? SUMMER : 1);
};

/** The inputs for the days of a location. */
export type Span = { timezone: string; quietDays: readonly string[]; days: number; now: number; visits: number };

/** The days up to now with their visits, which add up exactly; today gets those of the hours so far. */
export const spreadOverDays = ({ timezone, quietDays, days, now, visits }: Span): Day[] => {
  const today = dateOf(now, timezone);
  const dates = Array.from({ length: days }, (_, n) => addDays(today, n + 1 - days));
  const weights = summed(
    dates.map((date) => {
      const whole = liveliness(date, quietDays);
      return date === today ? whole * shareBefore(now - startOfDay(date, timezone)) : whole;
    }),
  );
  const all = weights.at(-1) ?? 1;
  const upTo = weights.map((weight) => Math.round((visits * weight) / all));
  return dates.map((date, n) => ({
    date,
    start: startOfDay(date, timezone),
    visits: (upTo[n] ?? 0) - (upTo[n - 1] ?? 0),
  }));
};

/** A time of arrival on a day, before `now`. */
export const arrival = (random: Random, day: Day, now: number): number => {
  const share = Math.min(1, shareBefore(now - day.start));
  const wanted = random.next() * share * HOURS_TOTAL;
  const hour = HOURS_SUMMED.findIndex((sum) => sum >= wanted);
  const before = HOURS_SUMMED[hour - 1] ?? 0;
  const within = (wanted - before) / (HOURS[hour] ?? 1);
  return Math.min(now, day.start + Math.floor((hour + within) * HOUR_MS));
};
