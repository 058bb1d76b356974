import { ID_PATTERN } from "../lib/ids.ts";
import type { TSchema } from "./schemas.ts";

type Shape = {
  type?: string | string[];
  /** Alternatives: the first one says what is meant, the others what else is accepted. */
  anyOf?: Shape[];
  format?: string;
  pattern?: string;
  properties?: Record<string, Shape>;
  items?: Shape;
};

const ABSENT = Symbol("absent");

const isType = (schema: Shape, type: string): boolean =>
  schema.type === type || (Array.isArray(schema.type) && schema.type.includes(type));

/** Kinds of field in which a blank string means "not filled in", as forms send it (decisions, opening). */
const blankIsAbsent = (schema: Shape): boolean =>
  schema.pattern === ID_PATTERN ||
  ["email", "date-time", "date"].includes(schema.format ?? "") ||
  isType(schema, "integer") ||
  isType(schema, "number") ||
  isType(schema, "boolean") ||
  isType(schema, "object");

const takesNull = (schema: Shape): boolean => isType(schema, "null") || schema.anyOf?.some(takesNull) === true;

const NUMBER = /^[+-]?\d+(\.\d+)?([eE][+-]?\d+)?$/;
const WORDS = new Map([
  ["true", true],
  ["1", true],
  ["on", true],
  ["false", false],
  ["0", false],
  ["off", false],
]);

/** Text of a form or query string in the documented type; what does not convert stays text, and validation names it. */
const convert = (schema: Shape, text: string): unknown => {
  if (isType(schema, "integer")) return /^\+?\d+$|^-\d+$/.test(text) ? Number(text) : text;
  if (isType(schema, "number")) return NUMBER.test(text) ? Number(text) : text;
  if (isType(schema, "boolean")) return WORDS.get(text) ?? text;
  return text;
};

const tidyText = (schema: Shape, text: string, coerce: boolean): unknown => {
  if (text.trim() === "" && blankIsAbsent(schema)) return ABSENT;
  if (schema.pattern === ID_PATTERN) return text.toLowerCase();
  return coerce ? convert(schema, text) : text;
};

/** Null inside an object is as absent, unless it means something there; at the top the method says what it means (input.ts). */
const isNothing = (property: Shape, value: unknown, inner: boolean): boolean =>
  inner && value === null && !takesNull(property);

const tidyObject = (
  schema: Shape,
  value: Record<string, unknown>,
  coerce: boolean,
  inner: boolean,
): Record<string, unknown> => {
  const properties = schema.properties ?? {};
  const result: Record<string, unknown> = {};
  for (const key of Object.keys(value)) {
    const property = Object.hasOwn(properties, key) ? properties[key] : undefined;
    if (property !== undefined && isNothing(property, value[key], inner)) continue;
    const tidied = property === undefined ? value[key] : tidyValue(property, value[key], coerce, true);
    if (tidied !== ABSENT) result[key] = tidied;
  }
  return result;
};

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const tidyValue = (given: Shape, value: unknown, coerce: boolean, inner: boolean): unknown => {
  const schema = given.anyOf?.[0] ?? given;
  if (typeof value === "string") {
    if (coerce && isType(schema, "array") && !isType(schema, "string"))
      return tidyValue(schema, [value], coerce, inner);
    return tidyText(schema, value, coerce);
  }
  const { items } = schema;
  if (Array.isArray(value)) {
    if (items === undefined) return value;
    // A form sends `ids[]=` for an empty list.
    return value.flatMap((item) => {
      const tidied = tidyValue(items, item, coerce, true);
      return tidied === ABSENT ? (coerce ? [] : [item]) : [tidied];
    });
  }
  return isObject(value) ? tidyObject(schema, value, coerce, inner) : value;
};

/**
 * Brings documented fields to the form that is validated: ids in lower case, blank dates, numbers and the like absent,
 * and (for forms and query strings) text in the documented type. Keys beyond the schema are left as they are.
 * @param coerce whether all values arrive as text
 */
export const tidy = (schema: TSchema, value: unknown, coerce: boolean): unknown => {
  const tidied = tidyValue(schema, value, coerce, false);
  return tidied === ABSENT ? undefined : tidied;
};
