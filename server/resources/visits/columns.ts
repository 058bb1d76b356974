import { hostByName } from "../../platform/db/host-by-name.ts";
import { namesWith, type RowOf } from "../../../shared/fields.ts";
import { VISIT_FIELDS } from "../../../shared/visit-fields.ts";
import { SQL_TYPES } from "../../platform/db/field-columns.ts";
import type { Extra } from "../../platform/lib/record/extra.ts";

/** The columns of a visit that rules read and set; timestamps as the wire writes them. */
export type VisitRow = RowOf<typeof VISIT_FIELDS> & {
  extra: Extra;
  /**
   * The kiosk's or phone's own reference for the sign-in, unique in a location: it finds a sign-in that is sent again.
   */
  client_ref: string | null;
};

/** Photo and signature, which are stored apart from the row that the lists read. */
export type Images = { photo: string | null; signature: string | null };

/** A stored visit: its list form as JSON text, and its agreements as JSON text. */
export type StoredVisit = { _id: string; doc: string; agreements: string };

/** The columns a rule sets. */
export const COLUMNS = [...namesWith(VISIT_FIELDS, { column: "of_rules" }), "extra", "client_ref"] as const;

const typeOf = (column: keyof VisitRow): string => {
  if (column === "extra") return "jsonb";
  return column === "client_ref" ? "text" : SQL_TYPES[VISIT_FIELDS[column].kind];
};

/** The values of `COLUMNS`, in that order, as parameters of a statement. */
export const valuesOf = (row: VisitRow): unknown[] =>
  COLUMNS.map((column) => (typeOf(column) === "jsonb" ? JSON.stringify(row[column]) : row[column]));

export const EVENT_IDS =
  "jsonb_strip_nulls(jsonb_build_object('visitorId', c._id, 'visitTypeId', c.visit_type, 'knownVisitorId', c.known_visitor_id))";
export const DECISION_IDS =
  "jsonb_strip_nulls(jsonb_build_object('visitorId', c._id, 'knownVisitorId', c.known_visitor_id, 'approvalStatus', c.approval))";
export const RETURNED = "returning _id, visit_type, known_visitor_id, approval, doc, agreements::text as agreements";

/** Parameters: $1 location, $2 id, $3 time of the change, the columns from $4 on, then photo and signature. */
export const placeholderOf = (column: keyof VisitRow): string => `$${4 + COLUMNS.indexOf(column)}::${typeOf(column)}`;
export const PHOTO = `$${4 + COLUMNS.length}::text`;
export const SIGNATURE = `$${5 + COLUMNS.length}::text`;
export const NEXT = 6 + COLUMNS.length;

/** The address of the host with that full name, external ones included (rules 4.3). */
export const hostMail = (name: string): string => `(${hostByName("h.mail", name)})`;

/** Identifies a visit: its location and ID, with the time of the change in milliseconds. */
export type VisitKey = { location: string; id: string; now: number };

/** The parameters $1 to $3 of a statement about one visit: location, ID and time of the change. */
export const keyValues = ({ location, id, now }: VisitKey): unknown[] => [location, id, new Date(now).toISOString()];
