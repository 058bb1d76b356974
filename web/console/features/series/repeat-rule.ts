import { dayAfter, noonOf } from "../../../shared/format.ts";

/** How often visits are repeated, from one day on. */
export const REPEATS = ["never", "daily", "weekly", "monthly", "monthlyOnWeekday"] as const;

export type Repeats = (typeof REPEATS)[number];

/** When a repetition ends: with a day, which belongs to it, or after a number of visits. */
export type RepeatEnd = { until: string } | { times: number };

const WEEKDAYS = ["MO", "TU", "WE", "TH", "FR", "SA", "SU"] as const;
const WEEK = 7;
/** A fifth weekday isn't in every month: the last one is. */
const LAST = 5;

/** 1 (Monday) to 7 of `2026-05-19`. */
export const weekdayOf = (day: string): number => ((noonOf(day).getUTCDay() + WEEK - 1) % WEEK) + 1;

const codeOf = (weekday: number): string => WEEKDAYS[weekday - 1] ?? "MO";
const dateOf = (day: string): number => noonOf(day).getUTCDate();

const nthWeekday = (day: string): string => {
  const nth = Math.ceil(dateOf(day) / WEEK);
  return `${nth === LAST ? -1 : nth}${codeOf(weekdayOf(day))}`;
};

const partsFor = (repeats: Repeats, day: string, weekdays: readonly number[]): string => {
  if (repeats === "weekly") return `WEEKLY;BYDAY=${weekdays.map(codeOf).join(",")}`;
  if (repeats === "monthly") return `MONTHLY;BYMONTHDAY=${dateOf(day)}`;
  return repeats === "monthlyOnWeekday" ? `MONTHLY;BYDAY=${nthWeekday(day)}` : "DAILY";
};

/**
 * The rule (RFC 5545) of visits from a day on; undefined for one visit.
 * @param day `2026-05-19` @param weekdays of a weekly one, by default that of the day
 */
export const ruleOf = (
  repeats: Repeats,
  day: string,
  end: RepeatEnd,
  weekdays: readonly number[] = [weekdayOf(day)],
): string | undefined => {
  if (repeats === "never") return undefined;
  const last = "until" in end ? `UNTIL=${end.until.replaceAll("-", "")}` : `COUNT=${end.times}`;
  return `FREQ=${partsFor(repeats, day, weekdays)};${last}`;
};

/** The first of these weekdays, from a day on: a series begins with it. */
export const firstOn = (day: string, weekdays: readonly number[]): string =>
  Array.from({ length: WEEK }, (_, days) => dayAfter(day, days)).find((one) => weekdays.includes(weekdayOf(one))) ??
  day;

/** How many days lie between two, `2026-05-19`. */
export const daysBetween = (from: string, to: string): number =>
  (noonOf(to).getTime() - noonOf(from).getTime()) / 86_400_000;

/** A rule whose visits are moved to other days, as one of them is. */
export const movedRule = (rule: string, from: string, to: string): string => {
  const shift = daysBetween(from, to);
  const moved = (code: string): string => {
    const index = WEEKDAYS.findIndex((one) => one === code);
    return index < 0 ? code : codeOf(((((index + shift) % WEEK) + WEEK) % WEEK) + 1);
  };
  return rule
    .replace(/BYMONTHDAY=-?\d+/, `BYMONTHDAY=${dateOf(to)}`)
    .replace(/BYDAY=-?\d\w\w/, `BYDAY=${nthWeekday(to)}`)
    .replace(/BYDAY=[A-Z,]+/, (days) => `BYDAY=${days.slice("BYDAY=".length).split(",").map(moved).join(",")}`);
};
