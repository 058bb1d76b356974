import type { Db, Statement } from "../../platform/db/database.ts";
import type { ImportRow } from "./store.ts";

/** A visit type or entrance of a location, by its names in all languages. */
export type NamedRecord = { _id: string; name: Record<string, string> };

const TYPES: Statement = {
  name: "visit-types-of-import",
  text: "select _id, name from visit_types where company_id = $1 order by _id",
};

export const listTypes = (db: Db, location: string): Promise<NamedRecord[]> => db.named(TYPES, [location]);

const ENTRY_POINTS: Statement = {
  name: "entry-points-of-import",
  text: "select _id, name from entry_points where company_id = $1 order by _id",
};

export const listEntryPoints = (db: Db, location: string): Promise<NamedRecord[]> => db.named(ENTRY_POINTS, [location]);

/** A stored host as an import compares it. */
export type FoundHost = {
  _id: string;
  cn: string;
  mail: string | null;
  mobile: string | null;
  telephoneNumber: string | null;
  rev: number;
  directory_id: string | null;
};

const HOSTS: Statement = {
  name: "hosts-of-import",
  text: `select _id, cn, mail, mobile, telephone_number as "telephoneNumber", rev, directory_id from hosts
    where company_id = $1 and not external and not hidden
      and (mail = any ($2::text[]) or hashtextextended(host_name(cn), 0) = any (array(select hashtextextended(host_name(n), 0) from unnest($3::text[]) n)))
    order by create_date, _id`,
};

/** The managed hosts with one of these addresses or names. */
export const findHosts = (
  db: Db,
  location: string,
  mails: readonly string[],
  names: readonly string[],
): Promise<FoundHost[]> => db.named(HOSTS, [location, mails, names]);

/** A registered visitor as an import compares it. */
export type FoundVisitor = {
  _id: string;
  first_name: string | null;
  last_name: string | null;
  company: string | null;
  email: string | null;
  phone: string | null;
  recipient: string | null;
  visit_type: string | null;
  language_id: string | null;
  visiting_from: string | null;
  visiting_to: string | null;
};

const VISITORS: Statement = {
  name: "visitors-of-import",
  text: `select _id, first_name, last_name, company, email, phone, recipient, visit_type, language_id, visiting_from, visiting_to
    from registered_visitors where company_id = $1 and left(fold_case(last_name), 48) collate "C" = any (array(select left(fold_case(n), 48) from unnest($2::text[]) n))
    union all
    select _id, first_name, last_name, company, email, phone, recipient, visit_type, language_id, visiting_from, visiting_to
    from registered_visitors where company_id = $1 and last_name is null and left(fold_case(company), 48) collate "C" = any (array(select left(fold_case(n), 48) from unnest($3::text[]) n))`,
};

/** The registered visitors with one of these last names, or without a name and of one of these companies. */
export const findVisitors = (
  db: Db,
  location: string,
  lastNames: readonly string[],
  companies: readonly string[],
): Promise<FoundVisitor[]> => db.named(VISITORS, [location, lastNames, companies]);

const ADD: Statement = {
  name: "add-import-record",
  text: `insert into import_records (company_id, import_id, record_id, is_new, rev)
    select $1, $2, $3, $4, coalesce(h.rev, v.rev) from (select) one
    left join hosts h on h.company_id = $1 and h._id = $3 left join registered_visitors v on v.company_id = $1 and v._id = $3
    on conflict (company_id, import_id, record_id) do update set rev = excluded.rev`,
};

/** Notes a record that an import has created or changed, in its present state. */
export const addRecord = async (
  db: Db,
  { company_id, _id }: ImportRow,
  record: string,
  isNew: boolean,
): Promise<void> => {
  await db.named(ADD, [company_id, _id, record, isNew]);
};

const LIST: Statement = {
  name: "list-import-records",
  text: `select r.record_id as _id, r.is_new, coalesce(h.rev, v.rev) = r.rev as unchanged
    from import_records r
    left join hosts h on h.company_id = $1 and h._id = r.record_id
    left join registered_visitors v on v.company_id = $1 and v._id = r.record_id
    where r.company_id = $1 and r.import_id = $2 and r.record_id > $3 and coalesce(h.rev, v.rev) is not null
    order by r.record_id limit $4`,
};

/** Records that an import has created or changed and that are still there; those after `after`. */
export const listRecords = (
  db: Db,
  { company_id, _id }: ImportRow,
  after: string,
  limit: number,
): Promise<{ _id: string; is_new: boolean; unchanged: boolean }[]> => db.named(LIST, [company_id, _id, after, limit]);
