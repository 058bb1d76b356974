import type { Body, World } from "../../../support/world.ts";

/** An answer outside `/api`. */
export type Seen = { status: number; body: Body; text: string; headers: Record<string, unknown>; cookies: string[] };

export type SentRequest = {
  body?: unknown;
  form?: Record<string, string>;
  headers?: Record<string, string>;
  from?: string;
};

/** The origin of a service under test, as `light-my-request` names its host. */
export const ORIGIN = "http://localhost:80";

const pairs = (cookies: readonly string[]): [string, string][] =>
  cookies.map((cookie) => {
    const [name = "", value = ""] = (cookie.split(";", 1)[0] ?? "").split(/=(.*)/s);
    return [name, value];
  });

/** A client that keeps cookies as a browser does, and says where its calls come from. */
export type Visitor = {
  jar: Map<string, string>;
  send(method: string, path: string, sent?: SentRequest): Promise<Seen>;
  /** Signs in; throws when that fails. */
  signIn(email: string, password: string): Promise<Seen>;
};

const payloadOf = ({ body, form }: SentRequest) => {
  if (form !== undefined)
    return {
      payload: new URLSearchParams(form).toString(),
      headers: { "content-type": "application/x-www-form-urlencoded" },
    };
  return body === undefined
    ? { headers: {} }
    : { payload: JSON.stringify(body), headers: { "content-type": "application/json" } };
};

/** A browser on one of our own pages, or with `null` for the origin a program that says nothing of pages; headers of a call win. */
export const makeVisitor = (world: World, address = "198.51.100.1", origin: string | null = ORIGIN): Visitor => {
  const jar = new Map<string, string>();
  const send = async (method: string, path: string, sent: SentRequest = {}): Promise<Seen> => {
    const { payload, headers } = payloadOf(sent);
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await world.app.inject({
      method: method as "GET",
      url: path,
      ...(payload === undefined ? {} : { payload }),
      headers: {
        ...headers,
        ...(cookie === "" ? {} : { cookie }),
        ...(method === "GET" || origin === null ? {} : { origin }),
        ...sent.headers,
      },
      remoteAddress: sent.from ?? address,
    });
    const cookies = [response.headers["set-cookie"] ?? []].flat();
    for (const [name, value] of pairs(cookies)) {
      if (value === "") jar.delete(name);
      else jar.set(name, value);
    }
    const isJson = String(response.headers["content-type"]).startsWith("application/json");
    return {
      status: response.statusCode,
      body: isJson ? JSON.parse(response.body) : response.body,
      text: response.body,
      headers: response.headers,
      cookies,
    };
  };
  const signIn = async (email: string, password: string): Promise<Seen> => {
    const seen = await send("POST", "/session", { body: { email, password } });
    if (seen.status !== 200) throw new Error(`not signed in: ${seen.text}`);
    return seen;
  };
  return { jar, send, signIn };
};

let calls = 0;

/** An address that no other test of this file uses. */
export const newAddress = (): string => {
  calls += 1;
  return `10.7.${calls >> 8}.${calls & 255}`;
};

export const PASSWORD = "a-long-enough-password";

/** Creates a user with `PASSWORD`. */
export const buildAccount = async (world: World, overrides: Record<string, unknown> = {}): Promise<Body> => {
  calls += 1;
  const sent = { email: `person-${calls}@example.org`, password: PASSWORD, role: "receptionist", ...overrides };
  const { status, body, text } = await world.post("/users", sent);
  if (status !== 200) throw new Error(`no user: ${text}`);
  return body;
};
