import { named } from "../../platform/http/contract/components.ts";
import { endpoint, LocationParams } from "../../platform/http/contract/contract.ts";
import { Id, Instant, Message, OptionalPaging, recordKeys, Type, OneOf } from "../../platform/http/contract/schemas.ts";
import { Delivery, Method } from "./delivery-contract.ts";

const TAG = "Webhooks";

/** Deliveries returned if `count` is missing; a busy location has thousands. */
export const DELIVERIES_DEFAULT = 1_000;
/** How long deliveries are kept. */
export const KEPT_DAYS = 30;
/** How long both signing secrets are used after a rotation. */
export const OVERLAP_HOURS = 24;
/** The most waiting events that are counted. */
export const WAITING_MAX = 10_000;
/** How many of the last successful calls the median response time is taken from. */
export const TYPICAL_OF = 100;

/** The most deliveries that one call sends again. */
export const REPLAYS_MAX = 10_000;

/** The characters that every receiver accepts in a header. */
const CREDENTIAL_LENGTH_MAX = 1_024;

/** The enabled webhook; all keys are absent if there is none. */
export const Webhook = Type.Partial(
  Type.Object({
    ...recordKeys,
    company_id: Id,
    url: Type.String(),
    http_method: Method,
    auth_username: Type.String(),
    enabled: Type.Boolean(),
  }),
);

export const WebhookInput = Type.Object({
  url: Type.String({
    description: "http or https, publicly reachable",
    "x-expected": "an http or https URL",
    examples: ["https://receiver.example/visits"],
  }),
  http_method: Type.Optional(Method),
  auth_username: Type.Optional(
    Type.String({
      pattern: "^[^:\\u0000-\\u001f\\u007f]*$",
      maxLength: CREDENTIAL_LENGTH_MAX,
      "x-expected": `a name of at most ${CREDENTIAL_LENGTH_MAX} characters without a colon, as HTTP Basic requires`,
    }),
  ),
  auth_password: Type.Optional(
    Type.String({
      pattern: "^[^\\u0000-\\u001f\\u007f]*$",
      maxLength: CREDENTIAL_LENGTH_MAX,
      "x-expected": `a password of at most ${CREDENTIAL_LENGTH_MAX} characters on one line`,
    }),
  ),
  enabled: Type.Optional(Type.Boolean({ "x-expected": "true or false" })),
});

/** A change of a webhook; absent keys remain unchanged. */
export const WebhookChange = Type.Partial(WebhookInput);

/** The health of a webhook: its configuration, whether and why it is turned off, and the outcome of its calls. */
export const WebhookHealth = Type.Object({
  status: Type.Unsafe<"none" | "enabled" | "off" | "disabled">({
    type: "string",
    enum: ["none", "enabled", "off", "disabled"],
    description: "off: turned off by an administrator. disabled: turned off by Foyer after 5 failures in a row",
  }),
  url: Type.Optional(Type.String()),
  http_method: Type.Optional(Method),
  auth_username: Type.Optional(Type.String()),
  has_password: Type.Boolean(),
  has_secret: Type.Boolean(),
  previous_secret_ends: Type.Optional({
    ...Instant,
    description: "Until then, the previous signing secret also signs",
  }),
  failures: Type.Integer({ description: "Failures in a row; turned off at 5" }),
  disabled_at: Type.Optional(Instant),
  last_status: Type.Optional(
    Type.Integer({ description: "The status of the endpoint's response to the latest of those failures" }),
  ),
  last_error: Type.Optional(Type.String({ description: "The error of the latest of those failures" })),
  waiting: Type.Integer({ description: `Events that haven't been sent yet; ${WAITING_MAX} means that many or more` }),
  delivered_today: Type.Integer({
    description:
      "How many of today's requests were delivered (in the location's time zone), including resent ones and tests",
  }),
  failed_today: Type.Integer({ description: "The rest of today's requests: failed, expired or unknown" }),
  typical_ms: Type.Optional(Type.Integer({ description: `The median of the last ${TYPICAL_OF} delivered requests` })),
  mod_date: Type.Optional(Instant),
});

/** Administrators look for failed deliveries when their receiver fails. */
const OUTCOME = {
  outcome: Type.Optional(
    Type.Unsafe<"delivered" | "undelivered">({
      type: "string",
      enum: ["delivered", "undelivered"],
      "x-expected": "one of delivered, undelivered",
      description: "undelivered: failed, expired or unknown, and not recovered by a resend since",
    }),
  ),
};

const saved = { message: Type.String(), webhook_id: Id };
const SavedWebhook = Type.Object({
  ...saved,
  warnings: Type.Optional(
    Type.Array(OneOf("host_unresolved", "password_cleared"), {
      description:
        "What `message` says beside the success. host_unresolved: the host name doesn't resolve yet. password_cleared: the scheme, host or port has changed",
    }),
  ),
});
const WebhookSecret = Type.Object({
  ...saved,
  secret: Type.Optional(Type.String({ description: "whsec_ and 32 bytes as Base64" })),
  previous_secret_ends: Type.Optional(Instant),
});

named({ Webhook, WebhookInput, WebhookUpdate: WebhookChange, SavedWebhook, WebhookSecret, WebhookHealth, Delivery });

export const saveWebhook = endpoint({
  operationId: "saveWebhook",
  method: "POST",
  path: "/companies/{company_id}/webhooks",
  tag: TAG,
  summary: "Create the webhook, or replace it as a whole",
  description:
    "Resets the number of failures and turns on a webhook that Foyer turned off after 5 failures. Credentials that are left out are cleared. A host name that doesn't resolve is accepted, and `message` says so.",
  permission: "location.manage",
  params: LocationParams,
  body: { ...WebhookInput, examples: [{ url: "https://receiver.example/visits", http_method: "POST" }] },
  response: SavedWebhook,
  etag: "whole",
});

export const readWebhook = endpoint({
  operationId: "getWebhook",
  method: "GET",
  path: "/companies/{company_id}/webhooks",
  tag: TAG,
  summary: "The webhook if it is turned on, otherwise {}",
  description: "The password is write-only. A webhook that Foyer turned off after 5 failures also reads as {}.",
  permission: "location.manage",
  params: LocationParams,
  response: Webhook,
});

export const changeWebhook = endpoint({
  operationId: "updateWebhook",
  method: "PUT",
  path: "/companies/{company_id}/webhooks",
  tag: TAG,
  summary: "Change the webhook; what is left out is kept, including the password",
  description:
    "As with every PUT, a missing key is kept and `null` removes it. But a password isn't kept for another scheme, host or port: without `auth_password` in the same call it is cleared, and `message` says so. Like a POST, it resets the number of failures and turns on a webhook that Foyer turned off after 5 failures, unless `enabled` is false.",
  permission: "location.manage",
  params: LocationParams,
  body: { ...WebhookChange, examples: [{ enabled: true }] },
  keeps: ["url"],
  response: SavedWebhook,
  etag: "whole",
});

export const removeWebhook = endpoint({
  operationId: "deleteWebhook",
  method: "DELETE",
  path: "/companies/{company_id}/webhooks",
  tag: TAG,
  summary: "Remove the webhook",
  description:
    "Removes its URL, password, signing secret, queued events and list of deliveries. The audit log keeps who configured and removed it. `404` if there is none.",
  permission: "location.manage",
  params: LocationParams,
  response: Message,
});

/** Which deliveries to send again. */
export const ReplayInput = Type.Object({
  since: {
    ...Instant,
    description: "Deliveries that failed at this time or later",
  },
  until: Type.Optional({ ...Instant, description: "And before this time; now if left out" }),
  state: Type.Optional({
    ...OneOf("failed", "undelivered"),
    description: "failed (the default): requested without success. undelivered: also expired and unknown",
  }),
});

export const ReplayAnswer = Type.Object({
  message: Type.String(),
  queued: Type.Integer({ description: "How many are queued to be resent; those already queued aren't counted again" }),
});

named({ WebhookReplay: ReplayInput, WebhookReplayQueued: ReplayAnswer });

export const replaySince = endpoint({
  operationId: "replayFailedDeliveries",
  method: "POST",
  path: "/companies/{company_id}/webhooks/replay",
  tag: TAG,
  summary: "Resend, in order, what failed in a period of time",
  description: `At most ${REPLAYS_MAX}, one after the other in the order of their events, to the webhook as configured at that time, whether or not it is turned on; new events are sent first. Deliveries that have since been resent successfully are left out. Each request has the same webhook-id as before and the header foyer-replay, and doesn't count as a failure of the webhook; after 5 failures in a row the rest is dropped and remains failed.`,
  permission: "location.manage",
  params: LocationParams,
  body: { ...ReplayInput, examples: [{ since: "2026-11-21T09:30:00Z" }] },
  response: ReplayAnswer,
});

export const readHealth = endpoint({
  operationId: "getWebhookHealth",
  method: "GET",
  path: "/companies/{company_id}/webhooks/health",
  tag: TAG,
  summary: "The webhook's health, even when it is turned off",
  description: "The password and the signing secret are write-only.",
  permission: "location.manage",
  params: LocationParams,
  response: WebhookHealth,
});

export const rotateSecret = endpoint({
  operationId: "rotateWebhookSecret",
  method: "POST",
  path: "/companies/{company_id}/webhooks/secret",
  tag: TAG,
  summary: "Create a new signing secret; it is shown once, here",
  description: `Every request is signed as Standard Webhooks describes. For ${OVERLAP_HOURS} hours, the previous secret also signs.`,
  permission: "location.manage",
  params: LocationParams,
  response: WebhookSecret,
  secret: true,
});

export const listDeliveries = endpoint({
  operationId: "listDeliveries",
  method: "GET",
  path: "/companies/{company_id}/webhooks/deliveries",
  tag: TAG,
  summary: "Deliveries, newest first",
  description: `Kept for ${KEPT_DAYS} days. Without \`count\` and \`page\`, the newest ${DELIVERIES_DEFAULT}.`,
  permission: "location.manage",
  params: LocationParams,
  query: { ...OptionalPaging, ...OUTCOME },
  response: Type.Array(Delivery),
});

const MANUAL =
  "Sent immediately, and the call returns the outcome, within 8 seconds, whether or not the webhook is turned on. It doesn't count as a failure of the webhook.";

export const replayDelivery = endpoint({
  operationId: "replayDelivery",
  method: "POST",
  path: "/companies/{company_id}/webhooks/deliveries/{id}/replay",
  tag: TAG,
  summary: "Resend one, to the webhook as configured now",
  description: `${MANUAL} The request is the same, with the same webhook-id, and has the header foyer-replay.`,
  permission: "location.manage",
  params: { ...LocationParams, id: Id },
  response: Delivery,
});

export const testWebhook = endpoint({
  operationId: "testWebhook",
  method: "POST",
  path: "/companies/{company_id}/webhooks/test",
  tag: TAG,
  summary: "Send a test request: eventName is webhook_test",
  description: MANUAL,
  permission: "location.manage",
  params: LocationParams,
  response: Delivery,
});
