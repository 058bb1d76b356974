import { randomBytes } from "node:crypto";

import {
  companies,
  CONFIGURE,
  DESK,
  ERASE,
  filter,
  ignored,
  named,
  PAGING,
  reference,
  type Row,
  SERVICE,
} from "./row.ts";

const VISIT_PLACES = {
  visit_type: reference("visit_type", "visit_type"),
  entrypoint_id: reference("entrypoint_id", "entry_point"),
  known_visitor_id: {
    ...reference("", "registered_visitor"),
    // Closed: of open visits a registered visitor has one.
    put: (id: string) => ({
      known_visitor_id: id,
      signed_in: "2026-03-01T09:00:00Z",
      signed_out: "2026-03-01T10:00:00Z",
    }),
  },
  agreements: { ...reference("", "agreement"), put: (id: string) => ({ agreements: [id] }) },
  _id: ignored("_id", "visit"),
};
const FILTERS = {
  "filter[_id]": filter("_id", "visit"),
  "filter[visit_type]": filter("visit_type", "visit_type"),
  "filter[company_id]": filter("company_id", "location"),
};
/** Locations, visits, reports, hosts, visit types, entry points, users, keys. */
export const foundationRows: Record<string, Row> = {
  "GET /companiesList": { line: "anything" },
  "GET /companies/{company_id}": { line: "anything" },
  "POST /companies": { line: SERVICE, closedToKeys: true, body: named },
  "PUT /companies/{company_id}": { line: CONFIGURE, body: ({ canary }) => ({ zip_code: canary }) },
  "DELETE /companies/{company_id}": {
    line: SERVICE,
    closedToKeys: true,
    body: named,
    removesLocation: true,
    silent: true,
  },

  "POST /visitors": {
    line: DESK,
    body: ({ location, canary }) => ({ company_id: location, last_name: canary }),
    places: VISIT_PLACES,
  },
  "GET /visitors/{visitorId}": { line: "read visits, inside list", object: "visit" },
  "PUT /visitors/{visitorId}": {
    line: DESK,
    object: "visit",
    body: () => ({ first_name: randomBytes(4).toString("hex") }),
    places: VISIT_PLACES,
  },
  "POST /visitors/{visitorId}/signout": { line: DESK, object: "visit", body: () => ({}) },
  // Only for the user who signed in (test/server/resources/visits/take-back.test.ts).
  "POST /visitors/{visitorId}/takeback": { line: DESK, object: "visit", body: () => ({}), own: 400, silent: true },
  "POST /visitors/{visitorId}/approve": { line: DESK, object: "visit", body: () => ({}) },
  "POST /visitors/{visitorId}/reject": { line: DESK, object: "visit", body: () => ({}) },
  "DELETE /visitors/{visitorId}": { line: ERASE, object: "visit", silent: true },
  "POST /companies/{company_id}/visitors/safe": {
    line: "mark safe, emergency message",
    body: ({ shared }) => ({ ids: [shared.visit] }),
    places: { ids: { ...reference("", "visit"), put: (id) => ({ ids: [id] }), foreign: 200 } },
  },
  "GET /visitors/signed_current/{company_id}": { line: "read visits, inside list" },
  "GET /visitors/signed_current/paged/{company_id}": {
    line: "read visits, inside list",
    query: PAGING,
    places: FILTERS,
  },
  "GET /visitors/bycompany/{company_id}": { line: "read visits, inside list", query: PAGING, places: FILTERS },

  "GET /companies/{company_id}/statistics/{datetimestamp}": { line: "dashboard, counters", silent: true },
  "GET /visitors/signed_in/total/{company_id}/{datetimestamp}": { line: "dashboard, counters", silent: true },
  "GET /visitors/monthly/total/{company_id}/{datetimestamp}": { line: "dashboard, counters", silent: true },
  "GET /visitors/perday/{company_id}/{start}/{end}": { line: "dashboard, counters", silent: true },
  "GET /companies/{company_id}/statistics/graph/{start}/{end}": { line: "dashboard, counters", silent: true },
  "GET /companies/{company_id}/statistics/times/{start}/{end}": { line: "dashboard, counters", silent: true },
  "GET /companies/{company_id}/occupancy/{start}/{end}": { line: "read visits, inside list", silent: true },
  "GET /companies/{company_id}/occupancy/heatmap/{start}/{end}": { line: "read visits, inside list", silent: true },
  "GET /companies/{company_id}/monthlyreport": { line: "dashboard, counters", closedToKeys: true, silent: true },
  "PUT /companies/{company_id}/monthlyreport": {
    line: "dashboard, counters",
    closedToKeys: true,
    body: () => ({ subscribed: true }),
    silent: true,
  },
  "GET /companies/{company_id}/statistics/groups/{start}/{end}": {
    line: "dashboard, counters",
    query: "by=visit_type",
    silent: true,
  },

  "GET /visitees/bycompany/{company_id}": { line: "read hosts" },
  "POST /visitees": {
    line: "change hosts",
    body: ({ location, canary }) => ({ company_id: location, cn: canary }),
    places: { _id: ignored("_id", "host") },
  },
  "GET /visitees/{id}": { line: "read hosts", object: "host" },
  "PUT /visitees/{id}": {
    line: "change hosts",
    object: "host",
    body: () => ({ desk: randomBytes(4).toString("hex") }),
    places: { _id: ignored("_id", "host") },
  },
  "DELETE /visitees/{id}": { line: "change hosts", object: "host", silent: true },
  "GET /companies/{company_id}/visitees/bulk": { line: "read hosts", silent: true },
  "POST /companies/{company_id}/visitees/bulk": {
    line: "change hosts",
    query: "confirm=true",
    body: ({ canary }) => [{ cn: canary }],
    silent: true,
  },

  "GET /companies/{company_id}/fields": { line: "anything" },
  "GET /companies/{company_id}/visittypes": { line: "anything" },
  "POST /companies/{company_id}/visittypes": {
    line: CONFIGURE,
    body: named,
    places: {
      agreements: { ...reference("", "agreement"), put: (id) => ({ agreements: [id] }) },
      _id: ignored("_id", "visit_type"),
      "fields[]._id": { ...ignored("", "visit_type"), put: (id) => ({ fields: [{ _id: id, label: "x" }] }) },
    },
  },
  "GET /companies/{company_id}/visittypes/{id}": { line: "anything", object: "visit_type" },
  "PUT /companies/{company_id}/visittypes/{id}": {
    line: CONFIGURE,
    object: "visit_type",
    body: () => ({ index: 7 }),
    places: { _id: ignored("_id", "visit_type") },
  },
  "DELETE /companies/{company_id}/visittypes/{id}": { line: CONFIGURE, object: "visit_type", silent: true },

  "GET /companies/{company_id}/entrypoints": { line: "anything" },
  "POST /companies/{company_id}/entrypoints": {
    line: CONFIGURE,
    body: named,
    places: { _id: ignored("_id", "entry_point") },
  },
  "GET /companies/{company_id}/entrypoints/{id}": { line: "anything", object: "entry_point" },
  "PUT /companies/{company_id}/entrypoints/{id}": {
    line: CONFIGURE,
    object: "entry_point",
    body: () => ({ index: 7 }),
    places: { _id: ignored("_id", "entry_point") },
  },
  "DELETE /companies/{company_id}/entrypoints/{id}": { line: CONFIGURE, object: "entry_point", silent: true },

  "GET /users/me": { line: "anything", silent: true },
  "GET /users": { line: "users of own locations", closedToKeys: true },
  "POST /users": {
    line: "users of own locations",
    closedToKeys: true,
    body: ({ location, canary }) => ({
      email: `${canary}${randomBytes(6).toString("hex")}@example.org`,
      role: "employee",
      companies: [location],
    }),
    places: { companies, _id: ignored("_id", "user") },
  },
  "GET /users/{id}": { line: "users of own locations", closedToKeys: true, object: "user" },
  "PUT /users/{id}": {
    line: "users of own locations",
    closedToKeys: true,
    object: "user",
    body: () => ({ last_name: randomBytes(4).toString("hex") }),
    places: { companies, _id: ignored("_id", "user") },
  },
  "DELETE /users/{id}": { line: "users of own locations", closedToKeys: true, object: "user", silent: true },
  "DELETE /users/{id}/factors": { line: SERVICE, closedToKeys: true, object: "user", silent: true },
  "GET /loginrules": { line: SERVICE, closedToKeys: true, silent: true },
  "PUT /loginrules": {
    line: SERVICE,
    closedToKeys: true,
    // None: who calls next has no second factor.
    body: () => ({ second_factor_roles: [] }),
    silent: true,
  },

  "GET /system": { line: SERVICE, closedToKeys: true, silent: true },
  "POST /system/testmessage": {
    line: SERVICE,
    closedToKeys: true,
    body: () => ({ kind: "mail", to: "jo@example.org" }),
    silent: true,
  },
  "GET /apikeys": { line: SERVICE, closedToKeys: true },
  "POST /apikeys": {
    line: SERVICE,
    closedToKeys: true,
    body: ({ location, canary }) => ({ name: canary, companies: [location] }),
    places: { companies },
  },
  "PUT /apikeys/{id}": {
    line: SERVICE,
    closedToKeys: true,
    object: "api_key",
    body: () => ({ expires_at: "2099-01-01T00:00:00Z" }),
    places: { companies },
  },
  "DELETE /apikeys/{id}": { line: SERVICE, closedToKeys: true, object: "api_key", silent: true },
};
