import { dayAfter } from "../../../../shared/format.ts";
import { firstOn, type Repeats, ruleOf, weekdayOf } from "../../../features/series/repeat-rule.ts";

/** How a visit is repeated, in the form's fields. Weekdays are 1 (Monday) to 7. */
export type Repeat = {
  repeats: Exclude<Repeats, "never">;
  weekdays: readonly number[];
  ends: "until" | "times";
  until: string;
  times: number;
};

const TIMES = 4;
const DAYS = 28;

/** A new repetition, from the form's day on. */
export const newRepeat = (repeats: Repeat["repeats"], day: string): Repeat => ({
  repeats,
  weekdays: [weekdayOf(day)],
  ends: "times",
  until: dayAfter(day, DAYS),
  times: TIMES,
});

/** The first day of a repetition and its rule (RFC 5545). @param day the earliest day, `2026-05-19` */
export const seriesDays = ({ repeats, weekdays, ends, until, times }: Repeat, day: string) => {
  const first = repeats === "weekly" ? firstOn(day, weekdays) : day;
  return { first, rule: ruleOf(repeats, first, ends === "until" ? { until } : { times }, weekdays) };
};
