import { queryOptions } from "@tanstack/react-query";

import { type Answer, api, queryClient } from "../../data/api/api.ts";

/** An application of a directory whose tokens are accepted. */
export type IdpCredential = Answer<"GET /idpcredentials">[number];

/** All of them. */
export const credentialsQuery = queryOptions({
  queryKey: ["idp-credentials"],
  queryFn: () => api.request("GET /idpcredentials"),
});

/** Has the list read again. */
export const invalidateCredentials = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: ["idp-credentials"] });
