import { queryOptions, useQuery } from "@tanstack/react-query";

import { dayOf } from "../../../shared/format.ts";
import { type Answer, api } from "../../data/api.ts";
import { insideCountQuery } from "../../data/status-queries.ts";
import { useNow } from "../../lib/use-now.ts";
import { useCan } from "../../data/session.ts";

/** A location as the list has it. */
export type LocationSummary = Answer<"GET /companiesList">[number];

/** A minute old is new enough for a list of places: no events of theirs arrive here. */
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

/** How it is there today; a role that may not know the counters sees who is inside. Asked for as the row is drawn. */
export const useLocationCounts = ({
  _id,
  timezone,
}: LocationSummary): { inside?: number; came?: number; month?: number } => {
  const counts = useCan("counters.read");
  const day = dayOf(new Date(useNow()), timezone);
  const { data: today } = useQuery({ ...todayQuery(_id, day), enabled: counts });
  const { data: inside } = useQuery({ ...insideCountQuery(_id), refetchInterval: AGAIN_MS, enabled: !counts });
  if (today !== undefined)
    return { inside: today.totalVisitorsCurrent, came: today.totalVisitorsIn, month: today.totalMonthlyVisitors };
  return inside === undefined ? {} : { inside };
};
