import { queryOptions } from "@tanstack/react-query";

import { type Answer, api } from "./api.ts";

/** A user as the list has it. */
export type User = Answer<"GET /users">[number];

/** The users that the one who is logged in may see. */
export const usersQuery = queryOptions({ queryKey: ["users"], queryFn: () => api.request("GET /users") });
