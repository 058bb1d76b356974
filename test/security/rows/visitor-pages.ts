import { CONFIGURE, ERASE, type Row } from "./row.ts";

/** Posters, whose token shows nothing of the location, and requests to be erased. */
export const visitorPageRows: Record<string, Row> = {
  "GET /companies/{company_id}/entrypoints/{id}/poster": { line: CONFIGURE, object: "entry_point", silent: true },
  "POST /companies/{company_id}/entrypoints/{id}/poster": { line: CONFIGURE, object: "entry_point", silent: true },
  "GET /companies/{company_id}/erasurerequests": { line: CONFIGURE },
  "POST /companies/{company_id}/erasurerequests/{id}/confirm": {
    line: ERASE,
    object: "erasure_request",
    silent: true,
  },
  "POST /companies/{company_id}/erasurerequests/{id}/decline": { line: CONFIGURE, object: "erasure_request" },
};
