import { queryOptions } from "@tanstack/react-query";

import { type Answer, api } from "../api/api.ts";

/** A visitor who could be on a watch list. */
export type WatchHit = Answer<"GET /companies/{company_id}/watchlists/hits">[number];

/** The hits of a location that wait for an outcome: those not looked at yet, and those that were confirmed. */
export const hitsQuery = (location: string) =>
  queryOptions({
    queryKey: [location, "watchlists", "hits"],
    queryFn: async () => {
      const read = (state: "open" | "same") =>
        api.request("GET /companies/{company_id}/watchlists/hits", {
          params: { company_id: location },
          query: { state },
        });
      const [open, confirmed] = await Promise.all([read("open"), read("same")]);
      return [...open, ...confirmed];
    },
    refetchInterval: 60_000,
  });
