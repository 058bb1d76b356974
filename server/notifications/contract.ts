import { endpoint, InLocation } from "../http/contract.ts";
import { Id } from "../http/schemas.ts";
import { startVisit } from "../visits/contract.ts";

/** Minutes between two questions about the same visit, and the most of them: a host is not to be flooded. */
export const ASK_AGAIN_MINUTES = 2;
export const ASK_AGAIN_MAX = 5;

export const askAgain = endpoint({
  operationId: "askHostAgain",
  method: "POST",
  path: "/companies/{company_id}/visitors/{id}/ask",
  tag: "Visitors",
  summary: "Ask the host of a screened visitor again to decide",
  description: `Queues the same mail and SMS as the sign-in did, to whoever is the host now. Works while the visit is \`pending\` and the visitor is inside, ${ASK_AGAIN_MINUTES} minutes after the last time they were asked, and ${ASK_AGAIN_MAX} times at most.`,
  may: "visits.write",
  params: { ...InLocation, id: Id },
  response: startVisit.response,
});
