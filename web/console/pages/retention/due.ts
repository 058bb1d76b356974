import { keepPreviousData, queryOptions } from "@tanstack/react-query";

import { dayOf } from "../../../shared/format.ts";
import { api } from "../../data/api/api.ts";

const DAY_MS = 86_400_000;

/**
 * The day before whose beginning everything is erased, such as `2026-08-23`: visits of a day are kept for that many
 * whole days after it, by the location's calendar.
 * @param now milliseconds since 1970
 */
export const erasedBefore = (now: number, timeZone: string, days: number): string =>
  new Date(Date.parse(dayOf(new Date(now), timeZone)) - days * DAY_MS).toISOString().slice(0, 10);

/** How many visits began before a day. */
export const dueQuery = (location: string, before: string) =>
  queryOptions({
    queryKey: [location, "due", before],
    placeholderData: keepPreviousData,
    queryFn: async () => {
      const { total } = await api.request("GET /visitors/bycompany/{company_id}", {
        params: { company_id: location },
        query: { count: 1, page: 1, filter: { signed_in: { endDate: before } } },
      });
      return total;
    },
  });
