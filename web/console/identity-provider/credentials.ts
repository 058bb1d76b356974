import { queryOptions } from "@tanstack/react-query";

import { type Answer, foyer, queries } from "../api.ts";

/** An application of a directory whose tokens are accepted. */
export type IdpCredential = Answer<"GET /idpcredentials">[number];

/** All of them. */
export const credentialsQuery = queryOptions({
  queryKey: ["idp-credentials"],
  queryFn: () => foyer.request("GET /idpcredentials"),
});

/** Has the list read again. */
export const credentialsChanged = (): Promise<void> => queries.invalidateQueries({ queryKey: ["idp-credentials"] });
