import { VISIT_FIELDS } from "../../../../shared/visit-fields.ts";
import { api } from "../../data/api/api.ts";
import type { Visit } from "../../data/lists/visits.ts";
import type { ListDescription } from "../../features/list/description.ts";
import { queryOf, STATES, WHEN } from "./query.ts";

/** The service accepts 20 filters at once; the four of a visit's own fields always fit beside these. */
const ANSWERS_MAX = 16;

const ADDED = { width: "minmax(110px, 1fr)", drops: 3, sortable: true } as const;

/** The visitor log. */
export const LOG: ListDescription<Visit> = {
  name: "log",
  opens: "visit",
  fields: VISIT_FIELDS,
  columns: [
    { key: "visitor", width: "minmax(174px, 2.1fr)", drops: 0, sortable: true, sortedBy: "last_name" },
    { key: "recipient", width: "minmax(108px, 1.2fr)", drops: 2, sortable: true, quiet: true },
    { key: "visit_type", width: "minmax(88px, 1fr)", drops: 3, quiet: true },
    { key: "signed_in", width: "minmax(100px, 1fr)", drops: 1, sortable: true, descending: true },
    { key: "signed_out", width: "minmax(128px, 1.1fr)", drops: 0, sortable: true, descending: true },
    { key: "stay", width: "minmax(72px, 0.7fr)", drops: 3, right: true, quiet: true },
  ],
  addedColumn: ADDED,
  filters: [
    { key: "when", kind: "days", of: WHEN },
    { key: "types", kind: "several", of: "visit-types" },
    { key: "state", kind: "one", of: STATES, textOf: (state) => `filterState.${state}` },
    { key: "host", kind: "text", of: "hosts" },
    { key: "company", kind: "text" },
    { key: "doors", kind: "several", of: "entry-points" },
  ],
  answersMax: ANSWERS_MAX,
  sort: { key: "signed_in", descending: true },
  queryKey: ["visits", "log"],
  countsApart: true,
  queryOf,
  read: (location, query, signal) =>
    api.request("GET /visitors/bycompany/{company_id}", { params: { company_id: location }, query, signal }),
};
