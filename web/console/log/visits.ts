import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";

import { foyer } from "../api.ts";
import { useLocation } from "../location.ts";
import { useToday, type Visit } from "../today.ts";
import { type Clock, queryOf, type View } from "./view.ts";

/** Rows that are read at a time. */
const PAGE = 100;

const logQuery = (location: string, view: View, clock: Clock) => {
  const query = queryOf(view, clock);
  return infiniteQueryOptions({
    queryKey: [location, "visits", "log", query],
    queryFn: ({ pageParam, signal }) =>
      foyer.request("GET /visitors/bycompany/{company_id}", {
        params: { company_id: location },
        query: { count: PAGE, page: pageParam, ...query },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ total }, pages) => (pages.length * PAGE < total ? pages.length + 1 : undefined),
    placeholderData: keepPreviousData,
  });
};

/** The day and the rule by which a view is read. */
export const useClock = (): Clock => {
  const { settings } = useLocation();
  return { today: useToday(), days: settings.signout_days };
};

const NONE: readonly Visit[] = [];

/** The visits of a view as far as they were read, and how many there are in all. */
export const useLog = (view: View) => {
  const { data, error, fetchNextPage, isFetchingNextPage, refetch } = useInfiniteQuery(
    logQuery(useLocation()._id, view, useClock()),
  );
  const visits = useMemo(() => data?.pages.flatMap((page) => page.visitors) ?? NONE, [data]);
  return {
    visits,
    total: data?.pages[0]?.total,
    error,
    again: () => void refetch(),
    more: () => {
      if (!isFetchingNextPage) void fetchNextPage();
    },
  };
};
