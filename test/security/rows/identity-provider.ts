import { randomUUID } from "node:crypto";

import { newApplication } from "../../support/outside/provider.ts";
import { companies, ignored, type Row, SERVICE } from "./row.ts";

export const identityProviderRows: Record<string, Row> = {
  "GET /idpcredentials": { line: SERVICE, closedToKeys: true },
  "POST /idpcredentials": {
    line: SERVICE,
    closedToKeys: true,
    body: ({ location, canary }) => ({ name: canary, companies: [location], ...newApplication() }),
    places: { companies, _id: ignored("_id", "idp_credential") },
  },
  "PUT /idpcredentials/{id}": {
    line: SERVICE,
    closedToKeys: true,
    object: "idp_credential",
    body: () => ({ client_id: randomUUID() }),
    places: { companies, _id: ignored("_id", "idp_credential") },
  },
  "DELETE /idpcredentials/{id}": { line: SERVICE, closedToKeys: true, object: "idp_credential", silent: true },
};
