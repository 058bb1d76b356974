import type { Method } from "./columns.ts";
import type { Credentials } from "./credentials.ts";
import { signatureHeaders } from "./signing.ts";

/** A webhook's payload: the name of the event, the location, and the IDs of interface 6.2. */
export type Payload = { eventName: string; companyId: string } & Record<string, string>;

/** One message to the receiver. */
export type WebhookMessage = {
  payload: Payload;
  /** The same whenever the same event is sent, so that receivers can recognise repetitions. */
  eventId: string;
  isReplay: boolean;
  /** Milliseconds since 1970. */
  now: number;
};

/** A call as it goes out. */
export type WebhookRequest = { url: string; method: Method; headers: Record<string, string>; body: string | undefined };

/** The value of the Basic header; undefined unless both halves are configured (interface 5.9). */
export const basicOf = ({ username, password }: Credentials): string | undefined =>
  username === undefined || password === undefined
    ? undefined
    : `Basic ${Buffer.from(`${username}:${password}`).toString("base64")}`;

/** The URL with the fields after its own query (rules 5). The fragment is removed: it is never sent. */
const withQuery = (url: string, payload: Payload): { url: string; query: string } => {
  const [base = ""] = url.split("#", 1);
  const mark = base.indexOf("?");
  const own = mark < 0 ? "" : base.slice(mark + 1);
  const fields = new URLSearchParams(payload).toString();
  const query = own === "" ? fields : `${own.replace(/&$/, "")}&${fields}`;
  return { url: `${mark < 0 ? base : base.slice(0, mark)}?${query}`, query };
};

/**
 * The target and the content of a call, and the part that is signed: the body or, with GET, the query as in the URL.
 */
const targetAndContent = (url: string, method: Method, payload: Payload) => {
  if (method === "GET") {
    const target = withQuery(url, payload);
    return { url: target.url, body: undefined, signed: target.query };
  }
  const body = JSON.stringify(payload);
  return { url, body, signed: body };
};

/** The request that delivers a message to a webhook (interface 6.1), signed according to Standard Webhooks. */
export const requestOf = (
  { url, http_method: method }: { url: string; http_method: Method },
  credentials: Credentials,
  { payload, eventId, isReplay, now }: WebhookMessage,
): WebhookRequest => {
  const { signed, body, url: requestUrl } = targetAndContent(url, method, payload);
  const basic = basicOf(credentials);
  const stamp = { id: eventId, seconds: Math.floor(now / 1_000), payload: signed };
  return {
    url: requestUrl,
    method,
    body,
    headers: {
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(basic === undefined ? {} : { authorization: basic }),
      ...signatureHeaders(credentials.secrets, stamp),
      ...(isReplay ? { "foyer-replay": "true" } : {}),
    },
  };
};
