import { hash } from "node:crypto";

import type { FastifyReply, FastifyRequest } from "fastify";

import { HttpError } from "../../lib/errors.ts";
import type { Coding } from "../../lib/net/accept-encoding.ts";
import { type RequestContext, PictureResponse, RawJson } from "../request-context.ts";
import { answersUnchanged, type Endpoint, taggingOf, takesIfMatch } from "../contract/contract.ts";
import { inTransaction } from "../in-transaction.ts";
import { isObject } from "../../lib/record/objects.ts";

/** The state from which a response's tag is made, if that isn't the response itself. */
const STATE = Symbol("state");
const DIGEST_LENGTH = 22;

/**
 * Attaches the state for its tag to a response: for a record whose texts depend on the requested language, or which
 * also has values that no caller writes (the contract then has `etag: "written"`).
 */
export const withState = <T extends object>(answer: T, state: unknown): T => Object.assign(answer, { [STATE]: state });

/** JSON text that is the same whatever the order of the keys, which differs between a new record and the one read back. */
const canonical = (value: unknown): string =>
  JSON.stringify(value, (_key, part: unknown) =>
    isObject(part) ? Object.fromEntries(Object.entries(part).toSorted(([a], [b]) => (a < b ? -1 : 1))) : part,
  );

/** The state of a record, to compare with `If-Match` if the record itself isn't the response. */
export const etagStateOf = (state: unknown): object => withState({}, state);

const textOf = (answer: unknown, variant: string): string => {
  if (answer instanceof RawJson) return answer.written;
  return isObject(answer) && STATE in answer ? `${variant}\n${canonical(answer[STATE])}` : canonical(answer);
};

/**
 * The strong entity tag of a record (RFC 9110, 8.8.3), which changes whenever the record does.
 * @param variant a further input of the response: the language that texts fall back to
 */
const tagOf = (answer: unknown, variant: string): string =>
  `"${hash("sha256", textOf(answer, variant), "base64url").slice(0, DIGEST_LENGTH)}"`;

/** The tag of the same record in a compressed response: other bytes need another strong tag. */
export const codedTag = (tag: string, coding: Coding): string =>
  tag.startsWith("W/") ? tag : `${tag.slice(0, -1)}-${coding}"`;

const TAG = /(?:W\/)?"[\u0021\u0023-\u007e\u0080-\u00ff]*"/g;

/** A tag without its suffix for compression and its mark for weak tags. */
const opaque = (tag: string): string => tag.replace(/^W\//, "").replace(/-(?:br|gzip)"$/, '"');

/** The tag of an `If-None-Match` that matches this tag; weak ones do (RFC 9110, 13.1.2). */
const matchingTag = (header: string | undefined, tag: string): string | undefined =>
  header?.trim() === "*" ? tag : header?.match(TAG)?.find((sent) => opaque(sent) === tag);

const variantOf = ({ clock }: FastifyRequest): string => clock?.language ?? "";

/**
 * Puts its tag on a response, if the contract of its endpoint declares one.
 * @returns whether the caller has it already (`If-None-Match`), so that `304` is the response
 */
export const tagAnswer = (
  request: FastifyRequest,
  reply: FastifyReply,
  endpoint: Endpoint,
  answer: unknown,
): boolean => {
  if (taggingOf(endpoint) === "none") return false;
  const tag = answer instanceof PictureResponse ? answer.tag : tagOf(answer, variantOf(request));
  const known = answersUnchanged(endpoint) ? matchingTag(request.headers["if-none-match"], tag) : undefined;
  reply.header("etag", known ?? tag);
  return known !== undefined;
};

/** The precondition of a write, as rules receive it. */
export const ifMatchOf = (request: FastifyRequest, endpoint: Endpoint): Pick<RequestContext, "ifMatch"> => {
  const header = request.headers["if-match"];
  if (header === undefined || !takesIfMatch(endpoint)) return {};
  return { ifMatch: { header, variant: variantOf(request) } };
};

/** Whether an `If-Match` matches the record; a weak tag never does (RFC 9110, 13.1.1). */
const isMatched = (header: string, tag: string): boolean =>
  header.trim() === "*" || (header.match(TAG) ?? []).some((sent) => !sent.startsWith("W/") && opaque(sent) === tag);

const changed = (): HttpError =>
  new HttpError(
    412,
    { message: "The record has changed since the version in If-Match. Read it again.", code: "changed" },
    "If-Match names another state",
  );

/**
 * Compares a record with the `If-Match` of the call. The record must be locked, or written by its revision, so that it
 * can't change between the comparison and the write. Errors: `412`.
 * @param current the record as the API returns it
 */
export const checkIfMatch = ({ ifMatch }: RequestContext, current: () => unknown): void => {
  if (ifMatch !== undefined && !isMatched(ifMatch.header, tagOf(current(), ifMatch.variant))) throw changed();
};

/**
 * Removes a record; with `If-Match`, only while it is unchanged. Errors: `412`, and those of `remove`.
 * @param lock finds the record as the API returns it and locks it; undefined if there is none
 */
export const deleteIfMatch = <T>(
  ctx: RequestContext,
  lock: (ctx: RequestContext) => Promise<unknown>,
  remove: (ctx: RequestContext) => Promise<T>,
): Promise<T> =>
  ctx.ifMatch === undefined
    ? remove(ctx)
    : inTransaction(ctx, async (inner) => {
        const current = await lock(inner);
        if (current !== undefined) checkIfMatch(inner, () => current);
        return remove(inner);
      });
