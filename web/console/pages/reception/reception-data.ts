import { useMemo } from "react";

import { usePendingIds } from "../../data/pending-actions.ts";
import { useFormatContext } from "../../data/location.ts";
import { useNow } from "../../lib/use-now.ts";
import { useCan } from "../../data/session.ts";
import { useRegisteredToday } from "../../data/registered-visitors.ts";
import { useVisitsToday, useVisitsInside, type Visit } from "../../data/visits.ts";
import { type ExpectedVisitor, expectedToday } from "../../data/expected-today.ts";
import { type OverdueVisit, overdueVisits } from "./overdue.ts";
import { type DayStripData, dayStripData } from "./strip.ts";

/** The page's data. */
export type ReceptionData = {
  /** Absent while it is read. */
  expected: readonly ExpectedVisitor[] | undefined;
  insideCount: number | undefined;
  waiting: readonly Visit[];
  overdue: readonly OverdueVisit[];
  strip: DayStripData | undefined;
  /** Whether the user may see expected visitors, and whether they may act. */
  canSeeExpected: boolean;
  canWrite: boolean;
};

/** Reads the page's data in parallel, and derives the lists from it. */
export const useReceptionData = (): ReceptionData => {
  const now = useNow();
  const { language, timeZone } = useFormatContext();
  const inside = useVisitsInside().visits;
  const registered = useRegisteredToday();
  const { visits: came, total } = useVisitsToday();
  const decided = usePendingIds("decided");
  const [canSeeExpected, canWrite] = [useCan("registered_visitors"), useCan("visits.write")];
  return useMemo(() => {
    const clock = { now, timeZone };
    const expected =
      registered === undefined ? undefined : expectedToday(registered, [...came, ...(inside ?? [])], clock);
    return {
      expected,
      insideCount: inside?.length,
      waiting: (inside ?? [])
        .filter(({ approval, _id }) => approval === "pending" && !decided.has(_id))
        .toSorted((a, b) => (a.signed_in < b.signed_in ? -1 : 1)),
      overdue: overdueVisits(inside ?? [], registered ?? [], clock),
      strip:
        canSeeExpected && expected !== undefined
          ? dayStripData({ visits: came, total }, expected, { now, writing: { language, timeZone } })
          : undefined,
      canSeeExpected,
      canWrite,
    };
  }, [now, language, timeZone, inside, registered, came, total, decided, canSeeExpected, canWrite]);
};
