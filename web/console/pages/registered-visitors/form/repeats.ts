import { dayAfter, noonOf } from "../../../../shared/format.ts";

/** A visit that is repeated weekly on some days, until a day or a number of times. Weekdays are 1 (Monday) to 7. */
export type Repeat = { weekdays: readonly number[]; ends: "until" | "times"; until: string; times: number };

/** The most days that a visitor can be registered for at once: a year of weeks. */
export const REPEATS_MAX = 52;
const DAYS_AHEAD = 400;

/** 1 (Monday) to 7 of `2026-05-19`. */
export const weekdayOf = (day: string): number => ((noonOf(day).getUTCDay() + 6) % 7) + 1;

/**
 * The days of a repetition, at most one more than is allowed. @param first the earliest day, `2026-05-19`; empty while
 * none is chosen
 */
export const repeatedDays = (first: string, { weekdays, ends, until, times }: Repeat): string[] => {
  if (first === "") return [];
  const most = ends === "times" ? Math.min(times, REPEATS_MAX + 1) : REPEATS_MAX + 1;
  return Array.from({ length: DAYS_AHEAD }, (_, days) => dayAfter(first, days))
    .filter((day) => weekdays.includes(weekdayOf(day)) && (ends === "times" || day <= until))
    .slice(0, most);
};
