import { named } from "../../../platform/http/contract/components.ts";
import { endpoint, LocationParams } from "../../../platform/http/contract/contract.ts";
import { Id, Type } from "../../../platform/http/contract/schemas.ts";

const Count = Type.Integer({ minimum: 0 });

/** requested = queued + skippedNoEmail + skippedRateLimited. */
export const InvitationCounts = Type.Object({
  requested: Count,
  queued: Count,
  skippedNoEmail: Count,
  skippedRateLimited: Count,
});

named({ InvitationCounts });

export const sendInvites = endpoint({
  operationId: "sendInvitations",
  method: "POST",
  path: "/companies/{company_id}/knownvisitors/sendinvites",
  tag: "Registered visitors",
  summary: "Email an invitation to registered visitors",
  description:
    "An ID sent twice counts once. Visitors without a usable email address, and IDs that aren't registered visitors of this location, count in skippedNoEmail; visitors above the location's invite_cap_per_day (rolling 24 hours) count in skippedRateLimited. Compare queued with requested.",
  permission: "registered_visitors",
  params: LocationParams,
  body: Type.Array(Id, {
    "x-expected": "an array of IDs of registered visitors",
    examples: [["66f1a2b3c4d5e6f708192a3b"]],
  }),
  response: InvitationCounts,
});
