import type { Db, Statement } from "../../platform/db/database.ts";

const ADDRESSES: Statement = {
  name: "find-own-addresses",
  text: "select own_addresses(_id, $2::timestamptz) as addresses from users where _id = $1",
};

/** The addresses of the hosts whose visitors are the user's own at a moment, folded. @param now as the wire writes it */
export const findAddresses = async (db: Db, user: string, now: string): Promise<string[] | undefined> =>
  (await db.named<{ addresses: string[] }>(ADDRESSES, [user, now]))[0]?.addresses;

const CLOCKS: Statement = {
  name: "list-own-clocks",
  text: `select _id, timezone, (settings ->> 'signout_days')::integer as "signoutDays" from companies
where $1::text[] is null or _id = any ($1::text[])`,
};

/** The clock of a location, and how long a visit counts as inside. */
export type Clock = { _id: string; timezone: string; signoutDays: number };

/** The clocks of these locations; of all with null. */
export const listClocks = (db: Db, locations: readonly string[] | null): Promise<Clock[]> =>
  db.named<Clock>(CLOCKS, [locations]);

/** What is looked for at a location; instants as the wire writes them. */
export type Range = { _id: string; low: string; high: string; insideFrom: string };

const RANGES = `jsonb_to_recordset($1::jsonb) as l (_id text, low timestamptz, high timestamptz, "insideFrom" timestamptz)`;

const VISITS: Statement = {
  name: "list-own-visits",
  text: `select v._id, v.doc, v.signed_out is null and v.approval is distinct from 'rejected'
  and v.signed_in >= l."insideFrom" and v.signed_in <= $3::timestamptz as inside
from ${RANGES}
join visits v on v.company_id = l._id and v.signed_in < l.high and v.signed_in >= least(l.low, l."insideFrom")
  and (v.signed_in >= l.low or v.signed_out is null) and host_address(v.company_id, v.recipient, v.recipient_mail) = any ($2)
order by v.signed_in desc, v._id desc`,
};

/** The visits of hosts in these ranges as JSON texts, the latest first. @param hosts folded @param now as the wire writes it */
export const listVisits = (
  db: Db,
  ranges: readonly Range[],
  hosts: readonly string[],
  now: string,
): Promise<{ _id: string; doc: string; inside: boolean }[]> => db.named(VISITS, [JSON.stringify(ranges), hosts, now]);

const REGISTERED: Statement = {
  name: "list-own-registered",
  text: `select r.doc from ${RANGES}
join registered_visitors r on r.company_id = l._id
  and (r.visiting_from < l.high or r.visiting_from is null) and (r.visiting_to > l.low or r.visiting_from >= l.low or r.visiting_to is null)
  and host_address(r.company_id, r.recipient, r.extra ->> 'recipient_mail') = any ($2)
order by r.visiting_from nulls last, r._id`,
};

/** The registered visitors of hosts who are expected in these ranges as JSON texts, the next first. @param hosts folded */
export const listRegistered = (
  db: Db,
  ranges: readonly Range[],
  hosts: readonly string[],
): Promise<{ doc: string }[]> => db.named(REGISTERED, [JSON.stringify(ranges), hosts]);

const OF_HOST = {
  visits: {
    name: "is-own-visit",
    text: "select 1 from visits where company_id = $1 and _id = $2 and host_address($1, recipient, recipient_mail) = any ($3)",
  },
  registered_visitors: {
    name: "is-own-registered",
    text: "select 1 from registered_visitors where company_id = $1 and _id = $2 and host_address($1, recipient, extra ->> 'recipient_mail') = any ($3)",
  },
} satisfies Record<string, Statement>;

/** Whether a record is of one of these hosts. @param hosts folded */
export const isOfHost = async (
  db: Db,
  table: keyof typeof OF_HOST,
  { location, id, hosts }: { location: string; id: string; hosts: readonly string[] },
): Promise<boolean> => (await db.named(OF_HOST[table], [location, id, hosts])).length > 0;
