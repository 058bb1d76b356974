import { QueryClient } from "@tanstack/react-query";

import { connect, connectBelow, FoyerError } from "../../../client/client.ts";
import type { Endpoints } from "../../../client/dist/endpoints.d.ts";
import type * as sessions from "../../../server/areas/sessions/contract.ts";
import type { SetupEndpoints } from "../../../server/areas/setup/contract.ts";
import type { EndpointsOf } from "../../shared/endpoints.ts";
import { keepPosition } from "./log-position.ts";
import { fetchWithReauth } from "./reauthentication.ts";
import { withTags } from "./record-tags.ts";
import { isTimeout } from "../lib/fetch-with-timeout.ts";

const sendTagged = withTags(fetchWithReauth);

/** Browsers send no more than 64 KiB together once a page has been left. */
const KEEPALIVE_LENGTH_MAX = 1024;

/**
 * A call that is refused may mean that the session has ended: then it is asked who is logged in (session.ts). What is written with little
 * or no body, such as a sign-out, is sent also while the page is left.
 */
const send: typeof fetch = async (input, init = {}) => {
  const { method = "GET", body = "" } = init;
  const keepalive = method !== "GET" && typeof body === "string" && body.length <= KEEPALIVE_LENGTH_MAX;
  const response = await sendTagged(input, { ...init, keepalive });
  keepPosition(response);
  if (response.status === 403 && !response.url.endsWith("/users/me"))
    void queryClient.invalidateQueries({ queryKey: ["me"] });
  return response;
};

/** The interface that integrators use; the session's cookie is the credential. */
export const api = connect<Endpoints>({ url: globalThis.location.origin, fetch: send, retries: 0 });

/** What the browser does with an address that gives a file: it saves it while it comes, and nothing of it is held by the page. */
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

/** What only the pages call: the user's session, and the set-up. */
export type InternalEndpoints = EndpointsOf<typeof sessions> & SetupEndpoints;

/** Calls what is outside `/api`, with the same credential. */
export const internalApi = connectBelow<InternalEndpoints>(globalThis.location.origin, { fetch: send, retries: 0 });

/** A call that was refused or malformed is refused again; one that met a fault may go through. A silent line is not waited for twice. */
const shouldRetry = (failures: number, error: Error): boolean =>
  failures < 2 && !isTimeout(error) && !(error instanceof FoyerError && error.status < 500);

/** What was read. The live events say when it is old (live.ts), so it need not be asked for by the clock. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: { staleTime: 60_000, retry: shouldRetry, networkMode: "offlineFirst" },
    mutations: { networkMode: "offlineFirst" },
  },
});
