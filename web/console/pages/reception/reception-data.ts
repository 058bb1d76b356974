import { useMemo } from "react";

import { usePendingIds } from "../../data/lists/pending-actions.ts";
import { useFormatContext } from "../../data/session/location.ts";
import { useNow } from "../../lib/use-now.ts";
import { useCan } from "../../data/session/session.ts";
import type { ReadFailure } from "../../data/api/read-failure.ts";
import { useRegisteredToday } from "../../data/lists/registered-visitors.ts";
import { useInsideGroups } from "../../data/lists/inside-groups.ts";
import { type UnseenAnswer, useUnseenAnswers } from "../../data/live/unseen-answers.ts";
import { useVisitsToday, useVisitsInside, type Visit } from "../../data/lists/visits.ts";
import type { ExpectedVisitor } from "../../data/lists/expected-today.ts";
import { useExpectedToday } from "../../data/lists/use-expected-today.ts";
import { type LateDeparture, listLateDepartures } from "./late-departures.ts";
import { type DayStripData, dayStripData } from "./strip.ts";

/** The page's data. A list or a number is undefined until everything that decides it is read. */
export type ReceptionData = {
  expected: readonly ExpectedVisitor[] | undefined;
  cameCount: number | undefined;
  insideCount: number | undefined;
  waiting: readonly Visit[] | undefined;
  lateDepartures: readonly LateDeparture[] | undefined;
  /** Answers that no screen has shown their visitors. */
  unseen: readonly UnseenAnswer[];
  strip: DayStripData | undefined;
  /** Why any of it can't be read. */
  failure: ReadFailure;
  /** Whether the user may see expected visitors, and whether they may act. */
  canSeeExpected: boolean;
  canWrite: boolean;
};

/** Reads the page's data in parallel, and derives the lists from it. */
export const useReceptionData = (): ReceptionData => {
  const now = useNow();
  const { language, timeZone } = useFormatContext();
  const inside = useVisitsInside().visits;
  const { groups } = useInsideGroups();
  const unseen = useUnseenAnswers(inside);
  const { registered } = useRegisteredToday();
  const { visits: came, total } = useVisitsToday();
  const { expected, failure } = useExpectedToday();
  const decided = usePendingIds("decided");
  const [canSeeExpected, canWrite] = [useCan("registered_visitors"), useCan("visits.write")];
  const lists = useMemo(
    () => ({
      waiting: inside
        ?.filter(({ approval, _id }) => approval === "pending" && !decided.has(_id))
        .toSorted((a, b) => (a.signed_in < b.signed_in ? -1 : 1)),
      lateDepartures:
        groups === undefined || registered === undefined
          ? undefined
          : listLateDepartures([...groups.people, ...groups.rejected], registered, { now, timeZone }),
      strip:
        canSeeExpected && expected !== undefined && came !== undefined && total !== undefined
          ? dayStripData({ visits: came, total }, expected, { now, writing: { language, timeZone } })
          : undefined,
    }),
    [now, language, timeZone, inside, groups, registered, came, total, expected, decided, canSeeExpected],
  );
  return {
    ...lists,
    unseen,
    expected,
    cameCount: total,
    insideCount: groups?.people.length,
    failure,
    canSeeExpected,
    canWrite,
  };
};
