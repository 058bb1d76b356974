import { infiniteQueryOptions, keepPreviousData, queryOptions, useInfiniteQuery } from "@tanstack/react-query";
import { useMemo } from "react";

import { type Answer, api, queryClient } from "../../data/api.ts";
import { useLocation } from "../../data/location.ts";
import { useToday } from "../../data/day.ts";
import type { RegisteredVisitor } from "../../data/registered-visitors.ts";
import { queryOf, type RegisteredView } from "./view.ts";

/** Rows that are read at a time. */
const PAGE = 100;

type RegisteredVisitorsPageAnswer = Answer<"GET /knownvisitors/bycompany/{company_id}">;

const listQuery = (location: string, view: RegisteredView, today: string) => {
  const query = queryOf(view, today);
  return infiniteQueryOptions({
    queryKey: [location, "registered-visitors", "list", query],
    queryFn: ({ pageParam, signal }): Promise<RegisteredVisitorsPageAnswer> =>
      api.request("GET /knownvisitors/bycompany/{company_id}", {
        params: { company_id: location },
        query: { count: PAGE, page: pageParam, ...query },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: ({ total }, pages) => (pages.length * PAGE < total ? pages.length + 1 : undefined),
    placeholderData: keepPreviousData,
  });
};

/** One registered visitor; what a list has of them is shown at once. */
export const registeredOneQuery = (location: string, id: string, listed: RegisteredVisitor | undefined) =>
  queryOptions({
    queryKey: [location, "registered-visitors", "one", id],
    queryFn: (): Promise<RegisteredVisitor> => api.request("GET /knownvisitors/{id}", { params: { id } }),
    placeholderData: () => listed,
  });

/** Has all of them read again. */
export const invalidateRegisteredVisitors = (location: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: [location, "registered-visitors"] });

const NONE: readonly RegisteredVisitor[] = [];

/** The registered visitors of a view as far as they were read, and how many there are in all. */
export const useList = (view: RegisteredView) => {
  const { data, error, fetchNextPage, isFetchingNextPage, refetch } = useInfiniteQuery(
    listQuery(useLocation()._id, view, useToday()),
  );
  const rows = useMemo(() => data?.pages.flatMap(({ visitors }) => visitors) ?? NONE, [data]);
  return {
    rows,
    total: data?.pages[0]?.total,
    error,
    again: () => void refetch(),
    more: () => {
      if (!isFetchingNextPage) void fetchNextPage();
    },
  };
};

/** What became of invitations that were asked for. */
export type InvitationOutcome = Answer<"POST /companies/{company_id}/knownvisitors/sendinvites">;

/** Asks for invitations to be mailed. */
export const invite = async (location: string, ids: readonly string[]): Promise<InvitationOutcome> => {
  const counts = await api.request("POST /companies/{company_id}/knownvisitors/sendinvites", {
    params: { company_id: location },
    body: [...ids],
  });
  await invalidateRegisteredVisitors(location);
  return counts;
};

/** What became of each one that was to be removed. */
export type RemovalOutcome = Answer<"POST /companies/{company_id}/knownvisitors/delete">;

/** Removes several; who is inside is kept. */
export const removeRegisteredVisitors = async (location: string, ids: readonly string[]): Promise<RemovalOutcome> => {
  const outcomes = await api.request("POST /companies/{company_id}/knownvisitors/delete", {
    params: { company_id: location },
    body: [...ids],
  });
  await invalidateRegisteredVisitors(location);
  return outcomes;
};
