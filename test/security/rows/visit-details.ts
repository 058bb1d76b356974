import { filter, type Row } from "./row.ts";

/** What the console shows of a visit beside the record itself. */
export const visitDetailRows: Record<string, Row> = {
  "GET /visitors/{visitorId}/photo": { line: "read visits, inside list", object: "visit" },
  "GET /companies/{company_id}/visitors/photos": {
    line: "read visits, inside list",
    places: { ids: { ...filter("", "visit"), put: (id) => `ids=${id}`, malformed: 400 } },
    silent: true,
  },
  "GET /companies/{company_id}/visitors/hostreplies": { line: "read visits, inside list", silent: true },
  "GET /companies/{company_id}/visitors/unseenanswers": { line: "read visits, inside list", silent: true },
  "POST /visitors/{visitorId}/told": {
    line: "sign visitors in and out, edit visits, decide",
    object: "visit",
  },
  "GET /visitors/{visitorId}/timeline": { line: "read visits, inside list", object: "visit", silent: true },
  "GET /visitors/{visitorId}/badge": {
    line: "sign visitors in and out, edit visits, decide",
    object: "visit",
    silent: true,
  },
  "POST /companies/{company_id}/visitors/{id}/ask": {
    line: "sign visitors in and out, edit visits, decide",
    object: "waiting_visit",
  },
  "GET /visitors/{visitorId}/agreements": { line: "read visits, inside list", object: "visit" },
};
