import { createHash, createHmac, randomBytes } from "node:crypto";

import { incrementCounter } from "../../../platform/auth/refusals.ts";
import type { RequestContext } from "../../../platform/http/request-context.ts";
import { HttpError } from "../../../platform/lib/errors.ts";
import { signToken, verifyToken } from "../../../platform/lib/secret/signed-token.ts";

/** The cookie that ties a passkey's answer to the browser that was asked, without prefix. */
export const CHALLENGE_COOKIE = "foyer-passkey";
export const CHALLENGE_MS = 5 * 60_000;
const PURPOSE = "passkey-challenge";

/** What a passkey is asked for, and the session or pending login that alone can use the answer. */
export type Use = { act: "login" | "confirm" | "add"; of: string };

/** A challenge, and the value of its cookie. It is derived from the cookie, so nothing is stored. */
type Challenge = { bytes: Buffer; token: string };

const bytesOf = (secretKey: string, subject: string): Buffer =>
  createHmac("sha256", secretKey).update(`${PURPOSE}:${subject}`).digest();

/** Makes a challenge for one use. */
export const newChallenge = ({ secretKey, now }: RequestContext["context"], { act, of }: Use): Challenge => {
  const subject = [act, of, randomBytes(16).toString("hex")].join("-");
  return { bytes: bytesOf(secretKey, subject), token: signToken(secretKey, PURPOSE, subject, now() + CHALLENGE_MS) };
};

/** Whether this is the first use of a subject, in any process. */
const isFirst = async ({ db, now }: RequestContext, subject: string): Promise<boolean> => {
  const counter = `challenge:${createHash("sha256").update(subject).digest("base64url")}`;
  try {
    await incrementCounter(db, counter, now, 1);
    return true;
  } catch (error) {
    if (error instanceof HttpError) return false;
    throw error;
  }
};

/**
 * Uses up the challenge of a cookie.
 * @returns it in Base64url; undefined if it isn't ours, was for another use, has expired or was used
 */
export const takeChallenge = async (
  ctx: RequestContext,
  token: string | undefined,
  { act, of }: Use,
): Promise<string | undefined> => {
  const { context } = ctx;
  const subject = token === undefined ? undefined : verifyToken(context, PURPOSE, token, context.now());
  if (subject?.startsWith(`${act}-${of}-`) !== true || !(await isFirst(ctx, subject))) return undefined;
  return bytesOf(context.secretKey, subject).toString("base64url");
};
