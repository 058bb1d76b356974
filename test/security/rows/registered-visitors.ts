import { randomBytes } from "node:crypto";

import { newId } from "../../../server/platform/lib/record/ids.ts";
import { DESK, ERASE, filter, ignored, type Line, PAGING, reference, type Row } from "./row.ts";

const LINE: Line = "registered visitors, invitations";

const REFERENCES = {
  visit_type: reference("visit_type", "visit_type"),
  entrypoint_id: reference("entrypoint_id", "entry_point"),
};
const PLACES = { ...REFERENCES, _id: ignored("_id", "registered_visitor") };

/** Series of registered visitors. */
const seriesRows: Record<string, Row> = {
  "GET /series/bycompany/{company_id}": { line: LINE },
  "POST /series": {
    line: LINE,
    body: ({ location, canary }) => ({
      company_id: location,
      visitors: [{ last_name: canary }],
      starts: { date: "2027-06-01", time: "09:00" },
      duration_minutes: 60,
    }),
    places: PLACES,
  },
  "GET /series/{id}": { line: LINE, object: "series" },
  "PUT /series/{id}": {
    line: LINE,
    object: "series",
    body: () => ({ badge: randomBytes(4).toString("hex") }),
    places: PLACES,
  },
  "DELETE /series/{id}": { line: LINE, object: "series", silent: true },
};

/** Groups of registered visitors. */
const groupRows: Record<string, Row> = {
  "GET /groups/bycompany/{company_id}": { line: LINE },
  "POST /groups": {
    line: LINE,
    body: ({ location, canary }) => ({ company_id: location, leader: { last_name: canary } }),
    places: REFERENCES,
  },
  "GET /groups/{id}": { line: LINE, object: "group" },
  "PUT /groups/{id}": {
    line: LINE,
    object: "group",
    body: () => ({ badge: randomBytes(4).toString("hex") }),
    places: REFERENCES,
  },
  "DELETE /groups/{id}": { line: LINE, object: "group", silent: true },
  "POST /groups/{id}/signin": { line: DESK, object: "group", silent: true },
  "POST /groups/{id}/signout": { line: DESK, object: "group", silent: true },
};

const OWN_VISIT = {
  line: "read visits, inside list",
  closedToKeys: true,
  object: "visit",
  own: 404,
  silent: true,
} as const;

/** A user's own visitors: those of the tenant are of no host that calls. */
const ownRows: Record<string, Row> = {
  "GET /me/visitors": { line: "read visits, inside list", closedToKeys: true, silent: true },
  "GET /me/settings": { line: "read visits, inside list", closedToKeys: true, silent: true },
  "PUT /me/settings": {
    line: "read visits, inside list",
    closedToKeys: true,
    body: () => ({ stand_in: null }),
    silent: true,
  },
  "POST /me/visitors/{visitorId}/approve": OWN_VISIT,
  "POST /me/visitors/{visitorId}/reject": OWN_VISIT,
  "POST /me/visitors/{visitorId}/signout": OWN_VISIT,
  "POST /me/visitors/{visitorId}/reply": { ...OWN_VISIT, body: () => ({ reply: "coming" }) },
  "DELETE /me/knownvisitors/{id}": { ...OWN_VISIT, object: "registered_visitor" },
};

/** Registered visitors, one by one and in bulk, their series and groups. */
export const registeredVisitorRows: Record<string, Row> = {
  ...ownRows,
  ...seriesRows,
  ...groupRows,
  "GET /knownvisitors/bycompany/{company_id}": {
    line: LINE,
    query: PAGING,
    places: {
      "filter[_id]": filter("_id", "registered_visitor"),
      "filter[visit_type]": filter("visit_type", "visit_type"),
      "filter[company_id]": filter("company_id", "location"),
    },
  },
  "POST /knownvisitors": {
    line: LINE,
    body: ({ location, canary }) => ({ company_id: location, last_name: canary }),
    places: PLACES,
  },
  "GET /knownvisitors/{id}": { line: LINE, object: "registered_visitor" },
  "PUT /knownvisitors/{id}": {
    line: LINE,
    object: "registered_visitor",
    body: () => ({ badge: randomBytes(4).toString("hex") }),
    places: PLACES,
  },
  "DELETE /knownvisitors/{id}": { line: ERASE, object: "registered_visitor", silent: true },
  "POST /knownvisitors/{id}/signin": {
    line: DESK,
    object: "registered_visitor",
    body: () => ({}),
    places: { ...REFERENCES, known_visitor_id: ignored("known_visitor_id", "registered_visitor") },
  },
  // What a body of ids does to others' is in test/server/resources/registered-visitors/removal.test.ts.
  "POST /companies/{company_id}/knownvisitors/delete": { line: ERASE, body: () => [newId()], silent: true },
};
