import { queryOptions } from "@tanstack/react-query";

import { type Answer, foyer, queries } from "../api.ts";

/** A user as the list has it. */
export type User = Answer<"GET /users">[number];

/** The users that the one who is logged in may see. */
export const usersQuery = queryOptions({ queryKey: ["users"], queryFn: () => foyer.request("GET /users") });

/** Has the list read again. */
export const usersChanged = (): Promise<void> => queries.invalidateQueries({ queryKey: ["users"] });

/** How a user is called: their name, else their address. */
export const nameOf = ({ first_name, last_name, email }: User): string =>
  [first_name, last_name].filter((part) => part !== undefined && part !== "").join(" ") || email;
