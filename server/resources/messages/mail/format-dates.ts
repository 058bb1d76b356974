import { localeOf } from "../../../../shared/languages.ts";
import { dateOf, startOfDay } from "../../../platform/lib/time/time.ts";
import { dayAsWritten } from "../../../../shared/text/typography.ts";
import { messageTexts } from "../texts.ts";
import { zoneWords } from "./zone-words.ts";

const DAY = { weekday: "long", day: "numeric", month: "long", year: "numeric" } as const;
const TIME = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" } as const;

const formats = new Map<string, Intl.DateTimeFormat>();

const formatOf = (language: string, timeZone: string, part: "day" | "time"): Intl.DateTimeFormat => {
  const key = `${language} ${part} ${timeZone}`;
  const format =
    formats.get(key) ?? new Intl.DateTimeFormat(localeOf(language), { ...(part === "day" ? DAY : TIME), timeZone });
  formats.set(key, format);
  return format;
};

/** When a visitor is expected, as stored: [from, to), either may be open. */
export type VisitSpan = { from: string | null; to: string | null; timezone: string };

/** The day of an instant in a zone, in words: Tuesday 19 May 2026. */
export const formatDay = (ms: number, timezone: string, language: string): string =>
  dayAsWritten(formatOf(language, timezone, "day").format(ms), language);

const isMidnight = (ms: number, timezone: string): boolean => startOfDay(dateOf(ms, timezone), timezone) === ms;

/** The time of an instant in a zone: 14:05. */
export const formatTime = (ms: number, timezone: string, language: string): string =>
  formatOf(language, timezone, "time").format(ms);

/** Day and time of an instant in a zone: Tuesday 19 May 2026, 14:05. */
export const formatDayAndTime = (ms: number, timezone: string, language: string): string =>
  `${formatDay(ms, timezone, language)}, ${formatTime(ms, timezone, language)}`;

/** A start alone: midnight means the day. */
const since = (ms: number, timezone: string, language: string): string =>
  `${messageTexts(language).span.from} ${(isMidnight(ms, timezone) ? formatDay : formatDayAndTime)(ms, timezone, language)}`;

/** An end alone: at midnight, the day before is the last one. */
const until = (ms: number, timezone: string, language: string): string => {
  const { until: untilTime, untilDay } = messageTexts(language).span;
  return isMidnight(ms, timezone)
    ? `${untilDay} ${formatDay(ms - 1, timezone, language)}`
    : `${untilTime} ${formatDayAndTime(ms, timezone, language)}`;
};

/** Whole days by date; the end is exclusive, so the last day is the one before. */
const days = (from: number, to: number, timezone: string, language: string): string[] => {
  const [first, last] = [from, to - 1].map((ms) => formatDay(ms, timezone, language));
  return first === last ? [first ?? ""] : [first ?? "", last ?? ""];
};

const hours = (from: number, to: number, timezone: string, language: string): string[] => {
  const start = formatDayAndTime(from, timezone, language);
  if (from === to) return [start];
  const sameDay = dateOf(from, timezone) === dateOf(to, timezone);
  return [start, (sameDay ? formatTime : formatDayAndTime)(to, timezone, language)];
};

/** Whether a visit is one of whole days, in the location's time zone: from midnight to a later one, or from it on. */
export const isWholeDays = ({ from, to, timezone }: VisitSpan): boolean =>
  from !== null &&
  isMidnight(Date.parse(from), timezone) &&
  (to === null || (to > from && isMidnight(Date.parse(to), timezone)));

const between = (from: number, to: number, timezone: string, language: string): string => {
  const whole = isMidnight(from, timezone) && isMidnight(to, timezone) && to > from;
  const { to: toTime, toDay } = messageTexts(language).span;
  return (whole ? days : hours)(from, to, timezone, language).join(` ${whole ? toDay : toTime} `);
};

const spanWords = ({ from, to, timezone }: VisitSpan, language: string): string | undefined => {
  if (from !== null && to !== null) return between(Date.parse(from), Date.parse(to), timezone, language);
  if (from !== null) return since(Date.parse(from), timezone, language);
  return to === null ? undefined : until(Date.parse(to), timezone, language);
};

/** Whether the words of a span name an hour, which is one of a time zone. */
const hasHour = ({ from, to, timezone }: VisitSpan): boolean =>
  from === null ? to !== null && !isMidnight(Date.parse(to), timezone) : !isWholeDays({ from, to, timezone });

/**
 * When a visitor is expected, in words and in the location's time zone, which is named: the reader may be elsewhere.
 * Undefined for an undated registration.
 */
export const formatVisitSpan = (span: VisitSpan, language: string): string | undefined => {
  const words = spanWords(span, language);
  return words !== undefined && hasHour(span) ? `${words} (${zoneWords(span.timezone, language)})` : words;
};
