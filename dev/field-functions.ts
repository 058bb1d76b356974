import { type FieldDefinition, type FieldKind, type Fields, namesWith } from "../shared/fields.ts";
import { REGISTERED_FIELDS } from "../shared/registered-visitor-fields.ts";
import { VISIT_FIELDS } from "../shared/visit-fields.ts";

/** Columns in the form of a migration. */
const COLUMN_TYPES: Partial<Record<FieldKind, string>> = {
  text: "text",
  word: "text",
  id: 'text collate "C"',
  date: "timestamptz(3)",
  number: "smallint",
};

const valueOf = (name: string, { kind, span }: FieldDefinition): string => {
  if (span !== undefined) return `span_json(v.${span.from}, v.${span.to})`;
  return kind === "date" ? `iso(v.${name})` : `v.${name}`;
};

/** The columns in the list form: not agreements and images. */
const listed = (fields: Fields): [string, FieldDefinition][] =>
  Object.entries(fields).filter(([, { kind, column }]) => column !== undefined && kind !== "json");

const docBody = (fields: Fields): string => `
declare
  doc text := json_strip_nulls(json_build_object(
    ${listed(fields)
      .map(([name, field]) => `'${name}', ${valueOf(name, field)}`)
      .join(",\n    ")}));
begin
  if v.extra = '{}' then
    return doc;
  end if;
  return left(doc, -1) || ',' || substr(v.extra::text, 2);
end `;

const textsOf = (fields: Fields): string[] =>
  namesWith(fields, { kind: "text" }).filter((name) => fields[name]?.column !== undefined);

const searchBody = (fields: Fields): string =>
  ` select fold_for_search(concat_ws(E'\\x01', ${textsOf(fields)
    .map((name) => `v.${name}, `)
    .join("")}extra_texts(v.extra))) `;

/** Extra keys are prefixed with a mark of their type: none is taken for a field, and they are sorted by it. */
const textsBody = (fields: Fields): string => `
declare
  texts jsonb := jsonb_build_object(${textsOf(fields)
    .map((name) => `'${name}', v.${name}`)
    .join(", ")});
begin
  if v.extra = '{}' then
    return texts;
  end if;
  return texts || (
    select jsonb_object_agg(case jsonb_typeof(value) when 'number' then '#' when 'string' then '.' else '!' end || key, json_text(value))
    from jsonb_each(v.extra));
end `;

/** A function of the database that derives a value from a record's row: `body` is the text between `$$`. */
export type FieldFunction = {
  name: string;
  table: string;
  fields: Fields;
  returns: "text" | "jsonb";
  language: "plpgsql immutable" | "sql stable";
  body: string;
};

/**
 * The functions of a record: its response as JSON text, and the folded texts that the search uses.
 * @param record the prefix of their names
 */
const functionsOf = (record: string, table: string, fields: Fields): FieldFunction[] => [
  { name: `${record}_doc`, table, fields, returns: "text", language: "plpgsql immutable", body: docBody(fields) },
  { name: `${record}_search`, table, fields, returns: "text", language: "sql stable", body: searchBody(fields) },
];

/** Those of a visit, and the texts of each field, which give the values that filters use. */
export const functionsOfVisits = (fields: Fields): FieldFunction[] => [
  ...functionsOf("visit", "visits", fields),
  {
    name: "visit_texts",
    table: "visits",
    fields,
    returns: "jsonb",
    language: "plpgsql immutable",
    body: textsBody(fields),
  },
];

/** The functions that follow from the documented fields. */
export const FIELD_FUNCTIONS: readonly FieldFunction[] = [
  ...functionsOfVisits(VISIT_FIELDS),
  ...functionsOf("registered_visitor", "registered_visitors", REGISTERED_FIELDS),
];

/** SQL in a comparable form, independent of line breaks. */
export const flatten = (sql: string): string => sql.replaceAll(/\s+/g, " ").replaceAll("( ", "(").trim();

/** The body of a function in the last of these migrations that defines it. */
const newestBody = (migrations: string, name: string): string =>
  [...migrations.matchAll(new RegExp(`create (?:or replace )?function ${name}\\([^$]*\\$\\$([^]*?)\\$\\$`, "g"))].at(
    -1,
  )?.[1] ?? "";

const columnsIn = (body: string): Set<string> =>
  new Set([...body.matchAll(/\bv\.(\w+)/g)].map(([, name = ""]) => name));

const addedColumns = ({ table, fields, body }: FieldFunction, old: string): string[] =>
  [...columnsIn(body).difference(columnsIn(old))].map((name) => {
    const type = COLUMN_TYPES[fields[name]?.kind ?? "json"];
    if (type === undefined) throw new Error(`${table}.${name}: write the migration of this column by hand`);
    return `alter table ${table} add column if not exists ${name} ${type};\n`;
  });

const definitionOf = ({ name, table, returns, language, body }: FieldFunction): string =>
  `create or replace function ${name}(v ${table}) returns ${returns}\n  language ${language} parallel safe as\n$$${body}$$;\n`;

/**
 * The migration that brings the database up to the documented fields: new columns, then the changed functions.
 * @param migrations the existing ones, in order @returns empty if nothing changed
 */
export const migrationOf = (migrations: string, functions: readonly FieldFunction[] = FIELD_FUNCTIONS): string => {
  const changed = functions
    .map((one) => ({ one, old: newestBody(migrations, one.name) }))
    .filter(({ one, old }) => flatten(one.body) !== flatten(old));
  const columns = new Set(changed.flatMap(({ one, old }) => addedColumns(one, old)));
  return [[...columns].join(""), ...changed.map(({ one }) => definitionOf(one))]
    .filter((part) => part !== "")
    .join("\n");
};
