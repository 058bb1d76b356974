import { infiniteQueryOptions, keepPreviousData } from "@tanstack/react-query";

import { type Answer, api } from "../../data/api/api.ts";
import { nextPageNumber, PAGE_SIZE, useInfiniteList } from "../../components/table/use-infinite-list.ts";

/** A message of any channel. */
export type Message = Answer<"GET /companies/{company_id}/outbox">[number];
/** The states that are tabs; sending takes only a moment. */
export const FILTERED_STATES = ["queued", "sent", "failed"] as const;
/** One of them; undefined: all. */
export type OutboxFilter = (typeof FILTERED_STATES)[number] | undefined;

/** Messages go out without an event of their own. */
export const POLL_MS = 15_000;

const outboxQuery = (location: string, state: OutboxFilter) =>
  infiniteQueryOptions({
    queryKey: [location, "outbox", "list", state ?? "all"],
    queryFn: ({ pageParam, signal }) =>
      api.request("GET /companies/{company_id}/outbox", {
        params: { company_id: location },
        query: { count: PAGE_SIZE, page: pageParam, ...(state !== undefined && { state }) },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: nextPageNumber,
    // A user who has scrolled far back is not moved.
    refetchInterval: (query) => ((query.state.data?.pages.length ?? 0) > 1 ? false : POLL_MS),
    placeholderData: keepPreviousData,
  });

/** The messages read so far, newest first. */
export const useOutbox = (location: string, state: OutboxFilter) => {
  const { items: messages, ...rest } = useInfiniteList(outboxQuery(location, state));
  return { messages, ...rest };
};
