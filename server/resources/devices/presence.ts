import { type RequestContext, systemContext } from "../../platform/http/request-context.ts";
import { iso } from "../../platform/lib/time.ts";
import type { Static } from "../../platform/http/schemas.ts";
import { healthOf } from "./health.ts";
import type { HealthReport } from "./health-contract.ts";
import * as store from "./presence-store.ts";

/** How often a kiosk beats, and after how long a silence it is offline. */
export const HEARTBEAT_SECONDS = 30;
const SILENCE_MS = 90_000;

/** What a kiosk says of itself with a heartbeat. */
export type HeartbeatInput = { app_version?: string; health?: Static<typeof HealthReport> };

/** Whether a device that was last heard then is online. */
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
 * A heartbeat of a device. While it is online that is one small update, without entry in the log and without a change of
 * `mod_date`. Otherwise it connects; a disconnection that was not recorded yet is recorded first.
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

/** Takes offline whatever has fallen silent. Any number of processes may do so at once, and it matters to none who heard a device last. */
export const markSilentOffline = async (context: RequestContext["context"]): Promise<void> => {
  const ctx = systemContext(context, "device presence");
  const silentSince = iso(ctx.now - SILENCE_MS);
  for (const location of await store.selectSilent(ctx.db, silentSince))
    await store.markOffline(ctx, { location, id: null, silentSince }, offline(location));
};
