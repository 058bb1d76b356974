import { type RequestContext, systemContext } from "../../platform/http/request-context.ts";
import { givenRole } from "../../resources/login-providers/rules.ts";
import type { ProviderSettings } from "../../resources/login-providers/settings.ts";
import {
  type Account,
  findAccountByEmail,
  findAccountByLink,
  findAccountLink,
  linkAccount,
  logOtherIdentity,
  markAccountByRules,
} from "../../resources/users/accounts.ts";
import { createProviderUser, type GivenRole, giveRole } from "../../resources/users/provider-users.ts";
import type { VerifiedIdentity } from "./oidc.ts";
import { SignInFailure } from "./sign-in-failure.ts";

const unknown = (reason: string): SignInFailure => new SignInFailure("unknown", reason);

/**
 * The user whom a provider means: at first the one with the address it has verified, and from then on the one with the
 * same identifier. An address may be given to another person some day (OWASP ASVS 5.0, 10.5.2).
 */
const findMeant = async (ctx: RequestContext, vouched: VerifiedIdentity): Promise<Account | undefined> => {
  const known = await findAccountByLink(ctx.db, vouched);
  const account = known ?? (await findAccountByEmail(ctx.db, await vouched.email()));
  if (account === undefined) return undefined;
  if (!account.active) throw unknown("no active user is meant");
  if (known === undefined && (await findAccountLink(ctx.db, account._id, vouched)) !== undefined) {
    await logOtherIdentity(ctx, account);
    throw unknown("the provider now means another person by this address");
  }
  return account;
};

/** The active user whom a provider means. Errors: SignInFailure. */
export const identifiedAccount = async (ctx: RequestContext, vouched: VerifiedIdentity): Promise<Account> => {
  const account = await findMeant(ctx, vouched);
  if (account === undefined) throw unknown("no active user is meant");
  return account;
};

/** Who a login is for, before anything is written: what the provider was asked for it. */
export type LoginSubject = {
  vouched: VerifiedIdentity;
  account: Account | undefined;
  /** What the rules give; `decides` is whether there are any. */
  given: GivenRole | undefined;
  decides: boolean;
  /** For a user who is to be created. */
  fields?: Parameters<typeof createProviderUser>[1];
};

/**
 * Finds out who a login is for, and asks the provider what it takes: no connection to the database is held meanwhile.
 * Errors: SignInFailure, also for a person without a user whom no rule covers.
 */
export const findLoginSubject = async (
  ctx: RequestContext,
  vouched: VerifiedIdentity,
  rules: ProviderSettings["rules"],
): Promise<LoginSubject> => {
  const account = await findMeant(ctx, vouched);
  const decides = rules.length > 0;
  const given = decides ? await givenRole(ctx.db, rules, await vouched.groups()) : undefined;
  const subject = { vouched, account, given, decides };
  if (account !== undefined) return subject;
  // Without a rule that says so, a login creates no user: an administrator decides who may log in.
  if (given === undefined) throw unknown("no active user is meant");
  return { ...subject, fields: { ...given, email: await vouched.email(), ...(await vouched.names()) } };
};

const created = async (ctx: RequestContext, { fields }: LoginSubject): Promise<Account> => {
  const made = fields && (await createProviderUser(ctx, fields));
  if (made === undefined) throw unknown("the address was taken in the meantime");
  return made;
};

/** Whether the user's role came from the provider's rules; links the user at their first login with it. */
const linked = async (ctx: RequestContext, account: Account, vouched: VerifiedIdentity): Promise<boolean> => {
  const link = await findAccountLink(ctx.db, account._id, vouched);
  if (link === undefined && !(await linkAccount(ctx, account, vouched)))
    throw unknown("the user has changed in the meantime");
  return link?.by_rules === true;
};

/**
 * The user to log in, with the role that the provider's rules give (docs/sessions.md): linked, changed or created as
 * needed. Errors: SignInFailure, also for a user whose role came from the rules if none covers them any more.
 */
export const admit = async (ctx: RequestContext, subject: LoginSubject): Promise<Account> => {
  const { vouched, given, decides } = subject;
  // It isn't the person who says what they are allowed to do.
  const asFoyer = { ...ctx, principal: systemContext(ctx.context, "login provider").principal };
  const account = subject.account ?? (await created(asFoyer, subject));
  const wasByRules = await linked(ctx, account, vouched);
  if (given === undefined) {
    if (decides && wasByRules) throw new SignInFailure("noRole", "no rule of the provider covers the user any more");
    return account;
  }
  await markAccountByRules(ctx.db, account._id, vouched);
  return giveRole(asFoyer, account, given);
};
