import { queryOptions } from "@tanstack/react-query";
import { createContext, useContext } from "react";

import { FoyerError } from "../../../../client/client.ts";
import { type Answer, api, internalApi, queryClient } from "../api/api.ts";
import { expireSession, renewSession } from "../api/session-expiry.ts";
import { can, type Permission } from "../../../../shared/roles.ts";
import { savePreference, preference } from "../../lib/preferences.ts";

/** The user who is logged in. */
export type Me = Extract<Answer<"GET /users/me">, { email: string }>;

/** How long a log-out waits for the service. */
const PATIENCE_MS = 4000;

/** Ends the session at the service; if that can't be reached, remembers to do so later. */
export const endSession = async (): Promise<void> => {
  const { status } = await fetch("/session", { method: "DELETE", signal: AbortSignal.timeout(PATIENCE_MS) });
  // Refused: the session has ended already.
  savePreference("leaving", status !== 200 && status !== 403);
};

/** Repeats a log-out that did not reach the service. @returns whether it has logged the user out */
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
    // The user whose session ended keeps the page and their typed text.
    if (known === null) return keep(null);
    expireSession();
    return known;
  }
};

/** The logged-in user; null without one. */
export const meQuery = queryOptions({ queryKey: ["me"], queryFn: readMe, staleTime: 300_000 });

/** The available ways to log in. */
export const optionsQuery = queryOptions({
  queryKey: ["session options"],
  queryFn: () => internalApi.request("GET /session/options"),
});

/** The logged-in user, for everything below. */
export const MeContext = createContext<Me | null>(null);

/** The logged-in user, on a page that only they can reach. */
export const useMe = (): Me => {
  const me = useContext(MeContext);
  if (me === null) throw new Error("No user is logged in");
  return me;
};

/** Whether the logged-in user has a permission (rules 4). */
export const useCan = (permission: Permission): boolean => can(useMe().role, permission);
