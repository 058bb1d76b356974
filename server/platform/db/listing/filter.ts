import { sql } from "kysely";

import { foldCase, foldForSearch } from "../../../../shared/text/folding.ts";
import { badRequest } from "../../lib/errors.ts";
import { boundOf, dateOf, iso, startOfDay, addDays } from "../../lib/time/time.ts";
import { isId } from "../../lib/record/ids.ts";
import { column, kindOf, type ListSource, spanColumns, type Sql, textOf, valueFieldsOf } from "./fields.ts";

/** One `filter[field]` of a request: a substring, or one bound of a date range. */
export type Filter = { field: string; bound: "startDate" | "endDate" | undefined; value: string };

/**
 * What the value of a row must be like: of one field, where an own key has one for each kind of value, or as it is searched for in any;
 * patterns of which it must fit one; and one that they imply and the trigram index finds cheaply, if there is any.
 */
export type Term = { fields: readonly string[] | undefined; patterns: string[]; probe?: string };

/** A condition on a row, and what it asks of the row's values. */
export type Condition = { where: Sql; term?: Term };

/** More words than a name, a company and a place have distinguish nothing. */
const WORDS_MAX = 12;
const ISO_PREFIX = /^\d{4}-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?$/;

const NOTHING: Condition = { where: sql`false` };

/** Three letters or digits in a row are what a trigram index needs. */
const HAS_TRIGRAM = /[\p{L}\p{N}]{3}/u;

/**
 * As much of a text as a trigram index is asked for. Every trigram is one more list to read, and most lists of an address are long
 * (`.com`): among a million values a whole email address took 44 ms, its beginning 2.
 */
const PROBE_LENGTH = 10;

/** A text as part of a pattern: `%`, `_` and `\` are plain characters. */
const escaped = (value: string): string => value.replaceAll(/[\\%_]/g, "\\$&");

/** The pattern of "contains this text". @param folded the text, as what it is compared with */
const contains = (folded: string): string => `%${escaped(folded)}%`;

/** What a value that contains a text must be like. */
const termOf = (fields: Term["fields"], folded: string): Term => {
  const start = foldForSearch(Array.from(folded).slice(0, PROBE_LENGTH).join(""));
  return { fields, patterns: [contains(folded)], ...(HAS_TRIGRAM.test(start) && { probe: contains(start) }) };
};

/** Whether the text of a field contains a value, without the help of an index. */
const fieldContains = (source: ListSource, field: string, value: string): Sql =>
  sql`fold_case(${textOf(source, field)}) like ${contains(foldCase(value))}`;

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

const substring = (source: ListSource, { field, value }: Filter): Condition => {
  const kind = kindOf(source, field);
  if (kind === "images") return NOTHING;
  if (kind === "id" && isId(value)) return { where: sql`${column(field)} = ${value.toLowerCase()}` };
  if (kind === "date" && ISO_PREFIX.test(value) && isRealDay(value)) return { where: prefixRange(field, value) };
  const where = fieldContains(source, field, value);
  if (kind !== "text" && kind !== "extra") return { where };
  if (source.values !== undefined) return { where, term: termOf(valueFieldsOf(source, field), foldCase(value)) };
  return { where: sql`(search like ${contains(foldForSearch(value))} and ${where})` };
};

/** One or two characters, which the index knows only where a word begins with them. */
const IS_SHORT = /^[\p{L}\p{N}].?$/u;
/** What is before a word: nothing, a blank, the mark between the texts of a row. Each is one more look into the index. */
const BEFORE_WORDS = ["", "% ", "%\u0001"];

/** The patterns of texts in which a word begins so. */
const beginnings = (word: string): string[] => BEFORE_WORDS.map((before) => `${before}${escaped(word)}%`);

/** @param texts those of a row, with a mark between them @param word folded, as they are */
const wordCondition = (texts: Sql, word: string): Condition =>
  IS_SHORT.test(word)
    ? {
        where: sql`${texts} like any (${beginnings(word)}::text[])`,
        term: { fields: undefined, patterns: beginnings(word) },
      }
    : { where: sql`${texts} like ${contains(word)}`, term: termOf(undefined, word) };

/**
 * Rows whose texts contain each of the words, in whatever field: what a receptionist types to find a visitor. One or
 * two letters are part of nearly every text; they are looked for where a word begins.
 * @param text the words, with spaces between
 */
export const wordConditions = ({ table, values }: Pick<ListSource, "table" | "values">, text: string): Condition[] => {
  const words = foldForSearch(text)
    .split(" ")
    .filter((word) => word !== "")
    .slice(0, WORDS_MAX);
  const texts = values === undefined ? sql`search` : sql`${sql.raw(values.texts)}(${sql.table(table)})`;
  return words.map((word) => wordCondition(texts, word));
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
  return { where };
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
    };
  if (kind === "span") return spanBound(source, field, ms, low);
  if (kind !== "text" && kind !== "extra") return NOTHING;
  const date = firstDateFrom(ms, timezone);
  const [lowAt, highAt, lowDate, highDate] = low ? [iso(ms), null, date, null] : [null, iso(ms), null, date];
  const where = sql`date_in_range(${textOf(source, field)}, ${lowAt}::timestamptz, ${highAt}::timestamptz, ${lowDate}::text, ${highDate}::text)`;
  return { where };
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
