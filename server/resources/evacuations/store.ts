import type { VISIT_FIELDS } from "../../../shared/visit-fields.ts";
import { build, type Db, type Statement } from "../../platform/db/database.ts";
import { arePersons } from "../../platform/db/persons.ts";

/** An evacuation as it is stored. */
export type EvacuationRow = {
  company_id: string;
  _id: string;
  drill: boolean;
  started: string;
  started_by: string;
  ended: string | null;
  ended_by: string | null;
  people: number | null;
  safe: number | null;
  median_seconds: number | null;
  create_date: string;
  mod_date: string;
};

const columns = [
  "company_id",
  "_id",
  "drill",
  "started",
  "started_by",
  "ended",
  "ended_by",
  "people",
  "safe",
  "median_seconds",
  "create_date",
  "mod_date",
] as const;

const all = (location: string) => build.selectFrom("evacuations").select(columns).where("company_id", "=", location);

export const listEvacuations = (db: Db, location: string): Promise<EvacuationRow[]> =>
  db.rows<EvacuationRow>(all(location).orderBy("started", "desc").orderBy("_id", "desc"));

export const findEvacuation = async (db: Db, location: string, id: string): Promise<EvacuationRow | undefined> =>
  (await db.rows<EvacuationRow>(all(location).where("_id", "=", id)))[0];

/** Reads an evacuation and keeps it from being changed until the transaction ends. */
export const lockEvacuation = async (db: Db, location: string, id: string): Promise<EvacuationRow | undefined> =>
  (await db.rows<EvacuationRow>(all(location).where("_id", "=", id).forUpdate()))[0];

/** The evacuation in progress, locked. */
export const lockOpen = async (db: Db, location: string): Promise<EvacuationRow | undefined> =>
  (await db.rows<EvacuationRow>(all(location).where("ended", "is", null).forUpdate()))[0];

/** Inserts an evacuation; no row if another is in progress, even one that began at this instant. */
export const insertEvacuation = (row: EvacuationRow) =>
  build
    .insertInto("evacuations")
    .values(row)
    .onConflict((conflict) => conflict.column("company_id").where("ended", "is", null).doNothing())
    .returning("_id");

export const updateEvacuation = ({ company_id, _id, ...row }: EvacuationRow) =>
  build
    .updateTable("evacuations")
    .set(row)
    .where("company_id", "=", company_id)
    .where("_id", "=", _id)
    .returning("_id");

const MARKED_BEFORE: Statement = {
  name: "select-marked-inside",
  text: `select _id from visits
where company_id = $1 and signed_in >= $2 and signed_in < $3 and signed_in <= $4 and signed_out is null and safe order by _id`,
};

/** The visitors inside who were marked safe before. @param inside the window of rules 3 */
export const listMarkedInside = async (
  db: Db,
  location: string,
  inside: { from: string; to: string; now: string },
): Promise<string[]> =>
  (await db.named<{ _id: string }>(MARKED_BEFORE, [location, inside.from, inside.to, inside.now])).map(
    ({ _id }) => _id,
  );

/** A mark as stored. @param at ISO 8601 */
export type MarkRow = { ref: string; visit_id: string; safe: boolean; at: string; by_name: string };

const ADD_MARKS: Statement = {
  name: "add-evacuation-marks",
  text: `insert into evacuation_marks (company_id, evacuation_id, ref, visit_id, safe, at, by_name)
select $1, $2, m.ref, v._id, m.safe, m.at, $3
from unnest($4::text[], $5::text[], $6::boolean[], $7::timestamptz[]) with ordinality as m (ref, visit_id, safe, at, n)
join visits v on v.company_id = $1 and v._id = m.visit_id
order by m.n
on conflict do nothing`,
};

/** Inserts marks of the location's visits; existing ones remain unchanged. */
export const insertMarks = async (
  db: Db,
  location: string,
  id: string,
  { by, marks }: { by: string; marks: readonly Omit<MarkRow, "by_name">[] },
): Promise<void> => {
  await db.named(ADD_MARKS, [
    location,
    id,
    by,
    marks.map(({ ref }) => ref),
    marks.map(({ visit_id }) => visit_id),
    marks.map(({ safe }) => safe),
    marks.map(({ at }) => at),
  ]);
};

const LATEST: Statement = {
  name: "latest-evacuation-marks",
  text: `select distinct on (visit_id) visit_id, safe from evacuation_marks
where company_id = $1 and evacuation_id = $2 and visit_id = any ($3::text[]) order by visit_id, at desc, ref desc`,
};

/** The current mark of each of these visits. */
export const listLatestMarks = (
  db: Db,
  location: string,
  id: string,
  visits: readonly string[],
): Promise<{ visit_id: string; safe: boolean }[]> => db.named(LATEST, [location, id, visits]);

/** A visitor who was inside during an evacuation, with their latest mark. */
export type PersonRow = {
  visitor_id: string;
  first_name: string | null;
  last_name: string | null;
  company: string | null;
  recipient: string | null;
  entrypoint_id: string | null;
  phone: string | null;
  approval: (typeof VISIT_FIELDS.approval.words)[number] | null;
  signed_in: string;
  signed_out: string | null;
  safe: boolean;
  at: string | null;
  by_name: string | null;
};

const PERSONS: Statement = {
  name: "list-evacuated",
  text: `select v._id as visitor_id, v.first_name, v.last_name, v.company, v.recipient, v.entrypoint_id, v.phone, v.approval, v.signed_in,
  case when v.signed_out <= $5::timestamptz then v.signed_out end as signed_out, coalesce(m.safe, false) as safe, m.at, m.by_name
from visits v
left join lateral (
  select safe, at, by_name from evacuation_marks
  where company_id = $1 and visit_id = v._id and evacuation_id = $2 order by at desc, ref desc limit 1) m on true
where v.company_id = $1 and v.signed_in >= $3::timestamptz and v.signed_in <= $5::timestamptz
  and (v.signed_out is null or v.signed_out > $4::timestamptz) and ${arePersons("$1", "v.")}
order by v.signed_in, v._id`,
};

/**
 * The visitors who were inside at any time of an evacuation. Deliveries are no persons.
 * @param span from when on a visit counts as inside, the evacuation's start, and its end or now (ISO 8601)
 */
export const listPersons = (
  db: Db,
  location: string,
  id: string,
  span: { from: string; started: string; until: string },
): Promise<PersonRow[]> => db.named(PERSONS, [location, id, span.from, span.started, span.until]);
