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

/** The records of a table as a list that is filtered and sorted by their fields. */
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
