import { endpoint, EVENT_STREAM, InLocation } from "../http/contract.ts";
import { Type } from "../http/schemas.ts";

const PULSE_SECONDS_MAX = 60;
const AFTER = "The id of the last event that was received: the stream goes on after it.";

/** Ids are numbers of the location's log (docs/decisions/0005-log.md). */
const LastEventId = Type.String({ description: AFTER, examples: ["1042"] });

export const readEvents = endpoint({
  operationId: "streamEvents",
  method: "GET",
  path: "/companies/{company_id}/events",
  tag: "Events",
  summary: "What happens at a location, as it happens",
  description: [
    "A stream of server-sent events in the order of their commits, from now on or after Last-Event-ID, without gaps and without repetitions.",
    "Each has the kind as `event`, a rising number as `id`, and as `data` the JSON that a webhook would get: eventName, companyId and ids.",
    "A Last-Event-ID beyond the newest is of another database, such as the one before a restore: the stream begins now, with an event `stream_restarted` that says so, and the client reads again what it keeps.",
    "A comment comes every 15 to 20 seconds; with it the credential is checked again, and the stream ends when it no longer counts.",
    "A client that does not read fast enough is disconnected. It connects again with Last-Event-ID and misses nothing.",
  ].join(" "),
  may: "visits.read",
  params: InLocation,
  query: {
    lastEventId: Type.Optional(
      Type.String({ description: `${AFTER} For clients that cannot set the header, which wins.`, examples: ["1042"] }),
    ),
    pulse: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: PULSE_SECONDS_MAX,
        "x-expected": `a number of seconds from 1 to ${PULSE_SECONDS_MAX}`,
        description:
          "Sends an event `pulse` without id at once, and again every so many seconds. For clients that cannot hear comments, such as EventSource, and must notice a silent line.",
      }),
    ),
  },
  headers: { "Last-Event-ID": LastEventId },
  response: Type.String(),
  produces: EVENT_STREAM,
});
