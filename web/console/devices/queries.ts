import { queryOptions } from "@tanstack/react-query";

import { type Answer, foyer } from "../api.ts";
import { inOrder } from "../components/ordered.ts";

/** A kiosk as the service answers it. */
export type Device = Answer<"GET /companies/{company_id}/devices">[number];

/** The entry points that a kiosk may stand at. */
export const entryPointsQuery = (location: string) =>
  queryOptions({
    queryKey: [location, "entry-points"],
    queryFn: () => foyer.request("GET /companies/{company_id}/entrypoints", { params: { company_id: location } }),
    select: (all) => inOrder(all),
  });
