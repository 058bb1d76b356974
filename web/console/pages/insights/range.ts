import { dayAfter } from "../../../shared/format.ts";
import { isDay } from "../../../shared/is-day.ts";

/** Spans relative to today. */
export const SPANS = ["7d", "30d", "90d", "12m", "month", "year"] as const;

/** Two days, both included. */
export type DayRange = { start: string; end: string };

const DAY_MS = 86_400_000;
const FIRST = "30d";

const midnight = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** The number of days between two, counting both. */
export const lengthOf = ({ start, end }: DayRange): number =>
  Math.round((midnight(end) - midnight(start)) / DAY_MS) + 1;

/** The span in the address; by default, the last 30 days. */
export const spanOf = (range: string | undefined, today: string): DayRange => {
  const [start = "", end = ""] = (range ?? "").split("..");
  if (isDay(start) && isDay(end) && start <= end) return { start, end };
  const starts: Record<string, string> = {
    "7d": dayAfter(today, -6),
    [FIRST]: dayAfter(today, -29),
    "90d": dayAfter(today, -89),
    "12m": dayAfter(`${Number(today.slice(0, 4)) - 1}${today.slice(4).replace("02-29", "02-28")}`, 1),
    month: `${today.slice(0, 8)}01`,
    year: `${today.slice(0, 5)}01-01`,
  };
  return { start: starts[range ?? FIRST] ?? dayAfter(today, -29), end: today };
};

/** The span's name in the menu; other spans are two days. */
export const nameOfSpan = (range: string | undefined): (typeof SPANS)[number] | "between" => {
  if ((range ?? "").includes("..")) return "between";
  return SPANS.find((span) => span === range) ?? FIRST;
};

const WEEK = 7;

/**
 * The same number of days before, on the same weekdays: a Monday is compared with a Monday, so up to six days are
 * between the two spans. Less than a week is compared with the same days of the week before.
 */
export const precedingRange = ({ start, end }: DayRange): DayRange => {
  const shift = Math.ceil(lengthOf({ start, end }) / WEEK) * WEEK;
  return { start: dayAfter(start, -shift), end: dayAfter(end, -shift) };
};

/** More days than this are drawn by week. */
const DAYS_MAX = 92;

/** The interval in which a span is drawn. */
export const intervalOf = (days: DayRange): "day" | "week" => (lengthOf(days) > DAYS_MAX ? "week" : "day");

/** A longer span has more hours than one response of the API. */
export const HOURLY_DAYS_MAX = 416;
