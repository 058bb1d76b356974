import { queryOptions, useQuery } from "@tanstack/react-query";
import { useMemo } from "react";

import { dayAfter } from "../../../shared/format.ts";
import { type Answer, api } from "../api/api.ts";
import { DAY_ROWS_MAX, useToday } from "./day.ts";
import { useLocation } from "../session/location.ts";
import { usePendingIds } from "./pending-actions.ts";
import type { ReadFailure } from "../api/read-failure.ts";
import { useCan } from "../session/session.ts";

/** A registered visitor of a list. */
export type RegisteredVisitor = Answer<"GET /knownvisitors/bycompany/{company_id}">["visitors"][number];
/** Who is registered for a day, by time; those who are always expected come last. @param day `2026-05-19` */
export const registeredOnDayQuery = (location: string, day: string) =>
  queryOptions({
    queryKey: [location, "registered-visitors", "day", day],
    queryFn: async () => {
      const page = await api.request("GET /knownvisitors/bycompany/{company_id}", {
        params: { company_id: location },
        query: {
          count: DAY_ROWS_MAX,
          page: 1,
          filter: { visiting_on: { startDate: day, endDate: dayAfter(day) } },
          sorting: { visiting_on: "asc" },
        },
      });
      return page.visitors;
    },
  });

const NONE: readonly never[] = [];

/** The visitors who are registered for today, undefined until they are read; none for a role that can't see them. */
export const useRegisteredToday = (): ReadFailure & { registered: readonly RegisteredVisitor[] | undefined } => {
  const canRead = useCan("registered_visitors");
  const query = { ...registeredOnDayQuery(useLocation()._id, useToday()), enabled: canRead };
  const { data, error, refetch } = useQuery(query);
  const waiting = usePendingIds("in");
  const registered = useMemo(
    () => (canRead ? data?.filter(({ _id }) => !waiting.has(_id)) : NONE),
    [canRead, data, waiting],
  );
  return { registered, error, retry: () => void refetch() };
};
