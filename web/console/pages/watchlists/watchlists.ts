import { queryOptions } from "@tanstack/react-query";

import { type Answer, api, queryClient } from "../../data/api/api.ts";
import type { Visit } from "../../data/lists/visits.ts";
import type { WatchHit } from "../../data/lists/watch-hits.ts";

/** People whom a location looks out for. */
export type Watchlist = Answer<"GET /companies/{company_id}/watchlists">[number];
export type WatchEntry = Answer<"GET /companies/{company_id}/watchlists/{id}/entries">[number];

export const KINDS = ["denied", "alert", "vip"] as const satisfies readonly Watchlist["kind"][];
export const FORMATS = ["csv", "ofac", "eu", "un", "opensanctions"] as const;
export type Format = (typeof FORMATS)[number];

/** The most entries that are shown: a list from a file can have thousands. */
export const ENTRIES_SHOWN = 100;

/** All lists of a location. */
export const watchlistsQuery = (location: string) =>
  queryOptions({
    queryKey: [location, "watchlists"],
    queryFn: () => api.request("GET /companies/{company_id}/watchlists", { params: { company_id: location } }),
  });

/** The newest entries of a list. */
export const entriesQuery = (location: string, id: string) =>
  queryOptions({
    queryKey: [location, "watchlists", id],
    queryFn: () =>
      api.request("GET /companies/{company_id}/watchlists/{id}/entries", {
        params: { company_id: location, id },
        query: { count: ENTRIES_SHOWN, page: 1 },
      }),
  });

/** The entry of a hit. */
export const entryQuery = (location: string, { list_id: id, entry_id }: WatchHit) =>
  queryOptions({
    queryKey: [location, "watchlists", "entry", entry_id],
    queryFn: () =>
      api.request("GET /companies/{company_id}/watchlists/{id}/entries/{entry_id}", {
        params: { company_id: location, id, entry_id },
      }),
  });

/** What is shown of a visitor of a hit. */
export type Subject = Pick<Visit, "first_name" | "last_name" | "company" | "email" | "phone">;

/** Whom a hit is about: a visit, or a registered visitor. */
export const subjectQuery = (location: string, { visitorId, knownVisitorId }: WatchHit) =>
  queryOptions({
    queryKey: [location, "watchlists", "subject", visitorId ?? knownVisitorId],
    queryFn: (): Promise<Subject> =>
      visitorId === undefined
        ? api.request("GET /knownvisitors/{id}", { params: { id: knownVisitorId ?? "" } })
        : api.request("GET /visitors/{visitorId}", { params: { visitorId } }),
  });

/** Has lists, entries and hits read again. */
export const invalidateWatchlists = (location: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: [location, "watchlists"] });
