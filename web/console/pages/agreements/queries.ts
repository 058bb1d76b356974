import { queryOptions } from "@tanstack/react-query";

import { type Answer, api } from "../../data/api/api.ts";
import { sortByIndex } from "../../components/order/ordered-records.ts";

/** An agreement as the service answers it. */
export type Agreement = Answer<"GET /companies/{company_id}/agreements/{agreement_id}">;

/** The agreements of a location, in their order. */
export const agreementsQuery = (location: string) =>
  queryOptions({
    queryKey: [location, "agreements"],
    queryFn: () => api.request("GET /companies/{company_id}/agreements", { params: { company_id: location } }),
    select: (all) => sortByIndex(all),
  });

/** One agreement. */
export const agreementQuery = (location: string, id: string) =>
  queryOptions({
    queryKey: [location, "agreements", id],
    queryFn: () =>
      api.request("GET /companies/{company_id}/agreements/{agreement_id}", {
        params: { company_id: location, agreement_id: id },
      }),
  });

/** The visit types that may ask for it. */
export const visitTypesQuery = (location: string) =>
  queryOptions({
    queryKey: [location, "visit-types"],
    queryFn: () => api.request("GET /companies/{company_id}/visittypes", { params: { company_id: location } }),
    select: (all) => sortByIndex(all),
  });

/** One version: who made it, and when. */
export type Version = { version: number; at: string; by: string | undefined; id: string };

const versionOf = (record: unknown): number | undefined => {
  const value: unknown = typeof record === "object" && record !== null ? Reflect.get(record, "version") : undefined;
  return typeof value === "number" ? value : undefined;
};

/** The versions of an agreement, the newest first, as the audit log tells. */
export const versionsQuery = (location: string, id: string) =>
  queryOptions({
    queryKey: [location, "agreements", id, "versions"],
    queryFn: async (): Promise<Version[]> => {
      const entries = await api.request("GET /companies/{company_id}/audit", {
        params: { company_id: location },
        query: { subject_id: id },
      });
      return entries.flatMap(({ _id, at, actor, before, after }) => {
        const version = versionOf(after);
        return version === undefined || version === versionOf(before) ? [] : [{ version, at, by: actor.name, id: _id }];
      });
    },
  });
