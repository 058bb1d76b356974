import { createHash } from "node:crypto";

import type { FastifyRequest } from "fastify";

import type { Db, Statement } from "../db/database.ts";
import { withoutEndSlashes } from "../lib/base-url.ts";
import { badRequest } from "../lib/errors.ts";
import { contentOf } from "./body.ts";
import type { Act } from "./call.ts";

/** How long a key is remembered (decisions 2). */
const IDEMPOTENCY_MS = 24 * 60 * 60_000;
const KEY_LENGTH_MAX = 255;

// An expired key is taken over as if it were new. A second request with the same key waits here for the first to end.
const CLAIM: Statement = {
  name: "claim-idempotency-key",
  text: `insert into idempotency as i (credential, key, request_hash, at) values ($1, $2, $3, $4)
on conflict (credential, key) do update set request_hash = excluded.request_hash, at = excluded.at, subject_id = null, answer = null
  where i.at <= $5
returning key`,
};
const RECALL: Statement = {
  name: "recall-idempotency-key",
  text: "select request_hash, subject_id, answer from idempotency where credential = $1 and key = $2",
};
const REMEMBER: Statement = {
  name: "remember-outcome",
  text: "update idempotency set subject_id = $3, answer = $4 where credential = $1 and key = $2",
};
const FORGET: Statement = { name: "forget-idempotency-keys", text: "delete from idempotency where at <= $1" };

type Remembered = { request_hash: Buffer; subject_id: string | null; answer: unknown };

/** The key of a request, or undefined when it carries none. Errors: `400` for one that is empty or too long. */
export const keyOf = (request: FastifyRequest): string | undefined => {
  const value = request.headers["idempotency-key"];
  if (value === undefined) return undefined;
  if (typeof value !== "string" || value.length < 1 || value.length > KEY_LENGTH_MAX)
    throw badRequest(`"Idempotency-Key" must have 1 to ${KEY_LENGTH_MAX} characters.`);
  return value;
};

/** The path as the router takes it: neither a trailing slash, the case of an id nor a query makes another request. */
const pathOf = ({ url }: FastifyRequest): string => withoutEndSlashes(url.split("?", 1)[0] ?? "").toLowerCase();

const hashOf = (request: FastifyRequest): Buffer =>
  createHash("sha256")
    .update(`${request.method} ${pathOf(request)}\n${JSON.stringify(contentOf(request.body)) ?? ""}`)
    .digest();

/** How to do the work once, and how to answer a repetition from what is stored now. */
export type Once = {
  work: (db: Db) => Promise<unknown>;
  /** Reads the record as it is now; absent for acts whose answer holds no personal data and is remembered itself. */
  again: ((db: Db, subjectId: string) => Promise<unknown>) | undefined;
  /** The id of the record an answer is about. */
  subjectOf: (answer: unknown) => string | undefined;
};

const repeat = async (db: Db, owner: string, key: string, hash: Buffer, once: Once): Promise<unknown> => {
  const [row] = await db.named<Remembered>(RECALL, [owner, key]);
  if (row === undefined || !row.request_hash.equals(hash))
    throw badRequest('"Idempotency-Key" was used for another request within 24 hours; use a new one.');
  return once.again === undefined ? row.answer : once.again(db, row.subject_id ?? "");
};

/**
 * Does a write once per Idempotency-Key, credential and 24 hours: the key and the change commit together, so a repetition
 * finds either both or neither (designs I). Errors: `400` when the key was used for another request.
 */
export const doOnce = (act: Act, request: FastifyRequest, key: string, once: Once): Promise<unknown> =>
  act.db.transaction(async (db) => {
    const owner = `${act.who.kind}:${act.who._id}`;
    const hash = hashOf(request);
    const at = new Date(act.now).toISOString();
    const expired = new Date(act.now - IDEMPOTENCY_MS).toISOString();
    const claimed = await db.named(CLAIM, [owner, key, hash, at, expired]);
    if (claimed.length === 0) return repeat(db, owner, key, hash, once);
    const answer = await once.work(db);
    const kept = once.again === undefined ? JSON.stringify(answer) : null;
    await db.named(REMEMBER, [owner, key, once.subjectOf(answer) ?? null, kept]);
    return answer;
  });

/** Removes keys that have expired. */
export const forgetKeys = async (db: Db, now: number): Promise<void> => {
  await db.named(FORGET, [new Date(now - IDEMPOTENCY_MS).toISOString()]);
};
