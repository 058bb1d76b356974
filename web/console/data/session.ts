import { queryOptions } from "@tanstack/react-query";
import { createContext, useContext } from "react";

import { FoyerError } from "../../../client/client.ts";
import { type Answer, api, internalApi, queryClient } from "./api.ts";
import { expireSession, renewSession } from "./session-expiry.ts";
import { can, type Permission } from "../../../shared/roles.ts";
import { savePreference, preference } from "../lib/preferences.ts";

/** The user who is logged in. */
export type Me = Extract<Answer<"GET /users/me">, { email: string }>;

/** For so long a log-out waits for the service. */
const PATIENCE_MS = 4000;

/** Ends the session at the service; where that cannot be reached, remembers that it is still to be done. */
export const endSession = async (): Promise<void> => {
  const { status } = await fetch("/session", { method: "DELETE", signal: AbortSignal.timeout(PATIENCE_MS) });
  // Refused: the session has ended already.
  savePreference("leaving", status !== 200 && status !== 403);
};

/** Repeats a log-out that did not reach the service. @returns whether the user is logged out because of it */
const finishPendingLogout = async (): Promise<boolean> => {
  if (preference("leaving") !== true) return false;
  await endSession().catch(() => undefined);
  return true;
};
globalThis.addEventListener("online", () => void finishPendingLogout());

const readMe = async ({ signal }: { signal: AbortSignal }): Promise<Me | null> => {
  const known = queryClient.getQueryData<Me | null>(["me"]) ?? null;
  const keep = (me: Me | null): Me | null => {
    renewSession(me !== null && me._id === known?._id);
    return me;
  };
  if (await finishPendingLogout()) return keep(null);
  try {
    const me = await api.request("GET /users/me", { signal });
    return keep("email" in me ? me : null);
  } catch (error) {
    if (signal.aborted || !(error instanceof FoyerError && error.status === 403)) throw error;
    // Who was logged in when the session ended keeps the page and what is typed on it.
    if (known === null) return keep(null);
    expireSession();
    return known;
  }
};

/** The user who is logged in; null without one. */
export const meQuery = queryOptions({ queryKey: ["me"], queryFn: readMe, staleTime: 300_000 });

/** The ways to log in. */
export const optionsQuery = queryOptions({
  queryKey: ["session options"],
  queryFn: () => internalApi.request("GET /session/options"),
});

/** Who is logged in, for all that is drawn in it. */
export const MeContext = createContext<Me | null>(null);

/** Who is logged in, on a page that only they reach. */
export const useMe = (): Me => {
  const me = useContext(MeContext);
  if (me === null) throw new Error("No user is logged in");
  return me;
};

/** Whether who is logged in may do it (rules 4). */
export const useCan = (permission: Permission): boolean => can(useMe().role, permission);
