import type { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";

import type { FastifyInstance } from "fastify";

/** No request takes longer than this, whatever its client does (slow headers, slow body, slow reading). */
const HELD_MS_MAX = 10_000;
const CHECK_MS = 500;
/** How long a client that has its response may be silent in the middle of its request. */
const SILENT_MS_MAX = 2_000;

declare module "fastify" {
  interface FastifyContextConfig {
    /** An event stream may stay open. */
    stream?: boolean;
  }
}

/** A file of 500 MB over a slow line; `addReadDeadline` ends all other slow bodies much sooner. */
const FILE_MS_MAX = 10 * 60_000;

/** Time-outs of Node's HTTP server, which ends slow headers if it is told to check often enough. */
export const serverTimeouts = {
  headersTimeout: HELD_MS_MAX - 1_000,
  requestTimeout: FILE_MS_MAX,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: CHECK_MS,
};

/**
 * Reads and drops what a client still sends after its response, and ends the connection if nothing arrives or there is
 * no end.
 */
export const drainRequest = (request: IncomingMessage): void => {
  const end = (): void => void request.destroy();
  const silent = setTimeout(end, SILENT_MS_MAX).unref();
  const whole = setTimeout(end, HELD_MS_MAX).unref();
  request.on("data", () => silent.refresh());
  request.once("close", () => {
    clearTimeout(silent);
    clearTimeout(whole);
  });
};

/** How long a client may read nothing of its response; for responses with such a limit. */
const stallLimits = new WeakMap<ServerResponse, number>();
/** Responses that may take as long as their clients keep reading. */
const unhurried = new WeakSet<ServerResponse>();

/** An injected call has no connection that could stall. */
const setAgain = ({ socket }: ServerResponse, ms: number): void => {
  if (socket instanceof Socket) socket.setTimeout(ms);
};

/**
 * Ends a response if its client has read nothing for this long; of several limits the shortest counts. The time before
 * it begins does not.
 */
export const limitStall = (answer: ServerResponse, ms: number): void => {
  const before = stallLimits.get(answer);
  if (before !== undefined && before <= ms) return;
  stallLimits.set(answer, ms);
  if (before !== undefined) return setAgain(answer, ms);
  answer.setTimeout(ms, () => {
    if (answer.headersSent) answer.destroy();
    else setAgain(answer, stallLimits.get(answer) ?? ms);
  });
};

/**
 * Lets a response take up to `wholeMs`, as long as its client does not stall for `stallMs`: for responses that must be
 * complete, however slow.
 */
export const allowTime = (answer: ServerResponse, stallMs: number, wholeMs: number): void => {
  unhurried.add(answer);
  limitStall(answer, stallMs);
  const end = setTimeout(() => answer.destroy(), wholeMs).unref();
  answer.once("close", () => clearTimeout(end));
};

type OpenResponse = { socket: Socket; started: number };

/**
 * Ends connections whose response has not been read in time; Node has no time-out for that. Each response is timed
 * separately: of pipelined requests the first may be answered while the others wait for a client that stopped reading.
 */
export const addReadDeadline = (app: FastifyInstance): void => {
  const open = new Map<ServerResponse, OpenResponse>();
  app.addHook("onRequest", (request, reply, done) => {
    const { socket } = request.raw;
    // An injected call has no connection that could be ended.
    if (request.routeOptions.config.stream !== true && socket instanceof Socket) {
      open.set(reply.raw, { socket, started: performance.now() });
      reply.raw.once("close", () => open.delete(reply.raw));
    }
    done();
  });
  const sweep = setInterval(() => {
    const since = performance.now() - HELD_MS_MAX + CHECK_MS;
    for (const [answer, { socket, started }] of open) {
      if (started < since && !unhurried.has(answer)) socket.destroy();
      // A response that waited behind others gets no event when its connection ends.
      if (socket.destroyed) open.delete(answer);
    }
  }, CHECK_MS);
  sweep.unref();
  app.addHook("onClose", async () => clearInterval(sweep));
};
