import { dayOf } from "../../../shared/format.ts";
import type { RegisteredVisitor } from "../../data/lists/registered-visitors.ts";
import type { Visit } from "../../data/lists/visits.ts";

/** A visitor who should have left: since when, and whether that is an agreed time today. */
export type LateDeparture = { visit: Visit; since: number; agreed: boolean };

/**
 * Visitors inside after the end of their `visiting_on` or, without one, since an earlier day. The longest first.
 * @param registered today's registered visitors, for their ends
 */
export const listLateDepartures = (
  inside: readonly Visit[],
  registered: readonly RegisteredVisitor[],
  { now, timeZone }: { now: number; timeZone: string },
): LateDeparture[] => {
  const ends = new Map(registered.map(({ _id, visiting_on }) => [_id, visiting_on?.endDate]));
  const today = dayOf(new Date(now), timeZone);
  return inside
    .flatMap((visit): LateDeparture[] => {
      const end = visit.known_visitor_id === undefined ? undefined : ends.get(visit.known_visitor_id);
      if (end !== undefined) return Date.parse(end) < now ? [{ visit, since: Date.parse(end), agreed: true }] : [];
      const cameMs = Date.parse(visit.signed_in);
      return dayOf(new Date(cameMs), timeZone) < today ? [{ visit, since: cameMs, agreed: false }] : [];
    })
    .toSorted((a, b) => a.since - b.since);
};
