import { badRequest } from "../../platform/lib/errors.ts";
import { addDays, iso, startOfDay } from "../../platform/lib/time/time.ts";
import type { INTERVALS } from "./contract.ts";

export type Interval = (typeof INTERVALS)[number];

export const HOURS = 24;
export const WEEKDAYS = 7;

/** The weekday of a date; 0 is Monday. */
export const weekday = (date: string): number => (new Date(`${date}T00:00:00Z`).getUTCDay() + 6) % 7;

/** The first date of the interval after the one that contains this date; weeks begin on Monday. */
const nextDate = (date: string, interval: Exclude<Interval, "hour">): string => {
  if (interval === "day") return addDays(date, 1);
  if (interval === "week") return addDays(date, 7 - weekday(date));
  const [year = 0, month = 0] = date.split("-").map(Number);
  return month === 12
    ? `${String(year + 1).padStart(4, "0")}-01-01`
    : `${date.slice(0, 5)}${String(month + 1).padStart(2, "0")}-01`;
};

/** A point of a graph: its name, and the instant at which it begins. */
export type Point = { date: string; start: number };

/** The most points per response: nearly fourteen months of hours. */
export const POINTS_MAX = 10_000;

/** The error for a date range with too many points. */
export const tooMany = (): Error =>
  badRequest(
    `The date range has more than ${POINTS_MAX} points. Choose a shorter range or a longer interval.`,
    "too_many",
    "end",
  );

/** The days, weeks or months of a date range; the first one begins with the range. Errors: `400` for too many. */
export const datePoints = (
  start: string,
  end: string,
  interval: Exclude<Interval, "hour">,
  timezone: string,
): Point[] => {
  const points: Point[] = [];
  for (let date = start; date <= end; date = nextDate(date, interval)) {
    if (points.length >= POINTS_MAX) throw tooMany();
    points.push({ date, start: startOfDay(date, timezone) });
  }
  return points;
};

const STEPS_MS = { quarter: 15 * 60_000, hour: 60 * 60_000 };

/**
 * Hours are steps of 60 minutes from the start of the first day: a day has 23, 24 or 25 of them. Quarters likewise.
 * Errors: `400` for too many.
 */
export const stepPoints = (from: number, to: number, interval: keyof typeof STEPS_MS): Point[] => {
  const step = STEPS_MS[interval];
  const length = Math.ceil((to - from) / step);
  if (length > POINTS_MAX) throw tooMany();
  return Array.from({ length }, (_, n) => ({ date: iso(from + n * step), start: from + n * step }));
};
