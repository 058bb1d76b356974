import { useMemo } from "react";

import { useNow } from "../../lib/use-now.ts";
import { type ExpectedVisitor, expectedToday } from "./expected-today.ts";
import { useLocation } from "../session/location.ts";
import { failureOf, type ReadFailure } from "../api/read-failure.ts";
import { useGroups } from "./groups.ts";
import { usePendingIds } from "./pending-actions.ts";
import { useRegisteredToday } from "./registered-visitors.ts";
import { useVisitsInside, useVisitsToday } from "./visits.ts";

/**
 * The visitors still expected today. Undefined until the registered visitors, today's visits and the visitors inside are all read:
 * decided by fewer, visitors who have come would be called late, and be signed in again.
 */
export const useExpectedToday = (): { expected: readonly ExpectedVisitor[] | undefined; failure: ReadFailure } => {
  const now = useNow();
  const { timezone } = useLocation();
  const [registered, today, inside, { groups, ...together }] = [
    useRegisteredToday(),
    useVisitsToday(),
    useVisitsInside(),
    useGroups(),
  ];
  const arriving = usePendingIds("in");
  const expected = useMemo(
    () =>
      registered.registered === undefined ||
      today.visits === undefined ||
      inside.visits === undefined ||
      groups === undefined
        ? undefined
        : expectedToday(
            registered.registered,
            [...today.visits, ...inside.visits],
            { now, timeZone: timezone },
            groups.filter(({ _id }) => !arriving.has(_id)),
          ),
    [now, timezone, registered.registered, today.visits, inside.visits, groups, arriving],
  );
  return { expected, failure: failureOf([registered, today, inside, together]) };
};
