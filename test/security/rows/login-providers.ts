import { randomBytes } from "node:crypto";

import { CONFIGURE, type Row, SERVICE } from "./row.ts";

const closed = { line: SERVICE, closedToKeys: true } as const;
const provider = { ...closed, object: "login_provider" } as const;

export const loginProviderRows: Record<string, Row> = {
  "GET /loginproviders": closed,
  "POST /loginproviders": { ...closed, body: ({ canary }) => ({ name: canary }) },
  "GET /loginproviders/{id}": provider,
  "PUT /loginproviders/{id}": { ...provider, body: () => ({ client_id: randomBytes(4).toString("hex") }) },
  "DELETE /loginproviders/{id}": { ...provider, silent: true },
  "POST /loginproviders/{id}/test": { ...provider, silent: true },
  "GET /connections": { line: CONFIGURE, closedToKeys: true, silent: true },
};
