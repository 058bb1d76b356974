import { connect, type Endpoint, FoyerError, isJson, type RequestArguments } from "../../client/client.ts";

/** Why a call failed. `0`: it did not get through. */
export type Failure = { status: number; field?: string; waitSeconds?: number };
/** The result of a call. */
export type CallResult<T> = { answer: T; failure?: undefined } | { answer?: undefined; failure: Failure };

/** Calls an endpoint by its name, such as `POST /visits`. Never throws: the page shows errors. */
export type Caller<Endpoints extends { [name in keyof Endpoints]: Endpoint }> = <Name extends keyof Endpoints>(
  name: Name,
  ...input: RequestArguments<Endpoints[Name]>
) => Promise<CallResult<Endpoints[Name]["answer"]>>;

type CallerOptions = {
  /** The time-out of a call. */
  timeoutMs: (address: RequestInfo | URL) => number;
  /** Called with every response, including errors. */
  received?: (response: Response) => void;
};

const failureOf = (error: unknown): Failure => {
  // Offline, no response in time, or a proxy that answers instead of the server.
  if (!(error instanceof FoyerError)) return { status: 0 };
  const { status, field, retryAfter = 0 } = error;
  return {
    status,
    ...(field === undefined ? {} : { field }),
    ...(retryAfter > 0 ? { waitSeconds: retryAfter } : {}),
  };
};

const fetchJson =
  ({ timeoutMs, received }: CallerOptions): typeof fetch =>
  async (input, init) => {
    const signal = AbortSignal.timeout(timeoutMs(input));
    const response = await fetch(input, { ...init, cache: "no-store", signal });
    received?.(response);
    if (!isJson(response)) throw new TypeError("The answer is not the service's");
    return response;
  };

/**
 * Makes the client of an area. @param area its address, such as `/kiosk` @returns a function that calls it with a
 * credential
 */
export const makeCaller =
  <Endpoints extends { [name in keyof Endpoints]: Endpoint }>(area: string, options: CallerOptions) =>
  (credential: string | undefined): Caller<Endpoints> => {
    const client = connect<Endpoints>({
      url: `${globalThis.location.origin}${area}`,
      fetch: fetchJson(options),
      retries: 0,
      ...(credential === undefined ? {} : { key: credential }),
    });
    return (name, ...input) =>
      client.request(name, ...input).then(
        (answer) => ({ answer }),
        (error: unknown) => ({ failure: failureOf(error) }),
      );
  };

/** A file, such as a document or the calendar entry; undefined if it could not be read, or not in time. */
export const fetchFile = async (url: string, credential: string, timeoutMs?: number): Promise<Response | undefined> => {
  const headers = { authorization: `Bearer ${credential}` };
  const signal = timeoutMs === undefined ? null : AbortSignal.timeout(timeoutMs);
  const response = await fetch(url, { cache: "no-store", headers, signal }).catch(() => undefined);
  return response?.ok === true ? response : undefined;
};
