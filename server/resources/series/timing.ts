import type { Static } from "../../platform/http/contract/schemas.ts";
import { badRequest } from "../../platform/lib/errors.ts";
import { checkTimezone } from "../locations/locations.ts";
import type { SeriesInput } from "./contract.ts";
import type { Timing } from "../../platform/lib/time/slots.ts";
import { checkRule } from "../../platform/lib/time/recurrence.ts";

/** What a body says of times. */
export type TimesInput = Pick<Static<typeof SeriesInput>, "starts" | "ends" | "duration_minutes" | "timezone" | "rule">;

const minutesOf = (time: string): number => {
  const [hours = 0, minutes = 0] = time.split(":").map(Number);
  return hours * 60 + minutes;
};

/** How long it takes, by one of the two keys. Errors: `400` for both, and for an end that isn't after the start. */
export const durationOf = ({ ends, duration_minutes }: TimesInput, startTime: string): number | undefined => {
  if (ends === undefined) return duration_minutes;
  if (duration_minutes !== undefined)
    throw badRequest(
      '"ends" and "duration_minutes" say the same: send one of them.',
      "unknown_key",
      "duration_minutes",
    );
  const minutes = minutesOf(ends.time) - minutesOf(startTime);
  if (minutes <= 0) throw badRequest('"ends.time" must be after "starts.time".', "wrong_order", "ends.time");
  return minutes;
};

/** A first start as it is stored. */
export const startOf = ({ date, time }: { date: string; time: string }): string => `${date}T${time}`;

const required = (key: string, words: string): Error =>
  badRequest(`"${key}" is required: ${words}.`, "missing_key", key);

/**
 * The times of a new series. Errors: `400` for what is missing or unknown.
 * @param timezone the location's
 */
export const newTiming = (body: TimesInput, timezone: string): Timing => {
  if (body.starts === undefined) throw required("starts", "date and time of the first occurrence");
  const minutes = durationOf(body, body.starts.time);
  if (minutes === undefined) throw required("duration_minutes", 'how long it takes, or "ends"');
  return {
    rule: body.rule === undefined ? null : checkRule(body.rule),
    starts: startOf(body.starts),
    timezone: checkTimezone(body.timezone ?? timezone),
    minutes,
  };
};

/** The times of a series after a change. Errors: `400`. */
export const changedTiming = (
  { body, removed }: { body: TimesInput; removed: ReadonlySet<string> },
  { rule, starts, timezone, minutes }: Timing,
): Timing => {
  const start = body.starts === undefined ? starts : startOf(body.starts);
  const kept = body.rule === undefined ? rule : checkRule(body.rule);
  return {
    rule: removed.has("rule") ? null : kept,
    starts: start,
    timezone: body.timezone === undefined ? timezone : checkTimezone(body.timezone),
    minutes: durationOf(body, start.slice(11)) ?? minutes,
  };
};
