import { sql } from "kysely";

import { namesWith, type RowOf } from "../../../shared/fields.ts";
import { REGISTERED_FIELDS } from "../../../shared/registered-visitor-fields.ts";
import { build, type Db, type Statement } from "../../platform/db/database.ts";
import { erasureSql } from "../../platform/events/erasure.ts";
import { type LogEntry, runLogged, withLog } from "../../platform/events/log.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import type { Extra } from "../../platform/lib/record/extra.ts";

const { span: VISITING } = REGISTERED_FIELDS.visiting_on;

/** The columns of a registered visitor that rules set; timestamps as the wire writes them. */
export type RegisteredRow = RowOf<typeof REGISTERED_FIELDS> &
  Record<(typeof VISITING)["from" | "to"], string | null> & {
    extra: Extra;
    /** Which of their invitations holds; a changed address counts it up, and so ends the links sent before. */
    invitation_round: number;
    /** Which person of its series or group it is, in their order; null if it is of none. */
    member: string | null;
  };

/** Identifies a registered visitor: its location and ID. */
export type RegisteredKey = { company_id: string; _id: string };

/** A stored registered visitor, with its response as JSON text. */
export type StoredRegistered = RegisteredRow & { doc: string };

const columns = [
  ...namesWith(REGISTERED_FIELDS, { column: "of_rules" }).filter((name) => name !== "visiting_on"),
  ...Object.values(VISITING),
  "extra",
  "invitation_round",
  "member",
  "doc",
] as const;

/** What a statement returns of a changed row: enough for its event and its response. */
const returned = ["_id", "visit_type", "doc"] as const;

/** The ids of the events of a registered visitor (interface 6.2). */
export const EVENT_IDS = "jsonb_strip_nulls(jsonb_build_object('knownVisitorId', c._id, 'visitTypeId', c.visit_type))";

const one = ({ company_id, _id }: RegisteredKey) =>
  build.selectFrom("registered_visitors").select(columns).where("company_id", "=", company_id).where("_id", "=", _id);

/** One registered visitor. */
export const findRegistered = async (db: Db, key: RegisteredKey): Promise<StoredRegistered | undefined> =>
  (await db.rows<StoredRegistered>(one(key)))[0];

/** Reads a registered visitor and keeps it from being changed, removed or signed in until the transaction ends. */
export const lockRegistered = async (db: Db, key: RegisteredKey): Promise<StoredRegistered | undefined> =>
  (await db.rows<StoredRegistered>(one(key).forUpdate()))[0];

/** Locks those that exist, in the order of their IDs, so that two calls can't deadlock. @returns their IDs */
export const lockMany = async (db: Db, location: string, ids: readonly string[]): Promise<string[]> => {
  const rows = await db.rows<{ _id: string }>(
    sql`select _id from registered_visitors where company_id = ${location} and _id = any (${ids}::text[]) order by _id for update`.compile(
      build,
    ),
  );
  return rows.map(({ _id }) => _id);
};

/** Inserts a registered visitor. @param at when, as the wire writes it */
export const insertRegistered = (key: RegisteredKey, row: RegisteredRow, at: string) =>
  build
    .insertInto("registered_visitors")
    .values({ ...key, ...row, extra: JSON.stringify(row.extra), create_date: at, mod_date: at })
    .returning(returned);

const WRITTEN = columns.filter((name) => name !== "doc");

// withLog finds the note of each row in the column that the statement returns.
const INSERT_MANY: Statement = {
  name: "insert-registered-visitors",
  text: withLog(
    `c as (insert into registered_visitors (company_id, _id, ${WRITTEN.join(", ")}, create_date, mod_date)
  select $1, _id, ${WRITTEN.join(", ")}, $3::timestamptz, $3::timestamptz from jsonb_populate_recordset(null::registered_visitors, $2::jsonb)
  returning _id, visit_type, take_change(_id) as change)`,
    4,
    EVENT_IDS,
    "c.change",
  ),
};
/** Rows of one statement: some 2 ms in which other changes of the location wait. */
const ROWS_AT_ONCE = 500;

/** Inserts registered visitors, some hundreds in a statement. @param at when, as the wire writes it */
export const insertMany = async (
  ctx: RequestContext,
  location: string,
  rows: readonly ({ _id: string } & RegisteredRow)[],
  at: string,
  entry: LogEntry,
): Promise<void> => {
  for (let n = 0; n < rows.length; n += ROWS_AT_ONCE)
    await runLogged(ctx, INSERT_MANY, [location, JSON.stringify(rows.slice(n, n + ROWS_AT_ONCE)), at], entry);
};

/** A registered visitor of a series. */
export type SeriesVisitorRow = StoredRegistered & { _id: string; member: string; recurrence_id: string };

/** Reads the visitors of a series in the order of its occurrences, and keeps them from being changed until the transaction ends. */
export const lockOfSeries = (db: Db, location: string, series: string): Promise<SeriesVisitorRow[]> =>
  db.rows<SeriesVisitorRow>(
    build
      .selectFrom("registered_visitors")
      .select(["_id", ...columns])
      .where("company_id", "=", location)
      .where("series_id", "=", series)
      .orderBy("recurrence_id")
      .orderBy("member")
      .forUpdate(),
  );

/** A registered visitor of a group. */
export type GroupVisitorRow = StoredRegistered & { _id: string };

/** Reads the registered visitors of a group in order, and keeps them from being changed until the transaction ends. */
export const lockOfGroup = (db: Db, location: string, group: string): Promise<GroupVisitorRow[]> =>
  db.rows<GroupVisitorRow>(
    build
      .selectFrom("registered_visitors")
      .select(["_id", ...columns])
      .where("company_id", "=", location)
      .where("group_id", "=", group)
      .orderBy("member")
      .forUpdate(),
  );

const SAME_PERSON: Statement = {
  name: "list-records-of-person",
  text: `select o._id from registered_visitors r join registered_visitors o
  on o.company_id = r.company_id and o.series_id = r.series_id and o.member = r.member
where r.company_id = $1 and r._id = $2`,
};

/** The records of a person in the occurrences of a series; none for one who is in no series. */
export const listSamePerson = async (db: Db, location: string, id: string): Promise<string[]> =>
  (await db.named<{ _id: string }>(SAME_PERSON, [location, id])).map(({ _id }) => _id);

/** Writes all columns of a registered visitor. @param at when, as the wire writes it */
export const updateRegistered = ({ company_id, _id }: RegisteredKey, row: RegisteredRow, at: string) =>
  build
    .updateTable("registered_visitors")
    .set({ ...row, extra: JSON.stringify(row.extra), mod_date: at, rev: sql`rev + 1` })
    .where("company_id", "=", company_id)
    .where("_id", "=", _id)
    .returning(returned);

const ERASE: Statement = {
  name: "erase-registered-visitors",
  text: erasureSql({
    subject: "registered_visitor",
    rows: "delete from registered_visitors where company_id = $1 and _id = any ($2::text[]) returning _id, visit_type",
    first: 3,
    ids: EVENT_IDS,
  }),
};

/** Erases registered visitors and everything kept about them besides their visits; lock them first. */
export const eraseRegistered = async (
  ctx: RequestContext,
  location: string,
  ids: readonly string[],
  entry: LogEntry,
): Promise<void> => {
  await runLogged(ctx, ERASE, [location, ids], entry);
};

// A visit that is still kept shows that they still come.
const IS_OLD = `company_id = $1 and not persistent
  and coalesce(visiting_to, greatest(mod_date, visiting_from)) < $2::timestamptz
  and not exists (select 1 from visits v where v.company_id = $1 and v.known_visitor_id = r._id and v.signed_in >= $2::timestamptz)`;

const LOCK_OLD: Statement = {
  name: "lock-old-registered-visitors",
  text: `select _id from registered_visitors r where _id > $3 and ${IS_OLD} order by _id limit $4 for update skip locked`,
};
const COUNT_OLD: Statement = {
  name: "count-old-registered-visitors",
  text: `select count(*) as n from registered_visitors r where ${IS_OLD}`,
};

/**
 * Locks visitors due for retention: expected until before a moment or, without an end, last changed and expected from
 * before it. In the order of their IDs, after `after`.
 */
export const lockExpiredRegistered = async (
  db: Db,
  location: string,
  { before, after, limit }: { before: string; after: string; limit: number },
): Promise<string[]> => {
  const rows = await db.named<{ _id: string }>(LOCK_OLD, [location, before, after, limit]);
  return rows.map(({ _id }) => _id);
};

export const countExpiredRegistered = async (db: Db, location: string, before: string): Promise<number> =>
  (await db.named<{ n: number }>(COUNT_OLD, [location, before]))[0]?.n ?? 0;

/** Whether the records a registered visitor refers to exist in its location. */
export type References = { visit_type: boolean; entrypoint_id: boolean };

type ReferenceColumns = Pick<RegisteredRow, "visit_type" | "entrypoint_id">;

/** Checks which references exist; null is no reference. */
export const findReferences = async (db: Db, location: string, row: ReferenceColumns): Promise<References> => {
  const [found] = await db.rows<References>(
    sql`select
      (${row.visit_type}::text is null or exists (select 1 from visit_types where company_id = ${location} and _id = ${row.visit_type})) as visit_type,
      (${row.entrypoint_id}::text is null or exists (select 1 from entry_points where company_id = ${location} and _id = ${row.entrypoint_id})) as entrypoint_id`.compile(
      build,
    ),
  );
  if (found === undefined) throw new Error("references were not looked up");
  return found;
};
