import { type RequestContext, systemContext } from "../../platform/http/request-context.ts";
import { iso } from "../../platform/lib/time/time.ts";
import type { Static } from "../../platform/http/contract/schemas.ts";
import { healthOf } from "./health.ts";
import type { HealthReport } from "./health-contract.ts";
import * as store from "./presence-store.ts";

/** How often a kiosk sends a heartbeat, and after how long without one it is offline. */
export const HEARTBEAT_SECONDS = 30;
const SILENCE_MS = 90_000;

/** What a kiosk reports with a heartbeat. */
export type HeartbeatInput = { app_version?: string; health?: Static<typeof HealthReport> };

/** Whether a device that was last heard from at that time is online. */
export const isOnline = (lastSeen: string | null, now: number): boolean =>
  lastSeen !== null && Date.parse(lastSeen) > now - SILENCE_MS;

const online = (location: string) => ({
  location,
  action: "device.online",
  events: ["device_online"] as const,
  subject: "device",
});
const offline = (location: string) => ({
  location,
  action: "device.offline",
  events: ["device_offline"] as const,
  subject: "device",
});

/**
 * Handles a heartbeat of a device. While it is online, this is one small update, without a log entry and without
 * changing `mod_date`. Otherwise it connects; a disconnection that was not recorded yet is recorded first.
 */
export const receiveHeartbeat = async (
  ctx: RequestContext,
  location: string,
  { app_version, health }: HeartbeatInput,
): Promise<void> => {
  const heard = {
    location,
    id: ctx.principal._id,
    now: iso(ctx.now),
    silentSince: iso(ctx.now - SILENCE_MS),
    appVersion: app_version ?? null,
    health: health === undefined ? null : JSON.stringify(healthOf(health, ctx.now)),
  };
  if (await store.recordHeartbeat(ctx.db, heard)) return;
  await store.markOffline(ctx, heard, offline(location));
  await store.markOnline(ctx, heard, online(location));
};

/**
 * Takes every silent device offline. Any number of processes may do so at once, and it does not matter which of them
 * last heard from a device.
 */
export const markSilentOffline = async (context: RequestContext["context"]): Promise<void> => {
  const ctx = systemContext(context, "device presence");
  const silentSince = iso(ctx.now - SILENCE_MS);
  for (const location of await store.listSilentLocations(ctx.db, silentSince))
    await store.markOffline(ctx, { location, id: null, silentSince }, offline(location));
};
