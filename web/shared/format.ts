/** English dates are written as in Britain: the day before the month, 24 hours. */
const localeOf = (language: string): string => (language.startsWith("en") ? "en-GB" : language);

const made = new Map<string, Intl.DateTimeFormat>();

const formatter = (language: string, timeZone: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat => {
  const key = `${language} ${timeZone} ${JSON.stringify(options)}`;
  const known = made.get(key) ?? new Intl.DateTimeFormat(localeOf(language), { ...options, timeZone });
  made.set(key, known);
  return known;
};

/** A language and a location's time zone: how its people write days and times. */
export type Writing = { language: string; timeZone: string };

/** `09:42` */
export const formatTime = (instant: Date, { language, timeZone }: Writing): string =>
  formatter(language, timeZone, { hour: "2-digit", minute: "2-digit", hourCycle: "h23" }).format(instant);

/** `09:42:06` */
export const formatTimeToSecond = (instant: Date, { language, timeZone }: Writing): string =>
  formatter(language, timeZone, { hour: "2-digit", minute: "2-digit", second: "2-digit", hourCycle: "h23" }).format(
    instant,
  );

/** `Tuesday 19 May`; with the year when it is not this one. */
export const formatDay = (instant: Date, { language, timeZone }: Writing, now = new Date()): string => {
  const year = formatter("en", timeZone, { year: "numeric" });
  const other = year.format(instant) !== year.format(now);
  const options: Intl.DateTimeFormatOptions = { weekday: "long", day: "numeric", month: "long" };
  return formatter(language, timeZone, other ? { ...options, year: "numeric" } : options)
    .format(instant)
    .replace(/,/, "");
};

/** `17 August 2026` */
export const formatLongDay = (instant: Date, { language, timeZone }: Writing): string =>
  formatter(language, timeZone, { day: "numeric", month: "long", year: "numeric" }).format(instant);

/** `19 May`; with the year when it is not this one. */
export const formatShortDay = (instant: Date, { language, timeZone }: Writing, now = new Date()): string => {
  const year = formatter("en", timeZone, { year: "numeric" });
  const other = year.format(instant) !== year.format(now);
  const options: Intl.DateTimeFormatOptions = { day: "numeric", month: "short" };
  return formatter(language, timeZone, other ? { ...options, year: "numeric" } : options).format(instant);
};

/** `2026-05-19`: the day it is there. */
export const dayOf = (instant: Date, timeZone: string): string =>
  formatter("sv", timeZone, { year: "numeric", month: "2-digit", day: "2-digit" }).format(instant);

/** `30 min`, `1 h 02`, `3 d`; nothing below a minute. The units are the same in all our languages but German days. */
export const formatDuration = (ms: number, language: string): string => {
  const minutes = Math.max(0, Math.floor(ms / 60_000));
  if (minutes < 60) return `${minutes} min`;
  if (minutes < 2880) return `${Math.floor(minutes / 60)} h ${String(minutes % 60).padStart(2, "0")}`;
  return new Intl.NumberFormat(localeOf(language), { style: "unit", unit: "day", unitDisplay: "long" }).format(
    Math.floor(minutes / 1440),
  );
};

/** `e-mail and SMS` */
export const formatList = (parts: readonly string[], language: string): string =>
  new Intl.ListFormat(localeOf(language)).format(parts);

/** `1,204` as the language groups digits. */
export const formatNumber = (value: number, language: string): string =>
  new Intl.NumberFormat(localeOf(language)).format(value);

/** `NJ` for Noor Janssen: what stands where there is no photo. */
export const initialsOf = (...names: readonly (string | undefined)[]): string => {
  const words = names.flatMap((name) => name?.trim().split(/\s+/) ?? []).filter((word) => word !== "");
  const [first = "", ...rest] = words;
  return [first, rest.at(-1) ?? ""].map((word) => (word.match(/./u)?.[0] ?? "").toLocaleUpperCase()).join("");
};
