import type { SessionCookie } from "./sessions.ts";

/** What a call shows of its sender: the headers that may carry a credential, the address it came from, the location in its path. */
export type RequestCredentials = {
  authorization: string | undefined;
  apiKey: string | undefined;
  address: string;
  location: string | undefined;
  /** The session cookie of a console user; it counts without the other two only. */
  session?: SessionCookie | undefined;
};

/** The credential a call carries, not yet looked at closer. */
export type ParsedCredential =
  | { kind: "none" }
  | { kind: "key"; value: string }
  | { kind: "token"; value: string }
  | { kind: "basic"; user: string; password: string }
  | { kind: "session"; cookie: SessionCookie }
  | { kind: "unreadable" };

/** The user name and password of a Basic header; undefined when it cannot be read as such. */
const basicOf = (value: string): { user: string; password: string } | undefined => {
  const text = Buffer.from(value, "base64").toString("utf8");
  const colon = text.indexOf(":");
  return colon < 0 || text.includes("\u0000")
    ? undefined
    : { user: text.slice(0, colon).trim().toLowerCase(), password: text.slice(colon + 1) };
};

/** Whatever does not begin as our keys do must be a token of the identity provider. */
const bearer = (value: string): ParsedCredential =>
  value === "" || value.startsWith("svc_") ? { kind: "key", value } : { kind: "token", value };

/** `Authorization` decides when it is there, with the scheme in any letter case; `X-API-Key` takes keys only (rules 1). */
export const parseCredential = ({ authorization, apiKey, session }: RequestCredentials): ParsedCredential => {
  if (authorization === undefined && apiKey !== undefined) return { kind: "key", value: apiKey.trim() };
  if (authorization === undefined)
    return session === undefined ? { kind: "none" } : { kind: "session", cookie: session };
  const [, scheme = "", value = ""] = /^(\S+)\s*(.*)$/s.exec(authorization.trim()) ?? [];
  if (scheme === "") return { kind: "none" };
  if (scheme.toLowerCase() === "bearer") return bearer(value.trim());
  const basic = scheme.toLowerCase() === "basic" ? basicOf(value) : undefined;
  return basic === undefined ? { kind: "unreadable" } : { kind: "basic", ...basic };
};
