import type { FastifyRequest } from "fastify";

import { authenticateDevice } from "../../platform/auth/device.ts";
import { checkCounter, incrementCounter } from "../../platform/auth/refusals.ts";
import * as devices from "../../resources/devices/devices.ts";
import * as pairing from "../../resources/devices/pairing.ts";
import { HEARTBEAT_SECONDS, type HeartbeatInput, receiveHeartbeat } from "../../resources/devices/presence.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import type { Endpoint } from "../../platform/http/contract/contract.ts";
import { isForeignCall } from "../../platform/http/edge/cookies.ts";
import { sourceOf } from "../../platform/http/guard.ts";
import { ANONYMOUS, type AdmittedCaller } from "../../platform/http/route-group.ts";
import type { Router } from "../../platform/http/router.ts";
import type { Static } from "../../platform/http/contract/schemas.ts";
import { awaitCompanion, readAllHosts } from "../door/contract.ts";
import type { SignInPoint } from "../door/door.ts";
import * as hosts from "../door/hosts.ts";
import { addDoorRoutes } from "../door/door-routes.ts";
import * as signIns from "../door/sign-in.ts";
import { refusalSource } from "../../platform/lib/net/ip-address.ts";
import { forbidden } from "../../platform/lib/errors.ts";
import * as locations from "../../resources/locations/locations.ts";
import { report, type SyncDecisions, type ReportItem } from "../../resources/rejected-syncs/rejected-syncs.ts";
import { pollPairing, type Settings, startPairing } from "./contract.ts";

/** Seconds between two polls of a kiosk that waits to be paired. */
const POLL_SECONDS = 3;

/** Codes per source address within 15 minutes: enough for a hall full of new kiosks. */
const PAIRINGS_MAX = 100;

/** A kiosk that is being paired, identified by its address alone. Errors: `429` for too many codes. */
const guardPairing = async (context: RequestContext["context"], request: FastifyRequest): Promise<AdmittedCaller> => {
  const source = refusalSource(sourceOf(request));
  const counter = `pairing:${source}`;
  await checkCounter(context.db, counter, context.now(), PAIRINGS_MAX);
  await incrementCounter(context.db, counter, context.now(), PAIRINGS_MAX);
  return { principal: { ...ANONYMOUS, name: source } };
};

/**
 * Authenticates the kiosk area's callers: a paired device, or a kiosk that is being paired. Credentials of `/api` are
 * not accepted here. Errors: `403`, also for another site's page where no credential is needed; `429` for a bad
 * credential from an address with too many refusals, or for too many codes.
 */
export const guardKiosk = async (
  context: RequestContext["context"],
  request: FastifyRequest,
  endpoint: Endpoint | undefined,
): Promise<AdmittedCaller | undefined> => {
  const isPairing = endpoint === startPairing || endpoint === pollPairing;
  if (isPairing && isForeignCall(context, request)) throw forbidden("call from another origin");
  if (endpoint === pollPairing) return undefined;
  if (endpoint === startPairing) return guardPairing(context, request);
  return authenticateDevice(context, {
    authorization: request.headers.authorization,
    address: sourceOf(request),
  });
};

/** The kiosk's own settings and those of its location. Errors: `404` if it was removed just now. */
export const settings = async (ctx: RequestContext, location: string): Promise<Static<typeof Settings>> => {
  const { _id, name, entrypoint_id } = await devices.readDevice(ctx, location, ctx.principal._id);
  const record = await locations.readLocation(ctx, location);
  return {
    device: { _id, name, ...(entrypoint_id === undefined ? {} : { entrypoint_id }) },
    location: {
      _id: record._id,
      name: record.name,
      timezone: record.timezone,
      languages: record.languages,
      default_language: record.default_language,
    },
    beat_seconds: HEARTBEAT_SECONDS,
  };
};

/** The calling kiosk, and its entry point. Errors: `404` if it was removed just now. */
const signInPointOf = async (ctx: RequestContext & { location: string }): Promise<SignInPoint> => {
  const { entrypoint_id } = await devices.readDevice(ctx, ctx.location, ctx.principal._id);
  return { location: ctx.location, entryPoint: entrypoint_id, source: 1 };
};

/** The endpoints with which a kiosk signs visitors in and out; unlike a phone, it may store the names of all hosts. */
export const addKioskDoorRoutes = (router: Router): void => {
  addDoorRoutes(router, signInPointOf);
  router.on(awaitCompanion, async (call) =>
    signIns.awaitCompanion(call, await signInPointOf(call), call.body.client_ref),
  );
  router.on(readAllHosts, (call) => hosts.readAllHosts(call, call.location, call.query.version));
};

/** Starts pairing a kiosk. Errors: `429` while ten codes of its address wait, `503` if no code is free. */
export const start = async (ctx: RequestContext): Promise<pairing.PairingStart & { poll_seconds: number }> => ({
  ...(await pairing.start(ctx, ctx.principal.name)),
  poll_seconds: POLL_SECONDS,
});

/** The state of a token's pairing. Errors: `403` for an unknown token, or one whose pairing is done. */
export const poll = (ctx: RequestContext, token: string): Promise<pairing.PairingStatus> => pairing.poll(ctx, token);

/** A heartbeat, answered with the kiosk's settings: a new name or place reaches it with the next one. */
export const heartbeat = async (
  ctx: RequestContext,
  location: string,
  input: HeartbeatInput,
): Promise<Static<typeof Settings>> => {
  await receiveHeartbeat(ctx, location, input);
  return settings(ctx, location);
};

/** Saves the rejected sign-ins and sign-outs of this kiosk, and returns the decisions about them. */
export const reportRejectedSyncs = (
  ctx: RequestContext,
  location: string,
  { items, sent_at }: { items: readonly ReportItem[]; sent_at: string },
): Promise<SyncDecisions> => report(ctx, { location, device: ctx.principal._id }, items, sent_at);
