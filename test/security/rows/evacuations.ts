import type { Row } from "./row.ts";

const LINE = "mark safe, emergency message";

/** Evacuations: a mark of what is not of the location is passed over, whatever the reason. */
export const evacuationRows: Record<string, Row> = {
  "GET /companies/{company_id}/evacuations": { line: LINE, silent: true },
  "POST /companies/{company_id}/evacuations": { line: LINE, body: () => ({ drill: true }), silent: true },
  "GET /companies/{company_id}/evacuations/{id}": { line: LINE, object: "evacuation" },
  "POST /companies/{company_id}/evacuations/{id}/marks": {
    line: LINE,
    object: "evacuation",
    body: ({ shared }) => ({ marks: [{ ref: "mark", visitor_id: shared.visit, safe: true }] }),
    places: {
      visitor_id: {
        names: "visit",
        in: "body",
        put: (id) => ({ marks: [{ ref: `of-${id.replaceAll(/\W/g, "")}`.slice(0, 64), visitor_id: id, safe: true }] }),
        own: 200,
        foreign: 200,
        malformed: 400,
      },
    },
    silent: true,
  },
  "POST /companies/{company_id}/evacuations/{id}/end": { line: LINE, object: "evacuation", silent: true },
};
