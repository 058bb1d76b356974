import { sql } from "kysely";

import type { Slot } from "../../platform/lib/time/slots.ts";
import { build, type Db, type Statement } from "../../platform/db/database.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";

/** An occurrence as it is stored; instants as the wire writes them. */
export type Occurrence = Slot & { _id: string; cancelled: boolean };

/** A series as it is stored. */
export type SeriesRow = {
  company_id: string;
  _id: string;
  name: string | null;
  rule: string | null;
  timezone: string;
  /** `YYYY-MM-DDTHH:MM` on the clock of the time zone. */
  starts: string;
  minutes: number;
  /** Its visitors are invited by one email for the whole series. */
  invite: boolean;
  /** What all its visitors have, by key. */
  shared: Record<string, unknown>;
  create_date: string;
  mod_date: string;
};

const columns = [
  "company_id",
  "_id",
  "name",
  "rule",
  "timezone",
  "starts",
  "minutes",
  "invite",
  "shared",
  "create_date",
  "mod_date",
] as const;

const all = (location: string) => build.selectFrom("visit_series").select(columns).where("company_id", "=", location);

/** The series of a location that the caller sees, the newest first. */
export const listSeries = (
  { db, hosts }: Pick<RequestContext, "db" | "hosts">,
  location: string,
): Promise<SeriesRow[]> => {
  const rows = all(location).orderBy("create_date", "desc").orderBy("_id", "desc");
  return db.rows<SeriesRow>(
    hosts === undefined ? rows : rows.where(sql<boolean>`host_address(company_id, shared) = any (${hosts})`),
  );
};

export const findSeries = async (db: Db, location: string, id: string): Promise<SeriesRow | undefined> =>
  (await db.rows<SeriesRow>(all(location).where("_id", "=", id)))[0];

/** Reads a series and keeps it from being changed until the transaction ends. */
export const lockSeries = async (db: Db, location: string, id: string): Promise<SeriesRow | undefined> =>
  (await db.rows<SeriesRow>(all(location).where("_id", "=", id).forUpdate()))[0];

const DUE: Statement = {
  name: "lock-due-series",
  text: `select ${columns.join(", ")} from visit_series where rule is not null and made_on <= $1::timestamptz
order by made_on limit 1 for update skip locked`,
};

/** A series whose occurrences were made before a moment; it can't be changed until the transaction ends. */
export const lockDueSeries = async (db: Db, before: string): Promise<SeriesRow | undefined> =>
  (await db.named<SeriesRow>(DUE, [before]))[0];

const MADE: Statement = {
  name: "note-made-series",
  text: "update visit_series set made_on = $3::timestamptz where company_id = $1 and _id = $2",
};

/** Notes when the occurrences of a series were made. */
export const noteMade = async (
  db: Db,
  { company_id, _id }: Pick<SeriesRow, "company_id" | "_id">,
  at: string,
): Promise<void> => {
  await db.named(MADE, [company_id, _id, at]);
};

const EMPTY: Statement = {
  name: "delete-empty-series",
  text: `with gone as (
  delete from visit_series s where company_id = $1 and mod_date < $2::timestamptz
    and not exists (select from registered_visitors r where r.company_id = $1 and r.series_id = s._id) returning _id)
delete from series_occurrences o using gone where o.company_id = $1 and o.series_id = gone._id`,
};

/** Deletes the series of a location that were last changed before a moment and of whose visitors none is left. */
export const deleteEmptySeries = async (db: Db, location: string, before: string): Promise<void> => {
  await db.named(EMPTY, [location, before]);
};

export const insertSeries = (row: SeriesRow) =>
  build
    .insertInto("visit_series")
    .values({ ...row, shared: JSON.stringify(row.shared) })
    .returning("_id");

export const updateSeries = ({ company_id, _id, ...row }: SeriesRow) =>
  build
    .updateTable("visit_series")
    .set({ ...row, shared: JSON.stringify(row.shared), rev: sql`rev + 1` })
    .where("company_id", "=", company_id)
    .where("_id", "=", _id)
    .returning("_id");

export const deleteSeries = (location: string, id: string) =>
  build.deleteFrom("visit_series").where("company_id", "=", location).where("_id", "=", id).returning("_id");

/** An occurrence with the registered visitors it has, in the order of its persons. */
export type OccurrenceRow = Occurrence & { series_id: string; known_visitor_ids: string[] };

const OCCURRENCES: Statement = {
  name: "list-series-occurrences",
  text: `select o.series_id, o._id, o.recurrence_id, o.starts, o.ends, o.cancelled,
  coalesce(array_agg(r._id order by r.member) filter (where r._id is not null), '{}') as known_visitor_ids
from series_occurrences o
left join registered_visitors r on r.company_id = o.company_id and r.series_id = o.series_id and r.recurrence_id = o.recurrence_id
where o.company_id = $1 and o.series_id = any ($2::text[])
group by o.series_id, o._id, o.recurrence_id, o.starts, o.ends, o.cancelled order by o.series_id, o.recurrence_id`,
};

/** The occurrences of these series, in order. */
export const listOccurrences = (db: Db, location: string, series: readonly string[]): Promise<OccurrenceRow[]> =>
  db.named<OccurrenceRow>(OCCURRENCES, [location, series]);

const LAST_VISITORS: Statement = {
  name: "list-last-visitors-of-series",
  text: `select r.series_id, r.doc from registered_visitors r
where r.company_id = $1 and r.series_id = any ($2::text[])
  and r.recurrence_id = (select max(recurrence_id) from registered_visitors l where l.company_id = $1 and l.series_id = r.series_id)
order by r.series_id, r.member`,
};

/** The visitors of the last occurrence of each series, as JSON texts. */
export const listLastVisitors = (
  db: Db,
  location: string,
  series: readonly string[],
): Promise<{ series_id: string; doc: string }[]> => db.named(LAST_VISITORS, [location, series]);

// One that takes the place of an occurrence that the rule of before gave, and that was cancelled, replaces it.
const INSERT: Statement = {
  name: "insert-series-occurrences",
  text: `insert into series_occurrences (company_id, series_id, _id, recurrence_id, starts, ends, cancelled)
select $1, $2, _id, recurrence_id, starts, ends, cancelled from jsonb_populate_recordset(null::series_occurrences, $3::jsonb)
on conflict (company_id, series_id, recurrence_id) do update
set _id = excluded._id, starts = excluded.starts, ends = excluded.ends, cancelled = excluded.cancelled`,
};
const DELETE: Statement = {
  name: "delete-series-occurrences",
  text: "delete from series_occurrences where company_id = $1 and series_id = $2 and _id = any ($3::text[])",
};

/** Adds occurrences to a series. */
export const insertOccurrences = async (
  db: Db,
  { company_id, _id }: Pick<SeriesRow, "company_id" | "_id">,
  occurrences: readonly Occurrence[],
): Promise<void> => {
  await db.named(INSERT, [company_id, _id, JSON.stringify(occurrences)]);
};

/** Puts occurrences at other times: all at once, as one can take the place of another. */
export const moveOccurrences = async (
  db: Db,
  series: Pick<SeriesRow, "company_id" | "_id">,
  moved: readonly { occurrence: Occurrence; to: Slot }[],
): Promise<void> => {
  await db.named(DELETE, [series.company_id, series._id, moved.map(({ occurrence }) => occurrence._id)]);
  await insertOccurrences(
    db,
    series,
    moved.map(({ occurrence: { _id, cancelled }, to }) => ({ _id, cancelled, ...to })),
  );
};

const CANCEL: Statement = {
  name: "cancel-series-occurrences",
  text: "update series_occurrences set cancelled = true where company_id = $1 and series_id = $2 and _id = any ($3::text[])",
};

export const cancelOccurrences = async (
  db: Db,
  { company_id, _id }: Pick<SeriesRow, "company_id" | "_id">,
  ids: readonly string[],
): Promise<void> => {
  await db.named(CANCEL, [company_id, _id, ids]);
};

const HAND_OVER: Statement = {
  name: "hand-over-series-occurrences",
  text: `with visitors as (
  update registered_visitors set series_id = $3 where company_id = $1 and series_id = $2 and recurrence_id >= $4::timestamptz)
update series_occurrences set series_id = $3 where company_id = $1 and series_id = $2 and recurrence_id >= $4::timestamptz`,
};

/** Gives the occurrences from one on to another series. @param from as the wire writes it */
export const handOver = async (
  db: Db,
  location: string,
  { series, to, from }: { series: string; to: string; from: string },
): Promise<void> => {
  await db.named(HAND_OVER, [location, series, to, from]);
};

const FORGET: Statement = {
  name: "delete-all-series-occurrences",
  text: "delete from series_occurrences where company_id = $1 and series_id = $2",
};

export const deleteOccurrences = async (db: Db, location: string, series: string): Promise<void> => {
  await db.named(FORGET, [location, series]);
};

/** Begins what `undo` takes back: changes that are only counted. */
export const beginTrial = async (db: Db): Promise<void> => {
  await db.rows({ sql: "savepoint trial", parameters: [] });
};

export const undoTrial = async (db: Db): Promise<void> => {
  await db.rows({ sql: "rollback to savepoint trial", parameters: [] });
};
