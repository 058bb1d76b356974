import { Temporal } from "temporal-polyfill";

import { clockAt, instantAt, isOfDays, withEnd } from "../../../platform/lib/time/recurrence.ts";
import type { SeriesEntry } from "../columns.ts";

type Timing = NonNullable<SeriesEntry["timing"]>;

/** Calendars that know the zone by its name go on beyond; the others have this many years. */
const ZONE_YEARS = 10;

const compact = (local: string): string => local.replaceAll(/[-:]/g, "");

/** Whether it takes whole days, which are the same days wherever the reader is (RFC 5545, 3.6.1). */
const isOfWholeDays = ({ rule, starts, minutes }: Timing): boolean =>
  starts.endsWith("T00:00") && minutes % (24 * 60) === 0 && isOfDays(rule);

/** A property with a time in the zone and type of the series. @param local as `clockAt` gives it */
const timeLine = (name: string, local: string, timing: Timing): string =>
  isOfWholeDays(timing)
    ? `${name};VALUE=DATE:${compact(local.slice(0, 10))}`
    : `${name};TZID=${timing.timezone}:${compact(local)}`;

const instantLine = (name: string, instant: string, timing: Timing): string =>
  timeLine(name, clockAt(Date.parse(instant), timing.timezone), timing);

const offset = (at: Temporal.ZonedDateTime): string => at.offset.replace(":", "");

/** A stretch of the clock with one offset. */
const observance = (name: "STANDARD" | "DAYLIGHT", start: string, [from, to]: readonly [string, string]): string[] => [
  `BEGIN:${name}`,
  `DTSTART:${compact(start)}`,
  `TZOFFSETFROM:${from}`,
  `TZOFFSETTO:${to}`,
  `END:${name}`,
];

const changeOf = (at: Temporal.ZonedDateTime): string[] => {
  const before = at.subtract({ nanoseconds: 1 });
  const start = at.toPlainDateTime().subtract({ nanoseconds: at.offsetNanoseconds - before.offsetNanoseconds });
  const isForward = at.offsetNanoseconds > before.offsetNanoseconds;
  return observance(isForward ? "DAYLIGHT" : "STANDARD", start.toString({ smallestUnit: "second" }), [
    offset(before),
    offset(at),
  ]);
};

/** What the clock of a series' zone does from the change before a moment on (RFC 5545, 3.6.5); whole days have no clock. */
export const zoneLines = (timing: Timing, from: number): string[] => {
  if (isOfWholeDays(timing)) return [];
  const { timezone } = timing;
  const first = Temporal.Instant.fromEpochMilliseconds(from).toZonedDateTimeISO(timezone);
  const end = first.add({ years: ZONE_YEARS });
  const begins = first.add({ nanoseconds: 1 }).getTimeZoneTransition("previous");
  const changes: string[] =
    begins === null ? observance("STANDARD", "1970-01-01T00:00:00", [offset(first), offset(first)]) : changeOf(begins);
  for (
    let at = first.getTimeZoneTransition("next");
    at !== null && Temporal.ZonedDateTime.compare(at, end) < 0;
    at = at.getTimeZoneTransition("next")
  )
    changes.push(...changeOf(at));
  return ["BEGIN:VTIMEZONE", `TZID:${timezone}`, ...changes, "END:VTIMEZONE"];
};

/** The times of a whole series: the first occurrence, the rule, what does not take place, and what does besides the rule. */
export const seriesTimes = (
  timing: Timing,
  { cancelled, added }: { cancelled: readonly string[]; added: readonly string[] },
): string[] => {
  const { rule, starts, minutes, timezone } = timing;
  // From the first start as it is: in a missing hour, that is later on the clock.
  const first = clockAt(instantAt(starts, timezone), timezone);
  const end = Temporal.PlainDateTime.from(first).add({ minutes }).toString({ smallestUnit: "second" });
  const isDays = isOfWholeDays(timing);
  const until = (local: string): string =>
    isDays
      ? compact(local.slice(0, 10))
      : `${compact(new Date(instantAt(local, timezone)).toISOString().slice(0, 19))}Z`;
  return [
    timeLine("DTSTART", `${starts}:00`, timing),
    timeLine("DTEND", end, timing),
    `RRULE:${withEnd(rule, timezone, until)}`,
    ...cancelled.map((occurrence) => instantLine("EXDATE", occurrence, timing)),
    ...added.map((occurrence) => instantLine("RDATE", occurrence, timing)),
  ];
};

/** The times of an occurrence: as days where it takes whole ones as its series does, else by the hour. */
const spanLines = (timing: Timing, from: string, to: string | null): string[] => {
  const bounds: [string, string][] = [["DTSTART", from]];
  if (to !== null && to > from) bounds.push(["DTEND", to]);
  const isMidnight = (instant: string): boolean => clockAt(Date.parse(instant), timing.timezone).endsWith("T00:00:00");
  const isHourOfDays =
    isOfWholeDays(timing) && !(bounds.length === 2 && bounds.every(([, instant]) => isMidnight(instant)));
  return bounds.map(([name, instant]) =>
    isHourOfDays ? `${name}:${compact(instant.slice(0, 19))}Z` : instantLine(name, instant, timing),
  );
};

/** The times of one occurrence, which is named in the zone and type of its series: else calendars don't find it. */
export const occurrenceTimes = (
  timing: Timing,
  occurrence: string,
  { from, to }: { from: string | null; to: string | null },
): string[] => [
  instantLine("RECURRENCE-ID", occurrence, timing),
  ...(from === null ? [] : spanLines(timing, from, to)),
];
