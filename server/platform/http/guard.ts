import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

import { type AuthenticatedCall, authenticate, recheckCaller } from "../auth/authenticate.ts";
import { requireRecentLogin } from "../auth/recent-login.ts";
import { coveredLocation } from "../auth/coverage.ts";
import type { Credential } from "../auth/credential.ts";
import type { LocationClock } from "../auth/location-clock.ts";
import type { RequestCredentials } from "../auth/parsed-credential.ts";
import { canCall, hasScopeFor } from "../../../shared/roles.ts";
import type { Context } from "../context.ts";
import { canonicalAddress } from "../lib/net/ip-address.ts";
import { forbidden } from "../lib/errors.ts";
import { contentOf } from "./input/body.ts";
import type { Endpoint } from "./contract/contract.ts";
import { readSessionCookie } from "./edge/cookies.ts";
import { makeAccessLog } from "./edge/access-log.ts";
import { sendFailure } from "./output/error-handler.ts";
import { securityHeaders } from "./edge/security-headers.ts";

declare module "fastify" {
  interface FastifyRequest {
    principal: Credential | undefined;
    location: string;
    clock: LocationClock | undefined;
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint;
    open?: boolean;
  }
}

const header = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
};

/** Some gateways write the caller's port into X-Forwarded-For. */
const withoutPort = (text: string): string => text.replace(/^(\d+\.\d+\.\d+\.\d+|\[[^\]]*\]):\d+$/, "$1");

/** The address for refusals and IP lists: from a trusted proxy, or else the peer's. */
export const sourceOf = (request: FastifyRequest): string =>
  canonicalAddress(withoutPort(request.ip)) ?? canonicalAddress(request.socket.remoteAddress ?? "") ?? "0.0.0.0";

const credentialsOf = (
  context: Context,
  request: FastifyRequest,
  location: string | undefined,
): RequestCredentials => ({
  authorization: header(request, "authorization"),
  apiKey: header(request, "x-api-key"),
  address: sourceOf(request),
  location,
  session: readSessionCookie(context, request),
});

const authenticateRequest = async (
  context: Context,
  request: FastifyRequest,
  location: string | undefined,
): Promise<AuthenticatedCall> => authenticate(context, credentialsOf(context, request, location));

const namedInPath = (request: FastifyRequest): string | undefined => {
  const { params } = request;
  const named: unknown = typeof params === "object" && params !== null ? Reflect.get(params, "company_id") : undefined;
  return typeof named === "string" ? named : undefined;
};

const covers = ({ locations }: Credential, location: string): boolean =>
  locations === "all" || locations.includes(location);

/**
 * Answers a call that reached no route, such as one whose path can't be decoded: without a credential it learns
 * nothing.
 */
export const answerUnroutable = async (
  context: Context,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  // No hook runs for it.
  reply.headers(securityHeaders(context));
  try {
    if (/^\/api(?:[/?]|$)/.test(request.raw.url ?? "")) await authenticateRequest(context, request, undefined);
    return sendFailure(error, request, reply);
  } catch (refusal) {
    return sendFailure(refusal, request, reply);
  }
};

/** Paths closed to keys, with everything below them (rules 5). */
const CLOSED = new Set(["users", "apikeys", "idpcredentials", "directories", "loginproviders", "loginrules"]);

/** Checks 3 and 4 for an unknown path: a caller who may not use it isn't told that it doesn't exist. Errors: `403`. */
export const guardUnknown = async (context: Context, request: FastifyRequest): Promise<void> => {
  const { principal } = request;
  if (principal === undefined) return;
  const [first = "", second] = (request.url.split("?", 1)[0] ?? "").replace(/^\/api\/+/, "").split("/");
  if (principal.kind !== "user" && CLOSED.has(first)) throw forbidden("endpoint is closed to API keys");
  if (first !== "companies" || second === undefined || second === "") return;
  if ((await coveredLocation(context.db, principal, second)) === undefined) throw forbidden("location is not covered");
};

/** Checks 1 to 4 of rules 1: refusal limit, credential, location in the path, role. The body is not checked here. */
const guardHeaders = async (context: Context, request: FastifyRequest): Promise<void> => {
  const { open, endpoint } = request.routeOptions.config;
  if (open === true) return;
  const named = namedInPath(request);
  const { principal, clock } = await authenticateRequest(context, request, named);
  request.principal = principal;
  request.clock = clock;
  if (endpoint === undefined) return;
  if (named !== undefined && (clock === undefined || !covers(principal, clock._id)))
    throw forbidden("location is not covered");
  request.location = clock?._id ?? "";
  if (endpoint.closedToKeys === true && principal.kind !== "user") throw forbidden("endpoint is closed to API keys");
  if (principal.kind !== "user" && !hasScopeFor(endpoint.permission, principal.scopes))
    throw forbidden("the key lacks the scope for this");
  if (!canCall(principal.role, endpoint)) throw forbidden(`role ${principal.role} isn't allowed to do this`);
  if (endpoint.confirmed === true) requireRecentLogin(context, principal, context.now());
};

/**
 * The caller of an open call, such as a stream, if it would be accepted now: its credential, the location in its path, its
 * role. It isn't a new call, so no refusal is counted. Errors: those of the look-up.
 */
export const recheckOpenCall = async (context: Context, request: FastifyRequest): Promise<Credential | undefined> => {
  const { endpoint } = request.routeOptions.config;
  const admitted = await recheckCaller(context, credentialsOf(context, request, namedInPath(request)));
  if (admitted?.clock === undefined || endpoint === undefined) return undefined;
  const { principal, clock } = admitted;
  return covers(principal, clock._id) && canCall(principal.role, endpoint) ? principal : undefined;
};

const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === "string" && value.trim() === "");

/** A location in a body is checked as soon as the body is parsed (rules 1.3). */
const guardBody = async (context: Context, request: FastifyRequest): Promise<void> => {
  const { principal } = request;
  const body = contentOf(request.body);
  const { endpoint } = request.routeOptions.config;
  if (principal === undefined || typeof body !== "object" || body === null || !Object.hasOwn(body, "company_id"))
    return;
  const given: unknown = Reflect.get(body, "company_id");
  if (isBlank(given)) return;
  const location = await coveredLocation(context.db, principal, given);
  if (location === undefined) throw forbidden("location in the body is not covered");
  if (request.location === "" && endpoint?.method === "POST") request.location = location;
};

/** Runs the guards first on every route of the app. */
export const addGuards = (app: FastifyInstance, context: Context): void => {
  app.decorateRequest("principal", undefined);
  app.decorateRequest("location", "");
  app.decorateRequest("clock", undefined);
  const logAccess = makeAccessLog(context);
  app.addHook("onRequest", async (request, reply) => {
    // Responses contain personal data: no cache on the way may keep them.
    reply.headers({ "cache-control": "no-store", "x-request-id": request.id });
    await guardHeaders(context, request);
    logAccess(request);
  });
  app.addHook("preValidation", (request) => guardBody(context, request));
};
