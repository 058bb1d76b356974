import type { Db, Statement } from "../../../platform/db/database.ts";
import { runLogged, withLog } from "../../../platform/events/log.ts";
import type { RequestContext } from "../../../platform/http/request-context.ts";
import type { Texts } from "../../../platform/lib/text/texts.ts";

const LOCK: Statement = {
  name: "lock-invitations",
  text: "select pg_advisory_xact_lock(hashtextextended('invitations ' || $1::text, 0))",
};

/** Until the transaction ends, only this call invites for the location: the cap is exact. */
export const lockInvitations = async (db: Db, location: string): Promise<void> => {
  await db.named(LOCK, [location]);
};

/** The cap is per rolling day (rules 5). */
export const CAP_MS = 24 * 60 * 60_000;

/** The location's data in an invitation. */
export type InvitingPlace = {
  name: string;
  address: string | null;
  zip_code: string | null;
  city: string | null;
  timezone: string;
  default_language: string;
};

/** A location that invites, and how many invitations it may still queue. */
export type InvitingLocation = InvitingPlace & { cap: number; used: number };

const INVITING: Statement = {
  name: "read-inviting-location",
  text: `select name, address, zip_code, city, timezone, default_language, (settings ->> 'invite_cap_per_day')::integer as cap,
  (select coalesce(sum(n), 0) from invitations_queued where company_id = $1 and at > $2::timestamptz) as used
from companies where _id = $1`,
};

/** A location, and how many invitations it has queued since then. */
export const findInvitingLocation = async (
  db: Db,
  location: string,
  since: string,
): Promise<InvitingLocation | undefined> => (await db.named<InvitingLocation>(INVITING, [location, since]))[0];

/** A registered visitor with the data that an invitation needs. */
export type Invitee = {
  _id: string;
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  recipient: string | null;
  language_id: string | null;
  visiting_from: string | null;
  visiting_to: string | null;
  entrypoint_id: string | null;
  /** The entrance's name by language; null if there is none. */
  entrance: Texts | null;
  status: string;
  /** Which of their invitations holds. */
  invitation_round: number;
  /** Whether they lead a group of which some have no names. */
  can_name: boolean;
  /** Whether one of their visits has begun since they were invited. */
  has_begun: boolean;
};

const INVITEE = `_id, first_name, last_name, email, recipient, language_id, visiting_from, visiting_to, entrypoint_id, status, invitation_round,
  (select name from entry_points e where e.company_id = r.company_id and e._id = r.entrypoint_id) as entrance,
  exists (select 1 from visit_groups g where g.company_id = r.company_id and g._id = r.group_id and g.leader_id = r._id and g.unnamed > 0)
    as can_name,
  exists (select 1 from visits v where v.company_id = r.company_id and v.known_visitor_id = r._id
    and v.signed_in >= coalesce(r.invited_date, r.create_date)) as has_begun`;

const LOCK_INVITEES: Statement = {
  name: "lock-invitees",
  text: `select ${INVITEE} from registered_visitors r where company_id = $1 and _id = any($2::text[])
  and ($3::text[] is null or host_address($1, recipient, extra ->> 'recipient_mail') = any ($3)) order by _id for update of r`,
};

/**
 * Reads registered visitors and keeps them from being changed or removed until the transaction ends.
 * @param hosts whose visitors alone; folded
 */
export const lockInvitees = (
  db: Db,
  location: string,
  ids: readonly string[],
  hosts?: readonly string[],
): Promise<Invitee[]> => db.named<Invitee>(LOCK_INVITEES, [location, ids, hosts ?? null]);

const INVITED: Statement = {
  name: "select-invited",
  text: `select _id from registered_visitors where company_id = $1 and status in ('invited', 'preregistered') and email is not null
  and coalesce(visiting_to, 'infinity') > $2::timestamptz order by _id`,
};

/** The IDs of invited visitors who, by the end of their span, may still arrive. @param now ISO 8601 */
export const listInvited = async (db: Db, location: string, now: string): Promise<string[]> =>
  (await db.named<{ _id: string }>(INVITED, [location, now])).map(({ _id }) => _id);

// Pre-registered visitors remain pre-registered: a second invitation takes nothing back.
const INVITE: Statement = {
  name: "invite-registered-visitors",
  text: withLog(
    `c as (update registered_visitors
  set status = case when status = 'preregistered' then status else 'invited' end,
    invited_date = $3::timestamptz, mod_date = $3::timestamptz, rev = rev + 1
  where company_id = $1 and _id = any($2::text[]) returning _id, take_change(_id) as change)`,
    4,
    undefined,
    "c.change",
  ),
};

/** Notes that registered visitors were invited; fires no event (rules 5). */
export const markInvited = async (
  ctx: RequestContext,
  location: string,
  ids: readonly string[],
  at: string,
): Promise<void> => {
  const entry = { location, action: "registered_visitor.invite", subject: "registered_visitor" };
  await runLogged(ctx, INVITE, [location, ids, at], entry);
};

const COUNT: Statement = {
  name: "count-invitations",
  text: "insert into invitations_queued (company_id, at, n) values ($1, $2::timestamptz, $3)",
};

export const countInvitations = async (db: Db, location: string, at: string, n: number): Promise<void> => {
  await db.named(COUNT, [location, at, n]);
};

const FORGET: Statement = {
  name: "forget-invitations",
  text: "delete from invitations_queued where at <= $1::timestamptz",
};

/** Deletes counts that no cap includes any more. */
export const deleteInvitationCounts = async (db: Db, before: string): Promise<void> => {
  await db.named(FORGET, [before]);
};

const HOLDS: Statement = {
  name: "does-invitation-hold",
  text: "select 1 from registered_visitors where company_id = $1 and _id = $2 and invitation_round = $3",
};

/** Whether this is the invitation of the visitor's address of today. */
export const holds = async (db: Db, location: string, id: string, round: number): Promise<boolean> =>
  (await db.named(HOLDS, [location, id, round])).length > 0;
