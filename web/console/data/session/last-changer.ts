import { queryOptions } from "@tanstack/react-query";

import { internalApi } from "../api/api.ts";

/** Where a record is, to tell who changed it. */
export type RecordPlace = { location: string; id: string };

/**
 * The name of the other user, or key, who changed a record last; undefined if the service does not tell. @param state
 * the change that is asked about: another one is asked about anew
 */
export const lastChangerQuery = ({ location, id }: RecordPlace, state: string) =>
  queryOptions({
    queryKey: [location, "last-changer", id, state],
    queryFn: async (): Promise<string | null> => {
      const params = { company_id: location, id };
      return (await internalApi.request("GET /session/changer/{company_id}/{id}", { params })).name ?? null;
    },
    retry: false,
  });
