import type { Db, Statement } from "../../platform/db/database.ts";

/** How long the message about a kiosk's sign-in waits for a companion: as long as one about a sign-in in the console. */
const ALONE = "interval '8 seconds'";
/** Companions who sign in within this time are one message to their host. */
const TOGETHER = "interval '2 minutes'";
/** A companion of a visitor who came earlier than this belongs to no group. */
const RECENT = "interval '10 minutes'";

const JOIN: Statement = {
  name: "join-arrival",
  text: `insert into kiosk_arrivals (company_id, visit_id, group_id, begun, due)
select $1, v._id, coalesce((select group_id from kiosk_arrivals where company_id = $1 and visit_id = $3), $3), $4::timestamptz, $4::timestamptz + ${ALONE}
from visits v join visits f on f.company_id = $1 and f._id = $3
where v.company_id = $1 and v._id = $2 and v.approval is null and f.signed_out is null and f.signed_in > v.signed_in - ${RECENT}
on conflict do nothing`,
};

/**
 * Adds a visit to the group of the visitor it came with, in the transaction that writes it. Does nothing if it needs
 * approval, or if the other visitor has left or came over ten minutes before. @param at ISO 8601
 */
export const joinArrival = async (
  db: Db,
  location: string,
  { visit, with: other, at }: { visit: string; with: string; at: string },
): Promise<void> => {
  await db.named(JOIN, [location, visit, other, at]);
};

const AWAIT: Statement = {
  name: "await-companion",
  text: `insert into kiosk_arrivals as a (company_id, visit_id, group_id, begun, due)
select $1, _id, _id, create_date, create_date + ${TOGETHER} from visits
where company_id = $1 and _id = $2 and approval is null and signed_out is null and create_date > $3::timestamptz - ${RECENT} for key share
on conflict (company_id, visit_id) do update set due = a.begun + ${TOGETHER} where a.due is not null`,
};

/** Lets the message about a visit wait for a companion, unless it was queued already. @param at ISO 8601 */
export const awaitCompanion = async (db: Db, location: string, visit: string, at: string): Promise<void> => {
  await db.named(AWAIT, [location, visit, at]);
};

const HOLD: Statement = {
  name: "hold-arrivals",
  text: `insert into kiosk_arrivals (company_id, visit_id, group_id, begun, due, seq)
select $1, _id, _id, at, at + ${ALONE}, seq from jsonb_to_recordset($2::jsonb) as v (_id text, at timestamptz, seq bigint)
on conflict (company_id, visit_id) do update set seq = excluded.seq`,
};

/** A visit that begins with this entry of the log, at this time (ISO 8601). */
export type HeldArrival = { _id: string; at: string; seq: number };

/** Lets the messages about these sign-ins wait. */
export const holdArrivals = async (db: Db, location: string, arrivals: readonly HeldArrival[]): Promise<void> => {
  const rows = arrivals.map(({ _id, at, seq }) => ({ _id, at, seq }));
  await db.named(HOLD, [location, JSON.stringify(rows)]);
};

// A group waits for its latest arrival, but its first one not too long.
const DUE: Statement = {
  name: "list-due-arrivals",
  text: `select seq from kiosk_arrivals where company_id = $1 and due is not null and seq is not null and (visit_id = any ($3::text[]) or group_id in (
  select group_id from kiosk_arrivals where company_id = $1 and due is not null group by group_id
  having least(min(begun) + ${TOGETHER}, (array_agg(due order by begun desc, due))[1]) <= $2::timestamptz))`,
};

/**
 * The entries of the log whose messages have waited long enough. @param now ISO 8601; null: they wait on
 * @param visits those of which there is more to say: a sign-out isn't told before the sign-in
 */
export const listDueArrivals = async (
  db: Db,
  location: string,
  now: string | null,
  visits: readonly string[],
): Promise<number[]> => (await db.named<{ seq: number }>(DUE, [location, now, visits])).map(({ seq }) => seq);

const RELEASE: Statement = {
  name: "release-arrivals",
  text: `update kiosk_arrivals set due = null
where company_id = $1 and due is not null and (visit_id = any ($2::text[]) or seq = any ($3::bigint[]))`,
};

/** Records that the messages of these visits and entries were queued: a companion begins the group's next message. */
export const releaseArrivals = async (
  db: Db,
  location: string,
  visits: readonly string[],
  seqs: readonly number[],
): Promise<void> => {
  await db.named(RELEASE, [location, visits, seqs]);
};

const FORGET: Statement = {
  name: "forget-arrivals",
  // As long as the links of hosts work (server/resources/messages/host-link.ts).
  text: "delete from kiosk_arrivals where begun < $1::timestamptz - interval '48 hours' and visit_id = group_id",
};

/** Deletes the arrivals whose hosts can't reply any more; a companion's stays, for the timeline. @param now ISO 8601 */
export const deleteOldArrivals = async (db: Db, now: string): Promise<void> => {
  await db.named(FORGET, [now]);
};

const TOGETHER_WITH: Statement = {
  name: "list-visits-together",
  text: `select _id, recipient, first_name, last_name, company from visits
where company_id = $1 and signed_out is null and approval is null and _id in (
  select visit_id from kiosk_arrivals where company_id = $1
    and group_id = coalesce((select group_id from kiosk_arrivals where company_id = $1 and visit_id = $2), $2))
order by signed_in, _id`,
};

/** A visitor who is inside and came with others. */
export type VisitTogether = {
  _id: string;
  recipient: string | null;
  first_name: string | null;
  last_name: string | null;
  company: string | null;
};

/** The visitors of a visit's group who are inside, in the order of their arrival; none without a group. */
export const listVisitsTogether = (db: Db, location: string, visit: string): Promise<VisitTogether[]> =>
  db.named<VisitTogether>(TOGETHER_WITH, [location, visit]);
