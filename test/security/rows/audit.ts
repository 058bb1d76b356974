import { CONFIGURE, type Row } from "./row.ts";

/** The audit log; what a subject of another location shows is in test/server/resources/audit/audit.test.ts. */
export const auditRows: Record<string, Row> = {
  "GET /companies/{company_id}/audit": { line: CONFIGURE },
  "GET /companies/{company_id}/audit/{id}": { line: CONFIGURE, object: "audit_entry" },
  "GET /companies/{company_id}/audit/seals": { line: CONFIGURE, silent: true },
};
