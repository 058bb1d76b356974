import { seeEndpoint } from "../../platform/lib/net/see-endpoint.ts";
import { isDeepStrictEqual } from "node:util";

import type { FastifyReply, FastifyRequest } from "fastify";

import { type RequestContext, StreamResponse } from "../../platform/http/request-context.ts";
import type { Credential } from "../../platform/auth/credential.ts";
import { seenHosts } from "../../platform/auth/own-visitors.ts";
import { recheckOpenCall } from "../../platform/http/guard.ts";
import { badRequest } from "../../platform/lib/errors.ts";
import { findHead } from "../../platform/db/log-head.ts";
import { opening, restart } from "./frames.ts";
import type { Hub } from "./hub.ts";
import { makeListener } from "./listener.ts";
import type { StreamCounter } from "./stream-counter.ts";

/** The bounds of the time between two heartbeats of a stream (rules 5). */
export const HEARTBEAT_MS = [15_000, 20_000] as const;

/** When a browser reconnects, its header is newer than the position in the URL. A blank one counts as missing. */
const sentId = (request: FastifyRequest, inQuery: string | undefined): string | undefined => {
  const { "last-event-id": header } = request.headers;
  return [header, inQuery]
    .find((text) => typeof text === "string" && text.trim() !== "")
    ?.toString()
    .trim();
};

/**
 * Where a stream begins. A position beyond the log comes from another database, such as the one before a restore: the
 * stream begins now, and its client is told. An old position begins with the oldest entry there is.
 */
const beginning = (text: string | undefined, head: number): { after: number; restarted: boolean } => {
  if (text === undefined) return { after: head, restarted: false };
  if (!/^\d{1,19}$/.test(text))
    throw badRequest(
      `"Last-Event-ID" must be the ID of an event of this stream, such as 1042.${seeEndpoint("GET /companies/{company_id}/events")}`,
      "wrong_format",
      "Last-Event-ID",
    );
  return { after: Math.min(Number(text), head), restarted: Number(text) > head };
};

const HEAD = {
  "content-type": "text/event-stream",
  "cache-control": "no-store, no-transform",
  // Otherwise proxies would wait for the end of the answer.
  "x-accel-buffering": "no",
  // A stream ends with its connection, so that a stop need not wait for a kept-alive one.
  connection: "close",
};

type StreamRequest = {
  ctx: RequestContext;
  location: string;
  lastEventId: string | undefined;
  /** How often the client wants a pulse, in seconds. */
  pulse: number | undefined;
  hub: Hub;
  streamCounter: StreamCounter;
  heartbeatMs: readonly [number, number];
};

/** How long a caller who was looked up is let in; 0 for one who isn't. */
const allowedForMs = (caller: Credential | undefined, now: number): number =>
  caller === undefined ? 0 : Math.max(1, (caller.expires ?? Infinity) - now);

/** The caller looked up again; undefined also for one who sees other visitors than when the stream began. */
const recheckSeen = async ({ context, hosts }: RequestContext, location: string, request: FastifyRequest) => {
  const caller = await recheckOpenCall(context, request);
  return caller !== undefined &&
    isDeepStrictEqual(await seenHosts(context.db, caller, { location, now: context.now() }), hosts)
    ? caller
    : undefined;
};

const begin = async (
  { ctx, location, lastEventId, pulse, hub, streamCounter, heartbeatMs }: StreamRequest,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<void> => {
  const sent = sentId(request, lastEventId);
  const head = await findHead(ctx.db, location);
  const { after, restarted } = beginning(sent, head);
  const giveBack = streamCounter.take(ctx.principal);
  reply.hijack();
  const { raw } = reply;
  raw.once("close", giveBack);
  if (raw.closed) giveBack();
  for (const [name, value] of Object.entries(reply.headers(HEAD).getHeaders()))
    if (value !== undefined) raw.setHeader(name, value);
  raw.writeHead(200);
  // A HEAD request is complete now.
  if (request.method === "HEAD") return void raw.end();
  raw.write(opening(after));
  if (restarted) raw.write(restart(location));
  const listener = makeListener(raw, after, {
    heartbeatMs,
    pulseMs: pulse === undefined ? undefined : pulse * 1000,
    concerns: [
      location,
      ctx.principal._id,
      ...(ctx.principal.session === undefined ? [] : [ctx.principal.session._id]),
    ],
    hosts: ctx.hosts,
    allowedForMs: async () => allowedForMs(await recheckSeen(ctx, location, request), ctx.context.now()),
    onClose: () => hub.leave(location, listener),
  });
  await hub.join(location, listener, head);
};

/**
 * Opens the stream of a location's events. Errors, before it begins: `400` for an invalid Last-Event-ID, `503` if the
 * credential has too many streams.
 */
export const open = (opened: StreamRequest): StreamResponse =>
  new StreamResponse((request, reply) => begin(opened, request, reply));
