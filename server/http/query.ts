import { badRequest } from "../lib/errors.ts";
import { joined } from "./form.ts";
import type { FilterPart, SortPart } from "./schemas.ts";

/** A query string as pairs, in order; read before any hook may answer, so nothing here throws. */
export const queryPairs = (text: string): [string, string][] => [...new URLSearchParams(text)];

const BOUND = /^(.*)\]\[(startDate|endDate)$/s;

/** What stands between `name[` and the last `]`, or undefined when the key is not of that form. */
const inner = (key: string, name: string): string | undefined =>
  key.startsWith(`${name}[`) && key.endsWith("]") ? key.slice(name.length + 1, -1) : undefined;

const filterPart = (text: string, value: string): FilterPart => {
  const range = BOUND.exec(text);
  if (range === null) return { field: text, bound: undefined, value };
  return { field: range[1] ?? "", bound: range[2] === "startDate" ? "startDate" : "endDate", value };
};

const sortPart = (field: string, value: string): SortPart => {
  if (value !== "asc" && value !== "desc")
    throw badRequest(`"sorting[${field}]" must be asc or desc.`, "wrong_format", `sorting[${field}]`);
  return { field, direction: value };
};

/** The query of a request: plain parameters as text (an array when given twice), and the bracketed ones in order. */
export type Query = Record<string, unknown> & { filter: FilterPart[]; sorting: SortPart[] };

/** Shapes the pairs of a query string. Errors: `400` for NUL characters and sort directions other than asc and desc. */
export const shapeQuery = (pairs: [string, string][]): Query => {
  const query: Query = { filter: [], sorting: [] };
  for (const [key, value] of pairs) {
    if (key.includes("\u0000") || value.includes("\u0000"))
      throw badRequest("A query parameter must not contain NUL characters.", "not_storable");
    const filter = inner(key, "filter");
    const sorting = inner(key, "sorting");
    if (filter !== undefined) query.filter.push(filterPart(filter, value));
    else if (sorting !== undefined) query.sorting.push(sortPart(sorting, value));
    else if (key !== "filter" && key !== "sorting" && key !== "__proto__")
      query[key] = Object.hasOwn(query, key) ? joined(query[key], value) : value;
  }
  return query;
};
