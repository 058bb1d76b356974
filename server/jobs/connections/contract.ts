import { MESSAGE_KINDS } from "../../platform/channels/channels.ts";
import { named } from "../../platform/http/contract/components.ts";
import { endpoint } from "../../platform/http/contract/contract.ts";
import { Id, Instant, OneOf, Type } from "../../platform/http/contract/schemas.ts";

/** What Foyer can be connected to. */
export const CONNECTION_KINDS = [...MESSAGE_KINDS, "login_provider", "directory", "webhook"] as const;

/** `unused`: nothing was sent or received yet. `failing`: the last that happened was a failure. */
export const CONNECTION_STATES = ["ok", "unused", "failing", "off"] as const;

export const Connection = Type.Object({
  kind: OneOf(...CONNECTION_KINDS),
  _id: Type.Optional({ ...Id, description: "Of a login provider or a directory" }),
  company_id: Type.Optional({ ...Id, description: "The location of a webhook" }),
  name: Type.Optional(Type.String({ description: "Of a login provider, a directory, or the location of a webhook" })),
  state: OneOf(...CONNECTION_STATES),
  last_success: Type.Optional(Instant),
  last_failure: Type.Optional(Instant),
  error: Type.Optional(Type.String({ description: "What the last failure was, in a sentence" })),
  next_try: Type.Optional(Instant),
});

named({ Connection });

export const listConnections = endpoint({
  operationId: "listConnections",
  method: "GET",
  path: "/connections",
  tag: "System",
  summary: "Everything that Foyer is connected to, with its state",
  description:
    "What is known from the last messages, calls and logins; nothing is tried. A local administrator sees the webhooks of their locations, and email and SMS as far as their locations sent them.",
  permission: "location.manage",
  closedToKeys: true,
  response: Type.Array(Connection),
});
