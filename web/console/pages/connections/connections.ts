import { queryOptions } from "@tanstack/react-query";

import { type Answer, api, queryClient } from "../../data/api/api.ts";

/** One connection of Foyer to another system. */
export type Connection = Answer<"GET /connections">[number];

/** Everything that Foyer is connected to. */
export const connectionsQuery = queryOptions({
  queryKey: ["connections"],
  queryFn: () => api.request("GET /connections"),
  refetchInterval: 60_000,
});

/** Has the connections read again. */
export const invalidateConnections = (): Promise<void> =>
  queryClient.invalidateQueries({ queryKey: connectionsQuery.queryKey });

/** What tells a connection from the others. */
export const keyOf = ({ kind, _id, company_id }: Connection): string => [kind, _id ?? company_id ?? ""].join("-");

/** The page with the settings of a connection. */
export type SettingsLink = { to: string; location: string; search: Record<string, string> };

/** @param isGlobal whether the user sees the pages of the whole installation */
export const settingsOf = (
  { kind, _id = "", company_id }: Connection,
  location: string,
  isGlobal: boolean,
): SettingsLink => {
  const at = (path: string, search: Record<string, string> = {}): SettingsLink => ({
    to: `/at/$location/${path}`,
    location: company_id ?? location,
    search,
  });
  switch (kind) {
    case "webhook":
      return at("settings/webhook");
    case "directory":
      return at("settings/directories", { directory: _id });
    case "login_provider":
      return at("settings/login-providers", { provider: _id });
    default:
      return isGlobal ? at("settings/system") : at("outbox");
  }
};

/** Whether a test succeeded, and what was said. */
export type TestOutcome = { works: boolean; words?: string | undefined };

/**
 * The test of a connection; undefined where there is none.
 * @param email the user's own, for a test email
 */
export const testOf = (
  { kind, _id: id = "", company_id = "", state }: Connection,
  email: string | undefined,
): (() => Promise<TestOutcome>) | undefined => {
  if (kind === "login_provider")
    return async () => {
      const { works, problem } = await api.request("POST /loginproviders/{id}/test", { params: { id } });
      return { works, words: problem };
    };
  if (kind === "webhook")
    return async () => {
      const sent = await api.request("POST /companies/{company_id}/webhooks/test", { params: { company_id } });
      return { works: sent.state === "delivered", words: sent.error };
    };
  if (kind !== "mail" || state === "off" || email === undefined) return undefined;
  return async () => {
    const sent = await api.request("POST /system/testmessage", { body: { kind, to: email } });
    return { works: sent.accepted, words: sent.error ?? sent.answer };
  };
};
