import { createHash } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";

import type { FastifyRequest } from "fastify";

import type { Db } from "../db/database.ts";
import { withoutTrailingSlashes } from "../lib/net/base-url.ts";
import { badRequest, erasedSince, type HttpError, unavailable } from "../lib/errors.ts";
import { makeKeyedQueue } from "../lib/async/keyed-queue.ts";
import { slicesOf } from "../lib/async/slices.ts";
import { contentOf } from "./input/body.ts";
import type { RequestContext } from "./request-context.ts";
import * as store from "./idempotency-store.ts";
import { queryPairs } from "./input/query.ts";

const KEY_LENGTH_MAX = 255;
/** How long a replay waits for the first call, and how many wait in this process. No request takes longer than 10 s. */
const WAIT_MS_MAX = 5_000;
const WAITING_MAX = 100;
/** How often to check whether the call in another process has ended. */
const LOOK_MS = 100;

/** The key of a request, or undefined if it has none. Errors: `400` for one that is empty or too long. */
export const idempotencyKeyOf = (request: FastifyRequest): string | undefined => {
  const value = request.headers["idempotency-key"];
  if (value === undefined) return undefined;
  if (typeof value !== "string" || value.length < 1 || value.length > KEY_LENGTH_MAX)
    throw badRequest(
      `"Idempotency-Key" must have 1 to ${KEY_LENGTH_MAX} characters.`,
      "wrong_format",
      "Idempotency-Key",
    );
  return value;
};

/**
 * Path and query as the router reads them: neither a trailing slash, the case of an ID nor the spelling of a query
 * makes a different request.
 */
const targetOf = ({ url }: FastifyRequest): string => {
  const [path = "", ...query] = url.split("?");
  const pairs = queryPairs(query.join("?"));
  return withoutTrailingSlashes(path).toLowerCase() + (pairs.length === 0 ? "" : `?${JSON.stringify(pairs)}`);
};

const sha256 = (text: string): Buffer => createHash("sha256").update(text).digest();

/** The digest of what is requested; a body that is a long list is digested slice by slice. */
const requestDigest = async (request: FastifyRequest): Promise<Buffer> => {
  const body = contentOf(request.body);
  const hash = createHash("sha256").update(`${request.method} ${targetOf(request)}\n`);
  if (!Array.isArray(body)) return hash.update(JSON.stringify(body) ?? "").digest();
  let before = "[";
  for await (const slice of slicesOf(body)) {
    hash.update(before + JSON.stringify(slice).slice(1, -1));
    before = ",";
  }
  return hash.update(before === "[" ? "[]" : "]").digest();
};

const digestsOf = async (
  { principal }: RequestContext,
  request: FastifyRequest,
  key: string,
): Promise<store.RequestDigests> => ({
  digest: sha256(`${principal.kind}:${principal._id}\n${key}`),
  request: await requestDigest(request),
});

/** How to do the work once, and how to answer a replay from the stored data. */
export type IdempotentWork = {
  /** The part that makes an outbound call, before any connection to the database is held; `work` gets its result. */
  callOut: (() => Promise<unknown>) | undefined;
  work: (db: Db, found: unknown) => Promise<unknown>;
  /** Reads the record as it is now; absent for calls whose response has no personal data and is stored itself. */
  replay: ((db: Db, subjectId: string) => Promise<unknown>) | undefined;
  /** The ID of the record in a response. */
  subjectOf: (answer: unknown) => string | undefined;
};

/** A response, and whether it is a replay's. */
export type IdempotentAnswer = { answer: unknown; replayed: boolean };
/** Why a key couldn't be claimed: its call is in progress elsewhere, or it was used before. */
type KeyConflict = "busy" | "taken";

const stillInProgress = (): HttpError =>
  unavailable("The first request with this Idempotency-Key is still in progress. Repeat it shortly.", "busy");

const workIn = async (
  db: Db,
  digests: store.RequestDigests,
  idempotentWork: IdempotentWork,
  reserved?: { until: string; found: unknown },
): Promise<IdempotentAnswer> => {
  const answer = await idempotentWork.work(db, reserved?.found);
  const storedAnswer = idempotentWork.replay === undefined ? JSON.stringify(answer) : null;
  const outcome = { subject: idempotentWork.subjectOf(answer), kept: storedAnswer };
  if (!(await store.storeOutcome(db, digests, outcome, reserved?.until))) throw stillInProgress();
  return { answer, replayed: false };
};

/** Key and change commit together. */
const inOneTransaction = (
  { db, context }: RequestContext,
  digests: store.RequestDigests,
  idempotentWork: IdempotentWork,
): Promise<IdempotentAnswer | KeyConflict> =>
  db.transaction(async (inner) => {
    const claimed = await store.claim(inner, digests, context.now());
    return claimed === "claimed" ? workIn(inner, digests, idempotentWork) : claimed;
  });

/** First the key, then the outbound call without any connection, then change and outcome together. */
const runWithOutboundCall = async (
  { db, context }: RequestContext,
  digests: store.RequestDigests,
  idempotentWork: IdempotentWork,
  callOut: () => Promise<unknown>,
): Promise<IdempotentAnswer | KeyConflict> => {
  const until = await store.reserve(db, digests, context.now());
  if (until === undefined) return "taken";
  try {
    const found = await callOut();
    return await db.transaction((inner) => workIn(inner, digests, idempotentWork, { until, found }));
  } catch (error) {
    // If that fails too, the claim expires.
    await store.release(db, digests, until).catch(() => undefined);
    throw error;
  }
};

/** The response to a replay. Errors: `400` for a different request, `404` if the result of the first one is gone. */
const replayResult = async (
  { db, context }: RequestContext,
  digests: store.RequestDigests,
  { replay }: IdempotentWork,
): Promise<IdempotentAnswer | KeyConflict> => {
  const row = await store.findRecord(db, digests, context.now());
  if (row === undefined || row.pending) return "busy";
  if (row.request_hash === null) throw erasedSince();
  if (!row.request_hash.equals(digests.request))
    throw badRequest(
      '"Idempotency-Key" was already used for another request in the last 24 hours. Use a new one.',
      "idempotency_key_reused",
      "Idempotency-Key",
    );
  // A plain 404 here is for a record that the credential does not cover any more.
  return { answer: replay === undefined ? row.answer : await replay(db, row.subject_id ?? ""), replayed: true };
};

/** In this process one call with a key runs at a time; the others wait here, without a connection to the database. */
const inTurn = makeKeyedQueue({ waitingMax: WAITING_MAX, waitMs: WAIT_MS_MAX, refuse: stillInProgress });

/**
 * Does a write once per Idempotency-Key, credential and 24 hours (docs/decisions/0008-exactly-once.md): the key and the
 * change commit together, so a replay finds either both or neither, and outbound calls are made outside transactions.
 * Errors: `400` if the key was used for another request, `404` (code `erased`) if its result is gone, `503` if the
 * first call with it is still in progress after a while.
 */
export const runIdempotent = async (
  ctx: RequestContext,
  request: FastifyRequest,
  key: string,
  idempotentWork: IdempotentWork,
): Promise<IdempotentAnswer> => {
  const digests = await digestsOf(ctx, request, key);
  const { callOut } = idempotentWork;
  const attempt = () =>
    callOut === undefined
      ? inOneTransaction(ctx, digests, idempotentWork)
      : runWithOutboundCall(ctx, digests, idempotentWork, callOut);
  const until = performance.now() + WAIT_MS_MAX;
  return inTurn(digests.digest.toString("hex"), async () => {
    for (;;) {
      const first = await attempt();
      const answered = first === "taken" ? await replayResult(ctx, digests, idempotentWork) : first;
      if (typeof answered !== "string") return answered;
      if (performance.now() > until) throw stillInProgress();
      await wait(LOOK_MS);
    }
  });
};
