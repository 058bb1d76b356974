import type { SessionCookie } from "./sessions.ts";

/**
 * The parts of a call that identify its sender: the headers that may have a credential, the address, the location in
 * the path.
 */
export type RequestCredentials = {
  authorization: string | undefined;
  apiKey: string | undefined;
  address: string;
  location: string | undefined;
  /** The session cookie of a console user; used only without the other two. */
  session?: SessionCookie | undefined;
};

/** The credential in a call, before it is looked up. */
export type ParsedCredential =
  | { kind: "none" }
  | { kind: "key"; value: string }
  | { kind: "token"; value: string }
  | { kind: "basic"; user: string; password: string }
  | { kind: "session"; cookie: SessionCookie }
  | { kind: "unreadable" };

/** The user name and password of a Basic header; undefined if it can't be decoded. */
const basicOf = (value: string): { user: string; password: string } | undefined => {
  const text = Buffer.from(value, "base64").toString("utf8");
  const colon = text.indexOf(":");
  return colon < 0 || text.includes("\u0000")
    ? undefined
    : { user: text.slice(0, colon).trim().toLowerCase(), password: text.slice(colon + 1) };
};

/** A value without the prefix of an API key must be a token of the identity provider. */
const bearer = (value: string): ParsedCredential =>
  value === "" || value.startsWith("svc_") ? { kind: "key", value } : { kind: "token", value };

/**
 * `Authorization` takes precedence, with the scheme in upper or lower case; `X-API-Key` accepts only keys (rules 1).
 */
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
