import type * as contract from "../../../server/areas/visitor-pages/contract.ts";
import type { EndpointsOf } from "../../shared/endpoints.ts";
import { fetchFile, makeCaller } from "../../visitor-flow/call.ts";
import type { DoorEndpoints } from "../../visitor-flow/endpoints.ts";

const TIMEOUT_MS = 20_000;
/** The copy of one's own data may be a hundred megabytes. */
const COPY_TIMEOUT_MS = 15 * 60_000;

/** Calls `/visit/api` with the token of a link (docs/visitor-pages.md). Never throws: the page shows errors. */
export const call = makeCaller<DoorEndpoints & EndpointsOf<typeof contract>>("/visit", {
  timeoutMs: (address) => (typeof address === "string" && address.endsWith("/data") ? COPY_TIMEOUT_MS : TIMEOUT_MS),
});

/** A file, such as the calendar entry; undefined when it could not be read. */
export const readFile = async (path: string, token: string): Promise<Blob | undefined> => {
  const response = await fetchFile(`/visit/api${path}`, token, TIMEOUT_MS);
  return response?.blob().catch(() => undefined);
};

/** A new reference, which identifies a sign-in that is sent again. `randomUUID` is missing on plain HTTP pages. */
export const newClientRef = (): string =>
  (crypto as Partial<Crypto>).randomUUID?.() ?? `${Date.now()}-${Math.random().toString(36).slice(2)}`;
