import { queryOptions } from "@tanstack/react-query";

import { type InternalEndpoints, internalApi, queryClient } from "../../data/api/api.ts";
import { meQuery } from "../../data/session/session.ts";

/** A browser on which the user is logged in (docs/sessions.md). */
export type Session = InternalEndpoints["GET /session/list"]["answer"][number];

/** Where the user is logged in, the latest use first. */
export const sessionsQuery = queryOptions({
  queryKey: ["sessions"],
  queryFn: () => internalApi.request("GET /session/list"),
  staleTime: 0,
});

/** Changes the user's own name or language. */
export const updateProfile = async (part: InternalEndpoints["PUT /session"]["body"]): Promise<void> => {
  await internalApi.request("PUT /session", { body: part });
  await queryClient.invalidateQueries({ queryKey: meQuery.queryKey });
};

/** Changes the user's own password; every other browser is logged out by it. */
export const changePassword = async (current_password: string, password: string): Promise<void> => {
  await internalApi.request("PUT /session/password", { body: { current_password, password } });
  await queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
};

/** Mails a link to choose a password. */
export const mailPasswordLink = (email: string): Promise<unknown> =>
  internalApi.request("POST /session/password/forgot", { body: { email } });

/** Logs out on another browser. */
export const endSession = async (id: string): Promise<void> => {
  await internalApi.request("DELETE /session/list/{id}", { params: { id } });
  await queryClient.invalidateQueries({ queryKey: sessionsQuery.queryKey });
};
