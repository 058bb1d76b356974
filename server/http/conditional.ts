import { hash } from "node:crypto";

import type { FastifyReply, FastifyRequest } from "fastify";

import { HttpError } from "../lib/errors.ts";
import type { Coding } from "../lib/accept-encoding.ts";
import { type Act, ReadyJson } from "./call.ts";
import type { Endpoint } from "./contract.ts";
import { together } from "./together.ts";

/** What of an answer its tag is made from, where that is not the answer itself. */
const STATE = Symbol("state");
/** Says that the answer also shows what is not in that state. */
const PARTIAL = Symbol("partial");
const DIGEST_LENGTH = 22;

/** Gives an answer the state that its tag is made from: of a record whose texts are answered in the language asked for. */
export const withState = <T extends object>(answer: T, state: unknown): T => Object.assign(answer, { [STATE]: state });

/**
 * Gives an answer the state that its tag is made from, where it also shows what no caller writes, such as when a device was seen
 * last: a change of that is no reason to refuse a write. `304` is never said of it.
 */
export const withWrittenState = <T extends object>(answer: T, state: unknown): T =>
  Object.assign(withState(answer, state), { [PARTIAL]: true });

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/** JSON text that is the same whatever the order of the keys: a new record has another than the one read back. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    isObject(part) && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : part,
  );

/** A state that checks are made against, where nothing is answered. */
export const ofState = (state: unknown): object => withState({}, state);

const textOf = (answer: unknown, variant: string): string => {
  if (answer instanceof ReadyJson) return answer.text;
  return isObject(answer) && STATE in answer ? `${variant}\n${canonical(answer[STATE])}` : canonical(answer);
};

/**
 * The strong entity tag of a record (RFC 9110, 8.8.3): another one whenever the record is.
 * @param variant what a state is answered with beside: the language that texts fall back to
 */
const tagOf = (answer: unknown, variant: string): string =>
  `"${hash("sha256", textOf(answer, variant), "base64url").slice(0, DIGEST_LENGTH)}"`;

/** The tag of the same record in a packed answer: other bytes have another strong tag. */
export const codedTag = (tag: string, coding: Coding): string =>
  tag.startsWith("W/") ? tag : `${tag.slice(0, -1)}-${coding}"`;

const TAG = /(?:W\/)?"[\u0021\u0023-\u007e\u0080-\u00ff]*"/g;

/** A tag without what says how it was packed, and whether it is weak. */
const opaque = (tag: string): string => tag.replace(/^W\//, "").replace(/-(?:br|gzip)"$/, '"');

/** The tag of an `If-None-Match` that names what has this tag; weak ones do (RFC 9110, 13.1.2). */
export const knownTag = (header: string | undefined, tag: string): string | undefined =>
  header?.trim() === "*" ? tag : header?.match(TAG)?.find((sent) => opaque(sent) === tag);

/** Whether what an endpoint answers is one record. */
export const answersRecord = ({ response }: Endpoint): boolean =>
  Object.hasOwn(Object(Reflect.get(response, "properties")), "_id");

const isRead = ({ method }: FastifyRequest): boolean => method === "GET" || method === "HEAD";

const variantOf = ({ place }: FastifyRequest): string => place?.language ?? "";

/**
 * Puts its tag on the answer that shows, or has just written, one record.
 * @returns whether the caller has it already (`If-None-Match`), so that `304` says all
 */
export const tagRecord = (request: FastifyRequest, reply: FastifyReply, answer: unknown): boolean => {
  const tag = tagOf(answer, variantOf(request));
  const asks = isRead(request) && !(isObject(answer) && PARTIAL in answer);
  const known = asks ? knownTag(request.headers["if-none-match"], tag) : undefined;
  reply.header("etag", known ?? tag);
  return known !== undefined;
};

/** Whether an answer is to be tagged though its endpoint does not answer the record itself. */
export const isTagged = (answer: unknown): boolean => isObject(answer) && STATE in answer;

/** The precondition of a write, as rules take it. */
export const ifMatchOf = (request: FastifyRequest, { method }: Endpoint): Pick<Act, "ifMatch"> => {
  const header = request.headers["if-match"];
  if (header === undefined || (method !== "PUT" && method !== "DELETE")) return {};
  return { ifMatch: { header, variant: variantOf(request) } };
};

/** Whether an `If-Match` names the record as it is; a weak tag names none (RFC 9110, 13.1.1). */
const isMatched = (header: string, tag: string): boolean =>
  header.trim() === "*" || (header.match(TAG) ?? []).some((sent) => !sent.startsWith("W/") && opaque(sent) === tag);

const changed = (): HttpError =>
  new HttpError(
    412,
    { message: "The record is not what If-Match names: it was changed since. Read it again.", code: "changed" },
    "If-Match names another state",
  );

/**
 * Compares a record with the `If-Match` of the call. The record must be locked, or written by its revision, so that it still is
 * what was compared when it is written. Errors: `412`.
 * @param current the record as it is answered
 */
export const checkMatch = ({ ifMatch }: Act, current: () => unknown): void => {
  if (ifMatch !== undefined && !isMatched(ifMatch.header, tagOf(current(), ifMatch.variant))) throw changed();
};

/**
 * Removes a record, with `If-Match` only while it is what the caller has read. Errors: `412`, and those of `remove`.
 * @param lock reads the record as it is answered and keeps it from being changed; undefined where there is none
 */
export const removeMatched = <T>(
  act: Act,
  lock: (act: Act) => Promise<unknown>,
  remove: (act: Act) => Promise<T>,
): Promise<T> =>
  act.ifMatch === undefined
    ? remove(act)
    : together(act, async (inner) => {
        const current = await lock(inner);
        if (current !== undefined) checkMatch(inner, () => current);
        return remove(inner);
      });
