import { keepPreviousData, queryOptions, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { type Answer, api, queryClient } from "../../data/api/api.ts";
import { useLocationId } from "../../data/session/location.ts";
import { useCan } from "../../data/session/session.ts";
import type { Visit } from "../../data/lists/visits.ts";

/** A custom question of the location. */
export type CustomField = Answer<"GET /companies/{company_id}/fields">[number];
/** An entry of a visit's timeline. */
export type TimelineEvent = Answer<"GET /visitors/{visitorId}/timeline">[number];
/** An agreement as a visit signed it. */
export type SignedAgreement = Answer<"GET /visitors/{visitorId}/agreements">[number];

type CachedVisitList =
  | readonly Visit[]
  | { visitors?: readonly Visit[]; pages?: readonly { visitors: readonly Visit[] }[] };

const rowsOf = (listed: CachedVisitList | undefined): readonly Visit[] => {
  if (listed === undefined || typeof listed !== "object") return [];
  if ("length" in listed) return listed;
  return [...(listed.visitors ?? []), ...(listed.pages?.flatMap(({ visitors }) => visitors) ?? [])];
};

/** The visit as a list on this page has it: shown until the whole of it has come. */
const findCachedVisit = (location: string, id: string): Visit | undefined =>
  ["visits", "inside"]
    .flatMap((kind) => queryClient.getQueriesData<CachedVisitList>({ queryKey: [location, kind] }))
    .flatMap(([, data]) => rowsOf(data))
    .find(({ _id }) => _id === id);

/** One visit in full. */
export const visitQuery = (location: string, id: string) =>
  queryOptions({
    queryKey: [location, "visit", id],
    queryFn: (): Promise<Visit> => api.request("GET /visitors/{visitorId}", { params: { visitorId: id } }),
    placeholderData: () => findCachedVisit(location, id),
  });

/** What the visit signed. */
export const signedAgreementsQuery = (location: string, id: string) =>
  queryOptions({
    queryKey: [location, "visit", id, "agreements"],
    queryFn: () => api.request("GET /visitors/{visitorId}/agreements", { params: { visitorId: id } }),
  });

/** What happened to the visit. */
export const timelineQuery = (location: string, id: string) =>
  queryOptions({
    queryKey: [location, "visit", id, "timeline"],
    queryFn: () => api.request("GET /visitors/{visitorId}/timeline", { params: { visitorId: id } }),
  });

/** The custom questions of a location, in a language. */
export const fieldsQuery = (location: string, language: string) =>
  queryOptions({
    queryKey: [location, "visit-types", "fields", language],
    queryFn: () =>
      api.request("GET /companies/{company_id}/fields", {
        params: { company_id: location },
        query: { language_id: language },
      }),
    placeholderData: keepPreviousData,
  });

/** The hosts of a location that are listed. */
export const hostsQuery = (location: string) =>
  queryOptions({
    queryKey: [location, "hosts", "list"],
    queryFn: () => api.request("GET /visitees/bycompany/{company_id}", { params: { company_id: location } }),
  });

/** A host as the list has them. */
export type Host = Answer<"GET /visitees/bycompany/{company_id}">[number];

const NONE: readonly never[] = [];

/** The custom questions of this location in the console's language; undefined while they are read, none where they can't be. */
export const useReadFields = (): readonly CustomField[] | undefined => {
  const { i18n } = useTranslation();
  const { data, isPending } = useQuery(fieldsQuery(useLocationId(), i18n.language));
  return isPending ? undefined : (data ?? NONE);
};

/** The same; none while they are read. */
export const useFields = (): readonly CustomField[] => useReadFields() ?? NONE;

/** The hosts of this location; none for a role that may not know them. */
export const useHosts = (): readonly Host[] =>
  useQuery({ ...hostsQuery(useLocationId()), enabled: useCan("hosts.read") }).data ?? NONE;
