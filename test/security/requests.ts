import { randomBytes } from "node:crypto";

import type { Role } from "../../server/auth/roles.ts";
import type { Endpoint } from "../../server/http/contract.ts";
import type { Answer, CallOptions } from "../support/world.ts";
import type { Kind, Tenant } from "./tenant.ts";

const everybody: readonly Role[] = ["global_admin", "local_admin", "receptionist", "security_guard", "employee"];
const desk: readonly Role[] = ["global_admin", "local_admin", "receptionist"];
const admins: readonly Role[] = ["global_admin", "local_admin"];

/** The table of decisions 4, written down a second time: who may do what stands in a line. */
export const TABLE = {
  anything: everybody,
  "read visits, inside list": everybody,
  "mark safe, emergency message": ["global_admin", "local_admin", "receptionist", "security_guard"],
  "sign visitors in and out, edit visits, decide": desk,
  "dashboard, counters": desk,
  "read hosts": [...desk, "employee"],
  "change hosts": desk,
  "location settings, visit types, entry points, agreements, devices, webhook, export, audit": admins,
  "users of own locations": admins,
  "create and remove locations, plan, API keys, identity-provider credentials": ["global_admin"],
} satisfies Record<string, readonly Role[]>;

type Line = keyof typeof TABLE;
const CONFIGURE: Line = "location settings, visit types, entry points, agreements, devices, webhook, export, audit";
const SERVICE: Line = "create and remove locations, plan, API keys, identity-provider credentials";
const DESK: Line = "sign visitors in and out, edit visits, decide";

type Json = Record<string, unknown>;

/** A place besides the path where an id can be named, and what naming one there comes to. */
export type Place = {
  names: Kind | "location";
  in: "body" | "query";
  /** What carries the id: keys of the body, or the query string. */
  put: (id: string) => Json | string;
  /** The status for what the caller may name. */
  own: number;
  /** For what it may not: another location's, removed, never there. */
  foreign: number;
  malformed: number;
};

/** How to build a request of an endpoint, and where in it ids can stand. */
export type Row = {
  line: Line;
  closedToKeys?: true;
  /** What `{id}` or `{visitorId}` names. */
  object?: Kind;
  query?: string;
  body?: (tenant: Tenant) => Json | unknown[];
  places?: Record<string, Place>;
  /** A success removes the location of the path. */
  removesLocation?: true;
  /** A success shows nothing of the location's records: counters, messages. */
  silent?: true;
};

const reference = (key: string, names: Kind, own = 200): Place => ({
  names,
  in: "body",
  put: (id) => ({ [key]: id }),
  own,
  foreign: 400,
  malformed: 400,
});
const ignored = (key: string, names: Kind): Place => ({ ...reference(key, names), foreign: 200, malformed: 200 });
const filter = (field: string, names: Kind | "location"): Place => ({
  names,
  in: "query",
  put: (id) => `filter[${field}]=${id}`,
  own: 200,
  foreign: 200,
  malformed: 200,
});
const companies: Place = {
  names: "location",
  in: "body",
  put: (id) => ({ companies: [id] }),
  own: 200,
  foreign: 403,
  malformed: 403,
};

const VISIT_PLACES = {
  visit_type: reference("visit_type", "visit_type"),
  entrypoint_id: reference("entrypoint_id", "entry_point"),
  known_visitor_id: reference("known_visitor_id", "visit", 400),
  agreements: { ...reference("", "visit", 400), put: (id: string) => ({ agreements: [id] }) },
  _id: ignored("_id", "visit"),
};
const FILTERS = {
  "filter[_id]": filter("_id", "visit"),
  "filter[visit_type]": filter("visit_type", "visit_type"),
  "filter[company_id]": filter("company_id", "location"),
};
const PAGING = "count=100&page=1";
const named = ({ canary }: Tenant): Json => ({ name: canary });

/** A row per endpoint; the matrix fails on an endpoint without one. */
const rows: Record<string, Row> = {
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
  "POST /visitors/{visitorId}/approve": { line: DESK, object: "visit", body: () => ({}) },
  "POST /visitors/{visitorId}/reject": { line: DESK, object: "visit", body: () => ({}) },
  "DELETE /visitors/{visitorId}": { line: DESK, object: "visit", silent: true },
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
  "POST /companies/{company_id}/visitees/bulk": {
    line: "change hosts",
    body: ({ canary }) => [{ cn: canary }],
    silent: true,
  },

  "GET /companies/{company_id}/fields": { line: "anything" },
  "GET /companies/{company_id}/visittypes": { line: "anything" },
  "POST /companies/{company_id}/visittypes": {
    line: CONFIGURE,
    body: named,
    places: {
      agreements: { ...reference("", "visit", 400), put: (id) => ({ agreements: [id] }) },
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

/** `GET /users`, as the rows are named. */
export const nameOf = ({ method, path }: Pick<Endpoint, "method" | "path">): string => `${method} ${path}`;

/** The names of all rows. */
export const rowNames = (): string[] => Object.keys(rows);

/** The row of an endpoint. Throws when there is none: a new endpoint says here how it is tested. */
export const rowOf = (endpoint: Endpoint): Row => {
  const row = rows[nameOf(endpoint)];
  if (row === undefined) throw new Error(`${nameOf(endpoint)} has no row in test/security/requests.ts; add one`);
  return row;
};

/** Whether the decisions let this caller do it. */
export const isAllowed = (row: Row, caller: { role: Role; key: boolean }): boolean =>
  TABLE[row.line].some((role) => role === caller.role) && !(caller.key && row.closedToKeys === true);

/** What a request names in its path. */
export type Named = { location: string; object: string };

/** A path of the interface with ids and dates in place of its parameters. */
const fillPath = (path: string, { location, object }: Named): string =>
  path
    .replace("{company_id}", location)
    .replace(/\{(visitorId|id)\}/, object)
    .replace("{datetimestamp}", "2026-11-21")
    .replace("{start}", "2026-11-20")
    .replace("{end}", "2026-11-21");

/** A valid request of an endpoint for a tenant. */
export const requestOf = (
  endpoint: Endpoint,
  tenant: Tenant,
  named: Partial<Named> = {},
  extra: { body?: Json; query?: string } = {},
): { method: string; path: string; options: CallOptions } => {
  const row = rowOf(endpoint);
  const object = row.object === undefined ? "" : tenant.shared[row.object];
  const query = [row.query, extra.query].filter((part) => part !== undefined).join("&");
  const made = row.body?.(tenant);
  const body =
    Array.isArray(made) || (made === undefined && extra.body === undefined) ? made : { ...made, ...extra.body };
  return {
    method: endpoint.method,
    path: fillPath(endpoint.path, { location: tenant.location, object, ...named }) + (query === "" ? "" : `?${query}`),
    options: body === undefined ? {} : { body },
  };
};

/** All that a caller can tell apart: status, body and headers, but for the date and the request's own id. */
export const fingerprint = ({ status, text, headers }: Pick<Answer, "status" | "text" | "headers">): string => {
  const { date: _date, "x-request-id": _id, ...rest } = headers;
  return `${status} ${text} ${JSON.stringify(rest)}`;
};
