import type { Row } from "./row.ts";

/** The live events, and the message in an emergency. */
export const liveRows: Record<string, Row> = {
  // It goes on: that nothing of other locations comes over it, test/server/resources/live/streams.test.ts proves.
  "GET /companies/{company_id}/events": { line: "read visits, inside list", silent: true },
  "POST /companies/{company_id}/emergency": {
    line: "mark safe, emergency message",
    body: ({ canary }) => ({ message: canary, drill: true }),
    silent: true,
  },
};
