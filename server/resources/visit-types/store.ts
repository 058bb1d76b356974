import { sql } from "kysely";

import { build, type Db, type Statement } from "../../platform/db/database.ts";
import type { Texts } from "../../platform/lib/text/texts.ts";
import type { Total } from "../../platform/lib/record/record-limits.ts";
import type { StoredField } from "./fields.ts";
import type { NotificationTexts } from "./notification-texts.ts";

export type Image = "off" | "optional" | "required";

/** A visit type as it is stored. */
export type VisitTypeRow = {
  company_id: string;
  _id: string;
  name: Texts;
  active: boolean;
  index: number;
  fields: StoredField[];
  screening: boolean;
  watchlist: boolean;
  screening_by: "host" | "watchlist" | "both";
  screening_mail: string | null;
  registered_visitors: boolean;
  agreements: string[];
  photo: Image;
  signature: Image;
  badge: boolean;
  ends_after_minutes: number | null;
  host_notifications: Record<string, boolean>;
  welcome_message: Texts;
  signout_message: Texts;
  notification_texts: NotificationTexts;
  create_date: string;
  mod_date: string;
};

const columns = [
  "company_id",
  "_id",
  "name",
  "active",
  "index",
  "fields",
  "screening",
  "watchlist",
  "screening_by",
  "screening_mail",
  "registered_visitors",
  "photo",
  "signature",
  "badge",
  "ends_after_minutes",
  "host_notifications",
  "welcome_message",
  "signout_message",
  "notification_texts",
  "create_date",
  "mod_date",
] as const;

/** The columns of a visit type except its agreements, which have a table of their own. */
export type StoredVisitType = Omit<VisitTypeRow, "agreements">;

/** The agreements it asks for, in order; the same table has the visit types of an agreement. */
const AGREEMENTS = sql<
  string[]
>`(select coalesce(jsonb_agg(l.agreement_id order by l.place_in_type, l.agreement_id), '[]')
  from agreement_visit_types l where l.company_id = visit_types.company_id and l.visit_type_id = visit_types._id)`.as(
  "agreements",
);

const all = (location: string) =>
  build.selectFrom("visit_types").select(columns).select(AGREEMENTS).where("company_id", "=", location);

const stored = ({ agreements: _agreements, ...row }: VisitTypeRow) => ({
  ...row,
  name: JSON.stringify(row.name),
  fields: JSON.stringify(row.fields),
  host_notifications: JSON.stringify(row.host_notifications),
  welcome_message: JSON.stringify(row.welcome_message),
  signout_message: JSON.stringify(row.signout_message),
  notification_texts: JSON.stringify(row.notification_texts),
});

export const listVisitTypes = (db: Db, location: string): Promise<VisitTypeRow[]> =>
  db.rows<VisitTypeRow>(all(location).orderBy("index").orderBy("_id"));

export const findVisitType = async (db: Db, location: string, id: string): Promise<VisitTypeRow | undefined> =>
  (await db.rows<VisitTypeRow>(all(location).where("_id", "=", id)))[0];

/**
 * Finds a visit type and locks it until the transaction ends; an agreement that names it does not have to wait (`for
 * key share` in agreements/assignments-store.ts).
 */
export const lockVisitType = async (db: Db, location: string, id: string): Promise<VisitTypeRow | undefined> =>
  (await db.rows<VisitTypeRow>(all(location).where("_id", "=", id).forNoKeyUpdate()))[0];

const TOTAL: Statement = {
  name: "total-of-visit-types",
  text: `select count(*)::integer as records, coalesce(sum(octet_length(t::text)), 0)::float8 as bytes
from visit_types t where company_id = $1`,
};

/** The visit types of a location. */
export const totalOf = async (db: Db, location: string): Promise<Total> =>
  (await db.named<Total>(TOTAL, [location]))[0] ?? { records: 0, bytes: 0 };

export const insertVisitType = (row: VisitTypeRow) =>
  build.insertInto("visit_types").values(stored(row)).returning("_id");

export const updateVisitType = (row: VisitTypeRow) =>
  build
    .updateTable("visit_types")
    .set({ ...stored(row), rev: sql`rev + 1` })
    .where("company_id", "=", row.company_id)
    .where("_id", "=", row._id)
    .returning("_id");

export const deleteVisitType = (location: string, id: string) =>
  build.deleteFrom("visit_types").where("company_id", "=", location).where("_id", "=", id).returning("_id");
