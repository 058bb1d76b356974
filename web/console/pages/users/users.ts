import { queryClient } from "../../data/api/api.ts";
import { type User, usersQuery } from "../../data/session/user-list.ts";

/** Has the list read again. */
export const invalidateUsers = (): Promise<void> => queryClient.invalidateQueries({ queryKey: usersQuery.queryKey });

/** The name of a user, or else their address. */
export const nameOf = ({ first_name, last_name, email }: User): string =>
  [first_name, last_name].filter((part) => part !== undefined && part !== "").join(" ") || email;
