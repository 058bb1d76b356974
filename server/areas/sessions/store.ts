import { sql } from "kysely";

import type { Proof } from "../../platform/auth/credential.ts";
import { sessionLimits } from "../../platform/auth/sessions.ts";
import { build, type Db, type Statement } from "../../platform/db/database.ts";
import { SERVICE_LOCATION } from "../../platform/lib/record/ids.ts";

/** Where and since when a user is logged in. */
export type SessionRow = { _id: string; created: string; last_used: string; client: string; address: string };

/**
 * A new session: the digest of the cookie's value is stored, never the value. `proof`: how its user proved who they
 * are.
 */
export type NewSession = Omit<SessionRow, "last_used"> & { digest: Buffer; proof: Proof; provider_id: string | null };

/** The state of an account that a login was checked against. */
export type VerifiedAccount = { _id: string; email: string; password: string | null };

/**
 * Inserts a session if the account is still as checked; no row if it was changed, turned off or removed in the
 * meantime. The lock makes a new password wait for this session, and then end it with the others.
 */
export const insertSession = (
  { digest, _id, created, client, address, proof, provider_id }: NewSession,
  user: VerifiedAccount,
) => ({
  compile: () =>
    sql`insert into sessions (digest, _id, user_id, created, last_used, client, address, confirmed, proof, provider_id)
      select ${digest}::bytea, ${_id}::text, u._id, ${created}::timestamptz, ${created}::timestamptz, ${client}::text, ${address}::text,
        ${created}::timestamptz, ${proof}::text, ${provider_id}::text
      from users u
      where u._id = ${user._id} and u.active and u.email = ${user.email} and u.password is not distinct from ${user.password}
      for share
      returning _id`.compile(build),
});

const LOCK: Statement = {
  name: "lock-sessions",
  text: "select pg_advisory_xact_lock(hashtextextended($1::text, 0))",
};

/**
 * Locks the log (docs/decisions/0005-log.md) before sessions are ended, until the transaction ends. A change of a user
 * holds this lock too when the trigger ends their sessions: in the other order the two would deadlock.
 */
export const lockSessions = async (db: Db): Promise<void> => {
  await db.named(LOCK, [SERVICE_LOCATION]);
};

/**
 * Records that the user of a session has confirmed their identity, and gives the session a new digest; no row if it has
 * ended, or belongs to another user. Another browser may have the old value: it is worth nothing once the calls in
 * progress are over (auth/sessions.ts).
 */
export const confirmSession = (user: string, id: string, { digest, at }: { digest: Buffer; at: string }) =>
  build
    .updateTable("sessions")
    .set({ digest, replaced: sql<Buffer>`digest`, confirmed: at, last_used: at })
    .where("user_id", "=", user)
    .where("_id", "=", id)
    .returning("_id");

const deleteAllOf = (user: string) => build.deleteFrom("sessions").where("user_id", "=", user).returning("_id");

/** Ends the session of a cookie, of any user. */
export const deleteByDigest = (digest: Buffer) =>
  build.deleteFrom("sessions").where("digest", "=", digest).returning("_id");

export const deleteSession = (user: string, id: string) => deleteAllOf(user).where("_id", "=", id);

export const deleteSessions = (user: string) => deleteAllOf(user);

/** The sessions of a user that have not ended, latest use first. */
export const listSessions = (db: Db, user: string, now: number): Promise<SessionRow[]> => {
  const [created, lastUsed] = sessionLimits(now);
  return db.rows<SessionRow>(
    build
      .selectFrom("sessions")
      .select(["_id", "created", "last_used", "client", "address"])
      .where("user_id", "=", user)
      .where("created", ">", created)
      .where("last_used", ">", lastUsed)
      .orderBy("last_used", "desc")
      .orderBy("_id", "desc"),
  );
};

const COUNT: Statement = {
  name: "count-password-request",
  text: `insert into password_requests as r (subject, opened, n) values ($1, $2, 1)
on conflict (subject) do update set
  n = case when r.opened > $3 then r.n + 1 else 1 end,
  opened = case when r.opened > $3 then r.opened else excluded.opened end
returning n, opened`,
};
const FORGET: Statement = {
  name: "forget-password-requests",
  text: "delete from password_requests where opened <= $1",
};

/** The period in which requests for a password link are counted. */
export const REQUEST_WINDOW_MS = 60 * 60_000;

/** Counts one request for a password link. @returns its number within the hour, and when that hour began */
export const countRequest = async (db: Db, subject: string, now: number): Promise<{ n: number; opened: string }> => {
  const values = [subject, new Date(now).toISOString(), new Date(now - REQUEST_WINDOW_MS).toISOString()];
  const [row] = await db.named<{ n: number; opened: string }>(COUNT, values);
  if (row === undefined) throw new Error("a request for a password was not counted");
  return row;
};

/** Deletes counts of past periods. */
export const deletePasswordRequests = async (db: Db, now: number): Promise<void> => {
  await db.named(FORGET, [new Date(now - REQUEST_WINDOW_MS).toISOString()]);
};
