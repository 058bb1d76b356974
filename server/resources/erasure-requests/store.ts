import { sql } from "kysely";

import { build, type Db, type Statement } from "../../platform/db/database.ts";

/** The subject of a request. */
export type SubjectKind = "visit" | "registered_visitor";

/** A request as it is stored. */
export type RequestRow = {
  company_id: string;
  _id: string;
  subject: SubjectKind;
  subject_id: string;
  state: "pending" | "declined";
  create_date: string;
  mod_date: string;
};

/** A request with the details of its subject that the list shows. */
export type ListedRequest = RequestRow & {
  first_name: string | null;
  last_name: string | null;
  visits: number;
};

const SELECT = `select r.company_id, r._id, r.subject, r.subject_id, r.state, r.create_date, r.mod_date,
  coalesce(k.first_name, v.first_name) as first_name, coalesce(k.last_name, v.last_name) as last_name,
  case when v._id is null then (select count(*) from visits o where o.company_id = $1 and o.known_visitor_id = r.subject_id) else 1 end as visits
from erasure_requests r
left join visits v on r.subject = 'visit' and v.company_id = r.company_id and v._id = r.subject_id
left join registered_visitors k on r.subject = 'registered_visitor' and k.company_id = r.company_id and k._id = r.subject_id
where r.company_id = $1`;

const LIST: Statement = { name: "list-erasure-requests", text: `${SELECT} order by r.create_date desc, r._id desc` };
const FIND: Statement = { name: "find-erasure-request", text: `${SELECT} and r._id = $2` };
const OF: Statement = { name: "find-erasure-request-of", text: `${SELECT} and r.subject_id = $2` };
const LOCK: Statement = {
  name: "lock-erasure-request",
  text: "select 1 from erasure_requests where company_id = $1 and _id = $2 for update",
};

export const listRequests = (db: Db, location: string): Promise<ListedRequest[]> =>
  db.named<ListedRequest>(LIST, [location]);

export const findRequest = async (db: Db, location: string, id: string): Promise<ListedRequest | undefined> =>
  (await db.named<ListedRequest>(FIND, [location, id]))[0];

/** The request about a visit or registered visitor. */
export const findRequestOf = async (db: Db, location: string, subject: string): Promise<ListedRequest | undefined> =>
  (await db.named<ListedRequest>(OF, [location, subject]))[0];

/** Locks a request, so that it can't be decided twice, until the transaction ends. @returns whether it exists */
export const lockRequest = async (db: Db, location: string, id: string): Promise<boolean> =>
  (await db.named(LOCK, [location, id])).length > 0;

/**
 * Inserts a request, or reopens one that was declined; no row if one is pending already. @param again reopens it if it
 * was declined before then
 */
export const insertRequest = (row: RequestRow, again: string) =>
  build
    .insertInto("erasure_requests")
    .values(row)
    .onConflict((conflict) =>
      conflict
        .columns(["company_id", "subject_id"])
        .doUpdateSet({ state: "pending", mod_date: row.mod_date })
        .where("erasure_requests.state", "=", "declined")
        .where(sql<boolean>`erasure_requests.mod_date <= ${again}::timestamptz`),
    )
    .returning("_id");

/** Changes the state of a request; no row if it has that state already. */
export const setState = (location: string, id: string, state: string, at: string) =>
  build
    .updateTable("erasure_requests")
    .set({ state, mod_date: at })
    .where("company_id", "=", location)
    .where("_id", "=", id)
    .where("state", "!=", state)
    .returning("_id");

const OPEN: Statement = {
  name: "select-open-visits-of",
  text: `select _id, signed_in from visits where company_id = $1 and signed_out is null and signed_in >= $3::timestamptz
  and (_id = $2 or known_visitor_id = $2)`,
};

/** The subject's open visits. @param since from when on a visit counts as inside */
export const listOpenVisits = (db: Db, location: string, subject: string, since: string): Promise<{ _id: string }[]> =>
  db.named<{ _id: string }>(OPEN, [location, subject, since]);

const VISITS: Statement = {
  name: "select-visits-to-erase",
  text: "select _id from visits where company_id = $1 and known_visitor_id = $2 order by _id",
};

export const listVisitIds = async (db: Db, location: string, known: string): Promise<string[]> =>
  (await db.named<{ _id: string }>(VISITS, [location, known])).map(({ _id }) => _id);

/** An administrator to email about a request. */
export type Administrator = { email: string; language_id: string | null };

const ADMINISTRATORS: Statement = {
  name: "select-erasure-administrators",
  text: `with own as (select email, language_id, _id from users where active and role = 'local_admin' and $1 = any(companies))
select email, language_id from own
union all
select email, language_id from users where active and role = 'global_admin' and not exists (select 1 from own)`,
};

/** The administrators of a location; if it has none, the global ones. */
export const listAdministrators = (db: Db, location: string): Promise<Administrator[]> =>
  db.named<Administrator>(ADMINISTRATORS, [location]);
