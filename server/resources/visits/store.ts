import type { Db, Statement } from "../../platform/db/database.ts";
import { areOfHost } from "../../platform/db/own-visitors.ts";
import { type LogEntry, runLogged, withLog } from "../../platform/events/log.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import {
  placeholderOf,
  COLUMNS,
  EVENT_IDS,
  hostMail,
  type Images,
  keyValues,
  NEXT,
  PHOTO,
  RETURNED,
  SIGNATURE,
  type StoredVisit,
  valuesOf,
  type VisitKey,
  type VisitRow,
} from "./columns.ts";

/** A change's images, in the log as their SHA-256. */
const NOTED_IMAGES = `noted_images(${PHOTO}, ${SIGNATURE})`;
/** A new visit in the log, in the form that the trigger records a changed one. */
const BECAME = `'{"after":' || left(c.doc, -1) || ',"agreements":' || c.agreements ||
  case when ${PHOTO} is null and ${SIGNATURE} is null then '' else ${NOTED_IMAGES} end || '}}'`;
const OLD_IMAGES =
  "coalesce((select noted_images(i.photo, i.signature) from visit_images i where i.company_id = $1 and i.visit_id = c._id), '')";

/** What came of the comparison with the watch lists; null where there was none. */
const OUTCOME = `$${NEXT}::text`;

/** Values that the insert takes from other records. */
const INSERTED: Partial<Record<keyof VisitRow, string>> = {
  recipient_mail: `coalesce(${placeholderOf("recipient_mail")}, ref.host_mail)`,
  extra: `case when number.last is null then ${placeholderOf("extra")} else ${placeholderOf("extra")} || jsonb_build_object('visitor_number', number.last) end`,
};

// One statement checks the references, fills in the host's address, numbers the visitor and writes the visit.
const INSERT: Statement = {
  name: "insert-visit",
  text: withLog(
    `ref as (
  select t.screening, t.watchlist, t.screening_by, ${hostMail(placeholderOf("recipient"))} as host_mail
  from (select) one
  left join visit_types t on t.company_id = $1 and t._id = ${placeholderOf("visit_type")}
  left join entry_points e on e.company_id = $1 and e._id = ${placeholderOf("entrypoint_id")}
  where (${placeholderOf("visit_type")} is null or t._id is not null) and (${placeholderOf("entrypoint_id")} is null or e._id is not null)
    and (t.watchlist is not true or ${OUTCOME} is not null)),
number as (
  insert into visitor_numbers as n (company_id, last)
  select l._id, 1 from ref, companies l where l._id = $1 and l.settings @> '{"visitor_numbers": true}'
  on conflict (company_id) do update set last = n.last + 1 returning last),
c as (
  insert into visits (company_id, _id, create_date, mod_date, approval, ${COLUMNS.join(", ")})
  select $1, $2, $3::timestamptz, $3::timestamptz, case
    when ref.watchlist and ref.screening_by = 'watchlist' and ${OUTCOME} = 'clear' then 'approved'
    when ref.screening then 'pending' end,
    ${COLUMNS.map((column) => INSERTED[column] ?? placeholderOf(column)).join(", ")}
  from ref left join number on true
  ${RETURNED}),
images as (
  insert into visit_images (company_id, visit_id, photo, signature)
  select $1, c._id, ${PHOTO}, ${SIGNATURE} from c where ${PHOTO} is not null or ${SIGNATURE} is not null),
checked as (
  insert into watch_checks (company_id, subject_id, outcome, version, checked_at)
  select $1, c._id, ${OUTCOME}, $${NEXT + 1}::integer, $3::timestamptz from c where ${OUTCOME} is not null)`,
    NEXT + 2,
    EVENT_IDS,
    BECAME,
  ),
};

/** Whether a visitor was compared with the watch lists, and with which version of them. */
export type VisitCheck = { outcome: string; version: number };

/**
 * Inserts a visit.
 * @returns undefined if its visit type or entry point does not exist in the location, or if its type compares visitors and there is
 * no `check`
 */
export const insertVisit = async (
  ctx: RequestContext,
  key: VisitKey,
  row: VisitRow,
  images: Images,
  entry: LogEntry,
  check?: VisitCheck,
): Promise<StoredVisit | undefined> => {
  const checked = [check?.outcome ?? null, check?.version ?? null];
  const values = [...keyValues(key), ...valuesOf(row), images.photo, images.signature, ...checked];
  return (await runLogged<StoredVisit>(ctx, INSERT, values, entry))[0];
};

const FIND: Statement = {
  name: "find-visit",
  text: `select v._id, v.doc, v.agreements::text as agreements, i.photo, i.signature
from visits v left join visit_images i on i.company_id = v.company_id and i.visit_id = v._id
where v.company_id = $1 and v._id = $2`,
};

/** One visit in full. */
export const findVisit = async (db: Db, location: string, id: string): Promise<(StoredVisit & Images) | undefined> =>
  (await db.named<StoredVisit & Images>(FIND, [location, id]))[0];

const FIND_PHOTO: Statement = {
  name: "find-photo",
  text: "select photo from visit_images where company_id = $1 and visit_id = $2",
};

/** The photo of a visit as it was sent. */
export const findPhoto = async (db: Db, location: string, id: string): Promise<string | undefined> =>
  (await db.named<{ photo: string | null }>(FIND_PHOTO, [location, id]))[0]?.photo ?? undefined;

const WITH_PHOTO: Statement = {
  name: "select-with-photo",
  text: `select i.visit_id as id from visit_images i join visits v on v.company_id = $1 and v._id = i.visit_id
where i.company_id = $1 and i.visit_id = any ($2::text[]) and i.photo is not null and ${areOfHost("$3", "v.")}`,
};

/** Those of the visits that the caller sees and that have a photo. */
export const listWithPhoto = async (
  { db, hosts }: Pick<RequestContext, "db" | "hosts">,
  location: string,
  ids: readonly string[],
): Promise<string[]> =>
  (await db.named<{ id: string }>(WITH_PHOTO, [location, ids, hosts ?? null])).map(({ id }) => id);

const FIND_FOR_CHANGE: Statement = {
  name: "find-visit-for-change",
  text: `select ${COLUMNS.map((column) => `v.${column}`).join(", ")}, v._id, v.rev, v.approval, v.doc, i.photo, i.signature
from visits v left join visit_images i on i.company_id = v.company_id and i.visit_id = v._id
where v.company_id = $1 and v._id = $2`,
};

export type VisitForChange = VisitRow &
  Images &
  Pick<StoredVisit, "_id" | "doc"> & { rev: number; approval: string | null };

/** A visit with the revision that a later update must still find. */
export const findVisitForChange = async (db: Db, location: string, id: string): Promise<VisitForChange | undefined> =>
  (await db.named<VisitForChange>(FIND_FOR_CHANGE, [location, id]))[0];

const UPDATE: Statement = {
  name: "update-visit",
  text: withLog(
    `c as (
  update visits set rev = rev + 1, mod_date = $3::timestamptz, ${COLUMNS.map((column) => `${column} = ${placeholderOf(column)}`).join(", ")}
  where company_id = $1 and _id = $2 and rev = $${NEXT}::integer
  ${RETURNED}),
images as (
  insert into visit_images (company_id, visit_id, photo, signature)
  select $1, c._id, ${PHOTO}, ${SIGNATURE} from c where $${NEXT + 1}::boolean
  on conflict (company_id, visit_id) do update set photo = excluded.photo, signature = excluded.signature)`,
    NEXT + 2,
    EVENT_IDS,
    `case when $${NEXT + 1}::boolean then take_change(c._id, ${OLD_IMAGES}, ${NOTED_IMAGES}) else take_change(c._id) end`,
  ),
};

/** The values of an update: all columns, the images and whether they changed, and the revision it was made from. */
export type VisitUpdate = { row: VisitRow; images: Images; imagesChanged: boolean; rev: number };

/** Writes all columns of a visit. @returns undefined if it was changed or erased since it was read */
export const updateVisit = async (
  ctx: RequestContext,
  key: VisitKey,
  update: VisitUpdate,
  entry: LogEntry,
): Promise<StoredVisit | undefined> => {
  const { row, images, imagesChanged, rev } = update;
  const values = [...keyValues(key), ...valuesOf(row), images.photo, images.signature, rev, imagesChanged];
  return (await runLogged<StoredVisit>(ctx, UPDATE, values, entry))[0];
};

const FIND_MANY: Statement = {
  name: "find-visits",
  text: "select _id, doc, agreements::text as agreements from visits where company_id = $1 and _id = any ($2::text[]) order by _id",
};

/** Several visits of a location, by id. */
export const findVisits = (db: Db, location: string, ids: readonly string[]): Promise<StoredVisit[]> =>
  db.named<StoredVisit>(FIND_MANY, [location, ids]);

const REFERENCES: Statement = {
  name: "check-references",
  text: `select ${hostMail("$4::text")} as host_mail,
  ($2::text is null or exists (select 1 from visit_types where company_id = $1 and _id = $2)) as visit_type,
  ($3::text is null or exists (select 1 from entry_points where company_id = $1 and _id = $3)) as entrypoint_id,
  exists (select 1 from visit_types where company_id = $1 and _id = $2 and watchlist) as watchlist`,
};

/** Whether the records that a visit refers to exist in its location, the address of its host, and whether its type compares visitors. */
export type References = { host_mail: string | null; visit_type: boolean; entrypoint_id: boolean; watchlist: boolean };

/** Looks up the records that a visit is about to refer to. */
export const findReferences = async (
  db: Db,
  location: string,
  row: Pick<VisitRow, "visit_type" | "entrypoint_id" | "recipient">,
): Promise<References> => {
  const [found] = await db.named<References>(REFERENCES, [location, row.visit_type, row.entrypoint_id, row.recipient]);
  if (found === undefined) throw new Error("references were not looked up");
  return found;
};

const NUMBERING: Statement = {
  name: "is-numbering",
  text: `select 1 from companies where _id = $1 and settings @> '{"visitor_numbers": true}'`,
};

/** Whether the location numbers its visitors; if so, the service sets the number (rules 2). */
export const isNumbering = async (db: Db, location: string): Promise<boolean> =>
  (await db.named(NUMBERING, [location])).length > 0;
