/**
 * The kind of a field's value: `text` is in the search column, `word` is text that is not, `span` has two columns,
 * `images` are stored elsewhere and match no filter.
 */
export type FieldKind = "text" | "word" | "id" | "date" | "number" | "boolean" | "json" | "span" | "images";

/**
 * The definition of a documented field. Contract, rows, columns, lists, exports, SQL functions and the console's forms,
 * panels and columns derive from it (docs/decisions/0036-fields.md).
 */
export type FieldDefinition = {
  kind: FieldKind;
  /** Whether a body may set it: stored as sent, or according to a rule. Otherwise only the service sets it. */
  body?: "as_sent" | "by_rule";
  /** Whether it has a column, which rules or statements set. Otherwise it is in the JSON column `extra`. */
  column?: "of_rules" | "of_statements";
  /** The two columns of a span. */
  span?: { from: string; to: string };
  /** Never null. */
  always?: true;
  /** Has an index for sorting. */
  indexed?: true;
  /** The only values of a `word`. */
  words?: readonly string[];
  format?: "email" | "phone";
  description?: string;
  example?: string;
  /** Copied to a visit: from the registered visitor, and also from an earlier visit of the same visitor. */
  copied?: "from_registered" | "always";
  /** The width of its column in exports, in characters; without it, exports leave the field out. */
  exported?: number;
  /** Its width in the console's form. */
  form?: "half" | "whole";
  /** A fact of its own in the console's panel. */
  panel?: true;
  /** Can be a column of the console's list. */
  listed?: true;
  /** Can be a filter of the console's list, as the answer to a question can. */
  filtered?: true;
};

/** The documented fields of a record, in the order of responses. */
export type Fields = Readonly<Record<string, FieldDefinition>>;

/** The names of the fields with these properties; any name, if the rows themselves aren't known. */
export type NamesWith<F extends Fields, Part> = string extends keyof F
  ? string
  : { [Name in keyof F & string]: F[Name] extends Part ? Name : never }[keyof F & string];

const entriesOf = (fields: Fields): [string, FieldDefinition][] => Object.entries(fields);

/** The names of the fields with exactly these properties, in order. */
export const namesWith = <F extends Fields, const Part extends Partial<FieldDefinition>>(
  fields: F,
  part: Part,
): NamesWith<F, Part>[] => {
  const wanted = Object.entries(part);
  const has = (field: FieldDefinition): boolean => wanted.every(([key, value]) => Reflect.get(field, key) === value);
  return entriesOf(fields).flatMap(([name, field]) => (has(field) ? [name as NamesWith<F, Part>] : []));
};

/** The names of the fields that have a property at all, in order. */
export const namesHaving = <F extends Fields, Key extends keyof FieldDefinition>(
  fields: F,
  key: Key,
): NamesWith<F, Record<Key, unknown>>[] =>
  entriesOf(fields).flatMap(([name, field]) =>
    field[key] === undefined ? [] : [name as NamesWith<F, Record<Key, unknown>>],
  );

type Values = { number: number; boolean: boolean; json: string[] };
type ValueOf<Field extends FieldDefinition> = Field["kind"] extends keyof Values ? Values[Field["kind"]] : string;

/**
 * The columns that rules set, as they are read: timestamps as the wire writes them. Spans have columns of other names.
 */
export type RowOf<F extends Fields> = {
  [Name in Exclude<NamesWith<F, { column: "of_rules" }>, NamesWith<F, { kind: "span" }>>]: F[Name] extends
    | { always: true }
    | { kind: "json" }
    ? ValueOf<F[Name]>
    : ValueOf<F[Name]> | null;
};
