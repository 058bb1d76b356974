import { localeOf } from "../../../../shared/languages.ts";
import { dayAfter } from "../../../shared/format.ts";
import { isDay } from "../../../shared/is-day.ts";
import { foldForSearch } from "../../../../shared/text/folding.ts";

/** Today, and between which days the typed one is expected: they decide on its year where none was typed. */
export type DayBounds = { today: string; min?: string | undefined; max?: string | undefined };

/** `19/5`, `19.5.26`, `1er mai 2026`, `Tuesday 19 May`: day, month and perhaps year, after nothing but a weekday. */
const DAY_MONTH_YEAR =
  /^(?:\p{L}+[.,]*\s+)?(\d{1,2})(?:er|e|st|nd|rd|th)?[\s./-]+(\d{1,2}|\p{L}{3,})\.?(?:[\s./,-]+(\d{2}|[1-9]\d{3}))?$/u;
/** `May 19`: the other order is sure only beside a name. */
const MONTH_FIRST = /^(\p{L}{3,})\.?\s+(\d{1,2})\b,?(?=\s*(?:\d{4})?$)/u;

/** 0, 1, -1, 2, -2 and so on: the nearest first. */
const rangeTo = (last: number): number[] => [
  0,
  ...Array.from({ length: last }, (_, index) => [index + 1, -index - 1]).flat(),
];

/** Its words folded, and what is between the parts of a date as it is. */
const foldWords = (text: string): string => text.replaceAll(/[\p{L}\p{M}]+/gu, foldForSearch);

const twoDigits = (number: number | string): string => String(number).padStart(2, "0");

/** The month of a number or of the beginning of a name, from 1; 0 if there is none. */
const monthOf = (text: string, language: string): number => {
  if (/^\d/.test(text)) return Number(text);
  const months = Array.from({ length: 12 }, (_, month) => new Date(2001, month, 15));
  for (const style of ["long", "short"] as const) {
    const format = new Intl.DateTimeFormat(localeOf(language), { day: "numeric", month: style });
    const found = months.findIndex((month) =>
      foldWords(format.format(month))
        .split(/[\s.]+/)
        .some((word) => word.startsWith(text)),
    );
    if (found >= 0) return found + 1;
  }
  return 0;
};

/** How far ahead or back a day is looked for by its words. */
const DAYS_MAX = 60;
const WEEKS_MAX = 8;

/** Today, tomorrow, yesterday and "in 3 days" or "2 weeks ago", in the language's own words. */
const countedDay = (text: string, language: string, today: string): string | undefined => {
  const written = (["auto", "always"] as const).map(
    (numeric) => new Intl.RelativeTimeFormat(localeOf(language), { numeric }),
  );
  const isIt = (count: number, unit: "day" | "week"): boolean =>
    // "the day after tomorrow" too, where the language has a word for it.
    written.some((format) => foldForSearch(format.format(count, unit)) === foldForSearch(text));
  const [days, weeks] = [
    rangeTo(DAYS_MAX).find((count) => isIt(count, "day")),
    rangeTo(WEEKS_MAX).find((count) => isIt(count, "week")),
  ];
  if (days !== undefined) return dayAfter(today, days);
  return weeks === undefined ? undefined : dayAfter(today, weeks * 7);
};

/** Words that ask for the weekday of the week after, before it or behind it. */
const NEXT =
  /^(?:(?:on |this )?next|volgende|aanstaande|nachste[rn]?|kommende[rn]?) | (?:prochain|volgende week|nachste woche|next week)$/u;
const THIS = /^(?:on|this|am|diesen|op|deze|ce|le)\s+/u;

/** "friday": the next one to come; "next friday": that of the week after this one. */
const weekday = (text: string, language: string, today: string): string | undefined => {
  const word = text.replace(NEXT, "").replace(THIS, "");
  const names = (["long", "short"] as const).map(
    (style) => new Intl.DateTimeFormat(localeOf(language), { weekday: style, timeZone: "UTC" }),
  );
  const isIt = (day: string): boolean =>
    names.some((format) => foldWords(format.format(new Date(day))).replace(".", "") === word.replace(".", ""));
  const ahead = [1, 2, 3, 4, 5, 6, 7].find((count) => isIt(dayAfter(today, count)));
  if (ahead === undefined) return undefined;
  if (!NEXT.test(text)) return dayAfter(today, ahead);
  // Weeks begin on Monday in all four languages.
  const left = (7 - new Date(today).getUTCDay()) % 7;
  return dayAfter(today, ahead > left ? ahead : ahead + 7);
};

/** "5", "the 5th": the next such day of a month. */
const dayOfMonth = (text: string, today: string): string | undefined => {
  const [, day] = /^(?:the |den |der |le |de )?(\d{1,2})(?:er|e|st|nd|rd|th|\.)?$/u.exec(text) ?? [];
  if (day === undefined) return undefined;
  const [year, month] = today.split("-").map(Number) as [number, number];
  const days = [0, 1, 2].map((later) => {
    const first = new Date(Date.UTC(year, month - 1 + later, 1)).toISOString();
    return `${first.slice(0, 8)}${twoDigits(day)}`;
  });
  return days.find((one) => isDay(one) && one >= today);
};

const relativeDay = (text: string, language: string, today: string): string | undefined =>
  countedDay(text, language, today) ?? weekday(text, language, today) ?? dayOfMonth(text, today);

/**
 * The day that a person typed, day before month: `19/5`, `19 May 26`, `2026-05-19`, `tomorrow`, `friday`, `in 3 days`,
 * `5`.
 * @param language of the names of months @returns `2026-05-19`; undefined if it isn't a day
 */
export const parseDay = (
  typed: string,
  language: string,
  { today, min = "", max = "9" }: DayBounds,
): string | undefined => {
  const text = foldWords(typed.trim().replaceAll(/\s+/g, " ")).replace(MONTH_FIRST, "$2 $1");
  if (isDay(text)) return text;
  const [, day = "", month = "", year] = DAY_MONTH_YEAR.exec(text) ?? [];
  if (day === "") return relativeDay(text, language, today);
  const monthAndDay = `${twoDigits(monthOf(month, language))}-${twoDigits(day)}`;
  const thisYear = Number(today.slice(0, 4));
  const years = year === undefined ? [thisYear, thisYear + 1, thisYear - 1] : [year.length === 2 ? `20${year}` : year];
  const days = years.map((one) => `${one}-${monthAndDay}`).filter(isDay);
  return days.find((one) => one >= min && one <= max) ?? days[0] ?? relativeDay(text, language, today);
};
