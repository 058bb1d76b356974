import { connect, type Endpoint, FoyerError, isJson, type RequestArguments } from "../../client/client.ts";

/** Why a call came to nothing. `0`: it did not get through. */
export type Failure = { status: number; field?: string; waitSeconds?: number };
/** What came of a call. */
export type CallResult<T> = { answer: T; failure?: undefined } | { answer?: undefined; failure: Failure };

/** Calls an endpoint by its name, such as `POST /visits`. Never throws: the page says what went wrong. */
export type Caller<Endpoints extends { [name in keyof Endpoints]: Endpoint }> = <Name extends keyof Endpoints>(
  name: Name,
  ...input: RequestArguments<Endpoints[Name]>
) => Promise<CallResult<Endpoints[Name]["answer"]>>;

type CallerOptions = {
  /** After which a call is given up. */
  timeoutMs: (address: RequestInfo | URL) => number;
  /** Sees every answer, also a refusal. */
  received?: (response: Response) => void;
};

const failureOf = (error: unknown): Failure => {
  // No network, no answer in time, or a proxy that answers in the server's place.
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

/** Makes the client of an area. @param area where it is, such as `/kiosk` @returns what calls it with a credential */
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

/** A file, such as a document or the calendar entry; undefined when it could not be read, or not in time where there is a limit. */
export const fetchFile = async (url: string, credential: string, timeoutMs?: number): Promise<Response | undefined> => {
  const headers = { authorization: `Bearer ${credential}` };
  const signal = timeoutMs === undefined ? null : AbortSignal.timeout(timeoutMs);
  const response = await fetch(url, { cache: "no-store", headers, signal }).catch(() => undefined);
  return response?.ok === true ? response : undefined;
};
