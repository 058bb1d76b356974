import { dateOf, daySpan } from "../../../platform/lib/time.ts";
import type { InvitationParameters } from "../../messages/queue.ts";

type VisitSpan = Pick<InvitationParameters, "from" | "to" | "timezone">;

/** When a visit is over, in milliseconds since 1970: at its end, without one with the day it begins on. */
const endOf = ({ from, to, timezone }: VisitSpan): number | undefined => {
  if (to !== null && to !== from) return Date.parse(to);
  return from === null ? undefined : daySpan(dateOf(Date.parse(from), timezone), timezone).end;
};

/** Whether a visit is over; one without a date never is. */
export const isOver = (span: VisitSpan, now: number): boolean => (endOf(span) ?? Infinity) <= now;
