import { fetchOut } from "./call-out.ts";
import { CallFailure } from "./call-failure.ts";
import type { WholeResponse } from "./exchange.ts";

/** Longer documents of a login provider are refused: those of the known ones have a few KiB. */
const BYTES_MAX = 512 * 1_024;
const DEADLINE_MS = 10_000;
/** Statuses that come without a body. */
const BODILESS = new Set([204, 205, 304]);

/** The request of a library that takes another `fetch`; the only bodies are forms. */
export type FetchOptions = { method: string; headers: Record<string, string>; body?: unknown; signal?: AbortSignal };

/** The same as `fetch`, as far as libraries use it. */
export type Fetch = (url: string, options: FetchOptions) => Promise<Response>;

const isForm = (body: unknown): body is URLSearchParams => body instanceof URLSearchParams;

const responseOf = ({ status, type, body }: WholeResponse): Response =>
  new Response(BODILESS.has(status) ? null : new Uint8Array(body), {
    status,
    headers: type === undefined ? {} : { "content-type": type },
  });

/** The failure as `fetch` has it, with a sentence for the administrator. */
const failureOf = (error: unknown, url: string): unknown => {
  if (!(error instanceof CallFailure)) return error;
  const { hostname } = new URL(url);
  const walled = `${hostname} doesn't have a public address. To allow it, add its network to CONNECT_ALLOWED_NETWORKS.`;
  const cause = error.kind === "not_public" ? new CallFailure(error.kind, walled, error) : error;
  return new TypeError("fetch failed", { cause });
};

/**
 * Makes a `fetch` that goes where other calls to configured URLs do (call-out.ts).
 * @param allowed CIDR ranges that are allowed (CONNECT_ALLOWED_NETWORKS). Errors: CallFailure, as the cause of a
 * TypeError as `fetch` throws
 */
export const makeFetch =
  (allowed: readonly string[]): Fetch =>
  (url, { method, headers, body, signal }) =>
    fetchOut({
      url,
      method: method === "POST" ? "POST" : "GET",
      headers: { accept: "application/json", ...headers },
      body: isForm(body) ? body.toString() : undefined,
      allowed,
      deadlineMs: DEADLINE_MS,
      maxBytes: BYTES_MAX,
      ...(signal && { signal }),
    })
      .then(responseOf)
      .catch((error: unknown) => {
        throw failureOf(error, url);
      });
