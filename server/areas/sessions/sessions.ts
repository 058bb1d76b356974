import { credentialOf, type Proof } from "../../platform/auth/credential.ts";
import { recordKnownAddress } from "../../platform/auth/known-addresses.ts";
import { deleteExpiredSessions, newSession, SESSION_MS, sessionDigest } from "../../platform/auth/sessions.ts";
import { runLoggedQuery } from "../../platform/events/log.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import type { Static } from "../../platform/http/contract/schemas.ts";
import { inTransaction } from "../../platform/http/in-transaction.ts";
import { refusalSource } from "../../platform/lib/net/ip-address.ts";
import { notFound, forbidden } from "../../platform/lib/errors.ts";
import { newId, SERVICE_LOCATION } from "../../platform/lib/record/ids.ts";
import { iso } from "../../platform/lib/time/time.ts";
import type { User } from "../../resources/users/contract.ts";
import { type Account, findAccountByEmail } from "../../resources/users/accounts.ts";
import { readUser } from "../../resources/users/users.ts";
import { attempt } from "./attempts.ts";
import { type Browser, countersOf, knownToken, passwordLineOf } from "./browser.ts";
import { loginToken, type NextStep, nextStepOf } from "./factors/login-step.ts";
import type { Session } from "./contract.ts";
import * as store from "./store.ts";

/** The values of a browser's two cookies. */
export type SessionCookies = { session: string; known: string };

/** What a browser gets after a login. */
export type SignedInSession = SessionCookies & { user: Static<typeof User> };

const entry = (action: string) => ({ location: SERVICE_LOCATION, action: `session.${action}`, subject: "session" });

/** What a browser gets after the right password of a user who needs more: what that is, and the value of its cookie. */
export type UnfinishedLogin = { next: NextStep; login: string };

/** How a user logs in: with proof of who they are, or with the setup link, where they have just chosen a password. */
export type SignInMethod = "password" | "second factor" | "passkey" | "set-up link" | { provider: string };

const proofOf = (by: SignInMethod): { proof: Proof; provider_id: string | null } =>
  typeof by === "string"
    ? { proof: "password", provider_id: null }
    : { proof: "identity_provider", provider_id: by.provider };

/**
 * Starts the session of a user who has proved who they are, and records it. The session always gets a new value, and
 * the browser's previous one is ended, so a value that an attacker planted or knows is worth nothing. Errors: `403` if
 * the account was changed, turned off or removed since it was checked.
 */
export const startSession = async (
  ctx: RequestContext,
  account: Account,
  browser: Browser,
  by: SignInMethod,
): Promise<SignedInSession> => {
  const signedIn = await begin(ctx, account, browser, by);
  ctx.context.log.info(
    {
      requestId: ctx.requestId,
      principal: { kind: "user", id: account._id },
      by: typeof by === "string" ? by : "identity_provider",
      ...(typeof by === "string" ? {} : by),
      address: browser.address,
    },
    "logged in",
  );
  return signedIn;
};

const begin = (ctx: RequestContext, account: Account, browser: Browser, by: SignInMethod): Promise<SignedInSession> =>
  inTransaction(ctx, async (outer) => {
    const who = credentialOf(account);
    if (who === undefined) throw forbidden("user is not active");
    const inner = { ...outer, principal: who };
    const { value, digest } = newSession();
    const row = {
      digest,
      _id: newId(undefined, ctx.now),
      created: iso(ctx.now),
      client: browser.client,
      address: browser.address,
      ...proofOf(by),
    };
    const written = await runLoggedQuery(inner, store.insertSession(row, account), entry("start"));
    if (written.length === 0) throw forbidden("the account changed during a login");
    if (browser.session !== undefined)
      await runLoggedQuery(inner, store.deleteByDigest(sessionDigest(browser.session)), entry("end"));
    return { user: await readSelf(inner), session: value, known: knownToken(ctx.context, account._id) };
  });

const readSelf = (ctx: RequestContext): Promise<Static<typeof User>> =>
  // All users see themselves, whatever their role lets them see of others.
  readUser({ ...ctx, principal: { ...ctx.principal, locations: "all" } }, ctx.principal._id);

const endAll = (ctx: RequestContext, ended: ReturnType<typeof store.deleteSessions>): Promise<{ _id: string }[]> =>
  inTransaction(ctx, async (inner) => {
    await store.lockSessions(inner.db);
    return runLoggedQuery<{ _id: string }>(inner, ended, entry("end"));
  });

/** Lets the second factor follow. The browser's previous session is ended as by a login, or it could take its place. */
const beginLogin = async (
  ctx: RequestContext,
  account: Account,
  { session }: Browser,
  next: NextStep,
): Promise<UnfinishedLogin> => {
  const principal = credentialOf(account) ?? ctx.principal;
  if (session !== undefined) await endAll({ ...ctx, principal }, store.deleteByDigest(sessionDigest(session)));
  return { next, login: loginToken(ctx.context, account) };
};

/**
 * Logs in with a password; who has a second factor, or needs one, isn't logged in by it alone. Refusals are counted per address and per account (or known browser): 30 in 15 minutes.
 * Errors: the same `403` for an unknown address, a wrong password, and a user who is not active; `429`; `503` if too
 * many passwords are being checked.
 */
export const signIn = async (
  ctx: RequestContext,
  { email, password }: { email: string; password: string },
  browser: Browser,
): Promise<SignedInSession | UnfinishedLogin> => {
  const { context, db, now } = ctx;
  const address = email.trim().toLowerCase();
  const found = await findAccountByEmail(db, address);
  const hash = found?.active === true ? (found.password ?? undefined) : undefined;
  const line = passwordLineOf(context, browser, found?._id);
  const prove = async (): Promise<Account | undefined> =>
    (await context.passwords.verify(hash, password, line)) ? found : undefined;
  const counters = countersOf(context, browser, address, found?._id);
  const account = await attempt(ctx, counters, prove, () => forbidden("unknown user or wrong password"));
  const next = await nextStepOf(ctx, account);
  if (next !== undefined) return beginLogin(ctx, account, browser, next);
  const signedIn = await startSession(ctx, account, browser, "password");
  await recordKnownAddress(db, context, account, refusalSource(browser.address), now);
  return signedIn;
};

/**
 * Records that the user of a session has confirmed their identity; the session continues under a new value.
 * @param session its ID and its expected user
 * @returns undefined if it has ended, or is another user's
 */
export const confirmSession = (
  ctx: RequestContext,
  session: { _id: string; user: string },
): Promise<SessionCookies | undefined> =>
  inTransaction(ctx, async (inner) => {
    await store.lockSessions(inner.db);
    const { value, digest } = newSession();
    const at = iso(ctx.now);
    const renewed = store.confirmSession(session.user, session._id, { digest, at });
    if ((await runLoggedQuery(inner, renewed, entry("confirm"))).length === 0) return undefined;
    return { session: value, known: knownToken(ctx.context, session.user) };
  });

/** The logged-in user. */
export const whoAmI = (ctx: RequestContext): Promise<Static<typeof User>> => readSelf(ctx);

/** Logs out on this browser. */
export const signOut = async (ctx: RequestContext): Promise<{ message: string }> => {
  if (ctx.principal.session !== undefined)
    await endAll(ctx, store.deleteSession(ctx.principal._id, ctx.principal.session._id));
  return { message: "You're logged out." };
};

/** Logs out on every browser, including this one. */
export const signOutEverywhere = async (ctx: RequestContext): Promise<{ message: string }> => {
  const ended = await endAll(ctx, store.deleteSessions(ctx.principal._id));
  return { message: `You're logged out everywhere (${ended.length}).` };
};

/** Logs out on one browser. Errors: `404`, also for another user's session. */
export const end = async (ctx: RequestContext, id: string): Promise<{ message: string }> => {
  const ended = await endAll(ctx, store.deleteSession(ctx.principal._id, id));
  if (ended.length === 0) throw notFound();
  return { message: "That browser has been logged out." };
};

/** The caller's sessions. */
export const listSessions = async (ctx: RequestContext): Promise<Static<typeof Session>[]> => {
  const rows = await store.listSessions(ctx.db, ctx.principal._id, ctx.now);
  return rows.map(({ client, ...row }) => ({
    ...row,
    ...(client === "" ? {} : { client }),
    expires: iso(Date.parse(row.created) + SESSION_MS),
    current: row._id === ctx.principal.session?._id,
  }));
};

/** Deletes ended sessions, and expired counts of password requests. */
export const deleteEndedSessions = async ({
  db,
  now,
}: Pick<RequestContext["context"], "db" | "now">): Promise<void> => {
  await deleteExpiredSessions(db, now());
  await store.deletePasswordRequests(db, now());
};
