import { withLog } from "./log.ts";

/**
 * The actions that erase records of persons: after one of them, the before and after of earlier changes to the record
 * are gone.
 */
export const ERASING_ACTIONS = [
  "visit.erase",
  "visit.expire",
  "visit.take_back",
  "registered_visitor.remove",
  "registered_visitor.expire",
] as const;

/**
 * Data about a person's record outside its own row, and the column with the record's ID. The rows are deleted or, if
 * other data must remain, the column `cleared` is emptied. If no index has the column, `foundBy` leads to the rows.
 */
type DependentTable = { table: string; column: string; inLocation: boolean; cleared?: string; foundBy?: string };

const BY_LOG = "seq in (select seq from log where company_id = $1 and subject_id in (select _id from c))";

/**
 * Everything that is erased together with a record; a test compares this list with the columns of the database. Emails
 * and SMS contain names and addresses, bodies of the log the written values, and a stored Idempotency-Key leads to the
 * record: only the digest of the key is kept (migrations/0003_idempotency.sql empties the rest), so that a
 * replay creates nothing again.
 */
export const DEPENDENT_TABLES: readonly DependentTable[] = [
  { table: "visit_images", column: "visit_id", inLocation: true },
  { table: "signed_agreements", column: "visit_id", inLocation: true },
  { table: "carried_signatures", column: "visit_id", inLocation: true },
  { table: "messages", column: "subject_id", inLocation: true },
  { table: "preregistrations", column: "registered_visitor_id", inLocation: true },
  { table: "erasure_requests", column: "subject_id", inLocation: true },
  { table: "host_replies", column: "visit_id", inLocation: true },
  { table: "held_sign_ins", column: "visit_id", inLocation: true },
  { table: "kiosk_arrivals", column: "visit_id", inLocation: true },
  { table: "shown_answers", column: "visit_id", inLocation: true },
  { table: "watch_checks", column: "subject_id", inLocation: true },
  { table: "watch_hits", column: "subject_id", inLocation: true },
  { table: "host_links", column: "visit_id", inLocation: true },
  { table: "evacuation_marks", column: "visit_id", inLocation: true },
  { table: "log_bodies", column: "subject_id", inLocation: true, foundBy: BY_LOG },
  // A receiver's response may repeat data of the record; the fact that it was called remains.
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

/** How many of each were removed with a record: the proof says how many there were, and nothing about their content. */
const COUNTED = `gone as (
  select _id, jsonb_object_agg(place, n) as counts from (
    select _id, place, count(*) as n from (
      ${DEPENDENT_TABLES.map(({ table }) => `select _id, '${table}' as place from gone_${table}`).join(" union all ")}) g
    group by _id, place) n
  group by _id)`;

// Looked up in one object: looked for among the rows, thousands that are erased at once cost millions of comparisons.
const PROOF = `'{"removed":' || coalesce(((select jsonb_object_agg(_id, counts) from gone) -> c._id)::text, '{}') || '}'`;

/** The parts of an erasing statement. */
export type ErasureStatement = {
  /** The kind of record, by its name in the log. */
  subject: string;
  /** The statement that deletes the rows and returns at least their `_id`; `$1` is the location. */
  rows: string;
  /** Further common table expressions, such as those that keep data for the counters. */
  kept?: string;
  /** The number of the first free parameter: the values of the log follow. */
  first: number;
  /** As in `withLog`. */
  ids?: string;
};

/**
 * The text of a statement that erases records of persons with everything kept about them, in one place for all: code
 * that stores data by the ID of a visit or registered visitor adds a line to `DEPENDENT_TABLES`. The statement writes the IDs to
 * `erasures`, so that a restored backup can erase them again, and an entry to the log with the numbers of removed
 * records, as proof of the erasure.
 *
 * Data that a change in progress adds is visible only to a statement that begins after it: lock the rows first, in a
 * statement of its own.
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
