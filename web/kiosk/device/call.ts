import { syncClock } from "./clock.ts";

/** Why a call came to nothing. `0`: it did not get through. */
export type Failure = { status: number; field?: string };
/** What came of a call. */
export type CallResult<T> = { answer: T; failure?: undefined } | { answer?: undefined; failure: Failure };

/** What a call is made with. */
export type CallOptions = { credential?: string | undefined; body?: unknown; timeoutMs?: number };

const TIMEOUT_MS = 8000;

const fieldIn = (answer: unknown): { field?: string } => {
  const field: unknown = typeof answer === "object" && answer !== null ? Reflect.get(answer, "field") : undefined;
  return typeof field === "string" ? { field } : {};
};

/**
 * Calls `/kiosk/api` (docs/kiosks.md). Never throws: a kiosk stands there whatever the network does.
 * @param path below `/kiosk/api`
 */
export const call = async <T>(
  method: "GET" | "POST",
  path: string,
  { credential, body, timeoutMs = TIMEOUT_MS }: CallOptions = {},
): Promise<CallResult<T>> => {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), timeoutMs);
  try {
    const response = await fetch(`/kiosk/api${path}`, {
      method,
      cache: "no-store",
      signal: patience.signal,
      headers: {
        ...(credential === undefined ? {} : { authorization: `Bearer ${credential}` }),
        ...(body === undefined ? {} : { "content-type": "application/json" }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    syncClock(response.headers.get("date"));
    const answer: unknown = await response.json();
    return response.ok ? { answer: answer as T } : { failure: { status: response.status, ...fieldIn(answer) } };
  } catch {
    // No network, no answer in time, or a proxy that answers in the service's place.
    return { failure: { status: 0 } };
  } finally {
    clearTimeout(timer);
  }
};
