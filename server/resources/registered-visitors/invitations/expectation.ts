import { dateOf, daySpan } from "../../../platform/lib/time/time.ts";
import type { InvitationParameters } from "../../messages/queue.ts";

type VisitSpan = Pick<InvitationParameters, "from" | "to" | "timezone">;

/** When a visit is over, in milliseconds since 1970: at its end or, without one, with the day on which it begins. */
const endOf = ({ from, to, timezone }: VisitSpan): number | undefined => {
  if (to !== null && to !== from) return Date.parse(to);
  return from === null ? undefined : daySpan(dateOf(Date.parse(from), timezone), timezone).end;
};

/** Whether a visit is over; an undated one never is. */
export const isOver = (span: VisitSpan, now: number): boolean => (endOf(span) ?? Infinity) <= now;

/** Whether two addresses are one: case and blanks around it make no other. */
export const isSameAddress = (one: string | null, other: string | null): boolean =>
  (one ?? "").trim().toLowerCase() === (other ?? "").trim().toLowerCase();

const INVITED: ReadonlySet<string> = new Set(["invited", "preregistered"]);

/** What says whether an invited visitor is still to come. */
type Expectation = {
  status: string;
  visiting_from: string | null;
  visiting_to: string | null;
  /** Whether a visit of theirs has begun since they were invited. */
  has_begun: boolean;
};

/** Whether the visitor was invited, has not arrived yet, and may still come. */
export const isExpected = (
  { status, has_begun, visiting_from, visiting_to }: Expectation,
  timezone: string,
  now: number,
): boolean => INVITED.has(status) && !has_begun && !isOver({ from: visiting_from, to: visiting_to, timezone }, now);
