import { CONFIGURE, type Row } from "./row.ts";

/** Messages and invitations. */
export const messageRows: Record<string, Row> = {
  "GET /companies/{company_id}/outbox": { line: CONFIGURE },
  "POST /companies/{company_id}/outbox/{id}/resend": { line: CONFIGURE, object: "failed_message", body: () => ({}) },
  "GET /companies/{company_id}/outbox/health": { line: CONFIGURE, silent: true },
  // What a body of ids does to others' is in test/server/resources/registered-visitors/invitations/invitations.test.ts.
  "POST /companies/{company_id}/knownvisitors/sendinvites": {
    line: "registered visitors, invitations",
    body: ({ shared }) => [shared.registered_visitor],
    silent: true,
  },
};
