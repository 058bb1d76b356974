import { sql } from "kysely";

import { build, type Db, type Statement } from "../db/database.ts";
import type { DeliveryRow } from "./columns.ts";

const columns = [
  "company_id",
  "_id",
  "kind",
  "state",
  "event",
  "event_id",
  "ids",
  "subject_id",
  "replay_of",
  "url",
  "http_method",
  "status",
  "error",
  "head",
  "started",
  "create_date",
  "mod_date",
] as const;

const all = (location: string) => build.selectFrom("deliveries").select(columns).where("company_id", "=", location);

/** Deliveries of a location, newest first. */
export const selectDeliveries = (db: Db, location: string, count: number, skip: number): Promise<DeliveryRow[]> =>
  db.rows<DeliveryRow>(all(location).orderBy("n", "desc").limit(count).offset(skip));

export const findDelivery = async (db: Db, location: string, id: string): Promise<DeliveryRow | undefined> =>
  (await db.rows<DeliveryRow>(all(location).where("_id", "=", id)))[0];

export const insertDelivery = (row: DeliveryRow) =>
  build
    .insertInto("deliveries")
    .values({ ...row, ids: row.ids === null ? null : sql`${JSON.stringify(row.ids)}::jsonb` })
    .returning("_id");

const FORGET: Statement = {
  name: "forget-deliveries",
  text: "delete from deliveries where create_date < $1::timestamptz",
};

/** Removes deliveries made before then. */
export const forgetDeliveries = async (db: Db, before: string): Promise<void> => {
  await db.named(FORGET, [before]);
};
