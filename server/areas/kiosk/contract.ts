import { REPORTED_SYNCS_MAX, REPORTED_TEXT_MAX } from "../../../shared/rejected-syncs.ts";
import { endpoint } from "../../platform/http/contract/contract.ts";
import { Id, Instant, Type, WholeNumber, OneOf } from "../../platform/http/contract/schemas.ts";
import { HealthReport } from "../../resources/devices/health-contract.ts";

const TAG = "Kiosk";

/** Bodies are short here, and the first two endpoints need no credential. */
const BODY_LIMIT = 16 * 1024;

/** Starts pairing: no credential is needed. */
export const startPairing = endpoint({
  method: "POST",
  path: "/pairing",
  tag: TAG,
  summary: "A code to show, and a token to ask whether it has been entered",
  permission: "anyone",
  bodyLimit: BODY_LIMIT,
  response: Type.Object({
    code: Type.String({ examples: ["123 456"] }),
    token: Type.String({ examples: ["pair_…"] }),
    expires: Instant,
    poll_seconds: Type.Integer(),
  }),
  secret: true,
});

/** Asks for the state of the pairing: the token in the body identifies the caller. */
export const pollPairing = endpoint({
  method: "POST",
  path: "/pairing/poll",
  tag: TAG,
  summary: "Whether the code was entered; if so, the credential of this kiosk",
  permission: "anyone",
  bodyLimit: BODY_LIMIT,
  body: Type.Object({
    token: Type.String({ maxLength: 200, "x-expected": "the token that came with the code" }),
  }),
  response: Type.Object({
    status: OneOf("waiting", "expired", "paired"),
    credential: Type.Optional(Type.String({ examples: ["dev_…"] })),
  }),
  secret: true,
});

/** The kiosk's own settings and those of its location. */
export const Settings = Type.Object({
  device: Type.Object({ _id: Id, name: Type.String(), entrypoint_id: Type.Optional(Id) }),
  location: Type.Object({
    _id: Id,
    name: Type.String(),
    timezone: Type.String(),
    languages: Type.Array(Type.String()),
    default_language: Type.String(),
  }),
  beat_seconds: Type.Integer(),
});

/** Every 30 seconds; after 90 seconds without one, the kiosk is offline. */
export const heartbeat = endpoint({
  method: "POST",
  path: "/heartbeat",
  tag: TAG,
  summary: "The kiosk is there",
  permission: "anyone",
  bodyLimit: BODY_LIMIT,
  body: Type.Object({
    app_version: Type.Optional(
      Type.String({ minLength: 1, maxLength: 100, "x-expected": "the version of the app, at most 100 characters" }),
    ),
    health: Type.Optional(HealthReport),
  }),
  bodyOptional: true,
  response: Settings,
});

/** The kiosk's own record. Does not count as a heartbeat. */
export const readMe = endpoint({
  method: "GET",
  path: "/me",
  tag: TAG,
  summary: "What this kiosk is, and where",
  permission: "anyone",
  response: Settings,
});

const Short = Type.String({
  maxLength: REPORTED_TEXT_MAX,
  "x-expected": `a text of at most ${REPORTED_TEXT_MAX} characters`,
});

const ReportedItem = Type.Object(
  {
    ref: Type.String({ pattern: "^[\\w-]{1,100}$", "x-expected": "how the kiosk names it: letters, digits, _ and -" }),
    kind: OneOf("sign_in", "sign_out"),
    queued_at: Instant,
    name: Type.Optional(Short),
    company: Type.Optional(Short),
    field: Type.Optional(Short),
    tries: WholeNumber(1, 1_000_000),
  },
  { "x-expected": "{ ref, kind, queued_at, tries }, with name, company and field where they are known" },
);

/** The rejected syncs that the kiosk holds; sent whenever they change, and while there are any. */
export const reportRejectedSyncs = endpoint({
  method: "POST",
  path: "/undelivered",
  tag: TAG,
  summary: "Everything that was refused when it was sent from the queue; returns the decisions about it",
  description: `Times are by the kiosk's clock. An item that is left out is settled. More than ${REPORTED_SYNCS_MAX} are reported once there are fewer.`,
  permission: "anyone",
  bodyLimit: 1024 * 1024,
  body: Type.Object({
    sent_at: Instant,
    items: Type.Array(ReportedItem, {
      maxItems: REPORTED_SYNCS_MAX,
      "x-expected": `an array of at most ${REPORTED_SYNCS_MAX} items`,
    }),
  }),
  response: Type.Object({
    again: Type.Array(Type.String(), { description: "To be sent again, by ref" }),
    discard: Type.Array(Type.String(), { description: "To be erased, by ref" }),
  }),
});
