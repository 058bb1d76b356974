import { namesHaving } from "../../../../shared/fields.ts";
import { REGISTERED_FIELDS } from "../../../../shared/registered-visitor-fields.ts";
import { textOf } from "../../lib/text-value.ts";

/** How far a registered visitor is: written down, written to, or ready to come. */
export const STATUSES = ["created", "invited", "preregistered"] as const;
type Status = (typeof STATUSES)[number];

/** When visitors are expected; any other text is two days, `2026-05-01..2026-05-19`. */
export const SPANS = ["today", "tomorrow", "7d", "30d", "past"] as const;

/** What the list shows: all of it stands in the address. */
export type RegisteredView = {
  search: string;
  status: Status | "";
  when: string;
  type: string;
  sort: { key: string; descending: boolean };
  columns: readonly string[];
};

const LISTED = namesHaving(REGISTERED_FIELDS, "listed");
type ColumnName = "visitor" | (typeof LISTED)[number];
export const COLUMNS: readonly ColumnName[] = ["visitor", "recipient", "visiting_on", "visit_type", "status"];
/** Columns that can be shown as well. */
export const MORE_COLUMNS = LISTED.filter((name) => !COLUMNS.includes(name));

const NEWEST_FIRST = { key: "create_date", descending: true };

export const EMPTY: RegisteredView = {
  search: "",
  status: "",
  when: "",
  type: "",
  sort: NEWEST_FIRST,
  columns: COLUMNS,
};

type Search = Readonly<Record<string, unknown>>;

const filled = (value: string): string | undefined => (value === "" ? undefined : value);

const sortIn = (value: string): RegisteredView["sort"] => {
  if (value === "") return NEWEST_FIRST;
  return value.startsWith("-") ? { key: value.slice(1), descending: true } : { key: value, descending: false };
};

/** The view that an address asks for; what it does not say is as at first. */
export const viewOf = (search: Search, kept: readonly string[] = COLUMNS): RegisteredView => {
  const columns = textOf(search["cols"])
    .split(",")
    .filter((key) => key !== "");
  return {
    search: textOf(search["q"]),
    status: STATUSES.find((status) => status === search["status"]) ?? "",
    when: textOf(search["when"]),
    type: textOf(search["type"]),
    sort: sortIn(textOf(search["sort"])),
    columns: columns.length === 0 ? kept : columns,
  };
};

/** The address of a view: only what differs from the first. */
export const searchOf = ({ search, status, when, type, sort, columns }: RegisteredView): Search => {
  const order = `${sort.descending ? "-" : ""}${sort.key}`;
  const shown = columns.join(",");
  return {
    q: filled(search),
    status: filled(status),
    when: filled(when),
    type: filled(type),
    sort: order === "-create_date" ? undefined : order,
    cols: shown === COLUMNS.join(",") ? undefined : shown,
  };
};

/** Whether nothing is filtered away. */
export const isEverything = ({ search, status, when, type }: RegisteredView): boolean =>
  [search, status, when, type].every((part) => part === "");

/** The day so many days after another, as `2026-05-17`. */
const dayAfter = (day: string, days: number): string => {
  const date = new Date(`${day}T00:00:00Z`);
  date.setUTCDate(date.getUTCDate() + days);
  return date.toISOString().slice(0, 10);
};

/** The days of a span, the last one not in it. */
const spanOf = (when: string, today: string): { startDate?: string | undefined; endDate?: string | undefined } => {
  if (when === "") return {};
  if (when === "today") return { startDate: today, endDate: dayAfter(today, 1) };
  if (when === "tomorrow") return { startDate: dayAfter(today, 1), endDate: dayAfter(today, 2) };
  if (when === "7d") return { startDate: today, endDate: dayAfter(today, 7) };
  if (when === "30d") return { startDate: today, endDate: dayAfter(today, 30) };
  if (when === "past") return { endDate: today };
  const [from = "", to = ""] = when.split("..");
  return { startDate: filled(from), endDate: to === "" ? undefined : dayAfter(to, 1) };
};

/** The query of a view. @param today at the location */
export const queryOf = (view: RegisteredView, today: string): Search => ({
  search: filled(view.search),
  filter: {
    status: filled(view.status),
    visit_type: filled(view.type),
    visiting_on: spanOf(view.when, today),
  },
  sorting: { [view.sort.key]: view.sort.descending ? "desc" : "asc" },
});
