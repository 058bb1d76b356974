import { runLoggedQuery } from "../../platform/events/log.ts";
import { checkIfMatch } from "../../platform/http/edge/conditional.ts";
import { inTransaction } from "../../platform/http/in-transaction.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { badRequest, notFound } from "../../platform/lib/errors.ts";
import { newId, SERVICE_LOCATION } from "../../platform/lib/record/ids.ts";
import { iso } from "../../platform/lib/time/time.ts";
import type { Account } from "../users/accounts.ts";
import { readUser } from "../users/users.ts";
import { needsFactor } from "./login-rules.ts";
import { mailFactorNotice } from "./notices.ts";
import { countCodes, makeCodes } from "./recovery-codes.ts";
import * as store from "./store.ts";

/** More than a person has devices. */
const FACTORS_MAX = 20;

const entry = (action: string, subject = "second_factor") => ({
  location: SERVICE_LOCATION,
  action: `${subject}.${action}`,
  subject,
});

/** A second factor as its user sees it. */
export type OwnFactor = { _id: string; kind: "totp" | "passkey"; name?: string; created: string; last_used?: string };

const wire = ({ _id, kind, name, create_date, last_used }: store.FactorRow): OwnFactor => ({
  _id,
  kind,
  ...(name === null ? {} : { name }),
  created: create_date,
  ...(last_used === null ? {} : { last_used }),
});

/** What a user has: factors, how many recovery codes are left, and whether their role needs a factor. */
export const listOwnFactors = async (
  ctx: RequestContext,
  { _id, role }: Pick<Account, "_id" | "role">,
): Promise<{ factors: OwnFactor[]; recovery_codes: number; required: boolean }> => ({
  factors: (await store.listFactors(ctx.db, _id)).map(wire),
  recovery_codes: await countCodes(ctx, _id),
  required: await needsFactor(ctx, role),
});

/** A factor that is added, with the columns of its kind. */
export type NewFactor = Omit<Parameters<typeof store.insertFactor>[0], "_id" | "user_id">;

/** What follows from adding a factor: the first one comes with recovery codes, shown this once. */
export type AddedFactor = { _id: string; recovery_codes?: string[] };

const checkRoom = (present: readonly store.FactorRow[]): void => {
  if (present.length >= FACTORS_MAX)
    throw badRequest(`A user has at most ${FACTORS_MAX} second factors. Remove one first.`, "too_many");
};

const remove = (ctx: RequestContext, { user_id, _id }: store.FactorRow): Promise<unknown> =>
  runLoggedQuery(ctx, store.deleteFactor(user_id, _id), entry("remove"));

/**
 * Adds a second factor, and emails its user. A new authenticator app takes the place of the one before. Errors: `400`
 * for a passkey that is stored already, and for a 21st factor.
 */
export const addFactor = (ctx: RequestContext, account: Account, factor: NewFactor): Promise<AddedFactor> =>
  inTransaction(ctx, async (inner) => {
    await store.lockFactors(inner.db, account._id);
    const present = await store.listFactors(inner.db, account._id);
    checkRoom(present);
    const codes = present.length === 0 ? { recovery_codes: await makeCodes(inner, account._id) } : {};
    const replaced = factor.kind === "totp" ? present.find(({ kind }) => kind === "totp") : undefined;
    if (replaced !== undefined) await remove(inner, replaced);
    const _id = newId(undefined, ctx.now);
    const query = store.insertFactor({ ...factor, _id, user_id: account._id }, iso(ctx.now));
    if ((await runLoggedQuery(inner, query, entry("add"))).length === 0)
      throw badRequest('"passkey" is stored already.', "already_taken", "passkey");
    await mailFactorNotice(inner, account, factor.kind === "totp" ? "app" : "passkey", { name: factor.name ?? "" });
    return { _id, ...codes };
  });

const removeCodes = (ctx: RequestContext, user: string): Promise<unknown> =>
  runLoggedQuery(ctx, store.deleteCodes(user), entry("remove", "recovery_codes"));

/**
 * Removes a factor of a user, with the recovery codes if it is the last one, and emails them. Errors: `400` for the
 * last one of a user whose role needs one, `404`.
 */
export const removeFactor = (ctx: RequestContext, account: Account, id: string): Promise<void> =>
  inTransaction(ctx, async (inner) => {
    await store.lockFactors(inner.db, account._id);
    const present = await store.listFactors(inner.db, account._id);
    const factor = present.find(({ _id }) => _id === id.toLowerCase());
    if (factor === undefined) throw notFound();
    const isLast = present.length === 1;
    if (isLast && (await needsFactor(inner, account.role)))
      throw badRequest("Your role needs a second factor. Add another one first.", "last_second_factor");
    await remove(inner, factor);
    if (isLast) await removeCodes(inner, account._id);
    const notice = factor.kind === "totp" ? "appRemoved" : "passkeyRemoved";
    await mailFactorNotice(inner, account, notice, { name: factor.name ?? "" });
  });

/** Makes a user's recovery codes anew, and emails them that. Errors: `400` without a second factor. */
export const renewCodes = (ctx: RequestContext, account: Account): Promise<string[]> =>
  inTransaction(ctx, async (inner) => {
    await store.lockFactors(inner.db, account._id);
    if ((await store.listFactors(inner.db, account._id)).length === 0)
      throw badRequest("Recovery codes come with a second factor. Add one first.", "second_factor_needed");
    const codes = await makeCodes(inner, account._id);
    await mailFactorNotice(inner, account, "newCodes");
    return codes;
  });

/** Removes all second factors of a user who has lost them, and emails the user. Errors: `404`, `412`. */
export const resetFactors = (ctx: RequestContext, id: string): Promise<{ message: string }> =>
  inTransaction(ctx, async (inner) => {
    const user = await readUser(inner, id);
    await store.lockFactors(inner.db, user._id);
    checkIfMatch(inner, () => user);
    const present = await store.listFactors(inner.db, user._id);
    for (const factor of present) await remove(inner, factor);
    await removeCodes(inner, user._id);
    if (present.length > 0) await mailFactorNotice(inner, { language_id: null, ...user }, "reset");
    return { message: "Second factors removed." };
  });
