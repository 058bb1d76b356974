import { addressesOf, type Resolve, systemResolve } from "./addresses.ts";
import { openConnection } from "./connection.ts";
import { startDeadline } from "./call-deadline.ts";
import {
  type OutboundResponse,
  exchange,
  exchangeWhole,
  type OutboundRequest,
  refuseBrokenHeaders,
  type WholeResponse,
} from "./exchange.ts";
import type { FailureKind } from "../lib/failure-kinds.ts";
import { CallFailure } from "./call-failure.ts";
import { readTarget } from "./target.ts";
import type { ErrorCode } from "../../../shared/error-codes.ts";

/** A longer URL is not stored; receivers don't accept longer ones either. */
const URL_LENGTH_MAX = 4_096;
/** How long looking up a name may take while an administrator waits for their URL to be saved. */
const CHECK_MS_MAX = 5_000;

type NetworkPolicy = {
  /** CIDR ranges that are allowed although they are not public (WEBHOOK_ALLOWED_NETWORKS, CONNECT_ALLOWED_NETWORKS). */
  allowed: readonly string[];
  /** Resolves a name; by default, as the machine does. */
  resolve?: Resolve;
};

export type OutboundCall = OutboundRequest &
  NetworkPolicy & {
    url: string;
    /** For everything together: name, connection, TLS, sending, reading. */
    deadlineMs: number;
    /** After this many bytes of the response's body the connection is closed, and the status counts. */
    maxBytes: number;
    /** Ends the call early. */
    signal?: AbortSignal;
  };

/** Why there is no response: a sentence, its kind, and the system's name for it, if any. */
export type FailedCall = { error: string; kind: FailureKind; code: string | undefined };

const failedCall = (error: unknown): FailedCall => {
  if (!(error instanceof CallFailure)) throw error;
  return { error: error.message, kind: error.kind, code: error.code };
};

/** Makes a call by one of the ways to exchange. Errors: CallFailure */
const connectAnd = async <T>(
  exchangeBy: (...given: Parameters<typeof exchangeWhole>) => Promise<T>,
  call: OutboundCall,
): Promise<T> => {
  const { allowed, resolve = systemResolve, maxBytes: bytesMax } = call;
  const deadline = startDeadline(call.deadlineMs, call.signal);
  try {
    const target = readTarget(call.url);
    refuseBrokenHeaders(call.headers);
    const addresses = await addressesOf(target, { allowed, resolve, signal: deadline.signal });
    const socket = await openConnection(target, addresses, { allowed, deadline });
    try {
      return await exchangeBy(socket, target, call, { bytesMax, signal: deadline.signal });
    } finally {
      socket.destroy();
    }
  } finally {
    deadline.stop();
  }
};

/**
 * Makes one HTTP call to a configured URL. It connects only to public addresses and those in `allowed`, and to the very
 * address that was checked; redirects are not followed; proxy variables are ignored; nothing is decompressed.
 * @returns the status with the first KiB of the response, or why there is none; it never throws for reasons outside
 * this service
 */
export const callOut = async (call: OutboundCall): Promise<OutboundResponse | FailedCall> => {
  try {
    return await connectAnd(exchange, call);
  } catch (error) {
    return failedCall(error);
  }
};

/** The same, with the whole body of the response. Errors: CallFailure, also if it is longer than `maxBytes` */
export const fetchOut = async (call: OutboundCall): Promise<WholeResponse> => {
  const response = await connectAnd(exchangeWhole, call);
  if (response.body.length < call.maxBytes) return response;
  throw new CallFailure("incomplete_response", `The response of ${new URL(call.url).host} is too long.`);
};

/**
 * The result of checking a URL: a problem with its error code (refuse it), a note (save it and return the note), or
 * neither.
 */
export type UrlCheck =
  | { problem: string; code: ErrorCode; note?: undefined }
  | { problem?: undefined; code?: undefined; note?: string };

/**
 * Checks a URL that is to be saved, as a call would (interface 2.5, rules 5). A name that does not resolve now is
 * accepted with a note: it is checked again at every call.
 * @param allowed CIDR ranges that are allowed (WEBHOOK_ALLOWED_NETWORKS)
 */
export const checkUrl = async (
  url: string,
  allowed: readonly string[],
  { resolve = systemResolve, deadlineMs = CHECK_MS_MAX }: { resolve?: Resolve; deadlineMs?: number } = {},
): Promise<UrlCheck> => {
  if (url.length > URL_LENGTH_MAX)
    return { problem: `The URL must have at most ${URL_LENGTH_MAX} characters.`, code: "too_large" };
  const deadline = startDeadline(deadlineMs, undefined);
  try {
    await addressesOf(readTarget(url), { allowed, resolve, signal: deadline.signal });
    return {};
  } catch (error) {
    const { error: sentence, kind } = failedCall(error);
    if (kind === "unresolved") return { note: sentence };
    if (kind === "timeout") return { note: "The URL's host name didn't resolve in time." };
    return { problem: sentence, code: kind === "not_public" || kind === "credentials_in_url" ? kind : "wrong_format" };
  } finally {
    deadline.stop();
  }
};
