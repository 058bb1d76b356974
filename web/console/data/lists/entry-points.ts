import { queryOptions, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { type Answer, api } from "../api/api.ts";
import { useLocation } from "../session/location.ts";

/** An entry point as the API returns it. */
export type EntryPoint = Answer<"GET /companies/{company_id}/entrypoints">[number];

/** The entry points, named in a language. */
export const entryPointNamesQuery = (location: string, language: string) =>
  queryOptions({
    queryKey: [location, "entry-points", "names", language],
    queryFn: () =>
      api.request("GET /companies/{company_id}/entrypoints", {
        params: { company_id: location },
        query: { language_id: language },
      }),
  });

const NONE: readonly never[] = [];

/** The entry points of this location in the console's language. */
export const useEntryPoints = (): readonly EntryPoint[] => {
  const { i18n } = useTranslation();
  return useQuery(entryPointNamesQuery(useLocation()._id, i18n.language)).data ?? NONE;
};
