import type { Act } from "../http/call.ts";
import { badRequest, notFound } from "../lib/errors.ts";
import { boundOf, isDate, iso } from "../lib/time.ts";
import { findTimezone } from "./store.ts";

/** `visiting_on` as a body sends it; its bounds may be blank or null, which is as absent. */
type Sent = { startDate?: string | null; endDate?: string | null };

/** `visiting_on` as it is stored: [from, to), open-ended where a bound is null. */
export type Span = { visiting_from: string | null; visiting_to: string | null };

const given = (bound: string | null | undefined): string | undefined =>
  bound === null || bound === undefined || bound.trim() === "" ? undefined : bound;

/** Plain dates are days of the location; only they need its clock. */
const zoneFor = async (act: Act, location: string, bounds: readonly (string | undefined)[]): Promise<string> => {
  if (!bounds.some((bound) => bound !== undefined && isDate(bound))) return "UTC";
  const timezone = await findTimezone(act.db, location);
  if (timezone === undefined) throw notFound();
  return timezone;
};

const instant = (name: string, bound: string | undefined, timezone: string): string | null => {
  if (bound === undefined) return null;
  const ms = boundOf(bound, timezone);
  if (ms === undefined)
    throw badRequest(
      `"visiting_on.${name}" must be an ISO 8601 timestamp or a date.`,
      "wrong_format",
      `visiting_on.${name}`,
    );
  return iso(ms);
};

/**
 * The span a body asks for, or undefined when it says nothing of it. A plain date is the start of that day in the location's
 * zone (decisions 2). Errors: `400` when it ends before it begins.
 */
export const spanOf = async (act: Act, location: string, sent: Sent | undefined): Promise<Span | undefined> => {
  if (sent === undefined) return undefined;
  const [start, end] = [given(sent.startDate), given(sent.endDate)];
  const timezone = await zoneFor(act, location, [start, end]);
  const span = {
    visiting_from: instant("startDate", start, timezone),
    visiting_to: instant("endDate", end, timezone),
  };
  if (span.visiting_from !== null && span.visiting_to !== null && span.visiting_to < span.visiting_from)
    throw badRequest(
      '"visiting_on.endDate" must not be before "visiting_on.startDate".',
      "wrong_order",
      "visiting_on.endDate",
    );
  return span;
};
