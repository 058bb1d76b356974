import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

import { narrowToOwn } from "../auth/own-visitors.ts";
import type { Context } from "../context.ts";
import type { Db } from "../db/database.ts";
import {
  type RequestContext,
  type Call,
  FileResponse,
  PictureResponse,
  RawJson,
  StreamResponse,
} from "./request-context.ts";
import { ifMatchOf, tagAnswer } from "./edge/conditional.ts";
import { BODY_LIMITS, type Endpoint, CSV_STREAM, EVENT_STREAM, takesKey, ZIP_STREAM } from "./contract/contract.ts";
import { REPLAYED_HEADER } from "../lib/errors.ts";
import { runIdempotent, idempotencyKeyOf } from "./idempotency.ts";
import { compileInput, type Input } from "./input/input.ts";
import { makeLargeListQueue, takeTurn } from "./output/large-lists.ts";
import type { Static } from "./contract/schemas.ts";
import { requestDatabase } from "./request-database.ts";
import { findHead } from "../db/log-head.ts";

/** A handler's result: the record its contract declares, the same as ready JSON, a file, a picture or a stream. */
export type HandlerResult<E extends Endpoint> = Promise<
  Static<E["response"]> | RawJson | FileResponse | PictureResponse | StreamResponse
>;

export type Handler<E extends Endpoint> = (call: Call<E>) => HandlerResult<E>;

/**
 * How a repeated write (Idempotency-Key) is answered: with the record as it is now, without secrets. Without a replay
 * function the response itself is stored, so only endpoints whose responses have no personal data can do without.
 */
export type Replay<E extends Endpoint = Endpoint> = (call: Call<E>, subjectId: string) => Promise<unknown>;

/**
 * A write that calls another server: `callOut` does so, without a transaction or a connection to the database;
 * `handler` records its result.
 */
export type OutboundRoute<E extends Endpoint, Found> = {
  callOut: (call: Call<E>) => Promise<Found>;
  handler: (call: Call<E>, found: Found) => HandlerResult<E>;
  /** Without it, the response itself is stored. */
  replay?: Replay<E>;
};

/** Registers endpoints; one per app. */
export type Router = {
  on: <E extends Endpoint>(endpoint: E, handler: Handler<E>, replay?: Replay<E>) => void;
  onOutbound: <E extends Endpoint, Found>(endpoint: E, route: OutboundRoute<E, Found>) => void;
};

/** Streaming responses: no deadline ends them, and none those that can take minutes. */
const STREAMS: ReadonlySet<string | undefined> = new Set([EVENT_STREAM, CSV_STREAM, ZIP_STREAM]);

const JSON_TYPE = "application/json; charset=utf-8";

const send = (reply: FastifyReply, answer: unknown): FastifyReply =>
  reply.header("content-type", JSON_TYPE).send(answer instanceof RawJson ? answer.text : JSON.stringify(answer));

const sendFile = (
  reply: FastifyReply,
  { bytes, name }: FileResponse,
  type = "application/octet-stream",
): FastifyReply =>
  reply
    .headers({
      "content-type": type,
      "content-disposition": `attachment; filename="${name}"`,
      "x-content-type-options": "nosniff",
    })
    .send(bytes);

/**
 * A picture may contain a script (SVG), and comes from a visitor: opened on its own, it must not be able to do
 * anything.
 */
const PICTURE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'; sandbox";
/** A list that is open all day requests each photo once; the next user who logs in requests it again. */
const PICTURE_CACHE = { "cache-control": "private, max-age=300", vary: "cookie, authorization, x-api-key" };

const PICTURE_HEADERS = {
  ...PICTURE_CACHE,
  "x-content-type-options": "nosniff",
  "content-security-policy": PICTURE_POLICY,
};

const idOf = (answer: unknown): string | undefined => {
  if (answer instanceof RawJson) return answer.id;
  if (typeof answer !== "object" || answer === null) return undefined;
  const id: unknown = Reflect.get(answer, "_id") ?? Reflect.get(answer, "webhook_id");
  return typeof id === "string" ? id : undefined;
};

/**
 * Whether the caller's Idempotency-Key counts. Some callers share a credential (all visitors at a poster or kiosk) or
 * have none: a replay would show one caller another one's response, and responses with personal data would be stored.
 */
const usesKeys = ({ kind }: RequestContext["principal"]): boolean =>
  kind === "user" || kind === "api_key" || kind === "idp_credential";

const baseContextOf = (
  context: Context,
  request: FastifyRequest,
  endpoint: Endpoint,
): Omit<RequestContext, "takeTurn"> => {
  const { mayLag } = endpoint;
  if (request.principal === undefined) throw new Error("a route was reached without a credential");
  const replica = mayLag === true ? context.replica?.of(request.location) : undefined;
  const { principal } = request;
  const db = requestDatabase({ db: replica ?? context.db, quotas: context.quotas }, principal, request);
  return {
    context,
    db,
    principal,
    now: context.now(),
    requestId: request.id,
    ...ifMatchOf(request, endpoint),
  };
};

/** The path in Fastify's form: `{visitorId}` becomes `:visitorId`. */
const urlOf = (endpoint: Endpoint): string => endpoint.path.replaceAll(/\{(\w+)\}/g, ":$1");

const configOf = (endpoint: Endpoint) => ({
  endpoint,
  ...(STREAMS.has(endpoint.produces) || endpoint.unhurried === true ? { stream: true } : {}),
});

/** Adds the location's newest event number before the data is read, which is then at least as new. */
const namePosition = async ({ replica }: Context, db: Db, request: FastifyRequest, reply: FastifyReply) => {
  reply.header("last-event-id", await findHead(db, request.location));
  replica?.expect(request.location);
};

type Route<E extends Endpoint, Found> = Omit<OutboundRoute<E, Found>, "callOut"> & {
  callOut?: OutboundRoute<E, Found>["callOut"] | undefined;
};

/** The dependencies of a router's routes. */
type RouteTools = {
  context: Context;
  contextOf: (request: FastifyRequest, reply: FastifyReply, endpoint: Endpoint) => RequestContext;
  describedIn: string | undefined;
};

/** Makes a route's response: reads the input, and does the work, once per Idempotency-Key. */
const makeAnswer = <E extends Endpoint, Found>(
  endpoint: E,
  { handler, replay, callOut }: Route<E, Found>,
  { context, contextOf, describedIn }: RouteTools,
) => {
  const readInput = compileInput(endpoint, describedIn);
  // Safe: `readInput` has just validated the input against the contract.
  const callOf = (ctx: RequestContext, input: Input, { location, clock }: FastifyRequest) =>
    ({ ...ctx, ...input, location, clock }) as Call<E>;
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const base = contextOf(request, reply, endpoint);
    const key = takesKey(endpoint) && usesKeys(base.principal) ? idempotencyKeyOf(request) : undefined;
    const input = readInput(request);
    const ctx = { ...base, hosts: await narrowToOwn(base, endpoint.path, request) };
    if (endpoint.position === true) await namePosition(context, ctx.db, request, reply);
    // Without `callOut` there is no result.
    const work = (db: Db, found: unknown) => handler(callOf({ ...ctx, db }, input, request), found as Found);
    const find = callOut && (() => callOut(callOf(ctx, input, request)));
    if (key === undefined) return work(ctx.db, await find?.());
    const readAgain = replay && ((db: Db, id: string) => replay(callOf({ ...ctx, db }, input, request), id));
    const idempotentWork = { callOut: find, work, replay: readAgain, subjectOf: idOf };
    const { answer, replayed } = await runIdempotent(ctx, request, key, idempotentWork);
    if (replayed) reply.headers(REPLAYED_HEADER);
    return answer;
  };
};

const sendAnswer = (request: FastifyRequest, reply: FastifyReply, endpoint: Endpoint, answer: unknown): unknown => {
  if (answer instanceof StreamResponse) return answer.begin(request, reply);
  if (answer instanceof FileResponse) return sendFile(reply, answer, endpoint.produces);
  if (answer instanceof PictureResponse) reply.headers(PICTURE_HEADERS);
  if (tagAnswer(request, reply, endpoint, answer)) return reply.code(304).send();
  return answer instanceof PictureResponse ? reply.type(answer.type).send(answer.bytes) : send(reply, answer);
};

/**
 * Makes the router that registers each endpoint as one line: contract in, input read, handler, response out.
 * @param added is called with each endpoint, in order
 * @param describedIn where endpoints are documented that are not in the document of the interface
 * @param bodyLimit of endpoints that declare none, in bytes
 */
export const makeRouter = (
  app: FastifyInstance,
  context: Context,
  added: (endpoint: Endpoint) => void = () => undefined,
  describedIn?: string,
  bodyLimit: number = BODY_LIMITS.plain,
): Router => {
  const turns = makeLargeListQueue();
  const contextOf = (request: FastifyRequest, reply: FastifyReply, endpoint: Endpoint): RequestContext => ({
    ...baseContextOf(context, request, endpoint),
    takeTurn: () => takeTurn(turns, request.location, request.principal?._id ?? "", reply),
  });
  const register = <E extends Endpoint, Found>(endpoint: E, route: Route<E, Found>): void => {
    const answerTo = makeAnswer(endpoint, route, { context, contextOf, describedIn });
    app.route({
      method: endpoint.method,
      url: urlOf(endpoint),
      config: configOf(endpoint),
      bodyLimit: endpoint.bodyLimit ?? bodyLimit,
      handler: async (request, reply) => sendAnswer(request, reply, endpoint, await answerTo(request, reply)),
    });
    added(endpoint);
  };
  return {
    on: (endpoint, handler, replay) => register(endpoint, { handler, ...(replay === undefined ? {} : { replay }) }),
    onOutbound: register,
  };
};
