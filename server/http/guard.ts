import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

import { type Admitted, authenticate, readmit } from "../auth/authenticate.ts";
import { checkConfirmed } from "../auth/confirmed.ts";
import { coveredLocation } from "../auth/coverage.ts";
import type { Credential } from "../auth/credential.ts";
import { type Guesses, makeGuesses } from "../auth/guesses.ts";
import type { Place } from "../auth/place.ts";
import type { Presented } from "../auth/presented.ts";
import { mayCall } from "../auth/roles.ts";
import type { Context } from "../context.ts";
import { canonicalAddress } from "../lib/address.ts";
import { badRequest, refused } from "../lib/errors.ts";
import { type Ahead, type SentAhead, sentParameter } from "./ahead.ts";
import { contentOf } from "./body.ts";
import type { Endpoint } from "./contract.ts";
import { shownSession } from "./cookies.ts";
import { makeEntries } from "./entries.ts";
import { answerFailure } from "./failures.ts";
import { safeHeaders } from "./headers.ts";
import { tagInPath } from "./share.ts";

declare module "fastify" {
  interface FastifyRequest {
    who: Credential | undefined;
    location: string;
    place: Place | undefined;
    ahead: SentAhead | undefined;
  }
  interface FastifyContextConfig {
    endpoint?: Endpoint;
    open?: boolean;
    ahead?: Ahead;
  }
}

const header = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name];
  return Array.isArray(value) ? value[0] : value;
};

/** Some gateways write the caller's port into X-Forwarded-For. */
const withoutPort = (text: string): string => text.replace(/^(\d+\.\d+\.\d+\.\d+|\[[^\]]*\]):\d+$/, "$1");

/** The address refusals and IP lists go by: what a trusted proxy says, else the peer itself. */
export const sourceOf = (request: FastifyRequest): string =>
  canonicalAddress(withoutPort(request.ip)) ?? canonicalAddress(request.socket.remoteAddress ?? "") ?? "0.0.0.0";

const presentedBy = (context: Context, request: FastifyRequest, location: string | undefined): Presented => ({
  authorization: header(request, "authorization"),
  apiKey: header(request, "x-api-key"),
  address: sourceOf(request),
  location,
  session: shownSession(context, request),
});

const enter = async (
  context: Context,
  request: FastifyRequest,
  location: string | undefined,
  ahead?: Presented["ahead"],
): Promise<Admitted> => authenticate(context, { ...presentedBy(context, request, location), ahead });

/** The statement that most likely comes first, sent with the credential look-up; refused calls never see its rows. */
const enterAhead = async (
  context: Context,
  guesses: Guesses,
  request: FastifyRequest,
  ahead: Ahead,
): Promise<Admitted> => {
  const now = context.now();
  let key = "";
  let giveBack: (() => void) | undefined;
  try {
    const admitted = await enter(context, request, namedInPath(request), (keyId) => {
      key = keyId;
      const ask = ahead(request, guesses.of(keyId, now));
      // Where the location has no connection left, the statement waits its turn instead.
      giveBack = ask && context.shares.of(tagInPath(request) ?? keyId).take();
      return giveBack && ask;
    });
    const { who, place, answered } = admitted;
    if (who.kind === "api_key") guesses.learn(key, who.locations, place);
    if (answered !== undefined) request.ahead = { ...answered, now };
    return admitted;
  } finally {
    giveBack?.();
  }
};

const namedInPath = (request: FastifyRequest): string | undefined => {
  const named = sentParameter(request, "company_id");
  return typeof named === "string" ? named : undefined;
};

const covers = ({ locations }: Credential, location: string): boolean =>
  locations === "all" || locations.includes(location);

/** Answers a call that reached no route, such as one whose path cannot be decoded: without a credential it learns nothing. */
export const answerUnroutable = async (
  context: Context,
  error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> => {
  // No hook runs for it.
  reply.headers(safeHeaders(context));
  try {
    if (/^\/api(?:[/?]|$)/.test(request.raw.url ?? "")) await enter(context, request, undefined);
    return answerFailure(error, request, reply);
  } catch (refusal) {
    return answerFailure(refusal, request, reply);
  }
};

/** Paths closed to keys whatever stands below them (decisions 5). */
const CLOSED = new Set(["users", "apikeys", "idpcredentials"]);

/** Checks 3 and 4 for a path that is no endpoint: what is closed or not covered does not say that nothing is there. */
export const guardUnknown = async (context: Context, request: FastifyRequest): Promise<void> => {
  const { who } = request;
  if (who === undefined) return;
  const [first = "", second] = (request.url.split("?", 1)[0] ?? "").replace(/^\/api\/+/, "").split("/");
  if (who.kind !== "user" && CLOSED.has(first)) throw refused("endpoint is closed to API keys");
  if (first !== "companies" || second === undefined || second === "") return;
  if ((await coveredLocation(context.db, who, second)) === undefined) throw refused("location is not covered");
};

/** Checks 1 to 4 of decisions 1: refusal limit, credential, location in the path, role. The body is not looked at. */
const guardHeaders = async (context: Context, guesses: Guesses, request: FastifyRequest): Promise<void> => {
  const { open, ahead } = request.routeOptions.config;
  if (open === true) return;
  const named = namedInPath(request);
  const { who, place } =
    ahead === undefined ? await enter(context, request, named) : await enterAhead(context, guesses, request, ahead);
  request.who = who;
  request.place = place;
  const { endpoint } = request.routeOptions.config;
  if (endpoint === undefined) return;
  if (named !== undefined && (place === undefined || !covers(who, place._id))) throw refused("location is not covered");
  request.location = place?._id ?? "";
  if (endpoint.closedToKeys === true && who.kind !== "user") throw refused("endpoint is closed to API keys");
  if (!mayCall(who.role, endpoint)) throw refused(`role ${who.role} may not do this`);
  if (endpoint.confirmed === true) checkConfirmed(context, who, context.now());
};

/**
 * Whether a call that goes on would be let in at this moment: its credential, the location in its path, its role. It is the same
 * call, so nothing is counted. Errors: whatever keeps that from being told.
 */
export const isStillAllowed = async (context: Context, request: FastifyRequest): Promise<boolean> => {
  const { endpoint } = request.routeOptions.config;
  const admitted = await readmit(context, presentedBy(context, request, namedInPath(request)));
  if (admitted?.place === undefined || endpoint === undefined) return false;
  return covers(admitted.who, admitted.place._id) && mayCall(admitted.who.role, endpoint);
};

const isBlank = (value: unknown): boolean =>
  value === undefined || value === null || (typeof value === "string" && value.trim() === "");

/** A location in a body is checked right after the body could be parsed (decisions 1.3). */
const guardBody = async (context: Context, request: FastifyRequest): Promise<void> => {
  const { who } = request;
  const body = contentOf(request.body);
  const { endpoint } = request.routeOptions.config;
  if (who === undefined || typeof body !== "object" || body === null || !Object.hasOwn(body, "company_id")) return;
  const given: unknown = Reflect.get(body, "company_id");
  if (isBlank(given)) return;
  const location = await coveredLocation(context.db, who, given);
  if (location === undefined) throw refused("location in the body is not covered");
  if (request.location === "" && endpoint?.method === "POST") request.location = location;
};

/** The `400` of a `POST` that must name its location in the body and does not. */
export const requireLocation = (location: string): string => {
  if (location === "")
    throw badRequest('"company_id" is required: the id of the location.', "missing_key", "company_id");
  return location;
};

/** Puts the guards before everything else of the routes below. */
export const addGuards = (app: FastifyInstance, context: Context): void => {
  app.decorateRequest("who", undefined);
  app.decorateRequest("location", "");
  app.decorateRequest("place", undefined);
  app.decorateRequest("ahead", undefined);
  const guesses = makeGuesses();
  const noteEntry = makeEntries(context);
  app.addHook("onRequest", async (request, reply) => {
    // Answers hold personal data: no cache on the way may keep them.
    reply.headers({ "cache-control": "no-store", "x-request-id": request.id });
    await guardHeaders(context, guesses, request);
    noteEntry(request);
  });
  app.addHook("preValidation", (request) => guardBody(context, request));
};
