import { QueryClient } from "@tanstack/react-query";
import i18next from "i18next";

import { connect, connectBelow, FoyerError } from "../../../../client/client.ts";
import type { Endpoints } from "../../../../client/dist/endpoints.d.ts";
import type * as factors from "../../../../server/areas/sessions/factors/contract.ts";
import type * as sessions from "../../../../server/areas/sessions/contract.ts";
import type { SetupEndpoints } from "../../../../server/areas/setup/contract.ts";
import type { EndpointsOf } from "../../../shared/endpoints.ts";
import { UserFacingError } from "./error-message.ts";
import { keepPosition } from "./log-position.ts";
import { fetchWithReauth } from "./reauthentication.ts";
import { withTags } from "./record-tags.ts";
import { countRenewals, isRenewedSince, isSessionExpired } from "./session-expiry.ts";
import { isTimeout } from "../../lib/fetch-with-timeout.ts";

const sendTagged = withTags(fetchWithReauth);

/** Browsers send no more than 64 KiB in total once a page has been left. */
const KEEPALIVE_LENGTH_MAX = 1024;

/** Writes with little or no body, such as a sign-out, can be sent while the page is left. */
const sendOnce: typeof fetch = async (input, init = {}) => {
  const { method = "GET", body = "" } = init;
  const keepalive = method !== "GET" && typeof body === "string" && body.length <= KEEPALIVE_LENGTH_MAX;
  const response = await sendTagged(input, { ...init, keepalive });
  keepPosition(response);
  return response;
};

/** Later, a visitor who was to be signed in or out has come or gone another way. */
const HELD_MS_MAX = 5 * 60_000;

const isWrite = (input: RequestInfo | URL, { method = "GET" }: RequestInit): boolean =>
  method !== "GET" && typeof input === "string" && input.startsWith(`${globalThis.location.origin}/api/`);

/**
 * A refused call may mean that the session has ended: then the session is checked (session.ts), and a write is sent
 * again, once, when the same user has logged in again on the page: within five minutes, and never in another user's
 * name.
 */
const send: typeof fetch = async (input, init = {}) => {
  const [begun, renewals] = [Date.now(), countRenewals()];
  const response = await sendOnce(input, init);
  if (response.status !== 403 || response.url.endsWith("/users/me")) return response;
  const checked = queryClient.invalidateQueries({ queryKey: ["me"] });
  if (!isWrite(input, init)) return response;
  await checked;
  const waited = isSessionExpired();
  if ((await isRenewedSince(renewals)) && Date.now() - begun <= HELD_MS_MAX) return sendOnce(input, init);
  if (waited) throw new UserFacingError(i18next.t("refusal.loggedOut"));
  return response;
};

/** The interface that integrators use; the session's cookie is the credential. */
export const api = connect<Endpoints>({ url: globalThis.location.origin, fetch: send, retries: 0 });

/** Addresses of files: the browser downloads them itself, so the page holds nothing in memory. */
const startDownload = (address: string): void => {
  const link = document.createElement("a");
  link.href = address;
  link.download = "";
  link.click();
};

/** Calls whose answer is a file for the user. */
export const downloads = connect<Endpoints>({
  url: globalThis.location.origin,
  fetch: async (address) => {
    if (typeof address === "string") startDownload(address);
    return new Response(null, { status: 204 });
  },
});

/** The answer of an endpoint, such as `Answer<"GET /visitors/{visitorId}">`. */
export type Answer<Name extends keyof Endpoints> = Endpoints[Name]["answer"];

/** Endpoints for the pages alone: the user's session, and the setup. */
export type InternalEndpoints = EndpointsOf<typeof sessions> & EndpointsOf<typeof factors> & SetupEndpoints;

/** Calls endpoints outside `/api`, with the same credential. */
export const internalApi = connectBelow<InternalEndpoints>(globalThis.location.origin, { fetch: send, retries: 0 });

/** What took the database too long would again. */
const isTooSlow = ({ code }: FoyerError): boolean => code === "query_too_slow" || code === "indexing";

/**
 * A call that was refused or malformed would be refused again; a server error may be temporary. A stalled line is not
 * waited for twice.
 */
const shouldRetry = (failures: number, error: Error): boolean =>
  failures < 2 && !isTimeout(error) && !(error instanceof FoyerError && (error.status < 500 || isTooSlow(error)));

/** Live events say when data is out of date (live.ts), so it is never refetched by time. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 60_000, retry: shouldRetry, networkMode: "offlineFirst" },
    mutations: { networkMode: "offlineFirst" },
  },
});
