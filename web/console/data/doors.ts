import { queryOptions, useQuery } from "@tanstack/react-query";
import { useTranslation } from "react-i18next";

import { type Answer, api } from "./api.ts";
import { useLocation } from "./location.ts";

/** A door. */
export type Door = Answer<"GET /companies/{company_id}/entrypoints">[number];
/** The doors, named in a language. */
export const doorsQuery = (location: string, language: string) =>
  queryOptions({
    queryKey: [location, "entry-points", "names", language],
    queryFn: () =>
      api.request("GET /companies/{company_id}/entrypoints", {
        params: { company_id: location },
        query: { language_id: language },
      }),
  });

const NONE: readonly never[] = [];

/** The doors of this location in the console's language. */
export const useDoors = (): readonly Door[] => {
  const { i18n } = useTranslation();
  return useQuery(doorsQuery(useLocation()._id, i18n.language)).data ?? NONE;
};
