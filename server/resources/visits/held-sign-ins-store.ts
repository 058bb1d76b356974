import type { Db, Statement } from "../../platform/db/database.ts";
import { erasureSql } from "../../platform/events/erasure.ts";
import { type LogEntry, runLogged } from "../../platform/events/log.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { EVENT_IDS, keyValues, type VisitKey } from "./columns.ts";

const HOLD: Statement = {
  name: "hold-sign-in",
  text: "insert into held_sign_ins (company_id, visit_id, user_id, begun) values ($1, $2, $4, $3::timestamptz)",
};

/** Holds the messages about a visit back for a moment, in the transaction that writes it. @param user who signed in */
export const holdSignIn = async (db: Db, key: VisitKey, user: string): Promise<void> => {
  await db.named(HOLD, [...keyValues(key), user]);
};

const FIND: Statement = {
  name: "find-held-sign-in",
  text: `select v.signed_out is not null as "hasLeft", h.user_id as "userId", h.begun
from visits v left join held_sign_ins h on h.company_id = v.company_id and h.visit_id = v._id
where v.company_id = $1 and v._id = $2 for update of v`,
};

/** A visit that may have been signed in a moment ago in the console; without that, `userId` and `begun` are null. */
export type HeldSignIn = { hasLeft: boolean } & ({ userId: string; begun: string } | { userId: null; begun: null });

/** Locks a visit until the transaction ends; undefined if there is none. */
export const lockHeldSignIn = async (db: Db, location: string, id: string): Promise<HeldSignIn | undefined> =>
  (await db.named<HeldSignIn>(FIND, [location, id]))[0];

const LOCK_MESSAGES: Statement = {
  name: "lock-messages-of-visit",
  text: "select state from messages where company_id = $1 and subject_id = $2 order by _id for update",
};

/** The states of the messages about a visit; none of them is taken by the sender before the transaction ends. */
export const lockMessages = async (db: Db, location: string, id: string): Promise<string[]> =>
  (await db.named<{ state: string }>(LOCK_MESSAGES, [location, id])).map(({ state }) => state);

const RESTORE: Statement = {
  name: "restore-pre-registration",
  text: `insert into preregistrations select p.* from held_sign_ins h, jsonb_populate_record(null::preregistrations, h.preregistration) p
where h.company_id = $1 and h.visit_id = $2 and h.preregistration is not null on conflict do nothing`,
};

/** Puts what a registered visitor had submitted before the visit back. */
export const restorePreRegistration = async (db: Db, location: string, id: string): Promise<void> => {
  await db.named(RESTORE, [location, id]);
};

// The counters keep nothing of it: it was never meant to begin.
const TAKE_BACK: Statement = {
  name: "take-back-visit",
  text: erasureSql({
    subject: "visit",
    rows: "delete from visits where company_id = $1 and _id = $2 returning _id, visit_type, known_visitor_id",
    first: 3,
    ids: EVENT_IDS,
  }),
};

/** Removes a visit with everything kept about it, its times too. */
export const deleteTakenBack = async (
  ctx: RequestContext,
  location: string,
  id: string,
  entry: LogEntry,
): Promise<void> => {
  await runLogged(ctx, TAKE_BACK, [location, id], entry);
};

const FORGET: Statement = {
  name: "forget-held-sign-ins",
  text: "delete from held_sign_ins where begun < $1::timestamptz",
};

/** Deletes those that began before this time (ISO 8601). */
export const deleteHeldSignIns = async (db: Db, before: string): Promise<void> => {
  await db.named(FORGET, [before]);
};
