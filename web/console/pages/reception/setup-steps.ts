import { queryOptions, useQuery } from "@tanstack/react-query";
import { useState } from "react";

import { api } from "../../data/api.ts";
import { useLocationId } from "../../data/location.ts";
import { useCan } from "../../data/session.ts";
import { devicesQuery, outboxHealthQuery } from "../../data/status-queries.ts";
import { preference, savePreference } from "../../lib/preferences.ts";

/** What a location needs before its first day, each with the page where it is done. Mail is set on the server. */
export const SETUP_STEPS = [
  { key: "hosts", to: "/at/$location/hosts" },
  { key: "types", to: "/at/$location/settings/visit-types" },
  { key: "door", to: "/at/$location/settings/devices" },
  { key: "mail", to: "/at/$location/outbox" },
  { key: "visit", to: "/at/$location/sign-in" },
] as const;

export type SetupStep = (typeof SETUP_STEPS)[number]["key"];

/** Whether there is one at all: two counts of one row each, and the visit types. */
const beginningsQuery = (location: string) =>
  queryOptions({
    queryKey: [location, "visits", "beginnings"],
    queryFn: async () => {
      const params = { company_id: location };
      const [hosts, imported, types, visits] = await Promise.all([
        api.request("GET /visitees/bycompany/{company_id}", { params, query: { count: 1, page: 1 } }),
        api.request("GET /companies/{company_id}/visitees/bulk", { params }),
        api.request("GET /companies/{company_id}/visittypes", { params }),
        api.request("GET /visitors/bycompany/{company_id}", { params, query: { count: 1, page: 1, total_at_most: 1 } }),
      ]);
      return { hosts: hosts.length > 0 || imported.count > 0, types: types.length > 0, visit: visits.total > 0 };
    },
  });

/**
 * The steps that are done, for who may set the location up; undefined while they are read, when all are done, and once the list
 * was put away in this browser.
 */
export const useSetupSteps = (): { done: ReadonlySet<SetupStep> | undefined; putAway: () => void } => {
  const location = useLocationId();
  const key = `view setup ${location}` as const;
  const [isAway, setAway] = useState(preference(key) === true);
  const enabled = useCan("location.manage") && !isAway;
  const { data: begun } = useQuery({ ...beginningsQuery(location), enabled });
  const { data: health } = useQuery({ ...outboxHealthQuery(location), enabled });
  const { data: devices } = useQuery({ ...devicesQuery(location), enabled });
  const putAway = (): void => {
    savePreference(key, true);
    setAway(true);
  };
  if (!enabled || begun === undefined || health === undefined || devices === undefined)
    return { done: undefined, putAway };
  const isDone: Record<SetupStep, boolean> = { ...begun, door: devices.length > 0, mail: health.mail_configured };
  const done = SETUP_STEPS.map((step) => step.key).filter((step) => isDone[step]);
  return { done: done.length === SETUP_STEPS.length ? undefined : new Set(done), putAway };
};
