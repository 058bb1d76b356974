import { queryOptions, useQuery } from "@tanstack/react-query";

import { dayOf } from "../../../shared/format.ts";
import { type Answer, api } from "../../data/api/api.ts";
import { insideCountQuery } from "../../data/lists/status-queries.ts";
import { useNow } from "../../lib/use-now.ts";
import { useCan } from "../../data/session/session.ts";

/** A location in the list. */
export type LocationSummary = Answer<"GET /companiesList">[number];

/** Data a minute old is good enough for a list of locations: their events do not arrive here. */
const AGAIN_MS = 60_000;

const todayQuery = (location: string, day: string) =>
  queryOptions({
    queryKey: [location, "counters", "day", day],
    queryFn: () =>
      api.request("GET /companies/{company_id}/statistics/{datetimestamp}", {
        params: { company_id: location, datetimestamp: day },
      }),
    refetchInterval: AGAIN_MS,
  });

/**
 * Today's numbers of a location; a role that may not read the counters sees how many are inside. Requested when the row is
 * drawn.
 */
export const useLocationCounts = ({
  _id,
  timezone,
}: LocationSummary): { inside?: number; came?: number; month?: number } => {
  const counts = useCan("reports.read");
  const day = dayOf(new Date(useNow()), timezone);
  const { data: today } = useQuery({ ...todayQuery(_id, day), enabled: counts });
  const { data: inside } = useQuery({ ...insideCountQuery(_id), refetchInterval: AGAIN_MS });
  return {
    ...(inside === undefined ? {} : { inside }),
    ...(today === undefined ? {} : { came: today.totalVisitorsIn, month: today.totalMonthlyVisitors }),
  };
};
