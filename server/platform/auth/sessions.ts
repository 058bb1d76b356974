import { createHash, randomBytes } from "node:crypto";

import { type Db, type Statement, ignoreDiskFull } from "../db/database.ts";
import type { AuthOutcome, AuthDeps, LookupResult } from "./outcome.ts";
import { credentialOf, type Proof, SETTINGS_PROVIDER, type UserColumns } from "./credential.ts";
import { checkRefusalLimit, LOCATION_JOIN, type LookupExtras, LOOKUP_EXTRAS } from "./location-clock.ts";

/** A session ends 12 hours after its last use, and at the latest 30 days after logging in. */
const SESSION_IDLE_MS = 12 * 60 * 60_000;
export const SESSION_MS = 30 * 24 * 60 * 60_000;

/** How long a replaced value (sessions/store.ts) is still accepted: calls with it may be in progress. */
const REPLACED_MS = 10_000;

/** What a browser sends: the value of its session cookie, and whether the call is provably from our own pages. */
export type SessionCookie = { value: string; own: boolean };

/** A new session value for a cookie (256 random bits) and its digest; only the digest is stored. */
export const newSession = (): { value: string; digest: Buffer } => {
  const value = randomBytes(32).toString("base64url");
  return { value, digest: sessionDigest(value) };
};

/** SHA-256 of a cookie's value. */
export const sessionDigest = (value: string): Buffer => createHash("sha256").update(value).digest();

/** Sessions older or longer unused than this have ended; two timestamps for a statement. */
export const sessionLimits = (now: number): [created: string, lastUsed: string] => [
  new Date(now - SESSION_MS).toISOString(),
  new Date(now - SESSION_IDLE_MS).toISOString(),
];

type SessionRow = LookupExtras &
  UserColumns & {
    session: string | null;
    last_used: string;
    confirmed: string;
    proof: Proof;
    provider: string | null;
    current: boolean;
    created: string;
  };

// The user's row is read with it on each call, so that losing a role, a location or the account takes effect at once.
const FIND: Statement = {
  name: "find-session",
  text: `select ${LOOKUP_EXTRAS}, s._id as session, s.last_used, s.confirmed, s.proof, s.digest = $1 as current, s.created,
  case when s.proof = 'identity_provider' and (s.provider_id is null or s.provider_id = '${SETTINGS_PROVIDER}'
    or exists (select from login_providers p where p._id = s.provider_id and p.active)) then coalesce(s.provider_id, '${SETTINGS_PROVIDER}') end as provider,
  u._id, u.email, u.first_name, u.last_name, u.role, u.companies, u.active
from (select) one
left join sessions s on (s.digest = $1 or (s.replaced = $1 and s.confirmed > $7)) and s.created > $5 and s.last_used > $6
left join users u on u._id = s.user_id ${LOCATION_JOIN}`,
};
const TOUCH: Statement = {
  name: "touch-session",
  text: "update sessions set last_used = $2 where _id = $1 and last_used <= $3",
};
const FORGET: Statement = {
  name: "forget-sessions",
  text: `delete from sessions where digest in (
  select digest from sessions where created <= $1 or last_used <= $2 for update skip locked)`,
};

const MINUTE_MS = 60_000;

/** Writes `last_used` at most once a minute per session. */
const touch = async (db: Db, { session, last_used }: SessionRow, now: number): Promise<void> => {
  if (Date.parse(last_used) > now - MINUTE_MS) return;
  const values = [session, new Date(now).toISOString(), new Date(now - MINUTE_MS).toISOString()];
  await db.named(TOUCH, values).catch(ignoreDiskFull);
};

/**
 * A refused cookie does not count as a refused credential (rules 1): a browser sends an old one without its user's
 * knowledge.
 */
const uncounted = (reason: string): AuthOutcome => ({ refusal: reason, counted: false });

const checkSession = (row: SessionRow | undefined, cookie: SessionCookie): AuthOutcome => {
  if (!cookie.own) return uncounted("session cookie from another origin");
  const credential = row === undefined || row.session === null ? undefined : credentialOf(row);
  if (row === undefined || row.session === null || credential === undefined)
    return uncounted("no such session, or it has expired");
  // The confirmation belongs to the new value alone: another browser may have the old one.
  const confirmed = row.current ? Date.parse(row.confirmed) : 0;
  const { session: _id, proof, provider } = row;
  const session = { _id, confirmed, proof, ...(provider === null ? {} : { provider }) };
  return { credential: { ...credential, session, expires: Date.parse(row.created) + SESSION_MS } };
};

/**
 * Looks up the user of a session cookie; reads the user's row on every call. A session is accepted even from a refused
 * address: 256 random bits can't be guessed, and others share the address.
 * @param values source, start of the refusal window and location, for `LOOKUP_EXTRAS`. Errors: `429` without a session,
 * while the source is refused.
 */
export const lookUpSession = async (
  deps: AuthDeps,
  cookie: SessionCookie,
  values: readonly unknown[],
  now: number,
): Promise<LookupResult> => {
  const limits = [...sessionLimits(now), new Date(now - REPLACED_MS).toISOString()];
  const [row] = await deps.db.named<SessionRow>(FIND, [sessionDigest(cookie.value), ...values, ...limits]);
  const outcome = checkSession(row, cookie);
  if (!("credential" in outcome)) checkRefusalLimit(row, now);
  if (row !== undefined && "credential" in outcome) await touch(deps.db, row, now);
  return { outcome, row };
};

/** Deletes sessions that have ended. */
export const deleteExpiredSessions = async (db: Db, now: number): Promise<void> => {
  await db.named(FORGET, sessionLimits(now));
};
