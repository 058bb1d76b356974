import { queryOptions } from "@tanstack/react-query";

import { callInternal, queryClient } from "../../data/api.ts";
import { meQuery } from "../../data/session.ts";

/** A browser on which the user is logged in (docs/sessions.md). */
export type Session = {
  _id: string;
  created: string;
  last_used: string;
  /** Such as `Firefox, Windows`; absent when unknown. */
  client?: string;
  address: string;
  /** The one that asks. */
  current: boolean;
};

/** Where the user is logged in, the latest use first. */
export const sessionsQuery = queryOptions({
  queryKey: ["sessions"],
  // The service's documentation is the proof of the answer's type.
  queryFn: () => callInternal("GET", "/session/list") as Promise<Session[]>,
  staleTime: 0,
});

/** Changes the user's own name or language. */
export const updateProfile = async (part: Record<string, string | null>): Promise<void> => {
  await callInternal("PUT", "/session", part);
  await queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
};

/** Changes the user's own password; every other browser is logged out by it. */
export const changePassword = async (current_password: string, password: string): Promise<void> => {
  await callInternal("PUT", "/session/password", { current_password, password });
  await queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
};

/** Mails a link to choose a password. */
export const mailPasswordLink = (email: string): Promise<unknown> =>
  callInternal("POST", "/session/password/forgot", { email });

/** Logs out on another browser. */
export const endSession = async (id: string): Promise<void> => {
  await callInternal("DELETE", `/session/list/${id}`);
  await queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
};
