import type { FastifyInstance } from "fastify";

import type { Act } from "../http/call.ts";
import type { Router } from "../http/routes.ts";
import { readEvents } from "./contract.ts";
import { makeHub } from "./hub.ts";
import { makeSeats } from "./seats.ts";
import { HEARTBEAT_MS, open } from "./streams.ts";

/** How often a stream beats and asks for its caller again: at least so long, at most so long between two. */
export type Pace = { heartbeatMs: readonly [number, number] };

/** The live events of a location. Streams end before the server waits for what is in hand. */
export const liveRoutes = (
  { on }: Router,
  app: FastifyInstance,
  context: Act["context"],
  pace: Pace = { heartbeatMs: HEARTBEAT_MS },
): void => {
  const hub = makeHub(context);
  const seats = makeSeats();
  app.addHook("preClose", async () => hub.end());
  on(readEvents, async (call) => {
    const { lastEventId, pulse } = call.query;
    return open({ act: call, location: call.location, lastEventId, pulse, hub, seats, ...pace });
  });
};
