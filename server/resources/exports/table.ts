import { type Cell, COLUMNS_MAX, type Sheet } from "../../../shared/spreadsheet.ts";
import type { LanguagePreference } from "../../platform/lib/texts.ts";
import { isDate, parseInstant } from "../../platform/lib/time.ts";
import { wallClock } from "../../platform/lib/wall-clock.ts";
import { exportTexts, isLabel, type Label } from "./labels.ts";

/** A visit as the log answers it. */
export type Visit = Readonly<Record<string, unknown>>;

/** A custom field of the location: where the answer stands, its header, its kind of question. */
export type CustomField = { field_name: string; label: string; type: string };

/** What a table is made with besides the visits. */
export type TableContext = {
  timezone: string;
  languages: LanguagePreference;
  /** Names of visit types and of entry points, by id. */
  names: ReadonlyMap<string, string>;
  fields: readonly CustomField[];
};

type Column = { header: string; width: number; cell: (visit: Visit) => Cell };
type CellReader = (value: unknown, terms: TableContext) => Cell;

const word = (name: Label, languages: LanguagePreference): string => exportTexts(languages.preferred ?? "en")[name];

const moment: CellReader = (value, { timezone }) => {
  const ms = typeof value === "string" ? parseInstant(value) : undefined;
  return ms === undefined ? plain(value) : { wallMs: wallClock(ms, timezone), shown: "time" };
};

/** A calendar date is that day wherever one is; only a timestamp moves to the location's clock. */
const date: CellReader = (value, terms) =>
  typeof value === "string" && isDate(value) ? { wallMs: Date.parse(value), shown: "date" } : moment(value, terms);

const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean";

/** A value as it is: several chosen options stand behind each other, anything deeper as JSON. */
const plain = (value: unknown): Cell => {
  if (value === undefined || value === null) return null;
  if (isScalar(value)) return value;
  return Array.isArray(value) && value.every(isScalar) ? value.join(", ") : JSON.stringify(value);
};

const named: CellReader = (value, { names }) => (typeof value === "string" ? (names.get(value) ?? null) : null);

const inWords =
  (prefix: string): CellReader =>
  (value, { languages }) => {
    const name = `${prefix}${String(value)}`;
    return value !== undefined && isLabel(name) ? word(name, languages) : plain(value);
  };

/** The console's columns in their order: the specification's (interface 2.1), with what the decisions add; no image, no id. */
const COLUMNS: readonly (readonly [Label, width: number, read: CellReader])[] = [
  ["first_name", 16, plain],
  ["last_name", 18, plain],
  ["company", 22, plain],
  ["email", 28, plain],
  ["phone", 18, plain],
  ["address", 24, plain],
  ["zip_code", 12, plain],
  ["city", 16, plain],
  ["recipient", 22, plain],
  ["recipient_mail", 28, plain],
  ["visit_type", 16, named],
  ["entrypoint_id", 16, named],
  ["signed_in", 20, moment],
  ["signed_out", 20, moment],
  ["signed_in_source", 16, inWords("source_")],
  ["signed_out_source", 16, inWords("source_")],
  ["approval", 14, inWords("")],
  ["safe", 12, plain],
  ["visitor_number", 16, plain],
  ["signed_in_user", 22, plain],
  ["signed_out_user", 22, plain],
  ["language_id", 12, plain],
  ["mod_date", 20, moment],
];

const CUSTOM_WIDTH = 20;

const builtIn = ([name, width, read]: (typeof COLUMNS)[number], terms: TableContext): Column => ({
  header: word(name, terms.languages),
  width,
  cell: (visit) => read(visit[name], terms),
});

const custom = ({ field_name, label, type }: CustomField, terms: TableContext): Column => {
  const read = type === "date" ? date : plain;
  return {
    header: label.trim() === "" ? field_name : label,
    width: CUSTOM_WIDTH,
    cell: (visit) => (Object.hasOwn(visit, field_name) ? read(visit[field_name], terms) : null),
  };
};

const columnsOf = (terms: TableContext): Column[] =>
  [...COLUMNS.map((column) => builtIn(column, terms)), ...terms.fields.map((field) => custom(field, terms))].slice(
    0,
    COLUMNS_MAX,
  );

/**
 * The visits as a sheet: the columns depend on the location's configuration only, never on the rows, so that the pages of an
 * export fit together. Keys that no visit type asks for are left out.
 */
export const sheetOf = (visits: readonly Visit[], terms: TableContext): Sheet => {
  const columns = columnsOf(terms);
  return {
    name: word("visitors", terms.languages),
    headers: columns.map(({ header, width }) => ({ text: header, width })),
    rows: visits.map((visit) => columns.map(({ cell }) => cell(visit))),
  };
};
