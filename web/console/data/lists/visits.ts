import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import i18next from "i18next";

import { dayAfter, formatDuration } from "../../../shared/format.ts";
import { type Answer, api } from "../api/api.ts";
import { DAY_ROWS_MAX, useToday } from "./day.ts";
import { useLocation } from "../session/location.ts";
import { usePendingIds } from "./pending-actions.ts";
import type { ReadFailure } from "../api/read-failure.ts";

/** A visit of a list. */
export type Visit = Answer<"GET /visitors/signed_current/{company_id}">[number];
const MINUTE_MS = 60_000;

/** How long a visitor has been inside, such as "30 min"; at least one minute. @param now milliseconds */
export const formatStay = ({ signed_in }: Pick<Visit, "signed_in">, now: number, language: string): string =>
  formatDuration(Math.max(MINUTE_MS, now - Date.parse(signed_in)), language);

type VisitorName = { first_name?: string; last_name?: string; company?: string };

/** `Sofie De Smet`; without a name their company. */
export const nameOf = ({ first_name, last_name, company }: VisitorName): string =>
  [first_name, last_name].filter((part) => part !== undefined).join(" ") || (company ?? "");

/** The company to show beside the name; undefined if it stands for the name already. */
export const companyBeside = (person: VisitorName): string | undefined =>
  person.company === nameOf(person) ? undefined : person.company;

/** The name of the only visitor, or how many there are. */
export const visitorNames = (visits: readonly Visit[]): string => {
  const [only] = visits;
  const name = visits.length === 1 && only !== undefined ? nameOf(only) : "";
  return name || i18next.t("done.visitors", { count: visits.length });
};

/** The visitors inside now. */
export const insideQuery = (location: string) =>
  queryOptions({
    queryKey: [location, "inside", "list"],
    queryFn: () => api.request("GET /visitors/signed_current/{company_id}", { params: { company_id: location } }),
  });

/** The visits that began on a day. @param day `2026-05-19` */
export const visitsOnDayQuery = (location: string, day: string) =>
  queryOptions({
    queryKey: [location, "visits", "day", day],
    queryFn: () =>
      api.request("GET /visitors/bycompany/{company_id}", {
        params: { company_id: location },
        query: {
          count: DAY_ROWS_MAX,
          page: 1,
          filter: { signed_in: { startDate: day, endDate: dayAfter(day) } },
        },
      }),
  });

/** The newest ones to read: only visitors with this name themselves count, not those whose host has it. */
export const NAMED_MAX = 50;

/** The newest visits that contain the words, not counted any further. */
export const visitsNamedQuery = (location: string, search: string) =>
  queryOptions({
    queryKey: [location, "visits", "named", search],
    queryFn: async (): Promise<readonly Visit[]> => {
      const page = await api.request("GET /visitors/bycompany/{company_id}", {
        params: { company_id: location },
        query: { count: NAMED_MAX, page: 1, total_at_most: NAMED_MAX, search },
      });
      return page.visitors;
    },
    enabled: search.length > 1,
    placeholderData: keepPreviousData,
  });

/** The visitors inside, undefined until they are read, without those whose sign-out waits for its Undo to pass. */
export const useVisitsInside = (): ReadFailure & { visits: readonly Visit[] | undefined } => {
  const { data, error, refetch } = useQuery(insideQuery(useLocation()._id));
  const waiting = usePendingIds("out");
  const visits = useMemo(() => data?.filter(({ _id }) => !waiting.has(_id)), [data, waiting]);
  return { visits, error, retry: () => void refetch() };
};

/** The visits that began today, and how many there are; both undefined until they are read. */
export const useVisitsToday = (): ReadFailure & { total: number | undefined; visits: readonly Visit[] | undefined } => {
  const { data, error, refetch } = useQuery(visitsOnDayQuery(useLocation()._id, useToday()));
  return { total: data?.total, visits: data?.visitors, error, retry: () => void refetch() };
};
