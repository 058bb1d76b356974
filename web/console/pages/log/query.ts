import { dayAfter } from "../../../shared/format.ts";
import type { Clock } from "../../features/list/clock.ts";
import type { ListView } from "../../features/list/description.ts";
import { type DayRange, dayRange, type Spans } from "../../features/list/day-range.ts";
import { answersOf, filled } from "../../features/list/view.ts";

/** The states to filter visits by; `overdue` means never signed out. */
export const STATES = ["inside", "undecided", "overdue", "out", "approved", "rejected"] as const;

const SPANS: Spans = { today: [0], yesterday: [-1, 0], "7d": [-6, 1], "30d": [-29, 1] };

/** The days of this month and of the last one. */
const monthsOf = (today: string): Spans => {
  const [year = 0, month = 0, day = 0] = today.split("-").map(Number);
  const before = new Date(Date.UTC(year, month - 1, 0)).getUTCDate();
  return { month: [1 - day, 1], lastMonth: [1 - day - before, 1 - day] };
};

/** The values of `when`, besides two days. */
export const WHEN = [...Object.keys(SPANS), ...Object.keys(monthsOf(""))];

const later = (a: string | undefined, b: string | undefined): string | undefined => ((a ?? "") > (b ?? "") ? a : b);
const earlier = (a: string | undefined, b: string | undefined): string | undefined =>
  a === undefined || (b !== undefined && b < a) ? b : a;

/**
 * The service's conditions for a state (rules 3): inside is open within the sign-out days, overdue open before them.
 */
const stateQuery = (state: string, { today, days }: Clock): { open?: boolean; approval?: string } & DayRange => {
  const since = dayAfter(today, -days);
  if (state === "inside") return { open: true, startDate: since };
  if (state === "overdue") return { open: true, endDate: since };
  if (state === "out") return { open: false };
  if (state === "undecided") return { open: true, approval: "pending" };
  return state === "" ? {} : { approval: state };
};

/** The query of a view for the log, its export and its count. */
export const queryOf = (view: ListView, clock: Clock): Readonly<Record<string, unknown>> => {
  const { when = "", types, state = "", host, company, doors } = view.filters;
  const { startDate, endDate, open, approval } = stateQuery(state, clock);
  const days = dayRange(when, { ...SPANS, ...monthsOf(clock.today) }, clock.today);
  return {
    search: filled(view.search),
    visit_types: types,
    entry_points: doors,
    open,
    filter: {
      ...answersOf(view),
      recipient: host,
      company,
      approval,
      signed_in: { startDate: later(startDate, days.startDate), endDate: earlier(endDate, days.endDate) },
    },
    sorting: { [view.sort.key]: view.sort.descending ? "desc" : "asc" },
  };
};
