import { type RawBuilder, sql } from "kysely";

/**
 * What kind of value a documented field holds: `text` is in the search column, `word` is text that is not, `images` are
 * kept elsewhere and match nothing.
 */
export type FieldKind = "text" | "word" | "id" | "date" | "number" | "boolean" | "json" | "images";

/** A table whose rows are listed by filter and sort. */
export type Listed = {
  table: string;
  fields: Readonly<Record<string, FieldKind>>;
  /** Fields that are never null, so that an index serves their order. */
  always: ReadonlySet<string>;
  /** Text fields with an index for sorting. */
  sortable: ReadonlySet<string>;
};

/** An SQL expression of any type. */
export type Sql = RawBuilder<unknown>;

/** The kind of a field; whatever is not documented is an extra key. */
export const kindOf = (listed: Listed, field: string): FieldKind | "extra" =>
  Object.hasOwn(listed.fields, field) ? (listed.fields[field] ?? "extra") : "extra";

/** A documented column. Its name comes from the table's definition, never from a request. */
export const column = (field: string): Sql => sql.ref(field);

/** An extra key's value; the name is a bound parameter, never part of the text. */
export const extraValue = (field: string): Sql => sql`(extra -> ${field}::text)`;

/** The text of a field that filters compare (decisions 2): the string itself, or the JSON text of anything else. */
export const textOf = (listed: Listed, field: string): Sql => {
  switch (kindOf(listed, field)) {
    case "extra":
      return sql`json_text(${extraValue(field)})`;
    case "date":
      return sql`iso(${column(field)})`;
    case "number":
    case "boolean":
      return sql`${column(field)}::text`;
    case "json":
      return sql`json_compact(${column(field)})`;
    default:
      return column(field);
  }
};
