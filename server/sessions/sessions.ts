import { credentialOf, type Proof } from "../auth/credential.ts";
import { noteLetIn } from "../auth/known-addresses.ts";
import { checkCounter, countOne } from "../auth/refusals.ts";
import { forgetSessions, newSession, SESSION_MS, sessionDigest } from "../auth/sessions.ts";
import { change } from "../events/log.ts";
import type { Act } from "../http/call.ts";
import type { Static } from "../http/schemas.ts";
import { together } from "../http/together.ts";
import { refusalSource } from "../lib/address.ts";
import { notFound, refused } from "../lib/errors.ts";
import { newId, SERVICE_LOCATION } from "../lib/ids.ts";
import { iso } from "../lib/time.ts";
import type { User } from "../users/contract.ts";
import { type Account, accountByEmail } from "../users/accounts.ts";
import { read } from "../users/users.ts";
import { type Browser, countersOf, knownToken, lineOf } from "./browser.ts";
import type { Session } from "./contract.ts";
import * as store from "./store.ts";

/** The values of a browser's two cookies. */
export type Kept = { session: string; known: string };

/** What a browser gets that was signed in. */
export type SignedIn = Kept & { user: Static<typeof User> };

const entry = (act: string) => ({ location: SERVICE_LOCATION, act: `session.${act}`, subject: "session" });

/** How somebody signs in: as they prove who they are, or with the link of the first run, where they have just chosen a password. */
export type Way = Proof | "set-up link";

/**
 * Signs somebody in who has proved who they are, and says so in the log. The session always gets a new value: one that was in the browser before is
 * ended, so a value that somebody else put there or knows is worth nothing.
 * Errors: `403` when the account was changed, switched off or removed since it was checked.
 */
export const startSession = async (act: Act, account: Account, browser: Browser, by: Way): Promise<SignedIn> => {
  const signedIn = await begin(act, account, browser, by);
  act.context.log.info(
    { requestId: act.requestId, principal: { kind: "user", id: account._id }, by, address: browser.address },
    "signed in",
  );
  return signedIn;
};

const begin = (act: Act, account: Account, browser: Browser, by: Way): Promise<SignedIn> =>
  together(act, async (outer) => {
    const who = credentialOf(account);
    if (who === undefined) throw refused("user is not active");
    const inner = { ...outer, who };
    const { value, digest } = newSession();
    const row = {
      digest,
      _id: newId(undefined, act.now),
      created: iso(act.now),
      client: browser.client,
      address: browser.address,
      proof: by === "identity_provider" ? by : ("password" as const),
    };
    const written = await change(inner, store.insertSession(row, account), entry("start"));
    if (written.length === 0) throw refused("the account changed while somebody signed in");
    if (browser.session !== undefined)
      await change(inner, store.deleteByDigest(sessionDigest(browser.session)), entry("end"));
    return { user: await readSelf(inner), session: value, known: knownToken(act.context, account._id) };
  });

const readSelf = (act: Act): Promise<Static<typeof User>> =>
  // Everybody sees themselves, whatever their role lets them see of others.
  read({ ...act, who: { ...act.who, locations: "all" } }, act.who._id);

/**
 * Signs in with a password. What is refused is counted per address and per account (or known browser): 30 in 15 minutes.
 * Errors: `403` for an unknown address, a wrong password, a user who is not active, all alike; `429`; `503` when too many
 * passwords are being checked.
 */
export const signIn = async (
  act: Act,
  { email, password }: { email: string; password: string },
  browser: Browser,
): Promise<SignedIn> => {
  const { context, db, now } = act;
  const address = email.trim().toLowerCase();
  const account = await accountByEmail(db, address);
  const counters = countersOf(context, browser, address, account?._id);
  const checkCounters = async (): Promise<void> => {
    for (const counter of counters) await checkCounter(db, counter, now);
  };
  await checkCounters();
  const hash = account?.active === true ? (account.password ?? undefined) : undefined;
  const line = lineOf(context, browser, account?._id);
  if (!(await context.passwords.verify(hash, password, line)) || account === undefined) {
    for (const counter of counters) await countOne(db, counter, now);
    throw refused("unknown user or wrong password");
  }
  // Of many tries at once, none counts that comes out after the last one allowed.
  await checkCounters();
  const signedIn = await startSession(act, account, browser, "password");
  await noteLetIn(db, context, account, refusalSource(browser.address), now);
  return signedIn;
};

/**
 * Notes that the person of a session has proved who they are once more; the session goes on under a new value.
 * @param session its id, and whose it was said to be
 * @returns undefined when it has ended, or is somebody else's
 */
export const confirmSession = (act: Act, session: { _id: string; user: string }): Promise<Kept | undefined> =>
  together(act, async (inner) => {
    await store.lockSessions(inner.db);
    const { value, digest } = newSession();
    const at = iso(act.now);
    const renewed = store.confirmSession(session.user, session._id, { digest, at });
    if ((await change(inner, renewed, entry("confirm"))).length === 0) return undefined;
    return { session: value, known: knownToken(act.context, session.user) };
  });

/** Who is signed in. */
export const whoAmI = (act: Act): Promise<Static<typeof User>> => readSelf(act);

const endAll = (act: Act, ended: ReturnType<typeof store.deleteSessions>): Promise<{ _id: string }[]> =>
  together(act, async (inner) => {
    await store.lockSessions(inner.db);
    return change<{ _id: string }>(inner, ended, entry("end"));
  });

/** Signs out on this browser. */
export const signOut = async (act: Act): Promise<{ message: string }> => {
  if (act.who.session !== undefined) await endAll(act, store.deleteSession(act.who._id, act.who.session._id));
  return { message: "You are signed out." };
};

/** Signs out on every browser, this one too. */
export const signOutEverywhere = async (act: Act): Promise<{ message: string }> => {
  const ended = await endAll(act, store.deleteSessions(act.who._id));
  return { message: `You are signed out everywhere (${ended.length}).` };
};

/** Signs out on one browser. Errors: `404`, also for somebody else's session. */
export const end = async (act: Act, id: string): Promise<{ message: string }> => {
  const ended = await endAll(act, store.deleteSession(act.who._id, id));
  if (ended.length === 0) throw notFound();
  return { message: "That browser is signed out." };
};

/** Where the caller is signed in. */
export const list = async (act: Act): Promise<Static<typeof Session>[]> => {
  const rows = await store.selectSessions(act.db, act.who._id, act.now);
  return rows.map(({ client, ...row }) => ({
    ...row,
    ...(client === "" ? {} : { client }),
    expires: iso(Date.parse(row.created) + SESSION_MS),
    current: row._id === act.who.session?._id,
  }));
};

/** Removes what has ended: sessions, and counts of requests for a password. */
export const forgetEnded = async ({ db, now }: Pick<Act["context"], "db" | "now">): Promise<void> => {
  await forgetSessions(db, now());
  await store.forgetRequests(db, now());
};
