import { type Act, systemAct } from "../http/call.ts";
import { iso } from "../lib/time.ts";
import * as store from "./presence-store.ts";

/** How often a kiosk beats, and after how long a silence it is offline (product, Kiosk 1). */
export const BEAT_SECONDS = 30;
const SILENCE_MS = 90_000;

/** Whether a device that was last heard then is online. */
export const isOnline = (lastSeen: string | null, now: number): boolean =>
  lastSeen !== null && Date.parse(lastSeen) > now - SILENCE_MS;

const online = (location: string) => ({
  location,
  act: "device.online",
  events: ["device_online"] as const,
  subject: "device",
});
const offline = (location: string) => ({
  location,
  act: "device.offline",
  events: ["device_offline"] as const,
  subject: "device",
});

/**
 * A heartbeat of a device. While it is online that is one small update, without entry in the log and without a change of
 * `mod_date`. Otherwise it connects; a silence that nobody has noticed yet is told first.
 */
export const beat = async (act: Act, location: string, appVersion: string | undefined): Promise<void> => {
  const heard = {
    location,
    id: act.who._id,
    now: iso(act.now),
    silentSince: iso(act.now - SILENCE_MS),
    appVersion: appVersion ?? null,
  };
  if (await store.noteBeat(act.db, heard)) return;
  await store.silence(act, heard, offline(location));
  await store.connect(act, heard, online(location));
};

/** Takes offline whatever has fallen silent. Any number of processes may do so at once, and it matters to none who heard a device last. */
export const markSilent = async (context: Act["context"]): Promise<void> => {
  const act = systemAct(context, "device presence");
  const silentSince = iso(act.now - SILENCE_MS);
  for (const location of await store.selectSilent(act.db, silentSince))
    await store.silence(act, { location, id: null, silentSince }, offline(location));
};
