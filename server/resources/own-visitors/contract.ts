import { named } from "../../platform/http/contract/components.ts";
import { endpoint } from "../../platform/http/contract/contract.ts";
import { Id, Message, OneOf, OpenObject, Type } from "../../platform/http/contract/schemas.ts";
import { readRegistered } from "../registered-visitors/contract.ts";
import { Rejection, Visit } from "../visits/contract.ts";

const access = { tag: "My visitors", permission: "visits.read", closedToKeys: true } as const;
const ById = { visitorId: Id };

const OwnVisitors = Type.Object({
  visits: Type.Array(Visit, { description: "The latest first" }),
  inside: Type.Array(Id, { description: "Those of the visits that count as inside now" }),
  registered_visitors: Type.Array(readRegistered.response, {
    description: "Expected at any time in the span, the next first; those without `visiting_on` at the end",
  }),
});

/** Another host is asked by the link in the message. */
const ReplyInput = Type.Object({ reply: OneOf("coming", "wait", "reception") });

const StandIn = Type.Object({
  email: Type.String({ description: "The address of another user of one of the user's locations" }),
  from: Type.String({ description: "When the user is away from" }),
  until: Type.String({ description: "When the user is back" }),
});

/** What a user has set for their own visitors. */
export const OwnSettings = Type.Object({ stand_in: Type.Optional(StandIn) });

/** A change of it. */
export const OwnSettingsInput = Type.Object({ stand_in: Type.Optional(StandIn) });

named({ OwnVisitors, ReplyInput, OwnSettings, OwnSettingsInput });

const bound = (description: string) =>
  Type.Optional(
    Type.String({
      examples: ["2026-11-21"],
      description,
      "x-expected": "an ISO 8601 timestamp or a date such as 2026-11-21",
    }),
  );

export const listOwn = endpoint({
  ...access,
  operationId: "listOwnVisitors",
  method: "GET",
  path: "/me/visitors",
  summary: "The user's own visits and registered visitors, at all their locations",
  description:
    "Those whose host has the user's email address. Dates are days of each location; visits of people inside are included even if they began before. 400 days at most. Users only.",
  query: {
    from: bound("Default: today"),
    until: bound("The last day, or a moment. Default: 30 days after `from`"),
  },
  response: OwnVisitors,
});

const own = { ...access, method: "POST", params: ById, response: Visit } as const;

export const approveOwn = endpoint({
  ...own,
  operationId: "approveOwnVisit",
  path: "/me/visitors/{visitorId}/approve",
  summary: "Approve a visitor of the user's own",
  description: "As `POST /visitors/{visitorId}/approve`, for hosts.",
  body: OpenObject({}),
  bodyOptional: true,
});

export const rejectOwn = endpoint({
  ...own,
  operationId: "rejectOwnVisit",
  path: "/me/visitors/{visitorId}/reject",
  summary: "Reject a visitor of the user's own",
  description: "As `POST /visitors/{visitorId}/reject`, for hosts.",
  body: Rejection,
  bodyOptional: true,
});

export const signOutOwn = endpoint({
  ...own,
  operationId: "signOutOwnVisit",
  path: "/me/visitors/{visitorId}/signout",
  summary: "Sign out a visitor of the user's own",
  description: "As `POST /visitors/{visitorId}/signout`, for hosts.",
  body: OpenObject({}),
  bodyOptional: true,
});

export const replyToOwn = endpoint({
  ...own,
  operationId: "replyToOwnVisitor",
  path: "/me/visitors/{visitorId}/reply",
  summary: "Reply to a visitor of the user's own who waits",
  description: "The visitor is shown the reply. It changes nothing for one who has left or was rejected.",
  body: { ...ReplyInput, examples: [{ reply: "coming" }] },
});

export const removeOwn = endpoint({
  ...access,
  operationId: "removeOwnRegisteredVisitor",
  method: "DELETE",
  path: "/me/knownvisitors/{id}",
  summary: "Cancel a visit: remove a registered visitor of the user's own",
  description: "An invited visitor who is still to come is emailed that the visit is cancelled.",
  params: { id: Id },
  response: Message,
});

export const readOwnSettings = endpoint({
  ...access,
  operationId: "getOwnSettings",
  method: "GET",
  path: "/me/settings",
  summary: "What the user has set for their own visitors",
  description: "`stand_in` is the user who replaces them while they are away; absent without one.",
  etag: "whole",
  response: OwnSettings,
});

export const changeOwnSettings = endpoint({
  ...access,
  operationId: "updateOwnSettings",
  method: "PUT",
  path: "/me/settings",
  summary: "Name who replaces the user while they are away",
  description:
    "From `from` until `until`, the visitors of the user are those of the other user as well, who is emailed about them and can approve, reject, reply and sign out. `null` ends it.",
  etag: "whole",
  body: {
    ...OwnSettingsInput,
    examples: [
      { stand_in: { email: "bo@example.org", from: "2026-12-21T08:00:00.000Z", until: "2027-01-04T08:00:00.000Z" } },
    ],
  },
  response: OwnSettings,
});
