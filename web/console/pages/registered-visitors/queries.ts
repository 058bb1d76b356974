import { queryOptions } from "@tanstack/react-query";

import { type Answer, api, queryClient } from "../../data/api.ts";
import type { RegisteredVisitor } from "../../data/registered-visitors.ts";

/** One registered visitor; what a list has of them is shown at once. */
export const registeredOneQuery = (location: string, id: string, listed: RegisteredVisitor | undefined) =>
  queryOptions({
    queryKey: [location, "registered-visitors", "one", id],
    queryFn: (): Promise<RegisteredVisitor> => api.request("GET /knownvisitors/{id}", { params: { id } }),
    placeholderData: () => listed,
  });

/** Has all of them read again. */
export const invalidateRegisteredVisitors = (location: string): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: [location, "registered-visitors"] });

/** What became of invitations that were asked for. */
export type InvitationOutcome = Answer<"POST /companies/{company_id}/knownvisitors/sendinvites">;

/** Asks for invitations to be mailed. @param idempotencyKey by which a repetition mails none twice */
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

/** What became of each one that was to be removed. */
export type RemovalOutcome = Answer<"POST /companies/{company_id}/knownvisitors/delete">;

/** Removes several; who is inside is kept. */
export const removeRegisteredVisitors = async (location: string, ids: readonly string[]): Promise<RemovalOutcome> => {
  const outcomes = await api.request("POST /companies/{company_id}/knownvisitors/delete", {
    params: { company_id: location },
    body: [...ids],
  });
  await invalidateRegisteredVisitors(location);
  return outcomes;
};
