import { type FieldKind, type Fields, namesWith } from "../../../shared/fields.ts";
import type { ListSource } from "./listing/fields.ts";

/** The types of columns in PostgreSQL, by what they hold. */
export const SQL_TYPES = {
  text: "text",
  word: "text",
  id: "text",
  date: "timestamptz",
  number: "smallint",
  boolean: "boolean",
  json: "jsonb",
} satisfies Partial<Record<FieldKind, string>>;

const isListed = ([, { kind, column }]: [string, Fields[string]]): boolean => column !== undefined || kind === "images";

/** A table's records as a list that can be filtered and sorted by field. */
export const listSourceOf = (table: string, fields: Fields): ListSource => ({
  table,
  fields: Object.fromEntries(
    Object.entries(fields)
      .filter(isListed)
      .map(([name, { kind }]) => [name, kind]),
  ),
  spans: Object.fromEntries(Object.entries(fields).flatMap(([name, { span }]) => (span ? [[name, span]] : []))),
  always: new Set(namesWith(fields, { always: true })),
  sortable: new Set(namesWith(fields, { indexed: true })),
});
