import { queryOptions, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";

import { api } from "../../data/api/api.ts";
import { useLocationId } from "../../data/session/location.ts";
import { useCan } from "../../data/session/session.ts";
import { devicesQuery, outboxHealthQuery } from "../../data/lists/status-queries.ts";
import { visitTypesQuery } from "../../data/lists/visit-types.ts";
import { preference, savePreference } from "../../lib/preferences.ts";

/** What a location needs before its first day, each with its page. Mail is configured on the server. */
export const SETUP_STEPS = [
  { key: "hosts", to: "/at/$location/hosts" },
  { key: "types", to: "/at/$location/settings/visit-types" },
  { key: "door", to: "/at/$location/settings/devices" },
  { key: "mail", to: "/at/$location/outbox" },
  { key: "visit", to: "/at/$location/sign-in" },
] as const;

export type SetupStep = (typeof SETUP_STEPS)[number]["key"];

/** The progress of a location's setup: unknown, and why; nothing to show; or the completed steps. */
export type SetupProgress =
  | { state: "loading"; error: Error | null; retry: () => void }
  | { state: "away" }
  | { state: "done" | "steps"; done: ReadonlySet<SetupStep> };

/** Whether there is a host at all, in the list or from a directory. */
const anyHostQuery = (location: string) =>
  queryOptions({
    queryKey: [location, "hosts", "any"],
    queryFn: async () => {
      const params = { company_id: location };
      const [hosts, imported] = await Promise.all([
        api.request("GET /visitees/bycompany/{company_id}", { params, query: { count: 1, page: 1 } }),
        api.request("GET /companies/{company_id}/visitees/bulk", { params }),
      ]);
      return hosts.length > 0 || imported.count > 0;
    },
  });

/** Whether there is a visit at all, or one that began with a poster. */
const anyVisitQuery = (location: string, source: "any" | "poster") =>
  queryOptions({
    queryKey: [location, "visits", "begun", source],
    queryFn: async () => {
      const filter = source === "poster" ? { filter: { signed_in_source: "2" } } : {};
      const { total } = await api.request("GET /visitors/bycompany/{company_id}", {
        params: { company_id: location },
        query: { count: 1, page: 1, total_at_most: 1, ...filter },
      });
      return total > 0;
    },
  });

/**
 * The queries for each step. A completed step isn't read again: otherwise every event of a visit would do so
 * (data/live/live.ts).
 */
const useReads = (enabled: boolean) => {
  const location = useLocationId();
  const { i18n } = useTranslation();
  const kiosk = useQuery({ ...devicesQuery(location), enabled, select: ({ length }) => length > 0 });
  const needsPoster = enabled && kiosk.data === false;
  return {
    hosts: useQuery({ ...anyHostQuery(location), enabled }),
    types: useQuery({
      ...visitTypesQuery(location, i18n.language),
      enabled,
      select: ({ length }) => length > 0,
    }),
    kiosk,
    poster: useQuery({
      ...anyVisitQuery(location, "poster"),
      enabled: ({ state }) => needsPoster && state.data !== true,
    }),
    mail: useQuery({ ...outboxHealthQuery(location), enabled, select: ({ mail_configured }) => mail_configured }),
    visit: useQuery({ ...anyVisitQuery(location, "any"), enabled: ({ state }) => enabled && state.data !== true }),
  };
};

const stateOf = ({ kiosk, poster, ...reads }: ReturnType<typeof useReads>): SetupProgress => {
  const isDone: Record<SetupStep, boolean | undefined> = {
    hosts: reads.hosts.data,
    types: reads.types.data,
    door: kiosk.data === true || poster.data,
    mail: reads.mail.data,
    visit: reads.visit.data,
  };
  const steps = SETUP_STEPS.map(({ key }) => key);
  const done = new Set(steps.filter((step) => isDone[step]));
  if (steps.every((step) => isDone[step] !== undefined))
    return { state: done.size === steps.length ? "done" : "steps", done };
  const failed = [kiosk, poster, ...Object.values(reads)].filter(({ error }) => error !== null);
  return {
    state: "loading",
    error: failed[0]?.error ?? null,
    retry: () => failed.forEach(({ refetch }) => void refetch()),
  };
};

/**
 * The completed steps, for users who may set the location up. Once all are done, or the list was dismissed, this
 * browser remembers that and no longer reads them.
 */
export const useSetupSteps = (): { progress: SetupProgress; putAway: () => void } => {
  const key = `view setup ${useLocationId()}` as const;
  const [isAway, setAway] = useState(preference(key) === true);
  const enabled = useCan("location.manage") && !isAway;
  const read = stateOf(useReads(enabled));
  const progress: SetupProgress = enabled ? read : { state: "away" };
  const { state } = progress;
  useEffect(() => {
    if (state === "done") savePreference(key, true);
  }, [key, state]);
  const putAway = (): void => {
    savePreference(key, true);
    setAway(true);
  };
  return { progress, putAway };
};
