import { dateOf, startOfDay } from "../lib/time.ts";
import type { Language } from "./language.ts";
import { words } from "./words.ts";

/** English dates as most of the world writes them: Tuesday 19 May 2026, 14:05. */
const LOCALES: Record<Language, string> = { en: "en-GB", nl: "nl", fr: "fr", de: "de" };

const DAY = { weekday: "long", day: "numeric", month: "long", year: "numeric" } as const;
const TIME = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;

const formats = new Map<string, Intl.DateTimeFormat>();

const formatOf = (language: Language, timeZone: string, part: "day" | "time"): Intl.DateTimeFormat => {
  const key = `${language} ${part} ${timeZone}`;
  const format =
    formats.get(key) ?? new Intl.DateTimeFormat(LOCALES[language], { ...(part === "day" ? DAY : TIME), timeZone });
  formats.set(key, format);
  return format;
};

/** When somebody is expected, as stored: [from, to), either may be open. */
export type VisitSpan = { from: string | null; to: string | null; timezone: string };

/** The day of an instant in a zone, in words: Tuesday 19 May 2026. In English some versions of ICU write a comma, some none. */
export const dayInWords = (ms: number, timezone: string, language: Language): string => {
  const day = formatOf(language, timezone, "day").format(ms);
  return language === "en" ? day.replace(",", "") : day;
};

const isMidnight = (ms: number, timezone: string): boolean => startOfDay(dateOf(ms, timezone), timezone) === ms;

/** The time of an instant in a zone: 14:05. */
export const timeInWords = (ms: number, timezone: string, language: Language): string =>
  formatOf(language, timezone, "time").format(ms);

/** Day and time of an instant in a zone: Tuesday 19 May 2026, 14:05. */
export const dayAndTimeInWords = (ms: number, timezone: string, language: Language): string =>
  `${dayInWords(ms, timezone, language)}, ${timeInWords(ms, timezone, language)}`;

/** A bound that stands alone: midnight is the day. */
const bound = (at: string, timezone: string, language: Language): string => {
  const ms = Date.parse(at);
  return isMidnight(ms, timezone) ? dayInWords(ms, timezone, language) : dayAndTimeInWords(ms, timezone, language);
};

/** Whole days by their dates; the end is not part of them, so they end on the day before. */
const days = (from: number, to: number, timezone: string, language: Language): string[] => {
  const [first, last] = [from, to - 1].map((ms) => dayInWords(ms, timezone, language));
  return first === last ? [first ?? ""] : [first ?? "", last ?? ""];
};

const hours = (from: number, to: number, timezone: string, language: Language): string[] => {
  const start = dayAndTimeInWords(from, timezone, language);
  if (from === to) return [start];
  const sameDay = dateOf(from, timezone) === dateOf(to, timezone);
  return [start, (sameDay ? timeInWords : dayAndTimeInWords)(to, timezone, language)];
};

const between = (from: number, to: number, timezone: string, language: Language): string => {
  const whole = isMidnight(from, timezone) && isMidnight(to, timezone) && to > from;
  return (whole ? days : hours)(from, to, timezone, language).join(` ${words[language].span.to} `);
};

/** When somebody is expected, in words and in the location's zone; undefined for who always is. */
export const spanInWords = ({ from, to, timezone }: VisitSpan, language: Language): string | undefined => {
  const { from: since, until } = words[language].span;
  if (from !== null && to !== null) return between(Date.parse(from), Date.parse(to), timezone, language);
  if (from !== null) return `${since} ${bound(from, timezone, language)}`;
  return to === null ? undefined : `${until} ${bound(to, timezone, language)}`;
};
