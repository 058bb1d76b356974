import { useMemo } from "react";

import { useNow } from "../../lib/use-now.ts";
import { type ExpectedVisitor, expectedToday } from "./expected-today.ts";
import { useLocation } from "../session/location.ts";
import { failureOf, type ReadFailure } from "../api/read-failure.ts";
import { useGroups } from "./groups.ts";
import { useRegisteredToday } from "./registered-visitors.ts";
import { useVisitsInside, useVisitsToday } from "./visits.ts";

/**
 * The visitors still expected today. Undefined until the registered visitors, today's visits and the visitors inside are all read:
 * decided by fewer, visitors who have come would be called late, and be signed in again.
 */
export const useExpectedToday = (): { expected: readonly ExpectedVisitor[] | undefined; failure: ReadFailure } => {
  const now = useNow();
  const { timezone } = useLocation();
  const [registered, today, inside, together] = [
    useRegisteredToday(),
    useVisitsToday(),
    useVisitsInside(),
    useGroups(),
  ];
  const expected = useMemo(
    () =>
      registered.registered === undefined ||
      today.visits === undefined ||
      inside.visits === undefined ||
      together.groups === undefined
        ? undefined
        : expectedToday(
            registered.registered,
            [...today.visits, ...inside.visits],
            { now, timeZone: timezone },
            together.groups,
          ),
    [now, timezone, registered.registered, today.visits, inside.visits, together.groups],
  );
  return { expected, failure: failureOf([registered, today, inside, together]) };
};
