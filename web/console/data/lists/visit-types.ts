import { queryOptions, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { type Answer, api } from "../api/api.ts";
import { useLocation } from "../session/location.ts";

/** A visit type with its questions. */
export type VisitType = Answer<"GET /companies/{company_id}/visittypes">[number];

/** The visit types with their questions, in a language. */
export const visitTypesQuery = (location: string, language: string) =>
  queryOptions({
    queryKey: [location, "visit-types", "names", language],
    queryFn: () =>
      api.request("GET /companies/{company_id}/visittypes", {
        params: { company_id: location },
        query: { language_id: language },
      }),
  });

const NONE: readonly never[] = [];

/** The visit types of this location in the console's language. */
export const useVisitTypes = (): readonly VisitType[] => {
  const { i18n } = useTranslation();
  return useQuery(visitTypesQuery(useLocation()._id, i18n.language)).data ?? NONE;
};
