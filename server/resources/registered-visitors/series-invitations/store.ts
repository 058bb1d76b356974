import type { Db, Statement } from "../../../platform/db/database.ts";
import type { Texts } from "../../../platform/lib/text/texts.ts";
import type { Timing } from "../../../platform/lib/time/slots.ts";

/** What can differ between the occurrences of a visitor. */
export type Facts = {
  firstName: string | null;
  lastName: string | null;
  host: string | null;
  entrypointId: string | null;
};

/** An occurrence that isn't as the series says; `isAdded`: one that its rule doesn't give any more. */
export type MovedOccurrence = Facts & { from: string; to: string | null; isAdded?: true };

/** What a visitor's calendar holds of a series. */
export type Entry = {
  facts: Facts;
  place: { locationName: string; address: string | null };
  timing: Timing;
  /** When it is, for a series of one occurrence. */
  span: { from: string; to: string | null } | null;
  /** Occurrences that don't take place for this visitor. */
  cancelled: string[];
  /** By the start that the rule gives. */
  moved: Record<string, MovedOccurrence>;
};

/** What a visitor of a series was sent for their calendar. */
export type InvitationRow = {
  series_id: string;
  member: string;
  _id: string;
  uid: string;
  sequence: number;
  address: string;
  language: string;
  round: number;
  told: Entry;
};

const COLUMNS = "series_id, member, _id, uid, sequence, address, language, round, told";

const LOCK: Statement = {
  name: "lock-series-invitations",
  text: `select ${COLUMNS} from series_invitations where company_id = $1 and series_id = any ($2::text[]) order by series_id, member for update`,
};

/** The invitations to these series; they can't be changed until the transaction ends. */
export const lockInvitations = (db: Db, location: string, series: readonly string[]): Promise<InvitationRow[]> =>
  db.named<InvitationRow>(LOCK, [location, series]);

const WRITE: Statement = {
  name: "write-series-invitations",
  text: `insert into series_invitations (company_id, ${COLUMNS})
select $1, ${COLUMNS} from jsonb_populate_recordset(null::series_invitations, $2::jsonb)
on conflict (company_id, series_id, member) do update
set sequence = excluded.sequence, address = excluded.address, language = excluded.language, round = excluded.round, told = excluded.told`,
};

/** Adds invitations, or writes what was said since. */
export const writeInvitations = async (db: Db, location: string, rows: readonly InvitationRow[]): Promise<void> => {
  await db.named(WRITE, [location, JSON.stringify(rows)]);
};

const DELETE: Statement = {
  name: "delete-series-invitations",
  text: "delete from series_invitations where company_id = $1 and _id = any ($2::text[])",
};

/** Ends invitations, and with them their links. */
export const deleteInvitations = async (db: Db, location: string, ids: readonly string[]): Promise<void> => {
  await db.named(DELETE, [location, ids]);
};

/** A registered visitor of a series with what an invitation says; instants as the wire writes them. */
export type VisitorRow = {
  _id: string;
  member: string;
  recurrence_id: string;
  first_name: string | null;
  last_name: string | null;
  email: string | null;
  recipient: string | null;
  language_id: string | null;
  entrypoint_id: string | null;
  entrance: Texts | null;
  visiting_from: string | null;
  visiting_to: string | null;
  status: string;
};

const VISITORS: Statement = {
  name: "list-visitors-to-invite-to-series",
  text: `select r._id, r.member, r.recurrence_id, r.first_name, r.last_name, r.email, r.recipient, r.language_id, r.entrypoint_id,
  r.visiting_from, r.visiting_to, r.status, e.name as entrance
from registered_visitors r left join entry_points e on e.company_id = r.company_id and e._id = r.entrypoint_id
where r.company_id = $1 and r.series_id = $2 order by r.recurrence_id, r.member`,
};

/** The visitors of a series in the order of its occurrences. */
export const listVisitors = (db: Db, location: string, series: string): Promise<VisitorRow[]> =>
  db.named<VisitorRow>(VISITORS, [location, series]);

const FOLLOWED: Statement = {
  name: "list-invited-series-of-visitors",
  text: `select r._id, r.series_id, r.member from registered_visitors r
join series_invitations i on i.company_id = r.company_id and i.series_id = r.series_id and i.member = r.member
where r.company_id = $1 and r._id = any ($2::text[])`,
};

/** Which invitations to series these registered visitors have. */
export const listFollowed = (
  db: Db,
  location: string,
  ids: readonly string[],
): Promise<{ _id: string; series_id: string; member: string }[]> => db.named(FOLLOWED, [location, ids]);

// Who is inside, then who is still to come: a second visit of the day is the next one.
const NEXT: Statement = {
  name: "find-next-visit-of-series",
  text: `select r._id, r.invitation_round from series_invitations i
join registered_visitors r on r.company_id = i.company_id and r.series_id = i.series_id and r.member = i.member
left join lateral (select bool_or(v.signed_out is null) as inside, true as came from visits v
  where v.company_id = r.company_id and v.known_visitor_id = r._id having count(*) > 0) v on true
where i.company_id = $1 and i._id = $2 and i.round = $3 and (v.inside or coalesce(r.visiting_to, r.visiting_from) >= $4::timestamptz)
order by coalesce(v.inside, false) desc, coalesce(v.came, false), r.visiting_from limit 1`,
};

/** The next occurrence of an invitation that still holds. @param from when it ends at the earliest, as the wire writes it */
export const findNext = async (
  db: Db,
  { location, invitationId, round }: { location: string; invitationId: string; round: number },
  from: string,
): Promise<{ _id: string; invitation_round: number } | undefined> =>
  (await db.named<{ _id: string; invitation_round: number }>(NEXT, [location, invitationId, round, from]))[0];

const ENTRY: Statement = {
  name: "find-series-entry-of-visitor",
  text: `select i._id, i.uid, i.sequence, i.round, i.told -> 'timing' as timing, r.recurrence_id from registered_visitors r
join series_invitations i on i.company_id = r.company_id and i.series_id = r.series_id and i.member = r.member
where r.company_id = $1 and r._id = $2`,
};

/** An occurrence in the calendar of a visitor who was invited to its series. */
export type OccurrenceEntry = Pick<InvitationRow, "_id" | "uid" | "sequence" | "round"> &
  Pick<Entry, "timing"> & { recurrence_id: string };

/** Finds the entry of a registered visitor; undefined for one who was not invited with a series. */
export const findEntry = async (db: Db, location: string, id: string): Promise<OccurrenceEntry | undefined> =>
  (await db.named<OccurrenceEntry>(ENTRY, [location, id]))[0];

/** A series as its invitations need it. */
export type InvitedSeries = Timing & { invite: boolean };

const SERIES: Statement = {
  name: "find-series-to-invite-to",
  text: "select rule, starts, timezone, minutes, invite from visit_series where company_id = $1 and _id = $2",
};

/** Finds a series; undefined once it is gone. */
export const findSeries = async (db: Db, location: string, id: string): Promise<InvitedSeries | undefined> =>
  (await db.named<InvitedSeries>(SERIES, [location, id]))[0];

const OCCURRENCES: Statement = {
  name: "list-occurrences-to-invite-to",
  text: "select recurrence_id, cancelled from series_occurrences where company_id = $1 and series_id = $2 order by recurrence_id",
};

/** The occurrences of a series, in order. */
export const listOccurrences = (
  db: Db,
  location: string,
  series: string,
): Promise<{ recurrence_id: string; cancelled: boolean }[]> => db.named(OCCURRENCES, [location, series]);
