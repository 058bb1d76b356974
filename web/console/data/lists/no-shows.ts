import type { RegisteredVisitor } from "./registered-visitors.ts";
import type { Visit } from "./visits.ts";

/** Who came half a day too early or too late has come. */
const TOLERANCE_MS = 12 * 60 * 60_000;

type Registration = Pick<RegisteredVisitor, "_id" | "visiting_on">;
type Arrival = Pick<Visit, "known_visitor_id" | "signed_in">;

const startOf = ({ visiting_on }: Registration): number => Date.parse(visiting_on?.startDate ?? "");

/**
 * The registrations that are over and led to no visit, the newest first (rules 5.2). Those from before what retention keeps count
 * neither way: their visits may be erased.
 * @param since the first instant of which visits are kept, in milliseconds
 * @param now in milliseconds
 */
export const noShowsOf = <Of extends Registration>(
  registered: readonly Of[],
  visits: readonly Arrival[],
  { since, now }: { since: number; now: number },
): Of[] =>
  registered
    .filter(({ _id, visiting_on: { startDate = "", endDate = "" } = {} }) => {
      const [start, end] = [Date.parse(startDate), Date.parse(endDate)];
      const isVisit = ({ known_visitor_id, signed_in }: Arrival): boolean => {
        const at = Date.parse(signed_in);
        return known_visitor_id === _id && at >= start - TOLERANCE_MS && at < end + TOLERANCE_MS;
      };
      return end <= now && start >= since && !visits.some(isVisit);
    })
    .toSorted((a, b) => startOf(b) - startOf(a));
