import { randomInt } from "node:crypto";

import type { QueueLine } from "../../platform/auth/passwords/password-queue.ts";
import { runLoggedQuery } from "../../platform/events/log.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { SERVICE_LOCATION } from "../../platform/lib/record/ids.ts";
import { iso } from "../../platform/lib/time/time.ts";
import * as store from "./store.ts";

const CODES = 10;
/** Without those that look alike. */
const ALPHABET = "23456789abcdefghjkmnpqrstuvwxyz";
/** 54 bits: too many to be guessed, and few enough to be typed. */
const RANDOM_LENGTH = 11;
const CODE = /^(\d)[0-9a-z]{11}$/;

const entry = (action: string) => ({
  location: SERVICE_LOCATION,
  action: `recovery_codes.${action}`,
  subject: "recovery_codes",
});

/** The first digit is the code's place, so that one hash is tried and not ten. */
const newCode = (place: number): string =>
  place + Array.from({ length: RANDOM_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");

/** As it is shown: `3k7m-2pqx-9fha`. */
const shown = (code: string): string => code.replaceAll(/(.{4})(?=.)/g, "$1-");

/** Makes the recovery codes of a user; earlier ones no longer work. @returns the codes, this once */
export const makeCodes = async (ctx: RequestContext, user: string): Promise<string[]> => {
  const codes = Array.from({ length: CODES }, (_, place) => newCode(place));
  const hashes = await Promise.all(codes.map((code) => ctx.context.passwords.hash(code)));
  await runLoggedQuery(ctx, store.replaceCodes(user, hashes, iso(ctx.now)), entry("make"));
  return codes.map(shown);
};

/** How many codes a user has left. */
export const countCodes = async ({ db }: Pick<RequestContext, "db">, user: string): Promise<number> =>
  (await store.findCodes(db, user))?.codes_left ?? 0;

/**
 * Uses a recovery code up, if it is one of the user's; dashes, blanks and capitals don't matter. A wrong one takes as
 * long as a right one.
 */
export const takeRecoveryCode = async (
  ctx: RequestContext,
  user: string,
  text: string,
  line: QueueLine,
): Promise<boolean> => {
  const code = text.toLowerCase().replaceAll(/[\s-]/g, "");
  const [, place] = CODE.exec(code) ?? [];
  if (place === undefined) return false;
  const hash = (await store.findCodes(ctx.db, user))?.hashes[Number(place)] ?? undefined;
  if (!(await ctx.context.passwords.verify(hash, code, line)) || hash === undefined) return false;
  return (await runLoggedQuery(ctx, store.takeCode(user, hash), entry("use"))).length > 0;
};
