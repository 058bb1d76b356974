import type { Db, Statement } from "../../platform/db/database.ts";
import { type LogEntry, runLogged, withLog } from "../../platform/events/log.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { DEVICE_IDS } from "./store.ts";

/** One heartbeat of a device. */
export type Heartbeat = {
  location: string;
  id: string;
  now: string;
  silentSince: string;
  appVersion: string | null;
  health: string | null;
};

const BEAT: Statement = {
  name: "beat",
  text: `update devices set last_seen = greatest(last_seen, $3::timestamptz), app_version = coalesce($4, app_version),
  health = coalesce($6::jsonb, health)
where company_id = $1 and _id = $2 and online and last_seen > $5 returning _id`,
};

/** Records a heartbeat of an online device. @returns false if it isn't online */
export const recordHeartbeat = async (db: Db, beat: Heartbeat): Promise<boolean> =>
  (await db.named(BEAT, [beat.location, beat.id, beat.now, beat.appVersion, beat.silentSince, beat.health])).length > 0;

/** What the log keeps about a device: its entries must be readable long after the kiosk is removed. */
const presenceBody = (online: boolean): string =>
  `json_build_object('before', json_build_object('name', c.name, 'online', ${!online}),
  'after', json_build_object('name', c.name, 'online', ${online}))::text`;

// The first heartbeat shows that the kiosk has its credential: it can't be fetched again.
const CONNECT: Statement = {
  name: "connect-device",
  text: withLog(
    `c as (
  update devices set online = true, last_seen = greatest(last_seen, $3::timestamptz), app_version = coalesce($4, app_version),
    health = coalesce($5::jsonb, health)
  where company_id = $1 and _id = $2 and not online returning _id, name),
pairing as (delete from pairings where company_id = $1 and device_id = $2)`,
    6,
    DEVICE_IDS,
    presenceBody(true),
  ),
};

/** Brings a device online; of several calls at once only one does, and leaves an event. */
export const markOnline = async (ctx: RequestContext, beat: Heartbeat, entry: LogEntry): Promise<void> => {
  await runLogged(ctx, CONNECT, [beat.location, beat.id, beat.now, beat.appVersion, beat.health], entry);
};

const SILENCE: Statement = {
  name: "silence-devices",
  text: withLog(
    `c as (
  update devices set online = false
  where company_id = $1 and online and last_seen <= $2::timestamptz and ($3::text is null or _id = $3) returning _id, name)`,
    4,
    DEVICE_IDS,
    presenceBody(false),
  ),
};

/**
 * Takes devices offline that were last heard from at that time or before: one, or all of a location. Only one caller
 * takes each.
 */
export const markOffline = async (
  ctx: RequestContext,
  { location, id, silentSince }: { location: string; id: string | null; silentSince: string },
  entry: LogEntry,
): Promise<void> => {
  await runLogged(ctx, SILENCE, [location, silentSince, id], entry);
};

const FIND_SILENT: Statement = {
  name: "find-silent-devices",
  text: "select distinct company_id from devices where online and last_seen <= $1::timestamptz order by 1",
};

/** The locations with a device that counts as online but was last heard from at that time or before. */
export const listSilentLocations = async (db: Db, silentSince: string): Promise<string[]> =>
  (await db.named<{ company_id: string }>(FIND_SILENT, [silentSince])).map(({ company_id }) => company_id);
