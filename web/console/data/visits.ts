import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";
import { useTranslation } from "react-i18next";

import { dayOf, formatDuration } from "../../shared/format.ts";
import { type Answer, api } from "./api.ts";
import { useLocation } from "./location.ts";
import { useNow } from "../lib/use-now.ts";
import { useCan } from "./session.ts";
import { usePendingIds } from "./pending-actions.ts";

/** A visit of a list. */
export type Visit = Answer<"GET /visitors/signed_current/{company_id}">[number];
/** A registered visitor of a list. */
export type RegisteredVisitor = Answer<"GET /knownvisitors/bycompany/{company_id}">["visitors"][number];
/** A door. */
export type Door = Answer<"GET /companies/{company_id}/entrypoints">[number];
/** A visit type with its questions. */
export type VisitType = Answer<"GET /companies/{company_id}/visittypes">[number];

/** More than this on one day and the page shows the first of them; its counts come from the service. */
const ROWS_MAX = 2000;

const MINUTE_MS = 60_000;

/** How long a visitor has been inside, such as "30 min"; at least one minute. @param now milliseconds */
export const formatStay = ({ signed_in }: Pick<Visit, "signed_in">, now: number, language: string): string =>
  formatDuration(Math.max(MINUTE_MS, now - Date.parse(signed_in)), language);

/** `Sofie De Smet`; without a name their company. */
export const nameOf = ({
  first_name,
  last_name,
  company,
}: {
  first_name?: string;
  last_name?: string;
  company?: string;
}): string => [first_name, last_name].filter((part) => part !== undefined).join(" ") || (company ?? "");

/** Everybody inside now. */
export const insideQuery = (location: string) =>
  queryOptions({
    queryKey: [location, "inside", "list"],
    queryFn: () => api.request("GET /visitors/signed_current/{company_id}", { params: { company_id: location } }),
  });

/** The day after, as `2026-05-20`. */
const nextDay = (day: string): string => {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + 1);
  return date.toISOString().slice(0, 10);
};

/** Who is registered for a day, by time; those who are always expected come last. @param day `2026-05-19` */
const registeredOnDayQuery = (location: string, day: string) =>
  queryOptions({
    queryKey: [location, "registered-visitors", "day", day],
    queryFn: async () => {
      const page = await api.request("GET /knownvisitors/bycompany/{company_id}", {
        params: { company_id: location },
        query: {
          count: ROWS_MAX,
          page: 1,
          filter: { visiting_on: { startDate: day, endDate: nextDay(day) } },
          sorting: { visiting_on: "asc" },
        },
      });
      return page.visitors;
    },
    placeholderData: keepPreviousData,
  });

/** The visits that began on a day. @param day `2026-05-19` */
const visitsOnDayQuery = (location: string, day: string) =>
  queryOptions({
    queryKey: [location, "visits", "day", day],
    queryFn: () =>
      api.request("GET /visitors/bycompany/{company_id}", {
        params: { company_id: location },
        query: {
          count: ROWS_MAX,
          page: 1,
          filter: { signed_in: { startDate: day, endDate: nextDay(day) } },
        },
      }),
    placeholderData: keepPreviousData,
  });

/** The doors, named in a language. */
export const doorsQuery = (location: string, language: string) =>
  queryOptions({
    queryKey: [location, "entry-points", "names", language],
    queryFn: () =>
      api.request("GET /companies/{company_id}/entrypoints", {
        params: { company_id: location },
        query: { language_id: language },
      }),
  });

/** The visit types with their questions, in a language. */
export const visitTypesQuery = (location: string, language: string) =>
  queryOptions({
    queryKey: [location, "visit-types", "names", language],
    queryFn: () =>
      api.request("GET /companies/{company_id}/visittypes", {
        params: { company_id: location },
        query: { language_id: language },
      }),
  });

const NONE: readonly never[] = [];

/** The doors of this location in the console's language. */
export const useDoors = (): readonly Door[] => {
  const { i18n } = useTranslation();
  return useQuery(doorsQuery(useLocation()._id, i18n.language)).data ?? NONE;
};

/** The visit types of this location in the console's language. */
export const useVisitTypes = (): readonly VisitType[] => {
  const { i18n } = useTranslation();
  return useQuery(visitTypesQuery(useLocation()._id, i18n.language)).data ?? NONE;
};

/** The day it is at the location. */
export const useToday = (): string => dayOf(new Date(useNow()), useLocation().timezone);

/** Everybody inside, without those whose sign-out waits for its Undo to pass. */
export const useVisitsInside = (): { visits: readonly Visit[] | undefined; error: Error | null; again: () => void } => {
  const { data, error, refetch } = useQuery(insideQuery(useLocation()._id));
  const waiting = usePendingIds("out");
  const visits = useMemo(() => data?.filter(({ _id }) => !waiting.has(_id)), [data, waiting]);
  return { visits, error, again: () => void refetch() };
};

/** The visitors who are registered for today; none for a role that can't see them. */
export const useRegisteredToday = (): readonly RegisteredVisitor[] | undefined => {
  const may = useCan("registered_visitors");
  const { data } = useQuery({ ...registeredOnDayQuery(useLocation()._id, useToday()), enabled: may });
  const waiting = usePendingIds("in");
  return useMemo(() => (may ? data?.filter(({ _id }) => !waiting.has(_id)) : NONE), [may, data, waiting]);
};

/** The visits that began today, and how many there are. */
export const useVisitsToday = (): { total: number; visits: readonly Visit[] } => {
  const { data } = useQuery(visitsOnDayQuery(useLocation()._id, useToday()));
  return { total: data?.total ?? 0, visits: data?.visitors ?? NONE };
};
