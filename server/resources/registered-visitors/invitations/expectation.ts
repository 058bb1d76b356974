import { dateOf, daySpan } from "../../../platform/lib/time.ts";
import type { InvitationParameters } from "../../messages/queue.ts";

type VisitSpan = Pick<InvitationParameters, "from" | "to" | "timezone">;

/** When a visit is over, in milliseconds since 1970: at its end or, without one, with the day on which it begins. */
const endOf = ({ from, to, timezone }: VisitSpan): number | undefined => {
  if (to !== null && to !== from) return Date.parse(to);
  return from === null ? undefined : daySpan(dateOf(Date.parse(from), timezone), timezone).end;
};

/** Whether a visit is over; an undated one never is. */
export const isOver = (span: VisitSpan, now: number): boolean => (endOf(span) ?? Infinity) <= now;
