import { ASK_AGAIN_MINUTES } from "../../../shared/ask-again.ts";
import { endpoint, LocationParams } from "../../platform/http/contract/contract.ts";
import { Id } from "../../platform/http/contract/schemas.ts";
import { startVisit } from "../../resources/visits/contract.ts";

/** The most requests about the same visit. */
export const ASK_AGAIN_MAX = 5;

export const askAgain = endpoint({
  operationId: "askHostAgain",
  method: "POST",
  path: "/companies/{company_id}/visitors/{id}/ask",
  tag: "Visitors",
  summary: "Send the host another approval request",
  description: `Queues the same email and SMS as at sign-in, for the current host. Works while the visit is \`pending\` and the visitor is inside, ${ASK_AGAIN_MINUTES} minutes after the previous request, and at most ${ASK_AGAIN_MAX} times.`,
  permission: "visits.write",
  params: { ...LocationParams, id: Id },
  response: startVisit.response,
});
