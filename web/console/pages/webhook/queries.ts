import { infiniteQueryOptions, queryOptions, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { useCallback, useEffect, useMemo, useRef } from "react";

import { type Answer, api, queryClient } from "../../data/api/api.ts";
import { useLiveEvent } from "../../data/live/live.ts";

/** The health of the webhook. */
export type Health = Answer<"GET /companies/{company_id}/webhooks/health">;
/** A call that was made, or was due. */
export type Delivery = Answer<"GET /companies/{company_id}/webhooks/deliveries">[number];
/** Which deliveries are shown. */
export type DeliveryFilter = "all" | "failed";

const PAGE = 50;
/** The end of a call fires no event: the page polls this often, and soon after each event. */
const ASK_MS = 10_000;
const AFTER_EVENT_MS = 600;

const healthQuery = (location: string) =>
  queryOptions({
    queryKey: [location, "webhook", "health"],
    queryFn: () => api.request("GET /companies/{company_id}/webhooks/health", { params: { company_id: location } }),
    refetchInterval: ASK_MS,
  });

const deliveriesQuery = (location: string, show: DeliveryFilter) =>
  infiniteQueryOptions({
    queryKey: [location, "webhook", "deliveries", show],
    queryFn: ({ pageParam, signal }) =>
      api.request("GET /companies/{company_id}/webhooks/deliveries", {
        params: { company_id: location },
        query: { count: PAGE, page: pageParam, ...(show === "failed" && { outcome: "undelivered" as const }) },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: (last, pages) => (last.length === PAGE ? pages.length + 1 : undefined),
    // A user who has scrolled far back is not moved.
    refetchInterval: ({ state }) => ((state.data?.pages.length ?? 0) > 1 ? false : ASK_MS),
  });

/** Has everything about the webhook read again. */
export const invalidateWebhook = (location: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: [location, "webhook"] });

/** The health of the location's webhook, kept up to date. */
export const useHealth = (location: string) => {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);
  const soon = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => void invalidateWebhook(location), AFTER_EVENT_MS);
  }, [location]);
  useLiveEvent(soon);
  return useQuery(healthQuery(location));
};

const NONE: readonly Delivery[] = [];

/** The deliveries read so far, newest first. */
export const useDeliveries = (location: string, show: DeliveryFilter) => {
  const { data, error, fetchNextPage, hasNextPage, isFetchingNextPage, refetch } = useInfiniteQuery(
    deliveriesQuery(location, show),
  );
  const deliveries = useMemo(() => {
    // When new entries arrive, the last of a page appears again as the first of the next one.
    const known = new Map(data?.pages.flat().map((delivery) => [delivery._id, delivery]));
    return data === undefined ? NONE : [...known.values()];
  }, [data]);
  return {
    deliveries,
    isRead: data !== undefined,
    error,
    retry: () => void refetch(),
    more: hasNextPage ? () => void fetchNextPage() : undefined,
    isReadingMore: isFetchingNextPage,
  };
};
