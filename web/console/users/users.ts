import { queries } from "../api.ts";
import { type User, usersQuery } from "../user-list.ts";

/** Has the list read again. */
export const usersChanged = (): Promise<void> => queries.invalidateQueries({ queryKey: usersQuery.queryKey });

/** How a user is called: their name, else their address. */
export const nameOf = ({ first_name, last_name, email }: User): string =>
  [first_name, last_name].filter((part) => part !== undefined && part !== "").join(" ") || email;
