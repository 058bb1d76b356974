import type { ListDescription, ListFilter, ListView, Row } from "./description.ts";

type Search = Readonly<Record<string, unknown>>;
type List = Pick<ListDescription<Row>, "columns" | "filters" | "answersMax" | "sort">;

const ANSWER = "answer:";

/** The filter of a custom question. */
export const answerFilter = (field: string): string => `${ANSWER}${field}`;

/** The field name of a custom question's filter. */
export const fieldOf = (key: string): string | undefined =>
  key.startsWith(ANSWER) ? key.slice(ANSWER.length) : undefined;

/** The answers in a view's filters, by field name. */
export const answersOf = ({ filters }: ListView): Record<string, string> =>
  Object.fromEntries(
    Object.entries(filters).flatMap(([key, value]) => {
      const field = fieldOf(key);
      return field === undefined ? [] : [[field, value]];
    }),
  );

/** The default columns of a list. */
export const firstColumns = ({ columns }: List): readonly string[] => columns.map(({ key }) => key);

/** Filters with one set to a value; an empty one removes it. */
export const withFilter = (filters: ListView["filters"], key: string, value: string): ListView["filters"] =>
  Object.fromEntries(Object.entries({ ...filters, [key]: value }).filter(([, set]) => set !== ""));

const text = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : "";

const partsOf = (value: string): readonly string[] => value.split(",").filter((part) => part !== "");

/** A value that is not an ID was typed into the address. */
const ID = /^[\da-f]{24}$/i;

const valueIn = (filter: ListFilter, value: string): string => {
  if (filter.kind === "days" || filter.kind === "text") return value;
  const { of } = filter;
  const isKnown = (part: string): boolean => (typeof of === "string" ? ID.test(part) : of.includes(part));
  const known = partsOf(value).filter(isKnown);
  return filter.kind === "one" ? (known[0] ?? "") : known.join(",");
};

const answersIn = (value: unknown, most: number): [string, string][] =>
  typeof value === "object" && value !== null
    ? Object.entries(value)
        .map(([field, answer]): [string, string] => [answerFilter(field), text(answer)])
        .slice(0, most)
    : [];

const sortIn = (value: string, { sort }: List): ListView["sort"] =>
  value === "" ? sort : { key: value.replace(/^-/, ""), descending: value.startsWith("-") };

const orderOf = ({ key, descending }: ListView["sort"]): string => `${descending ? "-" : ""}${key}`;

/** The view in an address, with defaults for everything it omits. @param kept the columns if it names none */
export const viewOf = (list: List, search: Search, kept: readonly string[] = firstColumns(list)): ListView => {
  const columns = partsOf(text(search["cols"]));
  const own = list.filters.map((filter): [string, string] => [filter.key, valueIn(filter, text(search[filter.key]))]);
  const filters = [...own, ...answersIn(search["answers"], list.answersMax)].filter(([, value]) => value !== "");
  return {
    search: text(search["q"]),
    filters: Object.fromEntries(filters),
    sort: sortIn(text(search["sort"]), list),
    columns: columns.length === 0 ? kept : columns,
  };
};

/** A value, or undefined if it is empty: then it is left out of addresses and queries. */
export const filled = (value: string | undefined): string | undefined => (value === "" ? undefined : value);

/** The address of a view: only its differences from the default. */
export const searchOf = (list: List, view: ListView): Record<string, unknown> => {
  const [order, shown, answers] = [orderOf(view.sort), view.columns.join(","), answersOf(view)];
  return {
    q: filled(view.search),
    ...Object.fromEntries(list.filters.map(({ key }) => [key, view.filters[key]])),
    answers: Object.keys(answers).length === 0 ? undefined : answers,
    sort: order === orderOf(list.sort) ? undefined : order,
    cols: shown === firstColumns(list).join(",") ? undefined : shown,
  };
};

/** A key for a view's set of rows, independent of how they are shown. */
export const filterKeyOf = (list: List, { search, filters }: ListView): string =>
  JSON.stringify(searchOf(list, { search, filters, sort: list.sort, columns: firstColumns(list) }));

/** Whether the view shows everything. */
export const isUnfiltered = ({ search, filters }: Pick<ListView, "search" | "filters">): boolean =>
  search === "" && Object.keys(filters).length === 0;
