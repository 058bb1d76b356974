import { type RawBuilder, sql } from "kysely";

import type { FieldKind } from "../../../../shared/fields.ts";

/** The two columns of a span of time, either of which may be null: open-ended. If both are null there is no span. */
export type SpanColumns = { from: string; to: string };

/** A date with an index, and the table that counts rows by its days. */
export type Newest = { field: string; countedIn: string };

/** The tables of values (docs/decisions/0056-one-list-engine.md). */
export type ValueTables = {
  values: string;
  /** The rows that have each. */
  postings: string;
  /** The locations whose rows are not all there yet. */
  pending: string;
  /** The function that gives the folded texts of a row. */
  texts: string;
};

/** A table whose rows are listed by filter and sort. */
export type ListSource = {
  table: string;
  fields: Readonly<Record<string, FieldKind>>;
  /** Where the fields of kind `span` are kept. */
  spans?: Readonly<Record<string, SpanColumns>>;
  /** Fields that are never null, so that an index serves their order. */
  always: ReadonlySet<string>;
  /** Text fields with an index for sorting. */
  sortable: ReadonlySet<string>;
  /** The date by which the newest rows are read first. */
  newest?: Newest;
  /** Where the values of the text fields are, and the rows that have each. Without it a trigram index finds rows by their texts. */
  values?: ValueTables;
};

/** An SQL expression of any type. */
export type Sql = RawBuilder<unknown>;

/** The kind of a field; whatever is not documented is an extra key. */
export const kindOf = (source: ListSource, field: string): FieldKind | "extra" =>
  Object.hasOwn(source.fields, field) ? (source.fields[field] ?? "extra") : "extra";

/** The marks of numbers, texts and others before an own key's name, in the order in which they are sorted (`visit_texts`). */
const VALUE_MARKS = ["#", ".", "!"] as const;

/** The names under which the values of a field are kept. */
export const valueFieldsOf = (source: ListSource, field: string): string[] =>
  kindOf(source, field) === "extra" ? VALUE_MARKS.map((mark) => mark + field) : [field];

/** A documented column. Its name comes from the table's definition, never from a request. */
export const column = (field: string): Sql => sql.ref(field);

/** The columns of a field of kind `span`. */
export const spanColumns = (source: ListSource, field: string): { from: Sql; to: Sql } => {
  const columns = source.spans?.[field];
  if (columns === undefined) throw new Error(`${source.table}.${field} has no columns`);
  return { from: column(columns.from), to: column(columns.to) };
};

/** A span as JSON text, as the API returns it. */
const spanText = (source: ListSource, field: string): Sql => {
  const { from, to } = spanColumns(source, field);
  return sql`span_json(${from}, ${to})::text`;
};

/** An extra key's value; the name is a bound parameter, never part of the text. */
export const extraValue = (field: string): Sql => sql`(extra -> ${field}::text)`;

/** The text of a field that filters compare (rules 2): the string itself, or the JSON text of anything else. */
export const textOf = (source: ListSource, field: string): Sql => {
  switch (kindOf(source, field)) {
    case "extra":
      return sql`json_text(${extraValue(field)})`;
    case "date":
      return sql`iso(${column(field)})`;
    case "number":
    case "boolean":
      return sql`${column(field)}::text`;
    case "json":
      return sql`json_compact(${column(field)})`;
    case "span":
      return spanText(source, field);
    default:
      return column(field);
  }
};
