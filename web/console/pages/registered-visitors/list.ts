import { REGISTERED_FIELDS } from "../../../../shared/registered-visitor-fields.ts";
import { api } from "../../data/api/api.ts";
import type { RegisteredVisitor } from "../../data/lists/registered-visitors.ts";
import { dayRange, type Spans } from "../../features/list/day-range.ts";
import type { ListDescription, ListView } from "../../features/list/description.ts";
import { filled, isUnfiltered } from "../../features/list/view.ts";

/** Spans for the filter by expected day. */
const SPANS: Spans = {
  upcoming: [0],
  today: [0, 1],
  tomorrow: [1, 2],
  "7d": [0, 7],
  "30d": [0, 30],
  past: [undefined, 0],
  all: [undefined],
};

/** The days that a view shows: by default the future ones; a search looks through all. */
export const daysOf = ({ search, filters }: ListView): string =>
  filters["when"] ?? (isUnfiltered({ search, filters }) ? "upcoming" : "all");

const SOONEST = { key: "visiting_on", descending: false } as const;

const ADDED = { width: "minmax(120px, 1fr)", drops: 3, sortable: true, quiet: true } as const;

const queryOf = (view: ListView, { today }: { today: string }) => {
  const { search, filters, sort } = view;
  return {
    search: filled(search),
    filter: {
      status: filters["status"],
      visit_type: filters["type"],
      visiting_on: dayRange(daysOf(view), SPANS, today),
    },
    sorting: { [sort.key]: sort.descending ? "desc" : "asc" },
  };
};

/** The tabs above the list: each is a filter with its order. */
export const TABS: readonly { days: string; search: Record<string, unknown> }[] = [
  { days: "upcoming", search: {} },
  { days: "past", search: { when: "past", sort: "-visiting_on" } },
  { days: "all", search: { when: "all" } },
];

/** The list of registered visitors. */
export const REGISTERED_VISITORS: ListDescription<RegisteredVisitor> = {
  name: "registered-visitors",
  opens: "visitor",
  fields: REGISTERED_FIELDS,
  columns: [
    { key: "visitor", width: "minmax(164px, 1.9fr)", drops: 0, sortable: true, sortedBy: "last_name" },
    { key: "recipient", width: "minmax(120px, 1.2fr)", drops: 2, sortable: true, quiet: true },
    { key: "visiting_on", width: "minmax(168px, 1.4fr)", drops: 1, sortable: true },
    { key: "visit_type", width: "minmax(100px, 1.2fr)", drops: 3, quiet: true },
    { key: "status", width: "minmax(144px, 0.9fr)", drops: 0, sortable: true },
  ],
  addedColumn: ADDED,
  filters: [
    { key: "status", kind: "one", of: REGISTERED_FIELDS.status.words, textOf: (status) => `status.${status}` },
    { key: "when", kind: "days", of: Object.keys(SPANS) },
    { key: "type", kind: "one", of: "visit-types" },
  ],
  answersMax: 0,
  sort: SOONEST,
  queryKey: ["registered-visitors", "list"],
  countsApart: false,
  queryOf,
  read: (location, query, signal) =>
    api.request("GET /knownvisitors/bycompany/{company_id}", { params: { company_id: location }, query, signal }),
};
