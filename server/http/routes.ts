import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";

import type { Context } from "../context.ts";
import { withAnswer } from "../db/ahead.ts";
import type { Db } from "../db/database.ts";
import type { Ahead } from "./ahead.ts";
import { type Act, type Call, FileAnswer, PictureAnswer, ReadyJson, StreamAnswer } from "./call.ts";
import { answersRecord, ifMatchOf, isTagged, knownTag, tagRecord } from "./conditional.ts";
import { BODY_LIMITS, type Endpoint, CSV_STREAM, EVENT_STREAM } from "./contract.ts";
import { REPLAYED } from "../lib/errors.ts";
import { doOnce, keyOf } from "./idempotency.ts";
import { compileInput, type Input } from "./input.ts";
import { makeLargeListQueue, takeTurn } from "./large-lists.ts";
import type { Static } from "./schemas.ts";
import { shareOf } from "./share.ts";

/** What a handler answers: the record its contract declares, the same as ready JSON, a file, a picture or a stream. */
export type Answer<E extends Endpoint> = Promise<
  Static<E["response"]> | ReadyJson | FileAnswer | PictureAnswer | StreamAnswer
>;

export type Handler<E extends Endpoint> = (call: Call<E>) => Answer<E>;

/**
 * How a repeated write (Idempotency-Key) is answered: with the record as it is now, secrets left out. Without one the answer
 * itself is kept, so only answers without personal data may go without.
 */
export type Again<E extends Endpoint = Endpoint> = (call: Call<E>, subjectId: string) => Promise<unknown>;

/**
 * A write that calls out: `outside` does so and holds neither a transaction nor a connection to the database meanwhile; `handler`
 * writes down what it found.
 */
export type Calling<E extends Endpoint, Found> = {
  outside: (call: Call<E>) => Promise<Found>;
  handler: (call: Call<E>, found: Found) => Answer<E>;
  again: Again<E>;
};

/** Registers endpoints; one per app. */
export type Router = {
  on: <E extends Endpoint>(endpoint: E, handler: Handler<E>, again?: Again<E>) => void;
  calling: <E extends Endpoint, Found>(endpoint: E, calling: Calling<E, Found>) => void;
  /** A read whose first statement travels with the credential look-up when it can be guessed. */
  read: <E extends Endpoint>(endpoint: E, handler: Handler<E>, ahead: Ahead) => void;
};

/** Answers that go on: no deadline ends them. */
const STREAMS: ReadonlySet<string | undefined> = new Set([EVENT_STREAM, CSV_STREAM]);

const JSON_TYPE = "application/json; charset=utf-8";

const send = (request: FastifyRequest, reply: FastifyReply, answer: unknown, isRecord: boolean): FastifyReply => {
  if ((isRecord || isTagged(answer)) && tagRecord(request, reply, answer)) return reply.code(304).send();
  return reply
    .header("content-type", JSON_TYPE)
    .send(answer instanceof ReadyJson ? answer.text : JSON.stringify(answer));
};

const sendFile = (reply: FastifyReply, { bytes, name }: FileAnswer, type = "application/octet-stream"): FastifyReply =>
  reply
    .headers({
      "content-type": type,
      "content-disposition": `attachment; filename="${name}"`,
      "x-content-type-options": "nosniff",
    })
    .send(bytes);

/** A picture may hold a script (SVG), and comes from a visitor: opened by itself it may do nothing. */
const PICTURE_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; frame-ancestors 'none'; sandbox";
/** A list that is looked at all day asks for each face once; who logs in after somebody else asks again. */
const PICTURE_CACHE = { "cache-control": "private, max-age=300", vary: "cookie, authorization, x-api-key" };

const sendPicture = (
  request: FastifyRequest,
  reply: FastifyReply,
  { bytes, type, tag }: PictureAnswer,
): FastifyReply => {
  reply.headers({
    ...PICTURE_CACHE,
    etag: tag,
    "x-content-type-options": "nosniff",
    "content-security-policy": PICTURE_POLICY,
  });
  const isKnown = knownTag(request.headers["if-none-match"], tag) !== undefined;
  return isKnown ? reply.code(304).send() : reply.type(type).send(bytes);
};

const idOf = (answer: unknown): string | undefined => {
  const record: unknown = answer instanceof ReadyJson ? JSON.parse(answer.text) : answer;
  if (typeof record !== "object" || record === null) return undefined;
  const id: unknown = Reflect.get(record, "_id") ?? Reflect.get(record, "webhook_id");
  return typeof id === "string" ? id : undefined;
};

const writes = (endpoint: Endpoint): boolean => endpoint.method === "POST" || endpoint.method === "PUT";

/**
 * Who has keys of their own. Others share what they call with (everybody in front of a poster or kiosk, or nobody's at all): a
 * repetition would show one caller what another was answered, and answers with personal data would be kept.
 */
const hasKeys = ({ kind }: Act["who"]): boolean => kind === "user" || kind === "api_key" || kind === "idp_credential";

const actOf = (context: Context, request: FastifyRequest, endpoint: Endpoint): Omit<Act, "takeTurn"> => {
  const { mayLag } = endpoint;
  if (request.who === undefined) throw new Error("a route was reached without a credential");
  const replica = mayLag === true ? context.replica?.of(request.location) : undefined;
  const { who, ahead } = request;
  const shared = shareOf({ db: replica ?? context.db, shares: context.shares }, who, request);
  const db = ahead === undefined ? shared : withAnswer(shared, ahead.ask, ahead.rows);
  return { context, db, who, now: ahead?.now ?? context.now(), requestId: request.id, ...ifMatchOf(request, endpoint) };
};

/** The path as Fastify writes it: `{visitorId}` becomes `:visitorId`. */
const urlOf = (endpoint: Endpoint): string => endpoint.path.replaceAll(/\{(\w+)\}/g, ":$1");

const configOf = (endpoint: Endpoint, ahead: Ahead | undefined) => ({
  endpoint,
  ...(ahead === undefined ? {} : { ahead }),
  ...(STREAMS.has(endpoint.produces) ? { stream: true } : {}),
});

/**
 * Makes the router that registers each endpoint as one line: contract in, input read, handler, answer out.
 * @param added is told of each endpoint, in order
 * @param describedIn where a reader finds endpoints that are not in the document of the interface
 * @param bodyLimit of endpoints that name none, in bytes
 */
export const makeRouter = (
  app: FastifyInstance,
  context: Context,
  added: (endpoint: Endpoint) => void = () => undefined,
  describedIn?: string,
  bodyLimit: number = BODY_LIMITS.plain,
): Router => {
  const turns = makeLargeListQueue();
  const contextOf = (request: FastifyRequest, reply: FastifyReply, endpoint: Endpoint): Act => ({
    ...actOf(context, request, endpoint),
    takeTurn: () => takeTurn(turns, request.location, reply),
  });
  const register = <E extends Endpoint, Found>(
    endpoint: E,
    handler: (call: Call<E>, found: Found) => Answer<E>,
    again?: Again<E>,
    { ahead, outside }: { ahead?: Ahead; outside?: (call: Call<E>) => Promise<Found> } = {},
  ): void => {
    const read = compileInput(endpoint, describedIn);
    const isRecord = describedIn === undefined && answersRecord(endpoint);
    // The contract is the proof of the input's type: `read` has just validated against it.
    const callOf = (act: Act, input: Input, { location, place }: FastifyRequest) =>
      ({ ...act, ...input, location, place }) as Call<E>;
    const answerTo = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
      const act = contextOf(request, reply, endpoint);
      const key = writes(endpoint) && hasKeys(act.who) ? keyOf(request) : undefined;
      const input = read(request);
      // Where nothing is called outside, nothing is found.
      const work = (db: Db, found: unknown) => handler(callOf({ ...act, db }, input, request), found as Found);
      const first = outside && (() => outside(callOf(act, input, request)));
      if (key === undefined) return work(act.db, await first?.());
      const repeat = again && ((db: Db, id: string) => again(callOf({ ...act, db }, input, request), id));
      const once = { outside: first, work, again: repeat, subjectOf: idOf };
      const { answer, replayed } = await doOnce(act, request, key, once);
      if (replayed) reply.headers(REPLAYED);
      return answer;
    };
    app.route({
      method: endpoint.method,
      url: urlOf(endpoint),
      config: configOf(endpoint, ahead),
      bodyLimit: endpoint.bodyLimit ?? bodyLimit,
      handler: async (request, reply) => {
        const answer = await answerTo(request, reply);
        if (answer instanceof StreamAnswer) return answer.begin(request, reply);
        if (answer instanceof PictureAnswer) return sendPicture(request, reply, answer);
        if (answer instanceof FileAnswer) return sendFile(reply, answer, endpoint.produces);
        return send(request, reply, answer, isRecord);
      },
    });
    added(endpoint);
  };
  return {
    on: (endpoint, handler, again) => register(endpoint, handler, again),
    calling: (endpoint, { handler, again, outside }) => register(endpoint, handler, again, { outside }),
    read: (endpoint, handler, ahead) => register(endpoint, handler, undefined, { ahead }),
  };
};
