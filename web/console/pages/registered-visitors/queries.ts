import { queryOptions } from "@tanstack/react-query";

import { type Answer, api, queryClient } from "../../data/api/api.ts";
import type { RegisteredVisitor } from "../../data/lists/registered-visitors.ts";

/** One registered visitor; the list's data is shown immediately. */
export const registeredOneQuery = (location: string, id: string, listed: RegisteredVisitor | undefined) =>
  queryOptions({
    queryKey: [location, "registered-visitors", "one", id],
    queryFn: (): Promise<RegisteredVisitor> => api.request("GET /knownvisitors/{id}", { params: { id } }),
    placeholderData: () => listed,
  });

/** Invalidates all of them. */
export const invalidateRegisteredVisitors = (location: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: [location, "registered-visitors"] });

/** The outcome of requested invitations. */
export type InvitationOutcome = Answer<"POST /companies/{company_id}/knownvisitors/sendinvites">;

/** Requests invitations. @param idempotencyKey keeps a repetition from sending any twice */
export const sendInvitations = (
  location: string,
  ids: readonly string[],
  idempotencyKey: string,
): Promise<InvitationOutcome> =>
  api.request("POST /companies/{company_id}/knownvisitors/sendinvites", {
    params: { company_id: location },
    body: [...ids],
    idempotencyKey,
  });

/** The same at a click, with the list read again. */
export const invite = async (location: string, ids: readonly string[]): Promise<InvitationOutcome> => {
  const counts = await sendInvitations(location, ids, globalThis.crypto.randomUUID());
  await invalidateRegisteredVisitors(location);
  return counts;
};

/** The outcome of each removal. */
export type RemovalOutcome = Answer<"POST /companies/{company_id}/knownvisitors/delete">;

/** Removes several; visitors who are inside are kept. */
export const removeRegisteredVisitors = async (location: string, ids: readonly string[]): Promise<RemovalOutcome> => {
  const outcomes = await api.request("POST /companies/{company_id}/knownvisitors/delete", {
    params: { company_id: location },
    body: [...ids],
  });
  await invalidateRegisteredVisitors(location);
  return outcomes;
};
