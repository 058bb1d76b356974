import type { Db, Statement } from "../../../platform/db/database.ts";
import { DEPENDENT_TABLES } from "../../../platform/events/erasure.ts";

/** A visit of an imported log. Instants as ISO 8601. */
export type PastVisit = {
  _id: string;
  first_name: string | null;
  last_name: string | null;
  company: string | null;
  email: string | null;
  phone: string | null;
  address: string | null;
  zip_code: string | null;
  city: string | null;
  recipient: string | null;
  recipient_mail: string | null;
  language_id: string | null;
  visit_type: string | null;
  entrypoint_id: string | null;
  signed_in: string;
  signed_out: string | null;
  signed_in_source: number;
  signed_out_source: number;
  approval: string | null;
  extra: Record<string, unknown>;
};

/** The import that visits come from: its ID and name. */
export type HistorySource = { _id: string; name: string };

const KNOWN: Statement = {
  name: "known-past-visits",
  text: `select _id from visits where company_id = $1 and _id = any ($2::text[])
    union select subject_id from erasures where company_id = $1 and subject_id = any ($2::text[])`,
};

/** Which of these IDs are those of visits, or of visits that have been erased. */
export const listKnown = async (db: Db, location: string, ids: readonly string[]): Promise<Set<string>> =>
  new Set((await db.named<{ _id: string }>(KNOWN, [location, ids])).map(({ _id }) => _id));

const TEXTS =
  "first_name, last_name, company, email, phone, address, zip_code, city, recipient, recipient_mail, language_id, visit_type, entrypoint_id, approval";

const INSERT: Statement = {
  name: "insert-past-visits",
  text: `insert into visits (company_id, _id, ${TEXTS}, signed_in, signed_out, signed_in_source, signed_out_source, user_id,
      signed_in_user, signed_out_user, extra, create_date, mod_date, doc)
    select $1, _id, ${TEXTS}, signed_in, signed_out, signed_in_source, case when signed_out is not null then signed_out_source end, $3, $4,
      case when signed_out is not null then $4 end, extra, $5::timestamptz, $5::timestamptz, ''
    from jsonb_to_recordset($2::jsonb) as g (_id text, ${TEXTS.replaceAll(",", " text,")} text, signed_in timestamptz,
      signed_out timestamptz, signed_in_source smallint, signed_out_source smallint, extra jsonb)
    order by signed_in, _id
    on conflict (company_id, _id) do nothing`,
};

/** Writes past visits in one statement; one that is there already remains as it is. */
export const insertPast = async (
  db: Db,
  location: string,
  visits: readonly PastVisit[],
  source: HistorySource,
  at: string,
): Promise<void> => {
  await db.named(INSERT, [location, JSON.stringify(visits), source._id, source.name, at]);
};

const LIST: Statement = {
  name: "list-visits-of-import",
  text: `select _id, user_id = $2 as is_imported, rev = 1 as unchanged from visits
    where company_id = $1 and _id > $3 order by _id limit $4`,
};

/** Visits of a location in the order of their IDs, after one: whether this import wrote them, and whether they are unchanged. */
export const listBySource = (
  db: Db,
  location: string,
  source: string,
  after: string,
  limit: number,
): Promise<{ _id: string; is_imported: boolean; unchanged: boolean }[]> =>
  db.named(LIST, [location, source, after, limit]);

const DEPENDENT = DEPENDENT_TABLES.filter(({ cleared, foundBy }) => cleared === undefined && foundBy === undefined).map(
  ({ table, column }) =>
    `gone_${table} as (delete from ${table} where company_id = $1 and ${column} in (select _id from c))`,
);

const DELETE: Statement = {
  name: "delete-past-visits",
  text: `with c as (
    delete from visits where company_id = $1 and _id = any ($2::text[]) and user_id = $3 and rev = 1 returning _id),
  ${DEPENDENT.join(",\n  ")}
  select _id from c`,
};

/** Takes back past visits that no one has changed since; nothing is counted of them. @returns how many there were */
export const deletePast = async (db: Db, location: string, ids: readonly string[], source: string): Promise<number> =>
  (await db.named(DELETE, [location, ids, source])).length;

const INDEX_LATER: Statement = {
  name: "index-after-import",
  text: `insert into visits_to_index (company_id) values ($1) on conflict (company_id) do update set is_built = false`,
};

/** Has the values of a location's visits made anew, all at once, when its imports are done. */
export const indexLater = async (db: Db, location: string): Promise<void> => {
  await db.named(INDEX_LATER, [location]);
};
