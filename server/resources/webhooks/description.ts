import { eventKinds } from "../../platform/events/event-kinds.ts";
import { type Components, writeSchema } from "../../platform/http/contract/components.ts";

type Json = Record<string, unknown>;

const header = (name: string, required: boolean, description: string, example: string): Json => ({
  name,
  in: "header",
  required,
  description,
  example,
  schema: { type: "string" },
});

/** The headers and fields of a call besides its payload (docs/webhooks.md). */
const HEADERS = [
  header(
    "webhook-id",
    true,
    "The same every time the same event is sent, so that repeats can be recognised",
    "6b01c03bdf5631b1ed4385b2",
  ),
  header("webhook-timestamp", true, "When it was sent, in seconds since 1970", "1795275851"),
  header(
    "webhook-signature",
    true,
    "As Standard Webhooks signs: `v1,` and the Base64 of the HMAC-SHA256 of ID, timestamp and body, joined by dots; two of them, separated by a space, after the secret has changed",
    "v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=",
  ),
  header("foyer-replay", false, "`true` if it was resent on request", "true"),
];

const ANSWER = {
  "2XX": {
    description:
      "Received, within 10 seconds. Everything else is a failure; after 5 in a row Foyer turns the webhook off",
  },
};

const HOW =
  "Sent to the location's webhook with its `http_method`; with `GET` the same keys are query parameters. With HTTP Basic credentials if configured. The event stream sends the same payload.";

/** The `webhooks` section of the OpenAPI document: the calls that the service makes, one entry per kind of event. */
export const describeWebhooks = (components: Components): Json => {
  const entries = eventKinds.map(({ eventName, when, schema }) => [
    eventName,
    {
      post: {
        tags: ["Webhooks"],
        summary: when,
        description: HOW,
        operationId: `on_${eventName}`.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
        security: [],
        parameters: HEADERS,
        requestBody: {
          required: true,
          content: { "application/json": { schema: writeSchema(schema, "answered", components) } },
        },
        responses: ANSWER,
      },
    },
  ]);
  return Object.fromEntries(entries) as Json;
};
