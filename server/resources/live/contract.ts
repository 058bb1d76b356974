import { endpoint, EVENT_STREAM, LocationParams } from "../../platform/http/contract/contract.ts";
import { Type } from "../../platform/http/contract/schemas.ts";

const PULSE_SECONDS_MAX = 60;

export const readEvents = endpoint({
  operationId: "streamEvents",
  method: "GET",
  path: "/companies/{company_id}/events",
  tag: "Events",
  summary: "Live events from a location",
  description: [
    "A stream of server-sent events in commit order, from now on or after the header Last-Event-ID, the ID of the last event received, without gaps or repeats.",
    "Each has its kind as `event`, an increasing number as `id`, and as `data` the JSON that a webhook would get: eventName, companyId and ids.",
    "A Last-Event-ID beyond the newest comes from another database, such as one from before a restore: the stream then starts now, with an event `stream_restarted`, and the client should reload its data.",
    "A comment is sent every 15 to 20 seconds. The credential is checked again each time, and the stream ends if it is no longer valid.",
    "A client that doesn't read fast enough is disconnected. If it reconnects with Last-Event-ID, it misses nothing.",
  ].join(" "),
  permission: "visits.read",
  params: LocationParams,
  query: {
    lastEventId: Type.Optional(
      Type.String({
        // The header isn't declared: generators make one name of both (openapi-typescript-codegen).
        description:
          "The ID of the last event received: the stream continues after it. For clients that can't set the header Last-Event-ID; if both are sent, the header wins.",
        examples: ["1042"],
      }),
    ),
    pulse: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: PULSE_SECONDS_MAX,
        "x-expected": `a number of seconds from 1 to ${PULSE_SECONDS_MAX}`,
        description:
          "Sends an event `pulse` without an ID immediately, and then every so many seconds. For clients that can't see comments, such as EventSource, but must notice a lost connection.",
      }),
    ),
  },
  response: Type.String(),
  produces: EVENT_STREAM,
});
