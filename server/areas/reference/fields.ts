import { ID_PATTERN } from "../../platform/lib/record/ids.ts";
import { escapeHtml } from "../../platform/lib/text/html.ts";
import type { Parameter, Schema } from "./document.ts";
import { inline } from "./markup.ts";

const FORMATS: Readonly<Record<string, string>> = {
  "date-time": "timestamp",
  date: "date",
  email: "e-mail",
  uri: "URL",
  base64: "image",
};

const nameOf = (schema: Schema, type: string | undefined): string => {
  if (schema.pattern === ID_PATTERN) return "id";
  if (type === "array") return `array of ${schema.items === undefined ? "anything" : typeName(schema.items)}`;
  if (type === "string") return FORMATS[schema.format ?? schema.contentEncoding ?? ""] ?? "string";
  return type ?? (schema.properties === undefined ? "anything" : "object");
};

/** The kind of value that a schema describes, in a word or two. */
const typeName = (schema: Schema): string => {
  if (schema.anyOf !== undefined) {
    const names = [...new Set(schema.anyOf.map(typeName))];
    // A timestamp without a zone has no format with a name.
    return names.filter((name) => name !== "string" || !names.includes("timestamp")).join(" or ");
  }
  const types = [schema.type].flat();
  return types.map((type) => nameOf(schema, type)).join(" or ");
};

/** The values of an enumeration, if its description doesn't list them. */
const wordsOf = (schema: Schema): string =>
  schema.enum === undefined ? "" : `One of ${schema.enum.map((word) => `\`${String(word)}\``).join(", ")}`;

const aboutOf = (schema: Schema, description: string | undefined): string => {
  const expected = schema["x-expected"] ?? "";
  const said = description ?? schema.description ?? "";
  const words = wordsOf(schema) || (/^(a whole number|at most|an array of at most)/.test(expected) ? expected : "");
  const capital = words.slice(0, 1).toUpperCase() + words.slice(1);
  return [said, capital].filter((part) => part !== "").join(". ");
};

type Field = { name: string; required: boolean; schema: Schema; description: string | undefined };

const childrenOf = (schema: Schema): Schema | undefined => {
  if (schema.items !== undefined) return childrenOf(schema.items);
  return schema.properties !== undefined && Object.keys(schema.properties).length > 0 ? schema : undefined;
};

const fieldMarkup = ({ name, required, schema, description }: Field): string => {
  const about = aboutOf(schema, description);
  const inner = childrenOf(schema);
  const badge = required ? " <em>required</em>" : "";
  const nested = inner === undefined ? "" : `<details><summary>Fields</summary>${schemaFields(inner)}</details>`;
  return `<li><div><code>${escapeHtml(name)}</code> <span>${escapeHtml(typeName(schema))}</span>${badge}</div>${about === "" ? "" : `<p>${inline(about)}</p>`}${nested}</li>`;
};

const list = (fields: readonly Field[]): string => `<ul class="fields">${fields.map(fieldMarkup).join("")}</ul>`;

/** The fields of an object; those of nested objects are folded. */
const schemaFields = ({ properties = {}, required = [] }: Schema): string =>
  list(
    Object.entries(properties).map(([name, schema]) => ({
      name,
      schema,
      required: required.includes(name),
      description: undefined,
    })),
  );

/** The fields of a body or a response, whatever its shape. */
export const fieldsOf = (schema: Schema): string => {
  const inner = childrenOf(schema);
  if (inner === undefined) return `<p>${escapeHtml(typeName(schema))}</p>`;
  const many = schema.items === undefined ? "" : "<p>An array. Each item has:</p>";
  const others = inner.additionalProperties === true ? "<p>Other keys are kept as they are.</p>" : "";
  return `${many}${schemaFields(inner)}${others}`;
};

/** The parameters of a path or query. */
export const parameterFields = (parameters: readonly Parameter[]): string =>
  list(parameters.map(({ name, required, schema, description }) => ({ name, required, schema, description })));
