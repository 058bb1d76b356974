import { fetchOut } from "./call-out.ts";
import { CallFailure } from "./call-failure.ts";

/** Longer documents of a login provider are refused: those of the known ones have a few KiB. */
const BYTES_MAX = 512 * 1_024;
const DEADLINE_MS = 10_000;
/** Statuses that come without a body. */
const BODILESS = new Set([204, 205, 304]);

/** The request of a library that takes another `fetch`; the only bodies are forms. */
export type FetchOptions = { method: string; headers: Record<string, string>; body?: unknown; signal?: AbortSignal };

/** The same as `fetch`, as far as libraries use it. */
export type Fetch = (url: string, options: FetchOptions) => Promise<Response>;

const sentence = (failure: CallFailure, url: string): string =>
  failure.kind === "not_public"
    ? `${new URL(url).hostname} doesn't have a public address. To allow it, add its network to CONNECT_ALLOWED_NETWORKS.`
    : failure.message;

/**
 * Makes a `fetch` that goes where other calls to configured URLs do (call-out.ts).
 * @param allowed CIDR ranges that are allowed (CONNECT_ALLOWED_NETWORKS). Errors: CallFailure, as the cause of a
 * TypeError as `fetch` throws
 */
export const makeFetch =
  (allowed: readonly string[]): Fetch =>
  async (url, { method, headers, body, signal }) => {
    try {
      const {
        status,
        type,
        body: bytes,
      } = await fetchOut({
        url,
        method: method === "POST" ? "POST" : "GET",
        headers: { accept: "application/json", ...headers },
        body: body instanceof URLSearchParams ? body.toString() : undefined,
        allowed,
        deadlineMs: DEADLINE_MS,
        maxBytes: BYTES_MAX,
        ...(signal && { signal }),
      });
      const given = { status, headers: type === undefined ? {} : { "content-type": type } };
      return new Response(BODILESS.has(status) ? null : new Uint8Array(bytes), given);
    } catch (error) {
      if (!(error instanceof CallFailure)) throw error;
      throw new TypeError("fetch failed", { cause: new CallFailure(error.kind, sentence(error, url), error) });
    }
  };
