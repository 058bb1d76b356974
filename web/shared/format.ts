export { formatDuration } from "../../shared/time/durations.ts";
import { localeOf } from "../../shared/languages.ts";
import { atLineStart, dayAsWritten } from "../../shared/text/typography.ts";

/** Made once for each kind, language and time zone: making one costs as much as drawing a row. */
const formatters = new Map<Intl.DateTimeFormatOptions, Map<string, Intl.DateTimeFormat>>();

/** @param options one of the constants below: the formatters are kept by it */
const formatter = (language: string, timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
  const made = formatters.get(options) ?? new Map<string, Intl.DateTimeFormat>();
  formatters.set(options, made);
  const key = `${language} ${timeZone}`;
  const known = made.get(key) ?? new Intl.DateTimeFormat(localeOf(language), { ...options, timeZone });
  made.set(key, known);
  return known;
};

const TIME: Intl.DateTimeFormatOptions = { hour: "2-digit", minute: "2-digit", hourCycle: "h23" };
const TIME_TO_SECOND: Intl.DateTimeFormatOptions = { ...TIME, second: "2-digit" };
const DAY: Intl.DateTimeFormatOptions = { weekday: "long", day: "numeric", month: "long" };
const DAY_OF_YEAR: Intl.DateTimeFormatOptions = { ...DAY, year: "numeric" };
const LONG_DAY: Intl.DateTimeFormatOptions = { day: "numeric", month: "long", year: "numeric" };
const SHORT_DAY: Intl.DateTimeFormatOptions = { day: "numeric", month: "short" };
const SHORT_DAY_OF_YEAR: Intl.DateTimeFormatOptions = { ...SHORT_DAY, year: "numeric" };
const SHORT_WEEKDAY: Intl.DateTimeFormatOptions = { ...SHORT_DAY_OF_YEAR, weekday: "short" };
const ISO_DAY: Intl.DateTimeFormatOptions = { year: "numeric", month: "2-digit", day: "2-digit" };
const YEAR: Intl.DateTimeFormatOptions = { year: "numeric" };
const HOUR: Intl.DateTimeFormatOptions = { hour: "2-digit", hourCycle: "h23" };

const isSameYear = (a: Date, b: Date, timeZone: string): boolean => {
  const year = formatter("en", timeZone, YEAR);
  return year.format(a) === year.format(b);
};

/** A day as `2026-05-19`, or an instant, which is on a day in a time zone. */
type Day = Date | string;

/** A day at noon: an instant for what writes its parts with the time zone UTC. */
export const noonOf = (day: string): Date => new Date(`${day}T12:00:00Z`);

type DayFormats = { ofThisYear: Intl.DateTimeFormatOptions; other: Intl.DateTimeFormatOptions };

const formatParts = (
  day: Day,
  { language, timeZone }: FormatContext,
  { ofThisYear, other }: DayFormats,
  now: Date,
): string => {
  const [instant, zone] = typeof day === "string" ? [noonOf(day), "UTC"] : [day, timeZone];
  const options = isSameYear(instant, now, zone) ? ofThisYear : other;
  return dayAsWritten(formatter(language, zone, options).format(instant), language);
};

/** A language and a location's time zone: how its people write days and times. */
export type FormatContext = { language: string; timeZone: string };

/** `09:42` */
export const formatTime = (instant: Date, { language, timeZone }: FormatContext): string =>
  formatter(language, timeZone, TIME).format(instant);

/** `09:42:06` */
export const formatTimeToSecond = (instant: Date, { language, timeZone }: FormatContext): string =>
  formatter(language, timeZone, TIME_TO_SECOND).format(instant);

/** `Tuesday 19 May`, `mardi 1er mai`; with the year when it is not this one. */
export const formatDay = (day: Day, writing: FormatContext, now = new Date()): string =>
  formatParts(day, writing, { ofThisYear: DAY, other: DAY_OF_YEAR }, now);

/** `Dinsdag 19 mei`: the day where it begins a line. */
export const formatDayHeading = (day: Day, writing: FormatContext, now = new Date()): string =>
  atLineStart(formatDay(day, writing, now), writing.language);

/** `17 August 2026` */
export const formatLongDay = (day: Day, writing: FormatContext): string =>
  formatParts(day, writing, { ofThisYear: LONG_DAY, other: LONG_DAY }, new Date());

/** `19 May`; with the year when it is not this one. */
export const formatShortDay = (day: Day, writing: FormatContext, now = new Date()): string =>
  formatParts(day, writing, { ofThisYear: SHORT_DAY, other: SHORT_DAY_OF_YEAR }, now);

/** `Tue 19 May 2026` */
export const formatShortWeekday = (day: Day, writing: FormatContext): string =>
  formatParts(day, writing, { ofThisYear: SHORT_WEEKDAY, other: SHORT_WEEKDAY }, new Date());

/** `19 May, 09:42`; only the time on the day that is known, such as today's (`2026-05-19`). */
export const formatDayTime = (instant: Date, writing: FormatContext, knownDay?: string): string => {
  const time = formatTime(instant, writing);
  return dayOf(instant, writing.timeZone) === knownDay ? time : `${formatShortDay(instant, writing)}, ${time}`;
};

/** `2026-05-19`: the day it is there. */
export const dayOf = (instant: Date, timeZone: string): string => formatter("sv", timeZone, ISO_DAY).format(instant);

/** `14`: the hour of the day it is there, from 0 to 23. */
export const hourOf = (instant: Date, timeZone: string): number =>
  Number(formatter("en", timeZone, HOUR).format(instant));

/** The day a number of days after another, as `2026-05-20`; before it, if the number is negative. */
export const dayAfter = (day: string, days = 1): string => {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
};

/** A day with this weekday, from 1 (Monday) to 7. 5 January 1970 was a Monday. */
export const dayWithWeekday = (weekday: number): string => dayAfter("1970-01-04", weekday);

/** Makes a function that writes a part of a day (`2026-05-19`), such as its weekday, as the language does. */
export const dayPartFormat = (language: string, options: Intl.DateTimeFormatOptions): ((day: string) => string) => {
  const format = new Intl.DateTimeFormat(localeOf(language), { ...options, timeZone: "UTC" });
  return (day) => format.format(noonOf(day));
};

/** `email and SMS` */
export const formatList = (parts: readonly string[], language: string): string =>
  new Intl.ListFormat(localeOf(language)).format(parts);

/** `Mattermost` for `mattermost`: a channel that the texts have no word for. */
export const formatChannel = (kind: string): string => kind.charAt(0).toUpperCase() + kind.slice(1);

const numberFormats = new Map<string, Intl.NumberFormat>();

/** `1,204` as the language groups digits. */
export const formatNumber = (value: number, language: string): string => {
  const known = numberFormats.get(language) ?? new Intl.NumberFormat(localeOf(language));
  numberFormats.set(language, known);
  return known.format(value);
};

/** `29 MB`, `60.1 GB`. @param bytes at least one megabyte is written */
export const formatBytes = (bytes: number, language: string): string => {
  const [unit, size] = bytes < 1e9 ? ["megabyte", Math.max(1, Math.round(bytes / 1e6))] : ["gigabyte", bytes / 1e9];
  const options: Intl.NumberFormatOptions = { style: "unit", unit, maximumFractionDigits: 1 };
  return new Intl.NumberFormat(localeOf(language), options).format(size);
};
