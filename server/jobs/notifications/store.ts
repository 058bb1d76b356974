import { isHeld, RELEASED } from "../../platform/db/held-visits.ts";
import { hostByName } from "../../platform/db/host-by-name.ts";
import type { Db, Statement } from "../../platform/db/database.ts";
import { type LogEntry, runLogged, withLog } from "../../platform/events/log.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { arePersons } from "../../platform/db/persons.ts";
import type { Texts } from "../../platform/lib/text/texts.ts";

const UNREAD: Statement = {
  name: "locations-with-unread-log",
  text: `select l._id from companies l left join notification_cursors n on n.company_id = l._id
where exists (select 1 from log e where e.company_id = l._id and e.seq > coalesce(n.seq, 0))
  or exists (select 1 from kiosk_arrivals a where a.company_id = l._id and a.seq is not null and a.due <= $1::timestamptz)`,
};

/**
 * The locations whose log has entries that notifications have not processed, or whose messages have waited for a
 * companion. @param now ISO 8601
 */
export const listUnreadLocations = async (db: Db, now: string): Promise<string[]> =>
  (await db.named<{ _id: string }>(UNREAD, [now])).map(({ _id }) => _id);

// The lock waits for a removal of the location in progress, so that no cursor is left behind.
const BEGIN: Statement = {
  name: "begin-notification-cursor",
  text: `insert into notification_cursors select _id, 0 from companies
where _id = $1 and not exists (select 1 from notification_cursors where company_id = $1)
for key share on conflict do nothing`,
};
const LOCK: Statement = {
  name: "lock-notification-cursor",
  text: "select seq from notification_cursors where company_id = $1 for update skip locked",
};

/** Locks a location's cursor until the transaction ends; undefined while another process holds it. */
export const lockCursor = async (db: Db, location: string): Promise<number | undefined> => {
  await db.named(BEGIN, [location]);
  return (await db.named<{ seq: number }>(LOCK, [location]))[0]?.seq;
};

const MOVE: Statement = {
  name: "move-notification-cursor",
  text: "update notification_cursors set seq = $2 where company_id = $1",
};

/** Records that the log is processed up to this number. */
export const moveCursor = async (db: Db, location: string, seq: number): Promise<void> => {
  await db.named(MOVE, [location, seq]);
};

/** An entry that notifications have not processed. */
export type UnreadEntry = {
  seq: number;
  event: string | null;
  action: string;
  actor_kind: string;
  /** The record's ID. */
  subject: string;
};

const READ: Statement = {
  name: "read-log-for-notifications",
  text: "select seq, event, act as action, actor_kind, subject_id as subject from log where company_id = $1 and seq > $2 order by seq limit $3",
};

/** The entries of a location's log after the cursor, in commit order. */
export const listEntriesAfter = (db: Db, location: string, seq: number, limit: number): Promise<UnreadEntry[]> =>
  db.named(READ, [location, seq, limit]);

/** An entry about a visit with all data that messages use; timestamps as the wire writes them. */
export type NotifiableVisit = {
  seq: number;
  /** Absent for a repeated request. */
  event: string | null;
  action: string;
  at: string;
  /** One change recorded both of its times. */
  recorded_whole: boolean;
  actor_kind: string;
  /** The name of the user who decided. */
  actor_name: string | null;
  _id: string;
  /** All values of its list form, including extra keys. */
  doc: Record<string, unknown>;
  first_name: string | null;
  last_name: string | null;
  company: string | null;
  recipient: string | null;
  recipient_mail: string | null;
  signed_in: string;
  signed_out: string | null;
  approval: string | null;
  /** It waits for security, not for its host, or waited when it began: the host hears of its release. */
  is_held: boolean;
  /** When it was signed in, if that was in the console a moment ago. */
  held_since: string | null;
  /** Who came with it at a kiosk has the same. */
  group_id: string | null;
  /** The first host of the recipient's name as the API returns it, including extra keys. */
  host: Record<string, unknown> | null;
  visit_type: Texts | null;
  /** Its visit type asks for no name. */
  is_delivery: boolean;
  screening_mail: string | null;
  /** By key and language. */
  notification_texts: Record<string, Texts> | null;
  host_notifications: Record<string, boolean> | null;
  /** The addresses of the users who stand in for the host. */
  stand_ins: string[];
  entry_point: Texts | null;
  location: string;
  timezone: string;
  default_language: string;
  phone_country: string | null;
};

// Visits are locked in the order of their IDs, as erasures do: an erasure waits for what is queued here, and takes it
// along; nothing is sent about an erased visit.
const NOTIFIABLE: Statement = {
  name: "lock-notifiable-visits",
  text: `select e.seq, e.event, e.act as action, e.at, e.actor_kind, coalesce(nullif(concat_ws(' ', u.first_name, u.last_name), ''), u.email) as actor_name,
  exists (select 1 from log o where o.company_id = $1 and o.subject_id = e.subject_id and o.seq <> e.seq and o.act = e.act
    and o.request_id = e.request_id and o.event in ('visitor_signed_in', 'visitor_signed_out')) as recorded_whole,
  v._id, v.doc::jsonb as doc, v.first_name, v.last_name, v.company, v.recipient, v.recipient_mail, v.signed_in, v.signed_out, v.approval,
  (v.approval = 'pending' and ${isHeld("$1", "v._id")}) or (e.event = 'visitor_signed_in' and exists (
    select 1 from log o where o.company_id = $1 and o.subject_id = e.subject_id and o.act = '${RELEASED}')) as is_held,
  h.doc::jsonb as host, s.begun as held_since, g.group_id,
  t.name as visit_type, not ${arePersons("$1", "v.")} as is_delivery, t.screening_mail, t.host_notifications, t.notification_texts, p.name as entry_point,
  array(select s.email from users a join users s on s._id = a.stand_in and s.active and (s.role = 'global_admin' or $1 = any (s.companies))
    where a.stand_in_from <= e.at and a.stand_in_until > e.at and fold_case(a.email) = host_address($1, v.recipient, v.recipient_mail)) as stand_ins,
  l.name as location, l.timezone, l.default_language, l.settings ->> 'phone_country' as phone_country
from log e
join visits v on v.company_id = $1 and v._id = e.subject_id
join companies l on l._id = $1
left join lateral (${hostByName("h.doc", "v.recipient")}) h on true
left join held_sign_ins s on s.company_id = $1 and s.visit_id = v._id
left join kiosk_arrivals g on g.company_id = $1 and g.visit_id = v._id
left join visit_types t on t.company_id = $1 and t._id = v.visit_type
left join entry_points p on p.company_id = $1 and p._id = v.entrypoint_id
left join users u on e.actor_kind = 'user' and u._id = e.actor_id
where e.company_id = $1 and e.seq = any ($2::bigint[])
order by v._id, e.seq for key share of v`,
};

/** The current visits of log entries; none can be erased before the transaction ends. */
export const lockNotifiableVisits = (db: Db, location: string, seqs: readonly number[]): Promise<NotifiableVisit[]> =>
  db.named<NotifiableVisit>(NOTIFIABLE, [location, seqs]);

const ASK_AGAIN = "visit.ask_again";

const WAITING: Statement = {
  name: "lock-waiting-visit",
  text: `select approval, signed_out, ${isHeld("$1", "$2")} as is_held from visits where company_id = $1 and _id = $2 for update`,
};

/** The pending approval of a visit. */
export type PendingApproval = { approval: string | null; signed_out: string | null; is_held: boolean };

/** Locks a visit until the transaction ends; undefined if there is none. */
export const lockPendingApproval = async (db: Db, location: string, id: string): Promise<PendingApproval | undefined> =>
  (await db.named<PendingApproval>(WAITING, [location, id]))[0];

const ASKED: Statement = {
  name: "find-asked",
  text: `select max(at) as last, count(*) filter (where act = $3) as times from log
where company_id = $1 and subject_id = $2 and (act in ($3, $5) or (event = 'visitor_signed_in' and act <> $4))`,
};

/** When a host was last asked, including the sign-in and a handover, and how often again; long ago if no host was asked. */
export type Reminders = { last: string; times: number };

/** @param actions the log's actions of a sign-in without a notification, and of a handover, which asks the next host */
export const findReminders = async (
  db: Db,
  location: string,
  id: string,
  { quiet, handover }: { quiet: string; handover: string },
): Promise<Reminders> => {
  const [asked] = await db.named<{ last: string | null; times: number }>(ASKED, [
    location,
    id,
    ASK_AGAIN,
    quiet,
    handover,
  ]);
  return { last: asked?.last ?? new Date(0).toISOString(), times: asked?.times ?? 0 };
};

const RECORD: Statement = {
  name: "record-reminder",
  text: withLog("c as (select _id from visits where company_id = $1 and _id = $2)", 3),
};
const REMINDER: Statement = {
  name: "find-reminder",
  text: "select max(seq) as seq from log where company_id = $1 and subject_id = $2 and act = $3",
};

/** Records in the log that the host is asked again. @returns the entry's number */
export const recordReminder = async (ctx: RequestContext, location: string, id: string): Promise<number> => {
  const entry: LogEntry = { location, action: ASK_AGAIN, subject: "visit" };
  await runLogged(ctx, RECORD, [location, id], entry);
  return (await ctx.db.named<{ seq: number }>(REMINDER, [location, id, ASK_AGAIN]))[0]?.seq ?? 0;
};
