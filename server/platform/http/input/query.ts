import { badRequest, type HttpError } from "../../lib/errors.ts";
import { appendValue } from "./form.ts";
import type { FilterPart, SortPart } from "../contract/schemas.ts";

/** A query string as pairs, in order; it is parsed before any hook may answer, so nothing here throws. */
export const queryPairs = (text: string): [string, string][] => [...new URLSearchParams(text)];

/**
 * The most filters and sort keys of one list (rules 2): more would slow down the other locations, and no client needs
 * them.
 */
const FILTERS_MAX = 20;
const SORTINGS_MAX = 5;

/** Parameters with brackets, and how to send each. */
const SHAPES = {
  filter: "filter[<field>]=<text>, or filter[<date field>][startDate] and [endDate]",
  sorting: "sorting[<field>]=asc or desc",
} as const;

/** The name of a parameter with brackets. */
export type BracketedName = keyof typeof SHAPES;

const wrongShape = (name: BracketedName, key: string): HttpError =>
  badRequest(`"${key.slice(0, 100)}" can't be read. Send ${SHAPES[name]}.`, "wrong_format", key.slice(0, 100));

/**
 * The text between `name[` and the last `]`; undefined if the key is another parameter's. Errors: `400` for a
 * meaningless form of the parameter, such as `filter={"a":1}`, `filter[]=x` or `filter[a][b]=x`.
 */
const inner = (key: string, name: BracketedName): string | undefined => {
  if (key !== name && !key.startsWith(`${name}[`)) return undefined;
  const text = key.slice(name.length + 1, -1);
  if (key === name || !key.endsWith("]") || text === "") throw wrongShape(name, key);
  return text;
};

const BOUNDS = ["startDate", "endDate"] as const;

const filterPart = (text: string, value: string): FilterPart => {
  const bound = BOUNDS.find((name) => text.endsWith(`][${name}`));
  const field = bound === undefined ? text : text.slice(0, -`][${bound}`.length);
  if (field === "" || field.includes("][")) throw wrongShape("filter", `filter[${text}]`);
  return { field, bound, value };
};

const sortPart = (field: string, value: string): SortPart => {
  if (field.includes("][")) throw wrongShape("sorting", `sorting[${field}]`);
  if (value !== "asc" && value !== "desc")
    throw badRequest(`"sorting[${field}]" must be asc or desc.`, "wrong_format", `sorting[${field}]`);
  return { field, direction: value };
};

/** The number of filters: both bounds of one range count as one, and a blank value as none. */
const filterCount = (parts: readonly FilterPart[]): number => {
  const filters = parts.filter(({ value }) => value.trim() !== "");
  const started = new Map<string, number>();
  for (const { field, bound } of filters) if (bound === "startDate") started.set(field, (started.get(field) ?? 0) + 1);
  const pairs = filters.filter(({ field, bound }) => {
    const left = started.get(field) ?? 0;
    if (bound === "endDate" && left > 0) started.set(field, left - 1);
    return bound === "endDate" && left > 0;
  });
  return filters.length - pairs.length;
};

/** The query of a request: plain parameters as text (an array if given twice), and the bracketed ones in order. */
export type Query = Record<string, unknown> & { filter: FilterPart[]; sorting: SortPart[] };

const checkCounts = ({ filter, sorting }: Query): void => {
  if (filterCount(filter) > FILTERS_MAX)
    throw badRequest(`"filter" can be used for at most ${FILTERS_MAX} fields.`, "too_many", "filter");
  if (sorting.length > SORTINGS_MAX)
    throw badRequest(`"sorting" can name at most ${SORTINGS_MAX} fields.`, "too_many", "sorting");
};

/**
 * Parses the pairs of a query string.
 * @param taken the bracketed parameters of the endpoint; others are unknown parameters, which are ignored. Errors:
 * `400` for NUL characters, `&amp;` for `&`, a bracketed parameter in another form, too many of them, and sort directions other than asc
 * and desc.
 */
export const parseQuery = (pairs: [string, string][], taken: readonly BracketedName[]): Query => {
  const query: Query = { filter: [], sorting: [] };
  const innerOf = (key: string, name: BracketedName) => (taken.includes(name) ? inner(key, name) : undefined);
  for (const [key, value] of pairs) {
    if (key.includes("\u0000") || value.includes("\u0000"))
      throw badRequest(
        "A query parameter must not contain NUL characters.",
        "not_storable",
        key.replaceAll("\u0000", "\ufffd").slice(0, 100),
      );
    // As an unknown parameter it would be ignored, and a list would be longer than was asked for.
    if (key.startsWith("amp;"))
      throw badRequest(
        `"${key.slice(0, 100)}": the address was copied from HTML. Write & instead of &amp;.`,
        "wrong_format",
        key.slice(0, 100),
      );
    const filter = innerOf(key, "filter");
    const sorting = innerOf(key, "sorting");
    if (filter !== undefined) query.filter.push(filterPart(filter, value));
    else if (sorting !== undefined) query.sorting.push(sortPart(sorting, value));
    else if (key !== "filter" && key !== "sorting" && key !== "__proto__")
      query[key] = Object.hasOwn(query, key) ? appendValue(query[key], value) : value;
  }
  checkCounts(query);
  return query;
};
