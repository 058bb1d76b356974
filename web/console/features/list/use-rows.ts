import { infiniteQueryOptions, keepPreviousData, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";

import { withoutRepeats } from "../../components/table/use-infinite-list.ts";
import { dayOf } from "../../../shared/format.ts";
import { queryClient } from "../../data/api/api.ts";
import { locationQuery, useLocationId } from "../../data/session/location.ts";
import { useClock } from "./clock.ts";
import type { ListDescription, ListView, Row } from "./description.ts";
import { viewOf } from "./view.ts";

/** Rows per request. */
const PAGE = 100;

type Query = Readonly<Record<string, unknown>>;

const rowsQuery = <Item extends Row>(list: ListDescription<Item>, location: string, query: Query) =>
  infiniteQueryOptions({
    queryKey: [location, ...list.queryKey, query],
    queryFn: ({ pageParam, signal }) =>
      list.read(
        location,
        { count: PAGE, page: pageParam, ...(list.countsApart && { total_at_most: PAGE }), ...query },
        signal,
      ),
    initialPageParam: 1,
    getNextPageParam: ({ visitors, total }, pages) => {
      const hasMore = list.countsApart ? visitors.length === PAGE : pages.length * PAGE < total;
      return hasMore ? pages.length + 1 : undefined;
    },
    placeholderData: keepPreviousData,
  });

/** Asks for the first rows of a list in its default view, before its page is drawn. */
export const prefetchRows = async <Item extends Row>(list: ListDescription<Item>, location: string): Promise<void> => {
  const { timezone, settings } = await queryClient.ensureQueryData(locationQuery(location));
  const clock = { today: dayOf(new Date(), timezone), days: settings.signout_days };
  await queryClient.prefetchInfiniteQuery(rowsQuery(list, location, list.queryOf(viewOf(list, {}), clock)));
};

/**
 * The rows of a view read so far, whether there are more, and the total once that is known. While another view is being read, the
 * rows are still those of the one before (`isSearching`), and there is no total.
 */
export const useRows = <Item extends Row>(list: ListDescription<Item>, view: ListView) => {
  const location = useLocationId();
  const query = list.queryOf(view, useClock());
  const { data, error, fetchNextPage, hasNextPage, isFetchingNextPage, isPlaceholderData, refetch } = useInfiniteQuery(
    rowsQuery(list, location, query),
  );
  const rows = useMemo(() => withoutRepeats(data?.pages.map(({ visitors }) => visitors) ?? []), [data]);
  const { data: counted } = useQuery({
    queryKey: [location, ...list.queryKey, "total", query],
    queryFn: async ({ signal }) => (await list.read(location, { count: 1, page: 1, ...query }, signal)).total,
    enabled: list.countsApart && hasNextPage && !isPlaceholderData,
  });
  const read = list.countsApart ? data && rows.length : data?.pages[0]?.total;
  return {
    rows,
    isRead: data !== undefined,
    isSearching: isPlaceholderData,
    hasMore: hasNextPage,
    total: isPlaceholderData ? undefined : list.countsApart && hasNextPage ? counted : read,
    error,
    retry: () => void refetch(),
    more: () => {
      if (!isFetchingNextPage) void fetchNextPage();
    },
  };
};
