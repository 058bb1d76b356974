import { type FieldDefinition, type FieldKind, namesHaving } from "../../../shared/fields.ts";
import { VISIT_FIELDS } from "../../../shared/visit-fields.ts";
import { type Cell, COLUMNS_MAX, type Sheet } from "../../../shared/spreadsheet.ts";
import type { LanguagePreference } from "../../platform/lib/text/texts.ts";
import { isDate, parseInstant } from "../../platform/lib/time/time.ts";
import { wallClock } from "../../platform/lib/time/wall-clock.ts";
import { exportTexts, isLabel, type Label } from "./labels.ts";

/** A visit as the log returns it. */
export type Visit = Readonly<Record<string, unknown>>;

/** A custom field of the location: the key of its answer, its header, its kind of question. */
export type CustomField = { field_name: string; label: string; type: string };

/** What a table needs besides the visits. */
export type TableContext = {
  timezone: string;
  languages: LanguagePreference;
  /** Names of visit types and of entry points, by id. */
  names: ReadonlyMap<string, string>;
  fields: readonly CustomField[];
  /** The keys of the columns that are wanted; all without them. */
  wanted?: ReadonlySet<string> | undefined;
};

type Column = { header: string; width: number; cell: (visit: Visit) => Cell };
type CellReader = (value: unknown, terms: TableContext) => Cell;

const word = (name: Label, languages: LanguagePreference): string => exportTexts(languages.preferred ?? "en")[name];

const moment: CellReader = (value, { timezone }) => {
  const ms = typeof value === "string" ? parseInstant(value) : undefined;
  return ms === undefined ? plain(value) : { wallMs: wallClock(ms, timezone), shown: "time" };
};

/** A calendar date is the same everywhere; only timestamps are converted to the location's time zone. */
const date: CellReader = (value, terms) =>
  typeof value === "string" && isDate(value) ? { wallMs: Date.parse(value), shown: "date" } : moment(value, terms);

const isScalar = (value: unknown): value is string | number | boolean =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean";

/** A value as text: several chosen options separated by commas, anything deeper as JSON. */
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

const READERS: Partial<Record<FieldKind, CellReader>> = { id: named, date: moment, number: inWords("source_") };

const readerOf = ({ kind, words }: FieldDefinition): CellReader =>
  words === undefined ? (READERS[kind] ?? plain) : inWords("");

/** The columns of documented fields, in the order of interface 2.1, without images and IDs. */
const COLUMNS = namesHaving(VISIT_FIELDS, "exported").map((name) => {
  const field = VISIT_FIELDS[name];
  return { name, width: field.exported, read: readerOf(field) };
});

const CUSTOM_WIDTH = 20;

const builtIn = ({ name, width, read }: (typeof COLUMNS)[number], terms: TableContext): Column => ({
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

const columnsOf = (terms: TableContext): Column[] => {
  const isWanted = (key: string): boolean => terms.wanted?.has(key) ?? true;
  return [
    ...COLUMNS.filter(({ name }) => isWanted(name)).map((column) => builtIn(column, terms)),
    ...terms.fields.filter(({ field_name }) => isWanted(field_name)).map((field) => custom(field, terms)),
  ].slice(0, COLUMNS_MAX);
};

/**
 * The visits as a sheet. The columns depend on the location's configuration only, never on the rows, so that the pages
 * of an export fit together. Keys that no visit type asks for are left out.
 */
export const sheetOf = (visits: readonly Visit[], terms: TableContext): Sheet => {
  const columns = columnsOf(terms);
  return {
    name: word("visitors", terms.languages),
    headers: columns.map(({ header, width }) => ({ text: header, width })),
    rows: visits.map((visit) => columns.map(({ cell }) => cell(visit))),
  };
};
