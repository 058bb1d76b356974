import { namesHaving } from "../../../../shared/fields.ts";
import { VISIT_FIELDS } from "../../../../shared/visit-fields.ts";
import { dayBefore } from "../../features/visit/visit-status.ts";

/** The states that a visit can be looked for by. */
export const STATES = ["inside", "undecided", "overdue", "out", "approved", "rejected"] as const;
/** One of them; `overdue` are those who never signed out. */
export type VisitState = (typeof STATES)[number];

/** Spans that go with the day; any other is two days, `2026-05-01..2026-05-19`. */
export const SPANS = ["today", "yesterday", "7d", "30d", "month"] as const;

/** What the log shows: all of it stands in the address. */
export type LogView = {
  search: string;
  when: string;
  types: readonly string[];
  doors: readonly string[];
  host: string;
  company: string;
  state: VisitState | "";
  /** Custom questions, by their field name. */
  answers: Readonly<Record<string, string>>;
  sort: { key: string; descending: boolean };
  columns: readonly string[];
};

const LISTED = namesHaving(VISIT_FIELDS, "listed");
type ColumnName = "visitor" | "stay" | (typeof LISTED)[number];
export const COLUMNS: readonly ColumnName[] = ["visitor", "recipient", "visit_type", "signed_in", "signed_out", "stay"];
/** Columns that can be shown as well. */
export const MORE_COLUMNS = LISTED.filter((name) => !COLUMNS.includes(name));
const LATEST_FIRST = { key: "signed_in", descending: true };

export const DEFAULT_VIEW: LogView = {
  search: "",
  when: "",
  types: [],
  doors: [],
  host: "",
  company: "",
  state: "",
  answers: {},
  sort: LATEST_FIRST,
  columns: COLUMNS,
};

type Search = Readonly<Record<string, unknown>>;

const text = (value: unknown): string =>
  typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : "";

const list = (value: unknown): string[] =>
  text(value)
    .split(",")
    .filter((part) => part !== "");

/** What is no id has come into the address by hand. */
const ID = /^[\da-f]{24}$/i;

/** The service takes 20 filters at once; the four of a visit's own fields always have room beside these. */
export const ANSWERS_MAX = 16;

const answersIn = (value: unknown): Record<string, string> =>
  typeof value === "object" && value !== null
    ? Object.fromEntries(
        Object.entries(value)
          .map(([name, answer]) => [name, text(answer)])
          .slice(0, ANSWERS_MAX),
      )
    : {};

const sortIn = (value: unknown): LogView["sort"] => {
  const key = text(value);
  if (key === "") return LATEST_FIRST;
  return key.startsWith("-") ? { key: key.slice(1), descending: true } : { key, descending: false };
};

/** The view that an address asks for; what it does not say is as at first. */
export const viewOf = (search: Search): LogView => {
  const columns = list(search["cols"]);
  return {
    search: text(search["q"]),
    when: text(search["when"]),
    types: list(search["types"]).filter((id) => ID.test(id)),
    doors: list(search["doors"]).filter((id) => ID.test(id)),
    host: text(search["host"]),
    company: text(search["company"]),
    state: STATES.find((state) => state === search["state"]) ?? "",
    answers: answersIn(search["answers"]),
    sort: sortIn(search["sort"]),
    columns: columns.length === 0 ? COLUMNS : columns,
  };
};

const filled = (value: string): string | undefined => (value === "" ? undefined : value);
const joined = (values: readonly string[]): string | undefined => filled(values.join(","));

/** The address of a view: only what differs from the first. */
export const searchOf = ({
  search,
  when,
  types,
  doors,
  host,
  company,
  state,
  answers,
  sort,
  columns,
}: LogView): Search => {
  const order = `${sort.descending ? "-" : ""}${sort.key}`;
  const shown = columns.join(",");
  const asked = Object.entries(answers).filter(([, answer]) => answer !== "");
  return {
    q: filled(search),
    when: filled(when),
    types: joined(types),
    doors: joined(doors),
    host: filled(host),
    company: filled(company),
    state: filled(state),
    answers: asked.length === 0 ? undefined : Object.fromEntries(asked),
    sort: order === "-signed_in" ? undefined : order,
    cols: shown === COLUMNS.join(",") ? undefined : shown,
  };
};

/** What is looked for, apart from how it is shown: by this two views are the same set. */
export const filterKeyOf = (view: LogView): string =>
  JSON.stringify(searchOf({ ...view, sort: LATEST_FIRST, columns: COLUMNS }));

/** Whether the view shows everything. */
export const isUnfiltered = (view: LogView): boolean => filterKeyOf(view) === filterKeyOf(DEFAULT_VIEW);

/** The clock of a location, and its days for signing out. */
export type Clock = { today: string; days: number };

type DayRange = { from?: string | undefined; before?: string | undefined };

/** The days of a span: `before` is the first that is no part of it. */
const spanOf = (when: string, { today }: Clock): DayRange => {
  const tomorrow = dayBefore(today, -1);
  if (when === "today") return { from: today };
  if (when === "yesterday") return { from: dayBefore(today, 1), before: today };
  if (when === "7d") return { from: dayBefore(today, 6), before: tomorrow };
  if (when === "30d") return { from: dayBefore(today, 29), before: tomorrow };
  if (when === "month") return { from: `${today.slice(0, 8)}01`, before: tomorrow };
  const [from = "", to = ""] = when.split("..");
  return { from: filled(from), before: to === "" ? undefined : dayBefore(to, -1) };
};

const later = (a: string | undefined, b: string | undefined): string | undefined => ((a ?? "") > (b ?? "") ? a : b);
const earlier = (a: string | undefined, b: string | undefined): string | undefined =>
  a === undefined || (b !== undefined && b < a) ? b : a;

/** What a state comes to for the service (rules 3): inside is open since the days for signing out, overdue before them. */
const stateQuery = (
  state: LogView["state"],
  { today, days }: Clock,
): { open?: boolean; approval?: string } & DayRange => {
  const since = dayBefore(today, days);
  if (state === "inside") return { open: true, from: since };
  if (state === "overdue") return { open: true, before: since };
  if (state === "out") return { open: false };
  if (state === "undecided") return { open: true, approval: "pending" };
  return state === "" ? {} : { approval: state };
};

/** The query of a view for the log, its export and its count. */
export const queryOf = (view: LogView, clock: Clock): Search => {
  const { from, before, open, approval } = stateQuery(view.state, clock);
  const span = spanOf(view.when, clock);
  const signedIn = { startDate: later(from, span.from), endDate: earlier(before, span.before) };
  return {
    search: filled(view.search),
    visit_types: joined(view.types),
    entry_points: joined(view.doors),
    open,
    filter: {
      ...view.answers,
      recipient: filled(view.host),
      company: filled(view.company),
      approval,
      signed_in: signedIn,
    },
    sorting: { [view.sort.key]: view.sort.descending ? "desc" : "asc" },
  };
};
