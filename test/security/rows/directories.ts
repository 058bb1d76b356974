import { randomBytes } from "node:crypto";

import { type Row, SERVICE } from "./row.ts";

const closed = { line: SERVICE, closedToKeys: true } as const;
const directory = { ...closed, object: "directory" } as const;

export const directoryRows: Record<string, Row> = {
  "GET /directories": closed,
  "POST /directories": { ...closed, body: ({ canary }) => ({ kind: "scim", name: canary }) },
  "GET /directories/{id}": directory,
  "PUT /directories/{id}": { ...directory, body: () => ({ settings: { note: randomBytes(4).toString("hex") } }) },
  "DELETE /directories/{id}": { ...directory, silent: true },
  "POST /directories/{id}/tokens": { ...directory, silent: true },
  "DELETE /directories/{id}/tokens/{token_id}": { ...closed, object: "directory_token", silent: true },
  "GET /directories/{id}/rules": { ...directory, silent: true },
  "PUT /directories/{id}/rules": {
    ...directory,
    body: ({ location }) => [{ everyone: true, hosts_at: [location] }],
    silent: true,
  },
  "POST /directories/{id}/sync": { ...directory, body: () => ({}), silent: true },
  "POST /directories/{id}/test": { ...closed, object: "ldap_directory", silent: true },
  "GET /directories/{id}/people": { ...directory, silent: true },
  "PUT /directories/{id}/people": {
    ...closed,
    object: "csv_directory",
    body: ({ canary }) => [{ external_id: canary }],
    silent: true,
  },
  "GET /directories/{id}/groups": { ...directory, silent: true },
  "GET /directories/{id}/requests": { ...directory, silent: true },
};
