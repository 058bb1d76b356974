import {
  type InfiniteData,
  type QueryKey,
  useInfiniteQuery,
  type UseInfiniteQueryOptions,
} from "@tanstack/react-query";
import { useMemo } from "react";

/** Entries of a long list per request. */
export const PAGE_SIZE = 50;

/** The number of the page that follows; undefined after the last. */
export const nextPageNumber = (last: readonly unknown[], pages: readonly unknown[]): number | undefined =>
  last.length === PAGE_SIZE ? pages.length + 1 : undefined;

/**
 * The items of the pages in their order, each once: when new entries arrive, the last of a page appears again as the first of the
 * next one.
 */
export const withoutRepeats = <Item extends { _id: string }>(pages: readonly (readonly Item[])[]): Item[] => [
  ...new Map(pages.flat().map((item) => [item._id, item])).values(),
];

/**
 * Reads a long list as the user scrolls, newest first. While `isSearching`, the items are those of the question before.
 * @param options the query of one page, with `nextPage`
 */
export const useInfiniteList = <Item extends { _id: string }, Key extends QueryKey>(
  options: UseInfiniteQueryOptions<Item[], Error, InfiniteData<Item[]>, Key, number>,
) => {
  const { data, error, fetchNextPage, hasNextPage, isFetchingNextPage, refetch, isPlaceholderData } =
    useInfiniteQuery(options);
  const items = useMemo(() => withoutRepeats(data?.pages ?? []), [data]);
  return {
    items,
    // No entries of the question before say nothing about this one.
    isRead: data !== undefined && !(isPlaceholderData && items.length === 0),
    isSearching: isPlaceholderData,
    hasMore: hasNextPage,
    error,
    retry: () => void refetch(),
    more: () => {
      if (!isFetchingNextPage) void fetchNextPage();
    },
  };
};
