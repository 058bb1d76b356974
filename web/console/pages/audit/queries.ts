import { useMemo } from "react";
import { infiniteQueryOptions, keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";

import { dayAfter } from "../../../shared/format.ts";
import { isDay } from "../../../shared/is-day.ts";
import { api } from "../../data/api/api.ts";
import { type AuditEntry, mergeMarks } from "./marks.ts";
import { nextPageNumber, PAGE_SIZE, useInfiniteList } from "../../components/table/use-infinite-list.ts";

/** What is looked for; undefined: everything. */
export type AuditFilters = {
  actor: string | undefined;
  act: string | undefined;
  /** `2026-05-19`, by the location's clock. */
  day: string | undefined;
  /** The id of a record. */
  record: string | undefined;
};

const wordsOf = ({ actor, act, day, record }: AuditFilters) => ({
  ...(actor !== undefined && { actor }),
  ...(act !== undefined && { act }),
  // The year of a half-typed day in the address is no year.
  ...(day !== undefined && isDay(day) && day >= "1000" && { from: day, to: dayAfter(day) }),
  ...(record !== undefined && { subject_id: record }),
});

const auditQuery = (location: string, filters: AuditFilters) => {
  const query = wordsOf(filters);
  return infiniteQueryOptions({
    queryKey: [location, "audit", query],
    queryFn: ({ pageParam, signal }) =>
      api.request("GET /companies/{company_id}/audit", {
        params: { company_id: location },
        query: { count: PAGE_SIZE, page: pageParam, ...query },
        signal,
      }),
    initialPageParam: 1,
    getNextPageParam: nextPageNumber,
    placeholderData: keepPreviousData,
    staleTime: 0,
  });
};

/** The entries as far as they were read, newest first; a batch of marks is one. */
export const useAudit = (location: string, filters: AuditFilters) => {
  const { items, ...rest } = useInfiniteList(auditQuery(location, filters));
  const entries = useMemo(() => mergeMarks(items), [items]);
  return { entries, ...rest };
};

/** One entry, whole, with the address of the user: the list leaves both out. */
export const useWholeEntry = ({ company_id, _id: id }: AuditEntry) =>
  useQuery(
    queryOptions({
      queryKey: [company_id, "audit", id],
      queryFn: ({ signal }) =>
        api.request("GET /companies/{company_id}/audit/{id}", { params: { company_id, id }, signal }),
    }),
  );
