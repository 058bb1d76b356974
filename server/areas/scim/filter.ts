import { invalid, type ScimError } from "./errors.ts";

/** The name of an attribute in a filter, in lower case and without its schema: `["name", "familyname"]`. */
export type AttributePath = readonly string[];

const OPERATORS = ["eq", "ne", "co", "sw", "ew", "gt", "ge", "lt", "le"] as const;
type Operator = (typeof OPERATORS)[number];
export type FilterValue = string | number | boolean | null;

/** A filter as it is read (RFC 7644, 3.4.2.2). */
export type Filter =
  | { op: "and" | "or"; left: Filter; right: Filter }
  | { op: "not"; of: Filter }
  | { op: "pr"; path: AttributePath }
  | { op: Operator; path: AttributePath; value: FilterValue }
  /** Elements of `path` for which `of` holds; with `rest` a further condition on one of them. */
  | { op: "some"; path: AttributePath; of: Filter; rest?: Filter };

/** How deep parentheses and brackets may go, and how many conditions a filter may have. */
const DEPTH_MAX = 40;
const CONDITIONS_MAX = 200;
const LENGTH_MAX = 8_000;

const unreadable = (): ScimError => invalid("The filter could not be read.", "invalidFilter");

const TOKEN = /\s+|[()[\]]|"(?:[^"\\]|\\.)*"|[^\s()[\]"]+/gy;

const tokensOf = (text: string): string[] => {
  if (text.length > LENGTH_MAX) throw invalid("The filter is too long.", "invalidFilter");
  const tokens = text.match(TOKEN) ?? [];
  if (tokens.join("") !== text) throw unreadable();
  return tokens.filter((token) => token.trim() !== "");
};

const URN = /^urn:[\w.:-]*:(?:user|group)(?::|$)/i;

/** The name of an attribute without its schema. */
const pathOf = (word: string): AttributePath => {
  const parts = word.replace(URN, "").toLowerCase().split(".");
  if (parts.length > 2 || parts.some((part) => !/^[a-z$][\w$-]*$/.test(part))) throw unreadable();
  return parts;
};

const WORDS: Readonly<Record<string, FilterValue>> = { true: true, false: false, null: null };

/** Errors: `400` for what the database can't compare with. */
const storable = (value: FilterValue): FilterValue => {
  if (typeof value === "string" && (value.includes("\u0000") || !value.isWellFormed())) throw unreadable();
  return value;
};

/** A value to compare with; one without quotes, as Entra ID sends some, is a text. */
const valueOf = (token: string | undefined): FilterValue => {
  if (token === undefined || /^[()[\]]$/.test(token)) throw unreadable();
  if (!token.startsWith('"')) return storable(Object.hasOwn(WORDS, token) ? (WORDS[token] ?? null) : token);
  try {
    return storable(String(JSON.parse(token)));
  } catch {
    throw unreadable();
  }
};

/** The tokens that are left, and how much was read. */
type Reader = { tokens: readonly string[]; at: number; depth: number; conditions: number };

const peek = ({ tokens, at }: Reader): string | undefined => tokens[at]?.toLowerCase();
const take = (reader: Reader): string | undefined => reader.tokens[reader.at++];

const expect = (reader: Reader, token: string): void => {
  if (take(reader) !== token) throw unreadable();
};

const within = (reader: Reader, end: string): Filter => {
  reader.depth += 1;
  if (reader.depth > DEPTH_MAX) throw invalid("The filter is too deep.", "invalidFilter");
  const inner = readOr(reader);
  expect(reader, end);
  reader.depth -= 1;
  return inner;
};

const comparison = (reader: Reader, path: AttributePath): Filter => {
  const word = take(reader)?.toLowerCase();
  if (word === "pr") return { op: "pr", path };
  const op = OPERATORS.find((known) => known === word);
  if (op === undefined) throw unreadable();
  return { op, path, value: valueOf(take(reader)) };
};

const condition = (reader: Reader): Filter => {
  reader.conditions += 1;
  if (reader.conditions > CONDITIONS_MAX) throw invalid("The filter has too many conditions.", "invalidFilter");
  const path = pathOf(take(reader) ?? "");
  if (peek(reader) !== "[") return comparison(reader, path);
  take(reader);
  const of = within(reader, "]");
  const next = peek(reader);
  if (next?.startsWith(".") !== true) return { op: "some", path, of };
  take(reader);
  return { op: "some", path, of, rest: comparison(reader, pathOf(next.slice(1))) };
};

const readNot = (reader: Reader): Filter => {
  if (peek(reader) === "not" && reader.tokens[reader.at + 1] === "(") {
    reader.at += 2;
    return { op: "not", of: within(reader, ")") };
  }
  if (peek(reader) !== "(") return condition(reader);
  take(reader);
  return within(reader, ")");
};

const readAnd = (reader: Reader): Filter => {
  let left = readNot(reader);
  while (peek(reader) === "and") {
    take(reader);
    left = { op: "and", left, right: readNot(reader) };
  }
  return left;
};

const readOr = (reader: Reader): Filter => {
  let left = readAnd(reader);
  while (peek(reader) === "or") {
    take(reader);
    left = { op: "or", left, right: readAnd(reader) };
  }
  return left;
};

/** Reads a filter. Errors: `400` for one that can't be read, is too deep or too long. */
export const parseFilter = (text: string): Filter => {
  const reader: Reader = { tokens: tokensOf(text), at: 0, depth: 0, conditions: 0 };
  const filter = readOr(reader);
  if (reader.at < reader.tokens.length) throw unreadable();
  return filter;
};

/** The conditions all of which must hold. */
export const conjunctsOf = (filter: Filter): Filter[] =>
  filter.op === "and" ? [...conjunctsOf(filter.left), ...conjunctsOf(filter.right)] : [filter];
