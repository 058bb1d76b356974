import { randomBytes } from "node:crypto";

import { creationOptions, readNewPasskey, type RelyingParty, relyingPartyOf } from "../../../platform/auth/passkeys.ts";
import { base32, keyUri, SECRET_BYTES, stepOfCode } from "../../../platform/auth/totp.ts";
import type { RequestContext } from "../../../platform/http/request-context.ts";
import { badRequest, notFound } from "../../../platform/lib/errors.ts";
import { seal, unseal } from "../../../platform/lib/secret/sealing.ts";
import { type Account, findAccount } from "../../../resources/users/accounts.ts";
import { listMeans } from "../../../resources/second-factors/checks.ts";
import { sealSecret } from "../../../resources/second-factors/secrets.ts";
import type { NewFactor } from "../../../resources/second-factors/second-factors.ts";
import { newChallenge, type Use, takeChallenge } from "./challenge.ts";

const SETUP_MS = 10 * 60_000;

/** Who adds a factor, and the session or pending login that they do it in. */
export type Adding = { account: Account; of: string };

/** The account of a caller. Errors: `404` if it is gone. */
export const accountOf = async ({ db, principal }: RequestContext): Promise<Account> => {
  const account = await findAccount(db, principal._id);
  if (account === undefined) throw notFound();
  return account;
};

/** The origin whose pages can use passkeys; undefined where browsers know none. */
export const passkeyOrigin = ({ config }: RequestContext["context"]): string | undefined =>
  relyingPartyOf(config.publicUrl)?.origin;

/** Errors: `400` where browsers know no passkeys. */
export const requireParty = ({ context }: Pick<RequestContext, "context">): RelyingParty => {
  const party = relyingPartyOf(context.config.publicUrl);
  if (party === undefined)
    throw badRequest("Passkeys need HTTPS and a host name in PUBLIC_URL. Use an authenticator app.", "no_passkeys");
  return party;
};

export const tookTooLong = (field?: string): Error =>
  badRequest("This has taken too long, or was finished before. Begin again.", "took_too_long", field);

const purposeOf = ({ account, of }: Adding): string => `new authenticator app of ${account._id} in ${of}`;

/** A new secret for an authenticator app. It is stored once a code shows that the app has it. */
export const setUpApp = (
  { context, now }: RequestContext,
  adding: Adding,
): { secret: string; uri: string; setup: string } => {
  const secret = randomBytes(SECRET_BYTES);
  const text = `${now + SETUP_MS}.${secret.toString("base64url")}`;
  return {
    secret: base32(secret),
    uri: keyUri(secret, adding.account.email),
    setup: seal(context.secretKey, purposeOf(adding), text),
  };
};

/** A new authenticator app. Errors: `400` for a wrong code, and for a set-up that has expired or was another's. */
export const readNewApp = (
  ctx: RequestContext,
  adding: Adding,
  { setup, code }: { setup: string; code: string },
): NewFactor => {
  const [expires, text] = (unseal(ctx.context, purposeOf(adding), setup) ?? "").split(".");
  if (text === undefined || Number(expires) <= ctx.now) throw tookTooLong("setup");
  const secret = Buffer.from(text, "base64url");
  const step = stepOfCode(secret, code.replaceAll(/\s/g, ""), 0, ctx.now);
  if (step === undefined) throw badRequest('"code" must be what the app shows now.', "wrong_code", "code");
  const sealed = sealSecret(ctx.context.secretKey, adding.account._id, secret);
  return { kind: "totp", name: null, secret: sealed, last_step: step };
};

const useOf = ({ of }: Adding): Use => ({ act: "add", of });

/** What the browser asks for a new passkey, and the value of the challenge's cookie. */
export const askNewPasskey = async (
  ctx: RequestContext,
  adding: Adding,
): Promise<{ options: unknown; token: string }> => {
  const party = requireParty(ctx);
  const { bytes, token } = newChallenge(ctx.context, useOf(adding));
  const { passkeys } = await listMeans(ctx, adding.account._id);
  return { options: await creationOptions(party, adding.account, bytes, passkeys), token };
};

/** A new passkey. @param token of the challenge's cookie. Errors: `400` for an answer that isn't one to it. */
export const readPasskey = async (
  ctx: RequestContext,
  adding: Adding,
  { name, passkey }: { name: string; passkey?: unknown },
  token: string | undefined,
): Promise<NewFactor> => {
  const party = requireParty(ctx);
  const challenge = await takeChallenge(ctx, token, useOf(adding));
  const made = challenge === undefined ? undefined : await readNewPasskey(party, challenge, passkey);
  if (made === undefined)
    throw badRequest('"passkey" must be the answer to what was asked for, in time.', "wrong_passkey", "passkey");
  return { kind: "passkey", name, rp_id: party.id, ...made };
};
