import { queryOptions } from "@tanstack/react-query";

import { type Answer, foyer } from "./api.ts";

/** A user as the list has it. */
export type User = Answer<"GET /users">[number];

/** The users that the one who is logged in may see. */
export const usersQuery = queryOptions({ queryKey: ["users"], queryFn: () => foyer.request("GET /users") });
