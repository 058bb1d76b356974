import { queryOptions } from "@tanstack/react-query";

import { api } from "../../data/api/api.ts";
import { sortByIndex } from "../../components/order/ordered-records.ts";

/** The entry points of a location, in order. */
export const entryPointsQuery = (location: string) =>
  queryOptions({
    queryKey: [location, "entry-points"],
    queryFn: () => api.request("GET /companies/{company_id}/entrypoints", { params: { company_id: location } }),
    select: (all) => sortByIndex(all),
  });

/** The contents of an entry point's poster. */
export const posterQuery = (location: string, id: string) =>
  queryOptions({
    queryKey: [location, "poster", id],
    queryFn: () =>
      api.request("GET /companies/{company_id}/entrypoints/{id}/poster", { params: { company_id: location, id } }),
  });
