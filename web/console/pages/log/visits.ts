import {
  infiniteQueryOptions,
  keepPreviousData,
  queryOptions,
  useInfiniteQuery,
  useQuery,
} from "@tanstack/react-query";
import { useMemo } from "react";

import { api } from "../../data/api.ts";
import { useLocation } from "../../data/location.ts";
import { useToday } from "../../data/day.ts";
import type { Visit } from "../../data/visits.ts";
import { type Clock, queryOf, type LogView } from "./view.ts";

/** Rows that are read at a time. */
const PAGE = 100;

const logQuery = (location: string, view: LogView, clock: Clock) => {
  const query = queryOf(view, clock);
  return infiniteQueryOptions({
    queryKey: [location, "visits", "log", query],
    queryFn: ({ pageParam, signal }) =>
      api.request("GET /visitors/bycompany/{company_id}", {
        params: { company_id: location },
        query: { count: PAGE, page: pageParam, total_at_most: PAGE, ...query },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ visitors }, pages) => (visitors.length === PAGE ? pages.length + 1 : undefined),
    placeholderData: keepPreviousData,
  });
};

/** How many visits a view has: asked beside the rows, which need not wait for it. */
const totalQuery = (location: string, view: LogView, clock: Clock) => {
  const query = queryOf(view, clock);
  return queryOptions({
    queryKey: [location, "visits", "log total", query],
    queryFn: async ({ signal }): Promise<number> => {
      const page = await api.request("GET /visitors/bycompany/{company_id}", {
        params: { company_id: location },
        query: { count: 1, page: 1, ...query },
        signal,
      });
      return page.total;
    },
  });
};

/** The day and the rule by which a view is read. */
export const useClock = (): Clock => {
  const { settings } = useLocation();
  return { today: useToday(), days: settings.signout_days };
};

const NONE: readonly Visit[] = [];

/** The visits of a view as far as they were read, whether there are more, and how many in all once that is known. */
export const useLog = (view: LogView) => {
  const { _id: location } = useLocation();
  const clock = useClock();
  const { data, error, fetchNextPage, hasNextPage, isFetchingNextPage, refetch } = useInfiniteQuery(
    logQuery(location, view, clock),
  );
  const visits = useMemo(() => data?.pages.flatMap((page) => page.visitors) ?? NONE, [data]);
  const { data: total } = useQuery({ ...totalQuery(location, view, clock), enabled: hasNextPage });
  return {
    visits,
    isRead: data !== undefined,
    hasMore: hasNextPage,
    total: hasNextPage ? total : data && visits.length,
    error,
    again: () => void refetch(),
    more: () => {
      if (!isFetchingNextPage) void fetchNextPage();
    },
  };
};
