import { withLog } from "./log.ts";

/** The acts by which records of persons are erased: after one, before and after of what was done to the record are gone. */
export const ERASING_ACTIONS = [
  "visit.erase",
  "visit.expire",
  "registered_visitor.remove",
  "registered_visitor.expire",
] as const;

/**
 * What is kept of a person's record outside its own row, and by which column it names the record. The rows go, or, where they
 * say more than that, the column `cleared` of them. Where no index has the column, `foundBy` leads to the rows.
 */
type DependentTable = { table: string; column: string; inLocation: boolean; cleared?: string; foundBy?: string };

const BY_LOG = "seq in (select seq from log where company_id = $1 and subject_id in (select _id from c))";

/**
 * Everything that goes with an erased record; a test holds this list against the columns of the database. Mails and SMS carry
 * names and addresses, bodies of the log what each change wrote, and a remembered Idempotency-Key leads to the record: of that the
 * digest of the key stays (migrations/0018_idempotency_digests.sql empties the rest), so that a repetition makes nothing anew.
 */
export const DEPENDENT_TABLES: readonly DependentTable[] = [
  { table: "visit_images", column: "visit_id", inLocation: true },
  { table: "signed_agreements", column: "visit_id", inLocation: true },
  { table: "carried_signatures", column: "visit_id", inLocation: true },
  { table: "messages", column: "subject_id", inLocation: true },
  { table: "preregistrations", column: "registered_visitor_id", inLocation: true },
  { table: "erasure_requests", column: "subject_id", inLocation: true },
  { table: "host_replies", column: "visit_id", inLocation: true },
  { table: "evacuation_marks", column: "visit_id", inLocation: true },
  { table: "log_bodies", column: "subject_id", inLocation: true, foundBy: BY_LOG },
  // What a receiver answered may repeat what it read of the record; that it was told stays.
  { table: "deliveries", column: "subject_id", inLocation: true, cleared: "head" },
  { table: "idempotency", column: "subject_id", inLocation: false, cleared: "request_hash" },
];

const removal = ({ table, column, inLocation, cleared, foundBy }: DependentTable): string => {
  const what =
    cleared === undefined
      ? `delete from ${table} where`
      : `update ${table} set ${cleared} = null where ${cleared} is not null and`;
  return `gone_${table} as (
  ${what} ${inLocation ? "company_id = $1 and " : ""}${foundBy === undefined ? "" : `${foundBy} and `}${column} in (select _id from c) returning ${column} as _id)`;
};

/** How many of each were removed with a record: the proof says what there was, and nothing of what it said. */
const COUNTED = `gone as (
  select _id, jsonb_object_agg(place, n) as counts from (
    select _id, place, count(*) as n from (
      ${DEPENDENT_TABLES.map(({ table }) => `select _id, '${table}' as place from gone_${table}`).join(" union all ")}) g
    group by _id, place) n
  group by _id)`;

// Looked up in one object: looked for among the rows, thousands that are erased at once cost millions of comparisons.
const PROOF = `'{"removed":' || coalesce(((select jsonb_object_agg(_id, counts) from gone) -> c._id)::text, '{}') || '}'`;

/** What `erasing` is made of. */
export type ErasureStatement = {
  /** The kind of record, as the log names it. */
  subject: string;
  /** The statement that deletes the rows and returns at least their `_id`; `$1` is the location. */
  rows: string;
  /** Further common table expressions, such as what stays for the counters. */
  kept?: string;
  /** The number of the first free parameter: the values of the log follow. */
  first: number;
  /** As of `withLog`. */
  ids?: string;
};

/**
 * The text of a statement that erases records of persons with all that is kept of them, in one place for all: who else stores
 * data by the id of a visit or registered visitor adds a line to `TRACES`. It leaves the ids in `erasures`, so that a
 * restored backup can erase them again, and an entry in the log with what was removed, by count,
 * as proof of the erasure.
 *
 * What a change under way adds is seen only by a statement that begins after it has ended: lock the rows first, in a statement
 * of its own.
 */
export const erasureSql = ({ subject, rows, kept, first, ids }: ErasureStatement): string =>
  withLog(
    [
      `c as (${rows})`,
      ...DEPENDENT_TABLES.map(removal),
      COUNTED,
      `noted as (
  insert into erasures (company_id, subject, subject_id, at) select $1, '${subject}', _id, $${first + 1}::timestamptz from c
  on conflict (company_id, subject_id) do update set at = excluded.at)`,
      ...(kept === undefined ? [] : [kept]),
    ].join(",\n"),
    first,
    ids,
    PROOF,
  );
