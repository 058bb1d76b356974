import type { Extra } from "../../platform/lib/extra.ts";

/** The columns of a visit that rules look at and set; timestamps as the wire writes them. */
export type VisitRow = {
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
  visit_type: string | null;
  entrypoint_id: string | null;
  known_visitor_id: string | null;
  signed_in: string;
  signed_out: string | null;
  signed_in_source: number;
  signed_out_source: number | null;
  safe: boolean;
  user_id: string | null;
  signed_in_user: string | null;
  signed_out_user: string | null;
  language_id: string | null;
  agreements: string[];
  extra: Extra;
  /** What the page that signed it in calls it; unique in a location (decisions: kiosks send again what was not answered). */
  client_ref: string | null;
};

/** Photo and signature, which live apart from the row that the lists read. */
export type Images = { photo: string | null; signature: string | null };

/** A stored visit: its list form as JSON text, and its agreements as JSON text. */
export type StoredVisit = { _id: string; doc: string; agreements: string };

/** The columns a rule sets, with their types in PostgreSQL. */
const TYPES: Record<keyof VisitRow, string> = {
  first_name: "text",
  last_name: "text",
  company: "text",
  email: "text",
  phone: "text",
  address: "text",
  zip_code: "text",
  city: "text",
  recipient: "text",
  recipient_mail: "text",
  visit_type: "text",
  entrypoint_id: "text",
  known_visitor_id: "text",
  signed_in: "timestamptz",
  signed_out: "timestamptz",
  signed_in_source: "smallint",
  signed_out_source: "smallint",
  safe: "boolean",
  user_id: "text",
  signed_in_user: "text",
  signed_out_user: "text",
  language_id: "text",
  agreements: "jsonb",
  extra: "jsonb",
  client_ref: "text",
};
const isColumn = (key: string): key is keyof VisitRow => Object.hasOwn(TYPES, key);
export const COLUMNS = Object.keys(TYPES).filter(isColumn);

export const valuesOf = (row: VisitRow): unknown[] =>
  COLUMNS.map((column) => (TYPES[column] === "jsonb" ? JSON.stringify(row[column]) : row[column]));

export const EVENT_IDS =
  "jsonb_strip_nulls(jsonb_build_object('visitorId', c._id, 'visitTypeId', c.visit_type, 'knownVisitorId', c.known_visitor_id))";
export const DECISION_IDS =
  "jsonb_strip_nulls(jsonb_build_object('visitorId', c._id, 'knownVisitorId', c.known_visitor_id, 'approvalStatus', c.approval))";
export const RETURNED = "returning _id, visit_type, known_visitor_id, approval, doc, agreements::text as agreements";

/** Parameters: $1 location, $2 id, $3 time of the change, the columns from $4 on, then photo and signature. */
export const placeholderOf = (column: keyof VisitRow): string => `$${4 + COLUMNS.indexOf(column)}::${TYPES[column]}`;
export const PHOTO = `$${4 + COLUMNS.length}::text`;
export const SIGNATURE = `$${5 + COLUMNS.length}::text`;
export const NEXT = 6 + COLUMNS.length;

/** The mail of the first host of that full name, external ones included (rules 4). */
export const hostMail = (name: string): string => `(select h.mail from hosts h where h.company_id = $1
  and hashtextextended(h.cn, 0) = hashtextextended(${name}, 0) and h.cn = ${name} order by h.n limit 1)`;

/** Names a visit by its location and id, with the time of the change in milliseconds. */
export type VisitKey = { location: string; id: string; now: number };

export const keyValues = ({ location, id, now }: VisitKey): unknown[] => [location, id, new Date(now).toISOString()];
