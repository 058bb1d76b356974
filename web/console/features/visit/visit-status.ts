import { dayAfter, dayOf } from "../../../shared/format.ts";
import { useLocation } from "../../data/session/location.ts";
import { useNow } from "../../lib/use-now.ts";
import type { Visit } from "../../data/lists/visits.ts";

/** The state of a visit: what a list and a panel say in one word. */
export type VisitStatus = "undecided" | "rejected" | "inside" | "overdue" | "out";

/**
 * The state of a visit (rules 3): inside as long as the location's days for signing out last, overdue when they passed.
 * @param clock the present in milliseconds, the location's zone and its days
 */
const visitStatusOf = (
  visit: Pick<Visit, "approval" | "signed_in" | "signed_out">,
  { now, timezone, days }: { now: number; timezone: string; days: number },
): VisitStatus => {
  if (visit.approval === "rejected") return "rejected";
  if (visit.signed_out !== undefined) return "out";
  const since = dayAfter(dayOf(new Date(now), timezone), -days);
  if (dayOf(new Date(visit.signed_in), timezone) < since) return "overdue";
  return visit.approval === "pending" ? "undecided" : "inside";
};

/** The same by this location's clock; it changes with the day. */
export const useVisitStatus = (): ((visit: Pick<Visit, "approval" | "signed_in" | "signed_out">) => VisitStatus) => {
  const { timezone, settings } = useLocation();
  const now = useNow();
  return (visit) => visitStatusOf(visit, { now, timezone, days: settings.signout_days });
};
