import { Temporal } from "temporal-polyfill";

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const INSTANT =
  /^(\d{4})-(\d{2})-(\d{2})[Tt](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?([Zz]|[+-]\d{2}(?::?\d{2})?)?$/;
const MINUTE_MS = 60_000;
/** Years 1 to 9999: the range of both ISO 8601 with four digits and PostgreSQL. */
const FIRST_MS = Date.parse("0001-01-01T00:00:00.000Z");
const LAST_MS = Date.parse("9999-12-31T23:59:59.999Z");

/** The start of a UTC calendar day in milliseconds, or undefined if there is no such day. */
const utcDay = (year: number, month: number, day: number): number | undefined => {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getUTCMonth() === month - 1 && date.getUTCDate() === day && year > 0 ? date.getTime() : undefined;
};

const offsetMinutes = (zone: string | undefined): number => {
  if (zone === undefined || zone === "Z" || zone === "z") return 0;
  const digits = zone.slice(1).replace(":", "");
  const hours = Number(digits.slice(0, 2));
  const minutes = Number(digits.slice(2) || "0");
  if (hours > 23 || minutes > 59) return Number.NaN;
  return (zone.startsWith("-") ? -1 : 1) * (hours * 60 + minutes);
};

const clock = (hour: number, minute: number, second: number, fraction: string): number =>
  hour > 23 || minute > 59 || second > 59
    ? Number.NaN
    : ((hour * 60 + minute) * 60 + second) * 1000 + Number(fraction.padEnd(3, "0").slice(0, 3));

/** Whether the text is a plain calendar date `YYYY-MM-DD` that exists. */
export const isDate = (text: string): boolean => {
  const match = DATE.exec(text);
  return match !== null && utcDay(Number(match[1]), Number(match[2]), Number(match[3])) !== undefined;
};

/**
 * Parses an ISO 8601 timestamp with `Z`, an offset, or none (taken as UTC); a plain date is its UTC midnight, for
 * callers without a location (rules 2; those with one use `boundOf` and `endOf`).
 * @returns milliseconds since 1970, or undefined if the text is no such timestamp or names a day that does not exist
 */
export const parseInstant = (text: string): number | undefined => {
  const match = INSTANT.exec(isDate(text) ? `${text}T00:00Z` : text);
  if (match === null) return undefined;
  const [, year, month, day, hour, minute, second = "0", fraction = "0", zone] = match;
  const start = utcDay(Number(year), Number(month), Number(day));
  if (start === undefined) return undefined;
  const ms = start + clock(Number(hour), Number(minute), Number(second), fraction) - offsetMinutes(zone) * MINUTE_MS;
  return ms >= FIRST_MS && ms <= LAST_MS ? ms : undefined;
};

/** Milliseconds since 1970 as the wire writes a timestamp: `YYYY-MM-DDTHH:MM:SS.sssZ`. */
export const iso = (ms: number): string => new Date(ms).toISOString();

const REMEMBERED_MAX = 20_000;

/** Caches a result that takes some 20 µs to compute and is needed for every list. */
const memoize = <T>(): ((key: string, work: () => T) => T) => {
  const cache = new Map<string, T>();
  return (key, work) => {
    const found = cache.get(key);
    if (found !== undefined) return found;
    if (cache.size >= REMEMBERED_MAX) cache.clear();
    const made = work();
    cache.set(key, made);
    return made;
  };
};

const starts = memoize<number>();
const dates = memoize<string>();
const sums = memoize<string>();

/** The first instant of a calendar day in a time zone, in milliseconds; days have 23, 24 or 25 hours (rules 3). */
export const startOfDay = (date: string, timezone: string): number =>
  starts(`${timezone} ${date}`, () => Temporal.PlainDate.from(date).toZonedDateTime(timezone).epochMilliseconds);

/** Since 1972, days of every zone begin on a quarter of an hour of UTC. */
const QUARTER_MS = 15 * 60_000;
const QUARTERS_FROM_MS = Date.UTC(1973, 0, 1);

/** The calendar date `YYYY-MM-DD` of an instant in a time zone. */
export const dateOf = (ms: number, timezone: string): string => {
  const at = ms < QUARTERS_FROM_MS ? ms : Math.floor(ms / QUARTER_MS) * QUARTER_MS;
  return dates(`${timezone} ${at}`, () =>
    Temporal.Instant.fromEpochMilliseconds(at).toZonedDateTimeISO(timezone).toPlainDate().toString(),
  );
};

/** The calendar date `days` later (earlier when negative). */
export const addDays = (date: string, days: number): string =>
  sums(`${date} ${days}`, () => Temporal.PlainDate.from(date).add({ days }).toString());

/** A half-open span of instants in milliseconds: `[start, end)`. */
export type Span = { start: number; end: number };

/** The span of one calendar day in a time zone. */
export const daySpan = (date: string, timezone: string): Span => ({
  start: startOfDay(date, timezone),
  end: startOfDay(addDays(date, 1), timezone),
});

/** The span of the calendar month that contains the date, in a time zone. */
export const monthSpan = (date: string, timezone: string): Span => {
  const first = Temporal.PlainDate.from(date).with({ day: 1 });
  return {
    start: startOfDay(first.toString(), timezone),
    end: startOfDay(first.add({ months: 1 }).toString(), timezone),
  };
};

/**
 * Years whose days, plus a month or a sign-out interval around them, remain in the range of PostgreSQL and ISO 8601.
 */
const isOrdinaryYear = (date: string): boolean => /^\d{4}-/.test(date) && date > "0004" && date < "9999";

/**
 * The day of a `{datetimestamp}` (interface 1): a plain date is that day, a timestamp the day it falls on in the zone.
 * @returns `YYYY-MM-DD`, or undefined if the text is neither
 */
export const dayOf = (text: string, timezone: string): string | undefined => {
  const ms = isDate(text) ? undefined : parseInstant(text);
  const date = ms === undefined ? text : dateOf(ms, timezone);
  return isDate(date) && isOrdinaryYear(date) ? date : undefined;
};

/**
 * The instant of a range's lower bound: a plain date is the start of that day in the zone (rules 2). East of Greenwich,
 * the first day starts before year 1, in which nothing can be stored.
 */
export const boundOf = (text: string, timezone: string): number | undefined =>
  isDate(text) ? Math.max(FIRST_MS, startOfDay(text, timezone)) : parseInstant(text);

/**
 * The instant of a range's end, given by its last day: a plain date is the end of that day in the zone (rules 2), which
 * is the start of the next; a timestamp is itself.
 */
export const endOf = (text: string, timezone: string): number | undefined =>
  isDate(text) ? Math.min(LAST_MS, startOfDay(addDays(text, 1), timezone)) : parseInstant(text);
