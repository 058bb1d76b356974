import { queryOptions } from "@tanstack/react-query";
import type { Static } from "typebox";

import type { VisitType as Contract } from "../../../../server/resources/visit-types/contract.ts";
import { type Answer, api } from "../../data/api/api.ts";

/** A visit type as the service answers it. */
export type VisitType = Static<typeof Contract>;
export type Agreement = Answer<"GET /companies/{company_id}/agreements">[number];

const MONTH_MS = 30 * 86_400_000;

/** The visit types of a location, in their order. */
export const visitTypesQuery = (location: string) =>
  queryOptions({
    queryKey: [location, "visit-types"],
    queryFn: async (): Promise<VisitType[]> => {
      const types = await api.request("GET /companies/{company_id}/visittypes", { params: { company_id: location } });
      return types.toSorted((a, b) => a.index - b.index);
    },
  });

/** One visit type. */
export const visitTypeQuery = (location: string, id: string) =>
  queryOptions({
    queryKey: [location, "visit-types", id],
    queryFn: (): Promise<VisitType> =>
      api.request("GET /companies/{company_id}/visittypes/{id}", { params: { company_id: location, id } }),
  });

/** The agreements that a visit type may ask for. */
export const agreementsQuery = (location: string) =>
  queryOptions({
    queryKey: [location, "agreements"],
    queryFn: () => api.request("GET /companies/{company_id}/agreements", { params: { company_id: location } }),
  });

/**
 * How many visits used it, in total or within the last 30 days. It is only informative, so it may be some minutes old.
 */
export const usedQuery = (location: string, id: string, recent: boolean) =>
  queryOptions({
    queryKey: [location, "visit-type-used", id, recent],
    staleTime: 300_000,
    queryFn: async () => {
      const since = recent ? { signed_in: { startDate: new Date(Date.now() - MONTH_MS).toISOString() } } : {};
      const { total } = await api.request("GET /visitors/bycompany/{company_id}", {
        params: { company_id: location },
        query: { count: 1, page: 1, filter: { visit_type: id, ...since } },
      });
      return total;
    },
  });
