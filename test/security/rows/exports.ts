import { CONFIGURE, filter, type Row } from "./row.ts";

const places = { "filter[company_id]": filter("company_id", "location"), "filter[_id]": filter("_id", "visit") };

/** The exports of the visitor log, and of everything. */
export const exportRows: Record<string, Row> = {
  "GET /visitors/export/bycompany/{company_id}": {
    line: CONFIGURE,
    // The file is packed: what is in it, its own tests look at.
    silent: true,
    places,
  },
  "GET /companies/{company_id}/visitors/export": { line: CONFIGURE, places },
  "GET /companies/{company_id}/visitors/workbook": { line: CONFIGURE, silent: true, places },
  "GET /companies/{company_id}/archive": { line: CONFIGURE, silent: true },
};
