import { sql } from "kysely";

import { build, type Db, type Statement } from "../../platform/db/database.ts";
import { type LogEntry, runLogged, withLog } from "../../platform/events/log.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";

/** A device's last health report, as the API returns it (health-contract.ts). */
export type DeviceHealth = {
  reported: string;
  last_touch: string;
  clock_skew_seconds: number;
  battery?: number;
  charging?: boolean;
  storage_mb?: number;
  camera?: string;
  printer?: string;
  screen?: string;
};

/** A device as it is stored, without its credential. */
export type DeviceRow = {
  company_id: string;
  _id: string;
  name: string;
  entrypoint_id: string | null;
  app_version: string | null;
  last_seen: string | null;
  health: DeviceHealth | null;
  create_date: string;
  mod_date: string;
};

/** What the events of a device carry (interface 6.2). */
export const DEVICE_IDS = "jsonb_build_object('deviceUuid', c._id)";

const columns = [
  "company_id",
  "_id",
  "name",
  "entrypoint_id",
  "app_version",
  "last_seen",
  "health",
  "create_date",
  "mod_date",
] as const;

const all = (location: string) => build.selectFrom("devices").select(columns).where("company_id", "=", location);

/** The devices of a location by name, ignoring case and accents. */
export const listDevices = (db: Db, location: string): Promise<DeviceRow[]> =>
  db.rows<DeviceRow>(
    all(location)
      .orderBy(sql`name collate foyer_name`)
      .orderBy("_id"),
  );

export const findDevice = async (db: Db, location: string, id: string): Promise<DeviceRow | undefined> =>
  (await db.rows<DeviceRow>(all(location).where("_id", "=", id)))[0];

/** Reads a device and keeps it from being changed until the transaction ends. */
export const lockDevice = async (db: Db, location: string, id: string): Promise<DeviceRow | undefined> =>
  (await db.rows<DeviceRow>(all(location).where("_id", "=", id).forUpdate()))[0];

export const updateDevice = ({ company_id, _id, name, entrypoint_id, mod_date }: DeviceRow) =>
  build
    .updateTable("devices")
    .set({ name, entrypoint_id, mod_date, rev: sql`rev + 1` })
    .where("company_id", "=", company_id)
    .where("_id", "=", _id)
    .returning("_id");

/** Whether the location has this entry point. */
export const hasEntryPoint = async (db: Db, location: string, id: string): Promise<boolean> =>
  (
    await db.rows(
      build.selectFrom("entry_points").select("_id").where("company_id", "=", location).where("_id", "=", id),
    )
  ).length > 0;

const DELETE: Statement = {
  name: "delete-device",
  text: withLog(
    `c as (delete from devices where company_id = $1 and _id = $2 returning _id),
pairing as (delete from pairings where company_id = $1 and device_id = $2),
items as (delete from undelivered where company_id = $1 and device_id = $2)`,
    3,
    DEVICE_IDS,
  ),
};

/**
 * Removes a device, with the credential it may not have fetched yet and its rejected syncs. @returns whether there was
 * one
 */
export const deleteDevice = async (
  ctx: RequestContext,
  location: string,
  id: string,
  entry: LogEntry,
): Promise<boolean> => (await runLogged(ctx, DELETE, [location, id], entry)).length > 0;
