import { RRuleTemporal } from "rrule-temporal";
import { Temporal } from "temporal-polyfill";

import { badRequest } from "../errors.ts";

const A_YEAR_MAX = 100_000;
const LENGTH_MAX = 500;
/** As many steps as the library looks ahead for an occurrence: a rule for 30 February takes all of them. */
const STEPS_MAX = 20_000;

/** The parts of a rule (RFC 5545, 3.3.10) and what their values look like; those of `BY…` are several with commas between. */
const PARTS: Readonly<Record<string, RegExp>> = {
  FREQ: /^(?:SECONDLY|MINUTELY|HOURLY|DAILY|WEEKLY|MONTHLY|YEARLY)$/,
  UNTIL: /^\d{4}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])(?:T(?:[01]\d|2[0-3])[0-5]\d[0-5]\dZ?)?$/,
  COUNT: /^[1-9]\d{0,8}$/,
  INTERVAL: /^[1-9]\d{0,5}$/,
  BYSECOND: /^[0-5]?\d$/,
  BYMINUTE: /^[0-5]?\d$/,
  BYHOUR: /^(?:[01]?\d|2[0-3])$/,
  BYDAY: /^(?:[+-]?(?:[1-9]|[1-4]\d|5[0-3]))?(?:MO|TU|WE|TH|FR|SA|SU)$/,
  BYMONTHDAY: /^[+-]?(?:[1-9]|[12]\d|3[01])$/,
  BYYEARDAY: /^[+-]?(?:[1-9]\d?|[12]\d{2}|3[0-5]\d|36[0-6])$/,
  BYWEEKNO: /^[+-]?(?:[1-9]|[1-4]\d|5[0-3])$/,
  BYMONTH: /^(?:[1-9]|1[0-2])$/,
  BYSETPOS: /^[+-]?(?:[1-9]\d?|[12]\d{2}|3[0-5]\d|36[0-6])$/,
  WKST: /^(?:MO|TU|WE|TH|FR|SA|SU)$/,
};

const isPart = (name: string, value: string): boolean => {
  const values = name.startsWith("BY") ? value.split(",") : [value];
  return values.every((one) => PARTS[name]?.test(one) === true);
};

/** A rule by its parts. */
type Parts = ReadonlyMap<string, string>;

const refused = (reason: string, code: "wrong_format" | "too_many" = "wrong_format"): Error =>
  badRequest(`"rule" ${reason}`, code, "rule");

/** Name and value of each part; with another `=` in it, the value is invalid. */
const pairsOf = (rule: string): [string, string][] =>
  rule.split(";").map((part) => {
    const [name = "", ...value] = part.split("=");
    return [name, value.join("=")];
  });

const partsOf = (rule: string): Parts => new Map(pairsOf(rule));

const textOf = (parts: Parts): string => [...parts].map(([name, value]) => `${name}=${value}`).join(";");

const sizeOf = (parts: Parts, name: string, otherwise: number): number =>
  parts.get(name)?.split(",").length ?? otherwise;

/** No fewer than the occurrences of a day. */
const mostInADay = (parts: Parts): number => {
  const every = Number(parts.get("INTERVAL") ?? "1");
  const [seconds, minutes] = [sizeOf(parts, "BYSECOND", 1), sizeOf(parts, "BYMINUTE", 1)];
  const [hoursOfDay, minutesOfHour] = [sizeOf(parts, "BYHOUR", 24), sizeOf(parts, "BYMINUTE", 60)];
  switch (parts.get("FREQ")) {
    case "SECONDLY":
      return Math.min(86_400 / every, hoursOfDay * minutesOfHour * sizeOf(parts, "BYSECOND", 60));
    case "MINUTELY":
      return Math.min(1440 / every, hoursOfDay * minutesOfHour) * seconds;
    case "HOURLY":
      return Math.min(24 / every, hoursOfDay) * minutes * seconds;
    default:
      return sizeOf(parts, "BYHOUR", 1) * minutes * seconds;
  }
};

/**
 * A rule as it is stored: in capitals, without blanks. Errors: `400` for a text that isn't a rule of RFC
 * 5545, and for more than 100,000 occurrences a year.
 */
export const checkRule = (sent: string): string => {
  const rule = sent.trim().toUpperCase().replace(/;$/, "");
  const parts = partsOf(rule);
  if (rule.length > LENGTH_MAX) throw refused(`must be at most ${LENGTH_MAX} characters.`);
  if (!parts.has("FREQ")) throw refused('must be a rule of RFC 5545 such as "FREQ=WEEKLY;BYDAY=TU".');
  for (const [name, value] of parts)
    if (!isPart(name, value)) throw refused(`has a part that no rule of RFC 5545 has: ${name}=${value}`);
  if (pairsOf(rule).length > parts.size) throw refused("has a part twice.");
  if (parts.has("COUNT") && parts.has("UNTIL")) throw refused("must not have both COUNT and UNTIL.");
  if (parts.has("BYWEEKNO") && (parts.get("INTERVAL") ?? "1") !== "1")
    throw refused("must not have both BYWEEKNO and INTERVAL: programs disagree on what that means.");
  if (mostInADay(parts) * 365 > A_YEAR_MAX) throw refused("gives more than 100,000 occurrences a year.", "too_many");
  return rule;
};

/** A series' times: the first start on the clock of a zone, and the rule that gives the others; null for one alone. */
export type Recurrence = { rule: string | null; starts: string; timezone: string };

/** A time on the clock of a zone as an instant: a missing hour moves forward by the gap, a doubled one is the first. */
export const instantAt = (local: string, timezone: string): number =>
  Temporal.PlainDateTime.from(local).toZonedDateTime(timezone, { disambiguation: "compatible" }).epochMilliseconds;

/** An instant on the clock of a zone: `YYYY-MM-DDTHH:MM:SS`. */
export const clockAt = (ms: number, timezone: string): string =>
  Temporal.Instant.fromEpochMilliseconds(ms)
    .toZonedDateTimeISO(timezone)
    .toPlainDateTime()
    .toString({ smallestUnit: "second" });

const compact = (local: string): string => local.replaceAll(/[-:]/g, "");
const spread = (text: string): string =>
  text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z?$/, "$1-$2-$3T$4:$5:$6");

/** The last moment of a rule on the clock of its zone: `UNTIL` is an instant, a day, or a time of that clock (RFC 5545). */
const untilOnClock = (until: string, timezone: string): string => {
  if (!until.includes("T")) return `${until}T235959`;
  return until.endsWith("Z") ? compact(clockAt(Date.parse(`${spread(until)}Z`), timezone)) : until;
};

/**
 * The rule for the library, which is asked as if the clock of the zone were UTC: so a rule gives times of that clock,
 * whatever its offset is that day.
 */
const libraryRule = ({ rule, starts, timezone }: Recurrence, count: number): RRuleTemporal => {
  const parts = new Map(partsOf(rule ?? "FREQ=DAILY;COUNT=1"));
  const until = parts.get("UNTIL");
  if (until !== undefined) parts.set("UNTIL", `${untilOnClock(until, timezone)}Z`);
  if (parts.has("COUNT")) parts.set("COUNT", String(count));
  const rruleString = `DTSTART;TZID=UTC:${compact(starts)}00\nRRULE:${textOf(parts)}`;
  return new RRuleTemporal({ rruleString, maxIterations: STEPS_MAX });
};

/** @returns the starts in milliseconds of a clock that is taken for UTC; none where the library finds none */
const startsOnClock = (recurrence: Recurrence, count: number, wants: (ms: number, n: number) => boolean): number[] => {
  const found: number[] = [];
  try {
    libraryRule(recurrence, count).all((at, n) => {
      const isWanted = wants(at.epochMilliseconds, n);
      if (isWanted) found.push(at.epochMilliseconds);
      return isWanted;
    });
  } catch (error) {
    // The library's words for "no further occurrence within the steps" and "beyond all dates"; what was found before holds.
    if (!(error instanceof Error && /maximum iterations|out-of-bounds/i.test(error.message))) throw error;
  }
  return found;
};

const countOf = (rule: string): number => Number(partsOf(rule).get("COUNT") ?? Infinity);

/** Whether a rule ends before its first start: what is left of a series that was cancelled from there on. */
export const hasEnded = ({ rule, starts, timezone }: Recurrence): boolean => {
  const until = rule === null ? undefined : partsOf(rule).get("UNTIL");
  return until !== undefined && spread(untilOnClock(until, timezone)) < `${starts}:00`;
};

/** Whether a rule that gives nothing only ends early: what is left of a series before its second occurrence. */
const endsBeforeSecond = (recurrence: Recurrence): boolean => {
  const endless = new Map(partsOf(recurrence.rule ?? ""));
  const isEnding = endless.delete("UNTIL") && !hasEnded(recurrence);
  return isEnding && startsOnClock({ ...recurrence, rule: textOf(endless) }, Infinity, (_, n) => n === 0).length > 0;
};

/**
 * The instants at which a series' occurrences begin, in order, up to a moment. The first is always the start itself, also
 * where the rule doesn't give it, and counts (RFC 5545, 3.8.5.3). Errors: `400` for a rule that gives nothing.
 */
export const startsOf = (recurrence: Recurrence, until: number): number[] => {
  const { rule, starts, timezone } = recurrence;
  const first = Date.parse(`${starts}Z`);
  if (rule === null) return [instantAt(starts, timezone)];
  const count = countOf(rule);
  const [given] = startsOnClock(recurrence, count, (_, n) => n === 0);
  if (given === undefined) {
    if (!endsBeforeSecond(recurrence)) throw refused("gives no occurrence.", "wrong_format");
    return [instantAt(starts, timezone)];
  }
  const others = given === first ? count : count - 1;
  const last = Date.parse(`${clockAt(until, timezone)}Z`);
  const most = STEPS_MAX;
  const found = others < 1 ? [] : startsOnClock(recurrence, others, (ms, n) => ms <= last && n < most);
  const all = given === first ? found : [first, ...found];
  return [...new Set(all.map((ms) => instantAt(new Date(ms).toISOString().slice(0, 19), timezone)))].toSorted(
    (a, b) => a - b,
  );
};

/** A rule that ends before an instant. */
export const endBefore = (rule: string, ms: number): string => {
  const parts = new Map(partsOf(rule));
  parts.delete("COUNT");
  parts.set("UNTIL", compact(new Date(ms - 1000).toISOString().slice(0, 19)) + "Z");
  return textOf(parts);
};

/** The same rule for what is left of a series. @param done how many occurrences were before */
export const without = (rule: string, done: number): string => {
  const parts = new Map(partsOf(rule));
  const count = parts.get("COUNT");
  if (count !== undefined) parts.set("COUNT", String(Math.max(1, Number(count) - done)));
  return textOf(parts);
};

/** A rule with its end as a calendar writes it: what `write` makes of the last moment on the clock of the zone. */
export const withEnd = (rule: string, timezone: string, write: (local: string) => string): string => {
  const parts = new Map(partsOf(rule));
  const until = parts.get("UNTIL");
  if (until !== undefined) parts.set("UNTIL", write(spread(untilOnClock(until, timezone))));
  return textOf(parts);
};

/** Whether a rule gives at most one start a day, at the time of the first. */
export const isOfDays = (rule: string): boolean =>
  !["HOURLY", "MINUTELY", "SECONDLY", "BYHOUR", "BYMINUTE", "BYSECOND"].some((word) => rule.includes(word));
