import { queryOptions, useSuspenseQuery } from "@tanstack/react-query";

import { FoyerError } from "../../client/client.ts";
import { type Answer, callOutside, foyer, queries } from "./api.ts";
import { mayRole, type Permission } from "./may.ts";

/** The user who is logged in. */
export type Me = Extract<Answer<"GET /users/me">, { email: string }>;

const readMe = async (): Promise<Me | null> => {
  try {
    const me = await foyer.request("GET /users/me");
    return "email" in me ? me : null;
  } catch (error) {
    if (error instanceof FoyerError && error.status === 403) return null;
    throw error;
  }
};

/** Who is logged in; null: nobody. */
export const meQuery = queryOptions({ queryKey: ["me"], queryFn: readMe, staleTime: 300_000 });

/** Who is logged in, on a page that only they reach. */
export const useMe = (): Me => {
  const { data } = useSuspenseQuery(meQuery);
  if (data === null) throw new Error("Nobody is logged in");
  return data;
};

/** Whether who is logged in may do it (decisions 4). */
export const useMay = (permission: Permission): boolean => mayRole(useMe().role, permission);

/** Ends the session here, and forgets everything that was read in it. */
export const logOut = async (): Promise<void> => {
  try {
    await callOutside("DELETE", "/session");
  } finally {
    queries.clear();
    await (await import("./kept-list.ts")).forgetLists();
  }
};
