import type { FastifyInstance } from "fastify";

import type { RequestContext } from "../../platform/http/request-context.ts";
import type { Router } from "../../platform/http/router.ts";
import { readEvents } from "./contract.ts";
import { makeHub } from "./hub.ts";
import { makeStreamCounter } from "./stream-counter.ts";
import { HEARTBEAT_MS, open } from "./streams.ts";

/** The bounds of the time between two heartbeats of a stream, which also recheck its caller. */
export type StreamTiming = { heartbeatMs: readonly [number, number] };

/** The live events of a location. Streams end before the server waits for open requests. */
export const liveRoutes = (
  { on }: Router,
  app: FastifyInstance,
  context: RequestContext["context"],
  pace: StreamTiming = { heartbeatMs: HEARTBEAT_MS },
): void => {
  const hub = makeHub(context);
  const streamCounter = makeStreamCounter();
  app.addHook("preClose", async () => hub.end());
  on(readEvents, async (call) => {
    const { lastEventId, pulse } = call.query;
    return open({ ctx: call, location: call.location, lastEventId, pulse, hub, streamCounter, ...pace });
  });
};
