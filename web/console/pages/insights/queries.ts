import { keepPreviousData, queryOptions, useQueries, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { dayOf, hourOf } from "../../../shared/format.ts";
import { type Answer, api } from "../../data/api/api.ts";
import { useLocation, useLocationId } from "../../data/session/location.ts";
import { entryPointNamesQuery } from "../../data/lists/entry-points.ts";
import { visitTypesQuery } from "../../data/lists/visit-types.ts";
import { type DayRange, HOURLY_DAYS_MAX, intervalOf, lengthOf } from "./range.ts";

const GROUPS = ["hour", "weekday", "visit_type", "entrypoint_id", "recipient", "company"] as const;
type Group = (typeof GROUPS)[number];

/** A bar: its key, how many visits began or were inside, and on which day, if that is known. */
export type Bar = { key: string; total: number; day?: string };

const groupsQuery = (location: string, { start, end }: DayRange, by: Group) =>
  queryOptions({
    queryKey: [location, "counters", "groups", by, start, end],
    queryFn: async (): Promise<Bar[]> => {
      const groups = await api.request("GET /companies/{company_id}/statistics/groups/{start}/{end}", {
        params: { company_id: location, start, end },
        query: { by },
      });
      return groups.map(({ key = "", totalVisitorsIn: total }) => ({ key, total }));
    },
    placeholderData: keepPreviousData,
  });

const overTimeQuery = (location: string, { start, end }: DayRange, interval: "day" | "week" | "month") =>
  queryOptions({
    queryKey: [location, "counters", "graph", interval, start, end],
    queryFn: async (): Promise<Bar[]> => {
      const points = await api.request("GET /companies/{company_id}/statistics/graph/{start}/{end}", {
        params: { company_id: location, start, end },
        query: { interval },
      });
      return points.map(({ date: key, totalVisitorsIn: total }) => ({ key, total }));
    },
    placeholderData: keepPreviousData,
  });

const HOURS = 24;

type Hour = { date: string; peak: number };

/** For each hour of the day, the day with the most visitors inside; of several, the latest. */
const busiestOf = (hours: readonly Hour[], timezone: string): Bar[] => {
  const bars: Bar[] = Array.from({ length: HOURS }, (_, hour) => ({ key: String(hour), total: 0 }));
  for (const { date, peak: total } of hours) {
    const hour = hourOf(new Date(date), timezone);
    if (total > 0 && total >= (bars[hour]?.total ?? 0))
      bars[hour] = { key: String(hour), total, day: dayOf(new Date(date), timezone) };
  }
  return bars;
};

/** The most visitors inside in each hour of the day; no bars for a span that is too long for hourly numbers. */
const insideQuery = (location: string, timezone: string, days: DayRange) =>
  queryOptions({
    queryKey: [location, "counters", "inside", days.start, days.end],
    queryFn: async (): Promise<Bar[]> => {
      if (lengthOf(days) > HOURLY_DAYS_MAX) return [];
      const hours = await api.request("GET /companies/{company_id}/occupancy/{start}/{end}", {
        params: { company_id: location, ...days },
        query: { interval: "hour" },
      });
      return busiestOf(hours, timezone);
    },
    placeholderData: keepPreviousData,
  });

/** The page's data for a span; undefined until it is complete. */
export type Statistics = Record<Group | "time" | "month" | "inside", readonly Bar[]>;

/** All data for a span, requested in parallel. @param enabled whether to request it */
export const useStatistics = (days: DayRange, enabled = true) => {
  const { _id: location, timezone } = useLocation();
  return useQueries({
    queries: [
      ...GROUPS.map((by) => ({ ...groupsQuery(location, days, by), enabled })),
      ...[intervalOf(days), "month" as const].map((interval) => ({
        ...overTimeQuery(location, days, interval),
        enabled,
      })),
      { ...insideQuery(location, timezone, days), enabled },
    ],
    combine: (results): { data: Statistics | undefined; error: Error | null; again: () => void } => {
      const keys = [...GROUPS, "time", "month", "inside"] as const;
      const entries = results.flatMap(({ data }, index) => (data === undefined ? [] : [[keys[index], data]]));
      return {
        data: entries.length === keys.length ? (Object.fromEntries(entries) as Statistics) : undefined,
        error: results.find(({ error }) => error !== null)?.error ?? null,
        again: () => {
          for (const { refetch } of results) void refetch();
        },
      };
    },
  });
};

/** How long visits lasted and waited for approval, and who never came. */
export type Times = Answer<"GET /companies/{company_id}/statistics/times/{start}/{end}">;

/** The same for a span; undefined while it is read. */
export const useTimes = ({ start, end }: DayRange): Times | undefined => {
  const location = useLocationId();
  const { data } = useQuery({
    queryKey: [location, "counters", "times", start, end],
    queryFn: () =>
      api.request("GET /companies/{company_id}/statistics/times/{start}/{end}", {
        params: { company_id: location, start, end },
      }),
    placeholderData: keepPreviousData,
  });
  return data;
};

/** IDs of visit types and entry points with their names. */
export type GroupNames = ReadonlyMap<string, string>;

/** The name of each ID of a group; undefined until they are read. */
export const useGroupNames = (): GroupNames | undefined => {
  const { i18n } = useTranslation();
  const location = useLocationId();
  const { data: types } = useQuery(visitTypesQuery(location, i18n.language));
  const { data: entryPoints } = useQuery(entryPointNamesQuery(location, i18n.language));
  if (types === undefined || entryPoints === undefined) return undefined;
  return new Map([...types, ...entryPoints].map(({ _id, name }) => [_id, name]));
};

/** Whether there is nothing to draw yet: no visit at all. */
export const useIsEmpty = (): boolean => {
  const location = useLocationId();
  const { data } = useQuery({
    queryKey: [location, "visits", "any"],
    queryFn: () =>
      api.request("GET /visitors/bycompany/{company_id}", {
        params: { company_id: location },
        query: { count: 1, page: 1 },
      }),
  });
  return data?.total === 0;
};
