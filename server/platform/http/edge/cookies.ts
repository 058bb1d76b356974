import type { FastifyReply, FastifyRequest } from "fastify";

import { isForeign, isOwn, type Origin } from "../../auth/request-origin.ts";
import type { SessionCookie } from "../../auth/sessions.ts";
import type { Context } from "../../context.ts";

type Settings = Pick<Context, "config">;

const isSecure = ({ config }: Settings): boolean => config.publicUrl.startsWith("https:") || config.tls !== undefined;

/**
 * A cookie's name. `__Host-` (on HTTPS) makes browsers refuse it from other hosts, paths and plain HTTP; without HTTPS
 * they would refuse the prefix itself.
 */
const cookieName = (settings: Settings, name: string): string => (isSecure(settings) ? `__Host-${name}` : name);

/** The name of the session's cookie, without prefix. */
export const SESSION_COOKIE = "foyer";

/** A cookie's properties: `strict` is sent with calls of our own pages only, `lax` also when a link leads here. */
export type Cookie = { name: string; value: string; maxAgeMs: number; sameSite: "Strict" | "Lax" };

/** Sets a cookie that scripts can't read; without time left, the browser deletes it. */
export const setCookie = (
  settings: Settings,
  reply: FastifyReply,
  { name, value, maxAgeMs, sameSite }: Cookie,
): void => {
  const parts = [
    `${cookieName(settings, name)}=${value}`,
    "Path=/",
    `Max-Age=${Math.floor(maxAgeMs / 1000)}`,
    "HttpOnly",
    `SameSite=${sameSite}`,
    ...(isSecure(settings) ? ["Secure"] : []),
  ];
  reply.header("set-cookie", parts.join("; "));
};

/**
 * The value of a cookie; undefined if there is none, and if there are several: without `__Host-`, a site on a related
 * host can add its own, and ours can't be told apart.
 */
export const cookieOf = (settings: Settings, request: FastifyRequest, name: string): string | undefined => {
  const start = `${cookieName(settings, name)}=`;
  const found = (request.headers.cookie ?? "")
    .split(";")
    .map((part) => part.trim())
    .filter((part) => part.startsWith(start));
  return found.length === 1 ? found[0]?.slice(start.length) : undefined;
};

const originOf = ({ config }: Settings, request: FastifyRequest): Origin => {
  const fetchSite = request.headers["sec-fetch-site"];
  return {
    method: request.method,
    origin: request.headers.origin,
    fetchSite: typeof fetchSite === "string" ? fetchSite : undefined,
    own: [new URL(config.publicUrl).origin, `${request.protocol}://${request.host}`.toLowerCase()],
  };
};

/** Whether the browser says that a page of another site makes the call. */
export const isForeignCall = (settings: Settings, request: FastifyRequest): boolean =>
  isForeign(originOf(settings, request));

/** The session cookie in a call, if there is one. */
export const readSessionCookie = (settings: Settings, request: FastifyRequest): SessionCookie | undefined => {
  const value = cookieOf(settings, request, SESSION_COOKIE);
  return value === undefined || value === "" ? undefined : { value, own: isOwn(originOf(settings, request)) };
};
