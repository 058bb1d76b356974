import type { QueueLine } from "../../platform/auth/passwords/password-queue.ts";
import {
  passkeyIdOf,
  relyingPartyOf,
  type StoredPasskey,
  userOfPasskey,
  verifyPasskey,
} from "../../platform/auth/passkeys.ts";
import { stepOfCode } from "../../platform/auth/totp.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { inTransaction } from "../../platform/http/in-transaction.ts";
import { iso } from "../../platform/lib/time/time.ts";
import type { Account } from "../users/accounts.ts";
import { mailFactorNotice } from "./notices.ts";
import { countCodes, takeRecoveryCode } from "./recovery-codes.ts";
import { openSecret } from "./secrets.ts";
import * as store from "./store.ts";

const takeAppCode = async (ctx: RequestContext, user: string, code: string): Promise<boolean> => {
  const app = (await store.listFactors(ctx.db, user)).find(({ kind }) => kind === "totp");
  const secret = app?.secret ? openSecret(ctx.context, user, app.secret) : undefined;
  if (app === undefined || secret === undefined) return false;
  const step = stepOfCode(secret, code, app.last_step ?? 0, ctx.now);
  return step !== undefined && store.takeStep(ctx.db, app._id, step, iso(ctx.now));
};

/** The code of an authenticator app in what was typed; other texts are taken for recovery codes. */
const appCodeIn = (text: string): string | undefined => /^\d{6}$/.exec(text.replaceAll(/\s/g, ""))?.[0];

/** Whether a text has the form of an authenticator app's code. */
export const isAppCode = (text: string): boolean => appCodeIn(text) !== undefined;

/**
 * Uses up a code of the user's authenticator app, or a recovery code, of which they are emailed.
 * @param line as for a password, since a recovery code is hashed like one
 * @returns whether it was theirs, and unused
 */
export const takeFactorCode = async (
  ctx: RequestContext,
  account: Account,
  text: string,
  line: QueueLine,
): Promise<boolean> => {
  const code = appCodeIn(text);
  if (code !== undefined) return takeAppCode(ctx, account._id, code);
  return inTransaction(ctx, async (inner) => {
    if (!(await takeRecoveryCode(inner, account._id, text, line))) return false;
    await mailFactorNotice(inner, account, "usedCode", { count: String(await countCodes(inner, account._id)) });
    return true;
  });
};

const storedPasskey = ({ credential_id, public_key, counter }: store.FactorRow): StoredPasskey | undefined =>
  credential_id === null || public_key === null ? undefined : { credential_id, public_key, counter: counter ?? 0 };

/**
 * The user whose passkey answered a challenge.
 * @param challenge the expected one, in Base64url
 * @param answer of the browser, unread
 * @returns undefined if no passkey of ours did
 */
export const userByPasskey = async (
  ctx: RequestContext,
  challenge: string,
  answer: unknown,
): Promise<string | undefined> => {
  const party = relyingPartyOf(ctx.context.config.publicUrl);
  const row = await store.findPasskey(ctx.db, passkeyIdOf(answer));
  const passkey = row && storedPasskey(row);
  if (party === undefined || row === undefined || passkey === undefined) return undefined;
  if (![undefined, row.user_id].includes(userOfPasskey(answer))) return undefined;
  const counter = await verifyPasskey(party, challenge, answer, passkey);
  if (counter === undefined || !(await store.updateCounter(ctx.db, row._id, counter, iso(ctx.now)))) return undefined;
  return row.user_id;
};

/** The kinds of factor that a user can choose from at a login, and the IDs of their passkeys. */
export const listMeans = async (
  { db }: Pick<RequestContext, "db">,
  user: string,
): Promise<{ kinds: ("totp" | "passkey")[]; passkeys: string[] }> => {
  const rows = await store.listFactors(db, user);
  return {
    kinds: [...new Set(rows.map(({ kind }) => kind))],
    passkeys: rows.flatMap(({ credential_id }) => credential_id ?? []),
  };
};
