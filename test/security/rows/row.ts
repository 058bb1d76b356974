import type { Role } from "../../../shared/roles.ts";
import type { Kind, Tenant } from "../tenant.ts";

const allRoles: readonly Role[] = ["global_admin", "local_admin", "receptionist", "security_guard", "employee"];
const desk: readonly Role[] = ["global_admin", "local_admin", "receptionist"];
const admins: readonly Role[] = ["global_admin", "local_admin"];

/** The table of rules 4, written down a second time: each line says who may do it. */
export const TABLE = {
  anything: allRoles,
  "read visits, inside list": allRoles,
  "mark safe, emergency message": ["global_admin", "local_admin", "receptionist", "security_guard"],
  "sign visitors in and out, edit visits, decide": desk,
  "erase visits and registered visitors": admins,
  "dashboard, counters": desk,
  "registered visitors, invitations": [...desk, "employee"],
  "read hosts": [...desk, "employee"],
  "change hosts": desk,
  "location settings, visit types, entry points, agreements, devices, webhook, export, audit": admins,
  "watch lists": admins,
  "users of own locations": admins,
  "create and remove locations, plan, API keys, identity-provider credentials": ["global_admin"],
} satisfies Record<string, readonly Role[]>;

export type Line = keyof typeof TABLE;
export const CONFIGURE: Line =
  "location settings, visit types, entry points, agreements, devices, webhook, export, audit";
export const SERVICE: Line = "create and remove locations, plan, API keys, identity-provider credentials";
export const ERASE: Line = "erase visits and registered visitors";
export const DESK: Line = "sign visitors in and out, edit visits, decide";

export type Json = Record<string, unknown>;

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

/** How to build a request of an endpoint, and where in it IDs can be put. */
export type Row = {
  line: Line;
  closedToKeys?: true;
  /** Keys need a scope for it, which those of the matrices lack. */
  scoped?: true;
  /** What `{id}` or `{visitorId}` names. */
  object?: Kind;
  query?: string;
  body?: (tenant: Tenant) => Json | unknown[];
  /** The file that is its body. */
  file?: (tenant: Tenant) => string;
  places?: Record<string, Place>;
  /** What a call about an own object comes to, where it isn't a success: a state that the matrix can't make for each caller. */
  own?: 400 | 404;
  /** A success removes the location of the path. */
  removesLocation?: true;
  /** A success removes the webhook of the location, which other calls need. */
  removesWebhook?: true;
  /** A success shows nothing of the location's records: counters, messages. */
  silent?: true;
};

export const reference = (key: string, names: Kind, own = 200): Place => ({
  names,
  in: "body",
  put: (id) => ({ [key]: id }),
  own,
  foreign: 400,
  malformed: 400,
});
export const ignored = (key: string, names: Kind): Place => ({
  ...reference(key, names),
  foreign: 200,
  malformed: 200,
});
export const filter = (field: string, names: Kind | "location"): Place => ({
  names,
  in: "query",
  put: (id) => `filter[${field}]=${id}`,
  own: 200,
  foreign: 200,
  malformed: 200,
});
export const companies: Place = {
  names: "location",
  in: "body",
  put: (id) => ({ companies: [id] }),
  own: 200,
  foreign: 403,
  malformed: 403,
};

export const PAGING = "count=100&page=1";
export const named = ({ canary }: Tenant): Json => ({ name: canary });
