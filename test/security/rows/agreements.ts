import { randomBytes } from "node:crypto";

import { CONFIGURE, ignored, named, reference, type Row } from "./row.ts";

const visit_types = { ...reference("", "visit_type"), put: (id: string) => ({ visit_types: [id] }) };

/** Agreements, their uploaded documents, and the signed ones. */
export const agreementRows: Record<string, Row> = {
  "GET /companies/{company_id}/agreements": { line: "anything" },
  "POST /companies/{company_id}/agreements": {
    line: CONFIGURE,
    body: named,
    places: { visit_types, _id: ignored("_id", "agreement") },
  },
  "GET /companies/{company_id}/agreements/{agreement_id}": { line: "anything", object: "agreement" },
  "PUT /companies/{company_id}/agreements/{agreement_id}": {
    line: CONFIGURE,
    object: "agreement",
    body: ({ canary }) => ({ agreement_text: { en: `${canary} ${randomBytes(4).toString("hex")}` } }),
    places: { visit_types, _id: ignored("_id", "agreement") },
  },
  "DELETE /companies/{company_id}/agreements/{agreement_id}": { line: CONFIGURE, object: "agreement", silent: true },
  "GET /companies/{company_id}/agreements/{agreement_id}/pdf": { line: "anything", object: "agreement" },
  "GET /visitors/{visitorId}/agreements/{agreement_id}/pdf": {
    line: "read visits, inside list",
    object: "visit",
    // Compressed; test/server/resources/agreements/ reads such a document.
    silent: true,
  },
};
