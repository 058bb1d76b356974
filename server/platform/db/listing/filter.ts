import { sql } from "kysely";

import { badRequest } from "../../lib/errors.ts";
import { boundOf, dateOf, iso, startOfDay, addDays } from "../../lib/time.ts";
import { isId } from "../../lib/ids.ts";
import { column, kindOf, type ListSource, spanColumns, type Sql, textOf, valueFieldsOf } from "./fields.ts";

/** One `filter[field]` of a request: a substring, or one bound of a date range. */
export type Filter = { field: string; bound: "startDate" | "endDate" | undefined; value: string };

/** What the value of a row must be like. */
export type Term = {
  /** Of one field, or of any; an own key has one for each kind of value. */
  fields: readonly string[] | undefined;
  /** Patterns of which the folded value must fit one. */
  patterns: Sql[];
  /** A pattern that all of them imply and the trigram index of the values can look for; undefined where they are too short. */
  probe: Sql | undefined;
};

/** A condition on a row, whether the trigram index can find the rows it holds for, and what it asks of their values. */
export type Condition = { where: Sql; indexed: boolean; term?: Term };

/** Three letters or digits in a row are what a trigram index needs; without them it is slower than a scan (docs/decisions/0006-lists.md). */
const HAS_TRIGRAM = /[\p{L}\p{N}]{3}/u;
/** More words than a name, a company and a place have distinguish nothing. */
const WORDS_MAX = 12;
const ISO_PREFIX = /^\d{4}-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?$/;

const NOTHING: Condition = { where: sql`false`, indexed: false };

/** As much of a value as the index is asked for, in characters. */
const PROBE_LENGTH = 10;

/**
 * The part of a value that the index looks for. Every trigram is one more list to read and most lists of an address are long
 * (`.com`): among a million values a whole email address took 5.5 ms, its beginning 2.2. The whole value is tested anyway.
 */
const probe = (value: string): string => {
  const start = Array.from(value).slice(0, PROBE_LENGTH).join("");
  return HAS_TRIGRAM.test(start) ? start : value;
};

/** A text as part of a pattern: `%`, `_` and `\` are plain characters. */
const escaped = (value: string): string => value.replaceAll(/[\\%_]/g, "\\$&");

/** The pattern of "contains this text". */
const contains = (value: string): Sql => sql`('%' || fold(${escaped(value)}::text) || '%')`;

/** Whether the text of a field contains a value, without the help of an index. */
const fieldContains = (source: ListSource, field: string, value: string): Sql =>
  sql`fold(${textOf(source, field)}) like ${contains(value)}`;

/** A year and month, or a day, as the beginning of a timestamp's text: a range that the date's index serves. */
const prefixRange = (field: string, value: string): Sql => {
  const start = value.length === 7 ? `${value}-01` : value;
  const length = value.length === 7 ? sql`interval '1 month'` : sql`interval '1 day'`;
  const low = sql`(${start}::timestamp at time zone 'UTC')`;
  return sql`(${column(field)} >= ${low} and ${column(field)} < ((${start}::timestamp + ${length}) at time zone 'UTC'))`;
};

const isRealDay = (value: string): boolean => {
  const day = value.length === 7 ? `${value}-01` : value;
  return new Date(`${day}T00:00:00Z`).toISOString().startsWith(day) && !day.startsWith("0000");
};

const termOf = (fields: Term["fields"], value: string): Term => ({
  fields,
  patterns: [contains(value)],
  probe: HAS_TRIGRAM.test(value) ? contains(probe(value)) : undefined,
});

const substring = (source: ListSource, { field, value }: Filter): Condition => {
  const kind = kindOf(source, field);
  if (kind === "images") return NOTHING;
  if (kind === "id" && isId(value)) return { where: sql`${column(field)} = ${value.toLowerCase()}`, indexed: false };
  if (kind === "date" && ISO_PREFIX.test(value) && isRealDay(value))
    return { where: prefixRange(field, value), indexed: false };
  const contained = fieldContains(source, field, value);
  if (source.values !== undefined && (kind === "text" || kind === "extra"))
    return { where: contained, indexed: false, term: termOf(valueFieldsOf(source, field), value) };
  const indexed = (kind === "text" || kind === "extra") && HAS_TRIGRAM.test(value);
  return indexed
    ? { where: sql`(search like ${contains(probe(value))} and ${contained})`, indexed }
    : { where: contained, indexed };
};

/** One or two characters, which the index knows only where a word begins with them. */
const IS_SHORT = /^[\p{L}\p{N}].?$/u;
/** What is before a word: nothing, a blank, the mark between the texts of a row. Each is one more look into the index. */
const BEFORE_WORDS = ["", "% ", "%\u0001"];

/** The patterns of texts that begin with a word, or have it after a blank. */
const beginnings = (word: string, before: readonly string[]): Sql[] =>
  before.map((start) => sql`(${start} || fold(${escaped(word)}::text) || '%')`);

/** A word that the values are asked for, and tested in the texts of the rows that they leave. */
const wordInValues = (texts: Sql, word: string): Condition => {
  if (!IS_SHORT.test(word))
    return { where: sql`${texts} like ${contains(word)}`, indexed: false, term: termOf(undefined, word) };
  const where = sql`${texts} like any (array[${sql.join(beginnings(word, BEFORE_WORDS))}])`;
  return {
    where,
    indexed: false,
    term: { fields: undefined, patterns: beginnings(word, ["", "% "]), probe: undefined },
  };
};

/** A word that the trigram index finds in the column of texts. */
const wordInColumn = (word: string): Condition => {
  if (IS_SHORT.test(word)) {
    const each = beginnings(word, BEFORE_WORDS).map((pattern) => sql`search like ${pattern}`);
    return { where: sql`(${sql.join(each, sql` or `)})`, indexed: true };
  }
  const indexed = HAS_TRIGRAM.test(word);
  const start = probe(word);
  if (!indexed || start === word) return { where: sql`search like ${contains(word)}`, indexed };
  return { where: sql`(search like ${contains(start)} and search || '' like ${contains(word)})`, indexed };
};

/**
 * Rows whose texts contain each of the words, in whatever field: what a receptionist types to find a visitor. One or
 * two letters are part of nearly every text; they are looked for where a word begins.
 * @param text the words, with spaces between
 */
export const wordConditions = ({ table, values }: Pick<ListSource, "table" | "values">, text: string): Condition[] => {
  const words = text
    .split(/\s+/)
    .filter((word) => word !== "")
    .slice(0, WORDS_MAX);
  if (values === undefined) return words.map(wordInColumn);
  const texts = sql`${sql.raw(values.texts)}(${sql.table(table)})`;
  return words.map((word) => wordInValues(texts, word));
};

/** Sorts after every date that four digits of a year can write. */
const BEYOND_DATES = "9999-12-32";

/** The first calendar date that starts at or after the instant: plain dates in extra keys are compared with it, as text. */
const firstDateFrom = (ms: number, timezone: string): string => {
  const date = dateOf(ms, timezone);
  const first = startOfDay(date, timezone) === ms ? date : addDays(date, 1);
  return first.startsWith("+") ? BEYOND_DATES : first;
};

/**
 * A span matches by overlap (rules 2); each bound asks for its half. A moment is in the span that begins with it, and who has
 * no span is always expected (rules 4).
 */
const spanBound = (source: ListSource, field: string, ms: number, low: boolean): Condition => {
  const { from, to } = spanColumns(source, field);
  const at = sql`${iso(ms)}::timestamptz`;
  const where = low
    ? sql`(${to} > ${at} or ${from} >= ${at} or ${to} is null)`
    : sql`(${from} < ${at} or ${from} is null)`;
  return { where, indexed: false };
};

const bound = (source: ListSource, { field, bound: side, value }: Filter, timezone: string): Condition => {
  const ms = boundOf(value.trim(), timezone);
  if (ms === undefined)
    throw badRequest(
      `"filter[${field}][${side}]" must be an ISO 8601 timestamp or a date such as 2026-11-21.`,
      "wrong_format",
      `filter[${field}][${side}]`,
    );
  const kind = kindOf(source, field);
  const low = side === "startDate";
  if (kind === "date")
    return {
      where: low ? sql`${column(field)} >= ${iso(ms)}::timestamptz` : sql`${column(field)} < ${iso(ms)}::timestamptz`,
      indexed: false,
    };
  if (kind === "span") return spanBound(source, field, ms, low);
  if (kind !== "text" && kind !== "extra") return NOTHING;
  const date = firstDateFrom(ms, timezone);
  const [lowAt, highAt, lowDate, highDate] = low ? [iso(ms), null, date, null] : [null, iso(ms), null, date];
  const where = sql`date_in_range(${textOf(source, field)}, ${lowAt}::timestamptz, ${highAt}::timestamptz, ${lowDate}::text, ${highDate}::text)`;
  return { where, indexed: false };
};

/**
 * The conditions of a request's filters; all must hold. Blank values are ignored.
 * @param timezone the location's, in which plain dates start
 * Errors: `400` for bounds that are not dates.
 */
export const filterConditions = (source: ListSource, filters: readonly Filter[], timezone: string): Condition[] =>
  filters
    .filter(({ value }) => value.trim() !== "")
    .map((filter) => (filter.bound === undefined ? substring(source, filter) : bound(source, filter, timezone)));
