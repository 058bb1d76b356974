import { queryOptions } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { createContext, useContext } from "react";
import { useTranslation } from "react-i18next";

import type { FormatContext } from "../../../shared/format.ts";
import { type Answer, api } from "../api/api.ts";

/** The ID of the page's location, from the address. */
export const useLocationId = (): string => {
  const { location } = useParams({ strict: false });
  return location ?? "";
};

/** Reads one location. */
export const locationQuery = (id: string) =>
  queryOptions({
    queryKey: [id, "location"],
    queryFn: () => api.request("GET /companies/{company_id}", { params: { company_id: id } }),
  });

type LocationDetails = Answer<"GET /companies/{company_id}">;

/** The location of everything below it: read once per page, since each row uses it. */
export const LocationContext = createContext<LocationDetails | undefined>(undefined);

/** The location of the page. */
export const useLocation = (): LocationDetails => {
  const place = useContext(LocationContext);
  if (place === undefined) throw new Error("useLocation outside a location's page");
  return place;
};

/** The locations of the user. */
export const locationsQuery = queryOptions({
  queryKey: ["locations"],
  queryFn: () => api.request("GET /companiesList"),
});

/** How days and times are formatted on this page: the console's language, the location's clock. */
export const useFormatContext = (): FormatContext => {
  const { i18n } = useTranslation();
  return { language: i18n.language, timeZone: useLocation().timezone };
};
