import { useMemo } from "react";

import { useWaiting } from "../later.ts";
import { useWriting } from "../location.ts";
import { useNow } from "../now.ts";
import { useMay } from "../session.ts";
import { useCame, useInside, useRegistered, type Visit } from "../today.ts";
import { awaited, type Expected, expectedToday } from "../expected-today.ts";
import { type Overdue, overdueOf } from "./overdue.ts";
import { type Strip, stripOf } from "./strip.ts";

/** What the page is drawn from. */
export type Desk = {
  /** Absent while it is read. */
  expected: readonly Expected[] | undefined;
  expectedCount: number;
  insideCount: number | undefined;
  waiting: readonly Visit[];
  overdue: readonly Overdue[];
  strip: Strip | undefined;
  /** Whether the user sees who is expected, and whether they act. */
  expects: boolean;
  writes: boolean;
};

/** Reads what the page shows, in calls side by side, and works out who stands where. */
export const useDesk = (): Desk => {
  const now = useNow();
  const { language, timeZone } = useWriting();
  const inside = useInside().visits;
  const registered = useRegistered();
  const { visits: came, total } = useCame();
  const decided = useWaiting("decided");
  const [expects, writes] = [useMay("registered_visitors"), useMay("visits.write")];
  return useMemo(() => {
    const clock = { now, timeZone };
    const expected =
      registered === undefined ? undefined : expectedToday(registered, [...came, ...(inside ?? [])], clock);
    return {
      expected,
      expectedCount: awaited(expected ?? []),
      insideCount: inside?.length,
      waiting: (inside ?? [])
        .filter(({ approval, _id }) => approval === "pending" && !decided.has(_id))
        .toSorted((a, b) => (a.signed_in < b.signed_in ? -1 : 1)),
      overdue: overdueOf(inside ?? [], registered ?? [], clock),
      strip:
        expects && expected !== undefined
          ? stripOf({ visits: came, total }, expected, { now, writing: { language, timeZone } })
          : undefined,
      expects,
      writes,
    };
  }, [now, language, timeZone, inside, registered, came, total, decided, expects, writes]);
};
