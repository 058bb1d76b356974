import { useMemo } from "react";

import { usePendingIds } from "../../data/pending-actions.ts";
import { useFormatContext } from "../../data/location.ts";
import { useNow } from "../../lib/use-now.ts";
import { useCan } from "../../data/session.ts";
import { useRegisteredToday } from "../../data/registered-visitors.ts";
import { useVisitsToday, useVisitsInside, type Visit } from "../../data/visits.ts";
import { countExpected, type ExpectedVisitor, expectedToday } from "../../data/expected-today.ts";
import { type OverdueVisit, overdueVisits } from "./overdue.ts";
import { type DayStripData, dayStripData } from "./strip.ts";

/** What the page is drawn from. */
export type Desk = {
  /** Absent while it is read. */
  expected: readonly ExpectedVisitor[] | undefined;
  expectedCount: number;
  insideCount: number | undefined;
  waiting: readonly Visit[];
  overdue: readonly OverdueVisit[];
  strip: DayStripData | undefined;
  /** Whether the user sees who is expected, and whether they act. */
  expects: boolean;
  writes: boolean;
};

/** Reads what the page shows, in calls side by side, and works out who stands where. */
export const useDesk = (): Desk => {
  const now = useNow();
  const { language, timeZone } = useFormatContext();
  const inside = useVisitsInside().visits;
  const registered = useRegisteredToday();
  const { visits: came, total } = useVisitsToday();
  const decided = usePendingIds("decided");
  const [expects, writes] = [useCan("registered_visitors"), useCan("visits.write")];
  return useMemo(() => {
    const clock = { now, timeZone };
    const expected =
      registered === undefined ? undefined : expectedToday(registered, [...came, ...(inside ?? [])], clock);
    return {
      expected,
      expectedCount: countExpected(expected ?? []),
      insideCount: inside?.length,
      waiting: (inside ?? [])
        .filter(({ approval, _id }) => approval === "pending" && !decided.has(_id))
        .toSorted((a, b) => (a.signed_in < b.signed_in ? -1 : 1)),
      overdue: overdueVisits(inside ?? [], registered ?? [], clock),
      strip:
        expects && expected !== undefined
          ? dayStripData({ visits: came, total }, expected, { now, writing: { language, timeZone } })
          : undefined,
      expects,
      writes,
    };
  }, [now, language, timeZone, inside, registered, came, total, decided, expects, writes]);
};
