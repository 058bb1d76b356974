import { nextCode } from "../../support/kiosk.ts";
import { CONFIGURE, DESK, ignored, reference, type Row } from "./row.ts";

const places = { entrypoint_id: reference("entrypoint_id", "entry_point"), _id: ignored("_id", "device") };

/** Kiosks, as administrators see them. */
export const deviceRows: Record<string, Row> = {
  "GET /companies/{company_id}/devices": { line: CONFIGURE },
  "POST /companies/{company_id}/devices": {
    line: CONFIGURE,
    body: ({ canary }) => ({ code: nextCode(), name: canary }),
    places,
  },
  "GET /companies/{company_id}/devices/{id}": { line: CONFIGURE, object: "device" },
  "PUT /companies/{company_id}/devices/{id}": {
    line: CONFIGURE,
    object: "device",
    body: ({ shared }) => ({ entrypoint_id: shared.entry_point }),
    places,
  },
  "DELETE /companies/{company_id}/devices/{id}": { line: CONFIGURE, object: "device", silent: true },
  "GET /companies/{company_id}/undelivered": { line: DESK },
  "POST /companies/{company_id}/undelivered/{id}/again": { line: DESK, object: "undelivered" },
  "DELETE /companies/{company_id}/undelivered/{id}": { line: DESK, object: "undelivered", silent: true },
};
