import { queryOptions } from "@tanstack/react-query";

import { type Answer, api } from "../api/api.ts";

/** A user in the list. */
export type User = Answer<"GET /users">[number];

/** The users that the logged-in user may see. */
export const usersQuery = queryOptions({ queryKey: ["users"], queryFn: () => api.request("GET /users") });
