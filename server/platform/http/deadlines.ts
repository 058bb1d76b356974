import type { IncomingMessage, ServerResponse } from "node:http";
import { Socket } from "node:net";

import type { FastifyInstance } from "fastify";

/** No request is held longer than this, whatever its client does (slow headers, slow body, slow reading). */
const HELD_MS_MAX = 10_000;
const CHECK_MS = 500;
/** How long a client that has its answer may be silent in the middle of its request. */
const SILENT_MS_MAX = 2_000;

declare module "fastify" {
  interface FastifyContextConfig {
    /** An event stream may stay open. */
    stream?: boolean;
  }
}

/** Time-outs of Node's HTTP server: it ends slow headers and slow bodies by itself, when it is told to look often enough. */
export const serverTimeouts = {
  headersTimeout: HELD_MS_MAX - 1_000,
  requestTimeout: HELD_MS_MAX - 1_000,
  keepAliveTimeout: 65_000,
  connectionsCheckingInterval: CHECK_MS,
};

/** Reads and drops what a client still sends though it has its answer, and ends the connection when nothing comes or no end comes. */
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

/** How long the reader of an answer may take nothing; for those that were given one. */
const stallLimits = new WeakMap<ServerResponse, number>();
/** Answers that may take as long as their readers keep reading. */
const unhurried = new WeakSet<ServerResponse>();

/** A call that is injected has no connection that could stall. */
const setAgain = ({ socket }: ServerResponse, ms: number): void => {
  if (socket instanceof Socket) socket.setTimeout(ms);
};

/**
 * Ends an answer when its reader has taken nothing for so long; of several limits the shortest counts. The time before it begins
 * does not.
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

/** Lets an answer take up to `wholeMs`, as long as its reader does not stall for `stallMs`: for what must be whole, however slow. */
export const allowTime = (answer: ServerResponse, stallMs: number, wholeMs: number): void => {
  unhurried.add(answer);
  limitStall(answer, stallMs);
  const end = setTimeout(() => answer.destroy(), wholeMs).unref();
  answer.once("close", () => clearTimeout(end));
};

type OpenResponse = { socket: Socket; started: number };

/**
 * Ends connections whose answer has not been read in time; Node has no time-out for that. Each answer counts for itself: of
 * requests sent in a pipeline the first answer may be out while the others wait for a client that reads no more.
 */
export const addReadDeadline = (app: FastifyInstance): void => {
  const open = new Map<ServerResponse, OpenResponse>();
  app.addHook("onRequest", (request, reply, done) => {
    const { socket } = request.raw;
    // A call that is injected has no connection that could be ended.
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
      // An answer that waited behind others when its connection ended is told nothing.
      if (socket.destroyed) open.delete(answer);
    }
  }, CHECK_MS);
  sweep.unref();
  app.addHook("onClose", async () => clearInterval(sweep));
};
