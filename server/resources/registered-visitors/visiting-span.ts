import type { RequestContext } from "../../platform/http/request-context.ts";
import { badRequest } from "../../platform/lib/errors.ts";
import { boundOf, endOf, isDate, iso } from "../../platform/lib/time/time.ts";
import { zoneOfDates } from "../../platform/http/input/location-dates.ts";

/** `visiting_on` in a body; blank or null bounds count as absent. */
type VisitingOnInput = { startDate?: string | null; endDate?: string | null };

/** `visiting_on` as stored: [from, to), open-ended if a bound is null. */
export type VisitingSpan = { visiting_from: string | null; visiting_to: string | null };

const nonBlank = (bound: string | null | undefined): string | undefined =>
  bound === null || bound === undefined || bound.trim() === "" ? undefined : bound;

const instant = (name: string, ms: number | undefined): string => {
  if (ms === undefined)
    throw badRequest(
      `"visiting_on.${name}" must be an ISO 8601 timestamp or a date.`,
      "wrong_format",
      `visiting_on.${name}`,
    );
  return iso(ms);
};

/** A single moment begins and ends at once; a day that is over when the span begins is not an end. */
const endsBefore = (from: string | null, to: string | null, byDay: boolean): boolean =>
  from !== null && to !== null && (byDay ? to <= from : to < from);

/**
 * The span that a body sets, or undefined if it has none. A plain date is a day in the location's time zone: its start
 * as `startDate`, its end as `endDate` (rules 2). Errors: `400` if it ends before it begins.
 */
export const spanOf = async (
  ctx: RequestContext,
  location: string,
  sent: VisitingOnInput | undefined,
): Promise<VisitingSpan | undefined> => {
  if (sent === undefined) return undefined;
  const [start, end] = [nonBlank(sent.startDate), nonBlank(sent.endDate)];
  const timezone = await zoneOfDates(ctx, location, [start, end]);
  const span = {
    visiting_from: start === undefined ? null : instant("startDate", boundOf(start, timezone)),
    visiting_to: end === undefined ? null : instant("endDate", endOf(end, timezone)),
  };
  if (endsBefore(span.visiting_from, span.visiting_to, end !== undefined && isDate(end)))
    throw badRequest(
      '"visiting_on.endDate" must not be before "visiting_on.startDate".',
      "wrong_order",
      "visiting_on.endDate",
    );
  return span;
};
