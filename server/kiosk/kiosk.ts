import type { FastifyRequest } from "fastify";

import { authenticateDevice } from "../auth/device.ts";
import { checkCounter, countOne } from "../auth/refusals.ts";
import * as devices from "../devices/devices.ts";
import * as pairing from "../devices/pairing.ts";
import { BEAT_SECONDS, beat } from "../devices/presence.ts";
import type { Act } from "../http/call.ts";
import type { Endpoint } from "../http/contract.ts";
import { isForeignCall } from "../http/cookies.ts";
import { sourceOf } from "../http/guard.ts";
import { ANONYMOUS, type Entered } from "../http/outside.ts";
import type { Router } from "../http/routes.ts";
import type { Static } from "../http/schemas.ts";
import { readAllHosts } from "../door/contract.ts";
import type { Desk } from "../door/door.ts";
import { readAllHosts as allHosts } from "../door/hosts.ts";
import { serveDoor as serve } from "../door/serving.ts";
import { refusalSource } from "../lib/address.ts";
import { refused } from "../lib/errors.ts";
import * as locations from "../locations/locations.ts";
import { report, type Decided, type Reported } from "../undelivered/undelivered.ts";
import { pollPairing, type Settings, startPairing } from "./contract.ts";

/** Seconds between two questions of a kiosk that waits to be paired. */
const POLL_SECONDS = 3;

/** Codes that one source may ask for within 15 minutes: a hall full of new kiosks, and no more. */
const PAIRINGS_MAX = 100;

/** A kiosk that is about to be paired, known by its address alone. Errors: `429` for too many codes. */
const guardPairing = async (context: Act["context"], request: FastifyRequest): Promise<Entered> => {
  const source = refusalSource(sourceOf(request));
  const counter = `pairing:${source}`;
  await checkCounter(context.db, counter, context.now(), PAIRINGS_MAX);
  await countOne(context.db, counter, context.now(), PAIRINGS_MAX);
  return { who: { ...ANONYMOUS, name: source } };
};

/**
 * Who calls the kiosk's part of the service: a paired device, or a kiosk that is about to be paired. Credentials of `/api` are
 * worth nothing here.
 * Errors: `403`, also for another site's page where no credential is needed; `429` for a bad credential from a source with too many refusals, or too many codes asked for.
 */
export const guardKiosk = async (
  context: Act["context"],
  request: FastifyRequest,
  endpoint: Endpoint | undefined,
): Promise<Entered | undefined> => {
  const isPairing = endpoint === startPairing || endpoint === pollPairing;
  if (isPairing && isForeignCall(context, request)) throw refused("call from another origin");
  if (endpoint === pollPairing) return undefined;
  if (endpoint === startPairing) return guardPairing(context, request);
  return authenticateDevice(context, {
    authorization: request.headers.authorization,
    address: sourceOf(request),
  });
};

/** What a kiosk must know of itself and of where it stands. Errors: `404` when it was removed in this moment. */
export const settings = async (act: Act, location: string): Promise<Static<typeof Settings>> => {
  const { _id, name, entrypoint_id } = await devices.read(act, location, act.who._id);
  const place = await locations.read(act, location);
  return {
    device: { _id, name, ...(entrypoint_id === undefined ? {} : { entrypoint_id }) },
    location: {
      _id: place._id,
      name: place.name,
      timezone: place.timezone,
      languages: place.languages,
      default_language: place.default_language,
    },
    beat_seconds: BEAT_SECONDS,
  };
};

/** Where a kiosk stands. Errors: `404` when it was removed in this moment. */
const deskOf = async (act: Act & { location: string }): Promise<Desk> => {
  const { entrypoint_id } = await devices.read(act, act.location, act.who._id);
  return { location: act.location, entryPoint: entrypoint_id, source: 1 };
};

/** What a kiosk signs in and out with; unlike a phone it may keep the names of all hosts. */
export const serveDoor = (router: Router): void => {
  serve(router, deskOf);
  router.on(readAllHosts, (call) => allHosts(call, call.location, call.query.version));
};

/** Begins to pair a kiosk. Errors: `503` when no code is free. */
export const start = async (act: Act): Promise<pairing.Started & { poll_seconds: number }> => ({
  ...(await pairing.start(act, act.who.name)),
  poll_seconds: POLL_SECONDS,
});

/** How the pairing of a token stands. Errors: `403` for a token that is none, or whose pairing is done. */
export const poll = (act: Act, token: string): Promise<pairing.Standing> => pairing.poll(act, token);

/** A heartbeat, answered with what the kiosk must know: a change of its name or place reaches it with the next one. */
export const heartbeat = async (
  act: Act,
  location: string,
  appVersion: string | undefined,
): Promise<Static<typeof Settings>> => {
  await beat(act, location, appVersion);
  return settings(act, location);
};

/** What lies undelivered on this kiosk; answers what was decided about it. */
export const reportUndelivered = (
  act: Act,
  location: string,
  { items, sent_at }: { items: readonly Reported[]; sent_at: string },
): Promise<Decided> => report(act, { location, device: act.who._id }, items, sent_at);
