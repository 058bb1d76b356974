import { named } from "../http/components.ts";
import { endpoint, InLocation } from "../http/contract.ts";
import { Id, Instant, Message, OptionalPaging, recordKeys, Type, Word } from "../http/schemas.ts";

const TAG = "Webhooks";

/** Deliveries that are answered when no `count` is given; a busy location has thousands. */
export const DELIVERIES = 1_000;
/** How long deliveries are kept. */
export const KEPT_DAYS = 30;
/** How long both signing secrets sign after a change. */
export const OVERLAP_HOURS = 24;
/** So many waiting events are counted, no more. */
export const WAITING_MAX = 10_000;
/** So many of the last delivered calls tell how long an answer takes. */
export const TYPICAL_OF = 100;

/** So many deliveries are sent again by one call, no more. */
export const REPLAYS_MAX = 10_000;

const Method = Word("POST", "PUT", "PATCH", "GET");
/** What a header can carry without trouble at the receiver. */
const CREDENTIAL_LENGTH_MAX = 1_024;

/** The enabled webhook; all of it is absent when there is none. */
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
      "x-expected": `a name of at most ${CREDENTIAL_LENGTH_MAX} characters without a colon, as HTTP Basic wants it`,
    }),
  ),
  auth_password: Type.Optional(
    Type.String({
      pattern: "^[^\\u0000-\\u001f\\u007f]*$",
      maxLength: CREDENTIAL_LENGTH_MAX,
      "x-expected": `a password of at most ${CREDENTIAL_LENGTH_MAX} characters in one line`,
    }),
  ),
  enabled: Type.Optional(Type.Boolean({ "x-expected": "true or false" })),
});

/** What is changed of a webhook; what is absent stays. */
export const WebhookChange = Type.Partial(WebhookInput);

/** How a webhook fares: what is configured, whether it is switched off and why, and what became of its calls. */
export const WebhookHealth = Type.Object({
  status: Type.Unsafe<"none" | "enabled" | "off" | "disabled">({
    type: "string",
    enum: ["none", "enabled", "off", "disabled"],
    description: "off: an administrator switched it off. disabled: it was switched off after five failures in a row",
  }),
  url: Type.Optional(Type.String()),
  http_method: Type.Optional(Method),
  auth_username: Type.Optional(Type.String()),
  has_password: Type.Boolean(),
  has_secret: Type.Boolean(),
  previous_secret_ends: Type.Optional({
    ...Instant,
    description: "Until then the signing secret before signs along",
  }),
  failures: Type.Integer({ description: "Failures in a row; at five it is switched off" }),
  disabled_at: Type.Optional(Instant),
  last_error: Type.Optional(Type.String({ description: "Of the last of the failures in a row" })),
  waiting: Type.Integer({ description: `Events that are not sent yet; ${WAITING_MAX} stands for more` }),
  delivered_today: Type.Integer({
    description: "Of all calls that ended today at the location, replays and tests too",
  }),
  failed_today: Type.Integer({ description: "The others of today: failed, expired or unknown" }),
  typical_ms: Type.Optional(
    Type.Integer({ description: `The median of the last ${TYPICAL_OF} calls that were delivered` }),
  ),
  mod_date: Type.Optional(Instant),
});

/** A call that was made, or that was due and was not made. */
export const Delivery = Type.Object({
  ...recordKeys,
  company_id: Id,
  kind: Word("event", "test", "replay"),
  state: Type.Unsafe<"delivered" | "failed" | "expired" | "unknown">({
    type: "string",
    enum: ["delivered", "failed", "expired", "unknown"],
    description:
      "expired: it had waited for 24 hours and was not sent. unknown: the service ended while it was on its way; it may have arrived",
  }),
  eventName: Type.String(),
  subject_name: Type.Optional(
    Type.String({ description: "Who or what the event is about, as it is called now; nothing of it is sent" }),
  ),
  event_id: Type.String({ description: "The webhook-id header; of an event the id of its entry in the audit log" }),
  payload: Type.Object(
    { eventName: Type.String(), companyId: Id },
    { additionalProperties: true, description: "What is sent: as JSON, or with GET as query parameters" },
  ),
  url: Type.String({ description: "As configured at that moment" }),
  http_method: Method,
  status: Type.Optional(Type.Integer({ description: "The status of the receiver's answer" })),
  error: Type.Optional(Type.String()),
  response: Type.Optional(
    Type.String({ description: "The first KiB of the receiver's answer; credentials in it are hidden" }),
  ),
  started: Type.Optional(Instant),
  duration_ms: Type.Optional(Type.Integer()),
  replay_of: Type.Optional(Id),
});

/** A list of those that did not arrive is what somebody looks for when something is wrong. */
const OUTCOME = {
  outcome: Type.Optional(
    Type.Unsafe<"delivered" | "undelivered">({
      type: "string",
      enum: ["delivered", "undelivered"],
      "x-expected": "one of delivered, undelivered",
      description: "undelivered: failed, expired or unknown",
    }),
  ),
};

const saved = { message: Type.String(), webhook_id: Id };
const SavedWebhook = Type.Object(saved);
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
    "Clears the failure counter and enables a webhook that was switched off after five failures. Credentials that are left out are cleared. A name that does not resolve is accepted, and `message` says so.",
  may: "location.manage",
  params: InLocation,
  body: { ...WebhookInput, examples: [{ url: "https://receiver.example/visits", http_method: "POST" }] },
  response: SavedWebhook,
});

export const readWebhook = endpoint({
  operationId: "getWebhook",
  method: "GET",
  path: "/companies/{company_id}/webhooks",
  tag: TAG,
  summary: "The enabled webhook, or {} when there is none",
  description: "The password is write-only. A webhook that was switched off after five failures reads as {} too.",
  may: "location.manage",
  params: InLocation,
  response: Webhook,
});

export const changeWebhook = endpoint({
  operationId: "updateWebhook",
  method: "PUT",
  path: "/companies/{company_id}/webhooks",
  tag: TAG,
  summary: "Change the webhook; what is left out stays, the password too",
  description:
    'As every PUT: an absent key stays, null removes. But a password does not go along to another scheme, host or port: without `auth_password` in the same call it is cleared, and `message` says so. Like a POST it clears the failure counter, so `{ "enabled": true }` switches a webhook on again that was switched off after five failures.',
  may: "location.manage",
  params: InLocation,
  body: { ...WebhookChange, examples: [{ enabled: true }] },
  keeps: ["url"],
  response: SavedWebhook,
});

export const removeWebhook = endpoint({
  operationId: "deleteWebhook",
  method: "DELETE",
  path: "/companies/{company_id}/webhooks",
  tag: TAG,
  summary: "Remove the webhook",
  description:
    "Address, password, signing secret, what waits to be delivered and the list of deliveries are gone; the audit log keeps who configured and removed it. `404` when there is none.",
  may: "location.manage",
  params: InLocation,
  response: Message,
});

/** What is to be sent again. */
export const ReplayInput = Type.Object({
  since: {
    ...Instant,
    description: "Deliveries that failed at this time or later",
  },
  until: Type.Optional({ ...Instant, description: "And before this time; now when it is left out" }),
  state: Type.Optional({
    ...Word("failed", "undelivered"),
    description: "failed, the default: called without success. undelivered: also expired and unknown",
  }),
});

export const ReplayAnswer = Type.Object({
  message: Type.String(),
  queued: Type.Integer({ description: "How many are sent again; those that wait already are not counted again" }),
});

named({ WebhookReplay: ReplayInput, WebhookReplayQueued: ReplayAnswer });

export const replaySince = endpoint({
  operationId: "replayFailedDeliveries",
  method: "POST",
  path: "/companies/{company_id}/webhooks/replay",
  tag: TAG,
  summary: "Send again, in order, what failed in a span of time",
  description: `At most ${REPLAYS_MAX}, one after the other in the order of their events, to the webhook as it is configured then and whether or not it is enabled; new events go first. What has arrived meanwhile by a replay is left out. Each call has the same webhook-id as before and the header foyer-replay, and does not touch the failure counter; after five failures in a row the rest is dropped and stays failed.`,
  may: "location.manage",
  params: InLocation,
  body: { ...ReplayInput, examples: [{ since: "2026-11-21T09:30:00Z" }] },
  response: ReplayAnswer,
});

export const readHealth = endpoint({
  operationId: "getWebhookHealth",
  method: "GET",
  path: "/companies/{company_id}/webhooks/health",
  tag: TAG,
  summary: "How the webhook fares, also when it is switched off",
  description: "The password and the signing secret are write-only.",
  may: "location.manage",
  params: InLocation,
  response: WebhookHealth,
});

export const rotateSecret = endpoint({
  operationId: "rotateWebhookSecret",
  method: "POST",
  path: "/companies/{company_id}/webhooks/secret",
  tag: TAG,
  summary: "Make a new signing secret; it is shown here and never again",
  description: `Every call is signed as Standard Webhooks describes it. For ${OVERLAP_HOURS} hours the secret before signs too.`,
  may: "location.manage",
  params: InLocation,
  response: WebhookSecret,
  secret: true,
});

export const listDeliveries = endpoint({
  operationId: "listDeliveries",
  method: "GET",
  path: "/companies/{company_id}/webhooks/deliveries",
  tag: TAG,
  summary: "What became of the calls, newest first",
  description: `Kept for ${KEPT_DAYS} days. Without \`count\` and \`page\` the newest ${DELIVERIES}.`,
  may: "location.manage",
  params: InLocation,
  query: { ...OptionalPaging, ...OUTCOME },
  response: Type.Array(Delivery),
});

const MANUAL =
  "Made at once and answered with its outcome; 8 seconds at most, whether or not the webhook is enabled. It does not touch the failure counter.";

export const replayDelivery = endpoint({
  operationId: "replayDelivery",
  method: "POST",
  path: "/companies/{company_id}/webhooks/deliveries/{id}/replay",
  tag: TAG,
  summary: "Send one again, to the webhook as it is configured now",
  description: `${MANUAL} The call is the same, with the same webhook-id, and carries the header foyer-replay.`,
  may: "location.manage",
  params: { ...InLocation, id: Id },
  response: Delivery,
});

export const testWebhook = endpoint({
  operationId: "testWebhook",
  method: "POST",
  path: "/companies/{company_id}/webhooks/test",
  tag: TAG,
  summary: "Make a test call: eventName is webhook_test",
  description: MANUAL,
  may: "location.manage",
  params: InLocation,
  response: Delivery,
});
