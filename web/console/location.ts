import { queryOptions, useSuspenseQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { useTranslation } from "react-i18next";

import type { Writing } from "../shared/format.ts";
import { type Answer, foyer } from "./api.ts";

/** The id of the location that the page is about: it stands in the address. */
export const useLocationId = (): string => {
  const { location } = useParams({ strict: false });
  return location ?? "";
};

/** Reads one location. */
export const locationQuery = (id: string) =>
  queryOptions({
    queryKey: [id, "location"],
    queryFn: () => foyer.request("GET /companies/{company_id}", { params: { company_id: id } }),
  });

/** The location that the page is about; the shell has read it before the page is drawn. */
export const useLocation = (): Answer<"GET /companies/{company_id}"> =>
  useSuspenseQuery(locationQuery(useLocationId())).data;

/** The locations of the user. */
export const locationsQuery = queryOptions({
  queryKey: ["locations"],
  queryFn: () => foyer.request("GET /companiesList"),
});

/** How days and times are written on this page: the console's language, the location's clock. */
export const useWriting = (): Writing => {
  const { i18n } = useTranslation();
  return { language: i18n.language, timeZone: useLocation().timezone };
};
