import { ID_PATTERN } from "../../lib/record/ids.ts";
import type { TSchema } from "../contract/schemas.ts";
import { isObject } from "../../lib/record/objects.ts";

type SchemaShape = {
  type?: string | string[];
  /** Alternatives: the first one is the documented type, the others are accepted too. */
  anyOf?: SchemaShape[];
  format?: string;
  pattern?: string;
  properties?: Record<string, SchemaShape>;
  items?: SchemaShape;
};

const ABSENT = Symbol("absent");

const isType = (schema: SchemaShape, type: string): boolean =>
  schema.type === type || (Array.isArray(schema.type) && schema.type.includes(type));

/** Kinds of field in which a blank string means "not filled in", as forms send it (rules 2.2). */
const blankIsAbsent = (schema: SchemaShape): boolean =>
  schema.pattern === ID_PATTERN ||
  ["email", "date-time", "date"].includes(schema.format ?? "") ||
  isType(schema, "integer") ||
  isType(schema, "number") ||
  isType(schema, "boolean") ||
  isType(schema, "object");

const takesNull = (schema: SchemaShape): boolean => isType(schema, "null") || schema.anyOf?.some(takesNull) === true;

const NUMBER = /^[+-]?\d+(\.\d+)?([eE][+-]?\d+)?$/;
const WORDS = new Map([
  ["true", true],
  ["1", true],
  ["on", true],
  ["yes", true],
  ["false", false],
  ["0", false],
  ["off", false],
  ["no", false],
]);

/**
 * Converts text of a form or query string to the documented type; text that can't be converted is left for validation
 * to report.
 */
const convert = (schema: SchemaShape, text: string): unknown => {
  if (isType(schema, "integer")) return /^\+?\d+$|^-\d+$/.test(text) ? Number(text) : text;
  if (isType(schema, "number")) return NUMBER.test(text) ? Number(text) : text;
  if (isType(schema, "boolean")) return WORDS.get(text.trim().toLowerCase()) ?? text;
  return text;
};

const normalizeText = (schema: SchemaShape, text: string, coerce: boolean): unknown => {
  if (text.trim() === "" && blankIsAbsent(schema)) return ABSENT;
  if (schema.pattern === ID_PATTERN) return text.toLowerCase();
  return coerce ? convert(schema, text) : text;
};

/**
 * Null in a nested object counts as absent, unless it has a meaning there; at the top level the method decides
 * (input.ts).
 */
const isNothing = (property: SchemaShape, value: unknown, inner: boolean): boolean =>
  inner && value === null && !takesNull(property);

const normalizeObject = (
  schema: SchemaShape,
  value: Record<string, unknown>,
  coerce: boolean,
  inner: boolean,
): Record<string, unknown> => {
  const properties = schema.properties ?? {};
  const result: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    const property = Object.hasOwn(properties, key) ? properties[key] : undefined;
    if (property !== undefined && isNothing(property, value[key], inner)) continue;
    const normalized = property === undefined ? value[key] : normalizeValue(property, value[key], coerce, true);
    if (normalized !== ABSENT) result[key] = normalized;
  }
  return result;
};

/** A form's list: one value alone, or numbered ones such as `fields[0][label]`, whose keys are all digits. */
const listInForm = (value: unknown): unknown[] | undefined => {
  if (typeof value === "string") return [value];
  if (!isObject(value)) return undefined;
  const keys = Object.keys(value);
  return keys.length > 0 && keys.every((key) => /^\d+$/.test(key)) ? Object.values(value) : undefined;
};

const normalizeValue = (given: SchemaShape, sent: unknown, coerce: boolean, inner: boolean): unknown => {
  const schema = given.anyOf?.[0] ?? given;
  const takesList = coerce && isType(schema, "array") && !isType(schema, "string");
  const value = takesList ? (listInForm(sent) ?? sent) : sent;
  if (typeof value === "string") return normalizeText(schema, value, coerce);
  const { items } = schema;
  if (Array.isArray(value)) {
    if (items === undefined) return value;
    // A form sends `ids[]=` for an empty list.
    return value.flatMap((item) => {
      const normalized = normalizeValue(items, item, coerce, true);
      return normalized === ABSENT ? (coerce ? [] : [item]) : [normalized];
    });
  }
  return isObject(value) ? normalizeObject(schema, value, coerce, inner) : value;
};

/**
 * Brings documented fields to the form that is validated: IDs in lower case, blank dates, numbers and the like absent,
 * and (for forms and query strings) text in the documented type. Unknown keys are left unchanged.
 * @param coerce whether all values arrive as text
 */
export const normalize = (schema: TSchema, value: unknown, coerce: boolean): unknown => {
  const normalized = normalizeValue(schema, value, coerce, false);
  return normalized === ABSENT ? undefined : normalized;
};
