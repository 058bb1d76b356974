import type { Role } from "../../shared/roles.ts";
import type { Endpoint } from "../../server/platform/http/contract/contract.ts";
import type { Answer, CallOptions } from "../support/world.ts";
import { agreementRows } from "./rows/agreements.ts";
import { auditRows } from "./rows/audit.ts";
import { deviceRows } from "./rows/devices.ts";
import { directoryRows } from "./rows/directories.ts";
import { loginProviderRows } from "./rows/login-providers.ts";
import { evacuationRows } from "./rows/evacuations.ts";
import { importRows } from "./rows/imports.ts";
import { exportRows } from "./rows/exports.ts";
import { foundationRows } from "./rows/foundation.ts";
import { identityProviderRows } from "./rows/identity-provider.ts";
import { liveRows } from "./rows/live.ts";
import { messageRows } from "./rows/messages.ts";
import { registeredVisitorRows } from "./rows/registered-visitors.ts";
import { type Json, type Row, TABLE } from "./rows/row.ts";
import { visitDetailRows } from "./rows/visit-details.ts";
import { visitorPageRows } from "./rows/visitor-pages.ts";
import { watchlistRows } from "./rows/watchlists.ts";
import { webhookRows } from "./rows/webhooks.ts";
import type { Tenant } from "./tenant.ts";

/** A row per endpoint; the matrix fails on an endpoint without one. */
const rows: Record<string, Row> = {
  ...foundationRows,
  ...agreementRows,
  ...auditRows,
  ...identityProviderRows,
  ...deviceRows,
  ...liveRows,
  ...messageRows,
  ...registeredVisitorRows,
  ...exportRows,
  ...importRows,
  ...visitDetailRows,
  ...webhookRows,
  ...visitorPageRows,
  ...evacuationRows,
  ...directoryRows,
  ...loginProviderRows,
  ...watchlistRows,
};

/** `GET /users`, as the rows are named. */
export const nameOf = ({ method, path }: Pick<Endpoint, "method" | "path">): string => `${method} ${path}`;

/** The names of all rows. */
export const rowNames = (): string[] => Object.keys(rows);

/** The row of an endpoint. Throws when there is none: a new endpoint says here how it is tested. */
export const rowOf = (endpoint: Endpoint): Row => {
  const row = rows[nameOf(endpoint)];
  if (row === undefined) throw new Error(`${nameOf(endpoint)} has no row in test/security/rows/; add one`);
  return row;
};

/** Whether the decisions let this caller do it. */
export const isAllowed = (row: Row, caller: { role: Role; key: boolean }): boolean =>
  TABLE[row.line].some((role) => role === caller.role) &&
  !(caller.key && (row.closedToKeys === true || row.scoped === true));

/** What a request names in its path. */
export type RecordIds = { location: string; object: string };

/** A path of the interface with ids and dates in place of its parameters. */
const fillPath = (
  path: string,
  { location, object }: RecordIds,
  { agreement, directory, watchlist }: Tenant["shared"],
): string =>
  path
    .replace("{id}/entries/{entry_id}", `${watchlist}/entries/${object}`)
    .replace("{id}/tokens/{token_id}", `${directory}/tokens/${object}`)
    .replace("{visitorId}/agreements/{agreement_id}", `${object}/agreements/${agreement}`)
    .replace("{company_id}", location)
    .replace(/\{(visitorId|agreement_id|id)\}/, object)
    .replace("{datetimestamp}", "2026-11-21")
    .replace("{start}", "2026-11-20")
    .replace("{end}", "2026-11-21");

/** A valid request of an endpoint for a tenant. */
export const requestOf = (
  endpoint: Endpoint,
  tenant: Tenant,
  named: Partial<RecordIds> = {},
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
    path:
      fillPath(endpoint.path, { location: tenant.location, object, ...named }, tenant.shared) +
      (query === "" ? "" : `?${query}`),
    options:
      row.file !== undefined
        ? { raw: row.file(tenant), headers: { "content-type": "text/csv" } }
        : body === undefined
          ? {}
          : { body },
  };
};

/** All that a caller can tell apart: status, body and headers, but for the date and the request's own id. */
export const fingerprint = ({ status, text, headers }: Pick<Answer, "status" | "text" | "headers">): string => {
  const { date: _date, "x-request-id": _id, ...rest } = headers;
  return `${status} ${text} ${JSON.stringify(rest)}`;
};
