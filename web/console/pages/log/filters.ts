import type { FilterField } from "./filter-fields.ts";
import { ANSWERS_MAX, type LogView } from "./view.ts";

/** What the log can be filtered by; a custom question, or a field that is one to the filters, is `answer:<field name>`. */
export type FilterKey = "when" | "types" | "state" | "host" | "company" | "doors" | `answer:${string}`;

const OWN_FILTERS = ["when", "types", "state", "host", "company", "doors"] as const;

/** The field name of a custom question's filter. */
export const fieldOf = (key: FilterKey): string | undefined =>
  key.startsWith("answer:") ? key.slice("answer:".length) : undefined;

/** All filters there are, in the order in which they are offered. */
export const filtersOf = (fields: readonly Pick<FilterField, "field_name">[]): readonly FilterKey[] => [
  ...OWN_FILTERS,
  ...new Set(fields.map(({ field_name }): FilterKey => `answer:${field_name}`)),
];

/** The filters that can be added to those that are on: the service takes no more than so many answers at once. */
export const addable = (all: readonly FilterKey[], on: readonly FilterKey[]): readonly FilterKey[] => {
  const full = on.filter((key) => fieldOf(key) !== undefined).length >= ANSWERS_MAX;
  return all.filter((key) => !on.includes(key) && !(full && fieldOf(key) !== undefined));
};

/** The value of a filter as one text; empty when it is off. */
export const valueOf = (view: LogView, key: FilterKey): string => {
  const field = fieldOf(key);
  if (field !== undefined) return view.answers[field] ?? "";
  if (key === "types" || key === "doors") return view[key].join(",");
  return key === "when" || key === "state" || key === "host" || key === "company" ? view[key] : "";
};

/** The change of a view that sets a filter; an empty text takes it away. */
export const withFilter = (view: LogView, key: FilterKey, value: string): Partial<LogView> => {
  const field = fieldOf(key);
  if (field !== undefined) return { answers: { ...view.answers, [field]: value } };
  if (key === "types" || key === "doors") return { [key]: value.split(",").filter((part) => part !== "") };
  return { [key]: value };
};
