import { CONFIGURE, ignored, type Row } from "./row.ts";

/** The webhook and its deliveries. */
export const webhookRows: Record<string, Row> = {
  "GET /companies/{company_id}/webhooks": { line: CONFIGURE },
  "POST /companies/{company_id}/webhooks": {
    line: CONFIGURE,
    body: ({ canary }) => ({ url: `http://127.0.0.1:9/${canary}` }),
    places: { _id: ignored("_id", "delivery") },
    silent: true,
  },
  "PUT /companies/{company_id}/webhooks": {
    line: CONFIGURE,
    body: ({ canary }) => ({ auth_username: canary }),
    places: { _id: ignored("_id", "delivery") },
    silent: true,
  },
  "DELETE /companies/{company_id}/webhooks": { line: CONFIGURE, silent: true, removesWebhook: true },
  "POST /companies/{company_id}/webhooks/replay": {
    line: CONFIGURE,
    body: () => ({ since: "2026-01-01T00:00:00Z" }),
    silent: true,
  },
  "GET /companies/{company_id}/webhooks/health": { line: CONFIGURE },
  "POST /companies/{company_id}/webhooks/secret": { line: CONFIGURE, silent: true },
  "GET /companies/{company_id}/webhooks/deliveries": { line: CONFIGURE },
  "POST /companies/{company_id}/webhooks/deliveries/{id}/replay": { line: CONFIGURE, object: "delivery" },
  "POST /companies/{company_id}/webhooks/test": { line: CONFIGURE },
};
