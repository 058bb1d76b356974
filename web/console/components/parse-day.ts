import { localeOf } from "../../../shared/languages.ts";
import { dayAfter } from "../../shared/format.ts";
import { isDay } from "../../shared/is-day.ts";
import { fold } from "../../shared/text-matching.ts";

/** Today, and between which days the typed one is expected: they decide on its year where none was typed. */
export type DayBounds = { today: string; min?: string | undefined; max?: string | undefined };

/** `19/5`, `19.5.26`, `1er mai 2026`, `Tuesday 19 May`: day, month and perhaps year, after nothing but a weekday. */
const DAY_MONTH_YEAR =
  /^(?:\p{L}+[.,]*\s+)?(\d{1,2})(?:er|e|st|nd|rd|th)?[\s./-]+(\d{1,2}|\p{L}{3,})\.?(?:[\s./,-]+(\d{2}|[1-9]\d{3}))?$/u;
/** `May 19`: the other order is sure only beside a name. */
const MONTH_FIRST = /^(\p{L}{3,})\.?\s+(\d{1,2})\b,?(?=\s*(?:\d{4})?$)/u;

const twoDigits = (number: number | string): string => String(number).padStart(2, "0");

/** The month of a number or of the beginning of a name, from 1; 0 if there is none. */
const monthOf = (text: string, language: string): number => {
  if (/^\d/.test(text)) return Number(text);
  const months = Array.from({ length: 12 }, (_, month) => new Date(2001, month, 15));
  for (const style of ["long", "short"] as const) {
    const format = new Intl.DateTimeFormat(localeOf(language), { day: "numeric", month: style });
    const found = months.findIndex((month) =>
      fold(format.format(month))
        .split(/[\s.]+/)
        .some((word) => word.startsWith(text)),
    );
    if (found >= 0) return found + 1;
  }
  return 0;
};

/** Today, tomorrow and yesterday, in the language's own words. */
const relativeDay = (text: string, language: string, today: string): string | undefined => {
  const words = new Intl.RelativeTimeFormat(localeOf(language), { numeric: "auto" });
  const days = [0, 1, -1].find((count) => fold(words.format(count, "day")) === text);
  return days === undefined ? undefined : dayAfter(today, days);
};

/**
 * The day that a person typed, day before month: `19/5`, `19 May 26`, `2026-05-19`, `tomorrow`.
 * @param language of the names of months @returns `2026-05-19`; undefined if it isn't a day
 */
export const parseDay = (
  typed: string,
  language: string,
  { today, min = "", max = "9" }: DayBounds,
): string | undefined => {
  const text = fold(typed.trim()).replace(MONTH_FIRST, "$2 $1");
  if (isDay(text)) return text;
  const [, day = "", month = "", year] = DAY_MONTH_YEAR.exec(text) ?? [];
  if (day === "") return relativeDay(text, language, today);
  const monthAndDay = `${twoDigits(monthOf(month, language))}-${twoDigits(day)}`;
  const thisYear = Number(today.slice(0, 4));
  const years = year === undefined ? [thisYear, thisYear + 1, thisYear - 1] : [year.length === 2 ? `20${year}` : year];
  const days = years.map((one) => `${one}-${monthAndDay}`).filter(isDay);
  return days.find((one) => one >= min && one <= max) ?? days[0];
};
