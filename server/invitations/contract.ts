import { named } from "../http/components.ts";
import { endpoint, InLocation } from "../http/contract.ts";
import { Id, Type } from "../http/schemas.ts";

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
  summary: "Mail an invitation to registered visitors",
  description:
    "An id that stands twice counts once. Who has no usable e-mail address, or is no registered visitor of this location, counts in skippedNoEmail; who is above the location's invite_cap_per_day (rolling 24 hours) in skippedRateLimited. Compare queued with requested.",
  may: "registered_visitors",
  params: InLocation,
  body: Type.Array(Id, {
    "x-expected": "an array of ids of registered visitors",
    examples: [["66f1a2b3c4d5e6f708192a3b"]],
  }),
  response: InvitationCounts,
});
