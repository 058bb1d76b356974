import { sql } from "kysely";

import { build, type Db } from "../../platform/db/database.ts";
import type { WebhookRow } from "./columns.ts";

const columns = [
  "company_id",
  "_id",
  "url",
  "http_method",
  "auth_username",
  "auth_password",
  "enabled",
  "secret",
  "previous_secret",
  "previous_secret_ends_at",
  "create_date",
  "mod_date",
] as const;

const one = (location: string) => build.selectFrom("webhooks").select(columns).where("company_id", "=", location);

/** The webhook of a location; its password and secrets are sealed. */
export const findWebhook = async (db: Db, location: string): Promise<WebhookRow | undefined> =>
  (await db.rows<WebhookRow>(one(location)))[0];

/** The key of a webhook, and its sealed columns. */
export type SealedWebhookRow = Pick<WebhookRow, "company_id" | "auth_password" | "secret" | "previous_secret">;

/** The sealed columns of every webhook. */
export const listSealedWebhooks = (db: Db): Promise<SealedWebhookRow[]> =>
  db.rows<SealedWebhookRow>(
    build
      .selectFrom("webhooks")
      .select(["company_id", "auth_password", "secret", "previous_secret"])
      .orderBy("company_id"),
  );

/** Replaces sealed columns, if they are unchanged. @returns whether they were */
export const replaceSealed = async (
  db: Db,
  { company_id, auth_password, secret, previous_secret }: SealedWebhookRow,
  next: Omit<SealedWebhookRow, "company_id">,
): Promise<boolean> => {
  const replaced = build
    .updateTable("webhooks")
    .set(next)
    .where("company_id", "=", company_id)
    .where("auth_password", "is not distinct from", auth_password)
    .where("secret", "=", secret)
    .where("previous_secret", "is not distinct from", previous_secret)
    .returning("company_id");
  return (await db.rows(replaced)).length > 0;
};

/** A webhook with the number of its consecutive failures. */
export type LockedWebhook = WebhookRow & { failures: number };

/** Reads a webhook and keeps it from being changed until the transaction ends. */
export const lockWebhook = async (db: Db, location: string): Promise<LockedWebhook | undefined> =>
  (await db.rows<LockedWebhook>(one(location).select("failures").forUpdate()))[0];

/** The tier of a location, by which it may have a webhook or not. @returns undefined if the location doesn't exist */
export const findTier = async (db: Db, location: string): Promise<string | undefined> =>
  (await db.rows<{ tier: string }>(build.selectFrom("companies").select("tier").where("_id", "=", location)))[0]?.tier;

/** Locks the location itself until the transaction ends: calls that save its webhook wait for each other. */
export const lockTier = async (db: Db, location: string): Promise<string | undefined> =>
  (
    await db.rows<{ tier: string }>(
      build.selectFrom("companies").select("tier").where("_id", "=", location).forUpdate(),
    )
  )[0]?.tier;

/** @param head events up to this number are never sent */
export const insertWebhook = (row: WebhookRow, head: number) =>
  build
    .insertInto("webhooks")
    .values({ ...row, cursor: head })
    .returning("_id");

/**
 * Replaces the configuration and clears the counter. @param head as for `insertWebhook`; undefined keeps the position
 */
export const updateWebhook = ({ company_id, _id: _, ...row }: WebhookRow, head: number | undefined) =>
  build
    .updateTable("webhooks")
    .set({
      ...row,
      failures: 0,
      generation: sql`generation + 1`,
      rev: sql`rev + 1`,
      ...(head === undefined ? {} : { cursor: head }),
    })
    .where("company_id", "=", company_id)
    .returning("_id");

/** Clears the counter of a webhook that was saved without changes. */
export const clearCounter = async (db: Db, location: string): Promise<void> => {
  await db.rows(
    build
      .updateTable("webhooks")
      .set({ failures: 0, generation: sql`generation + 1` })
      .where("company_id", "=", location),
  );
};

/** Continues the events from a number in the log. */
export const moveCursor = async (db: Db, location: string, head: number): Promise<void> => {
  await db.rows(build.updateTable("webhooks").set({ cursor: head }).where("company_id", "=", location));
};

export type NewSecret = Pick<WebhookRow, "secret" | "previous_secret" | "previous_secret_ends_at" | "mod_date">;

/** Replaces the signing secret, and keeps the one before it until its end. */
export const updateSecret = (location: string, secret: NewSecret) =>
  build
    .updateTable("webhooks")
    .set({ ...secret, rev: sql`rev + 1` })
    .where("company_id", "=", location)
    .returning("_id");

/** Deletes the webhook of a location with its credentials and its position in the log. */
export const deleteWebhook = (location: string) =>
  build.deleteFrom("webhooks").where("company_id", "=", location).returning("_id");

/** Deletes the deliveries and the queue of replays: they contain the address, and receivers' responses. */
export const deleteDeliveries = async (db: Db, location: string): Promise<void> => {
  for (const table of ["deliveries", "webhook_replays"])
    await db.rows(sql`delete from ${sql.table(table)} where company_id = ${location}`.compile(build));
};

/** Changes nothing: for a log entry about the webhook that covers many rows. */
export const touchWebhook = (location: string) =>
  build
    .updateTable("webhooks")
    .set({ rev: sql`rev` })
    .where("company_id", "=", location)
    .returning("_id");

/** Turns a webhook off after its last failure. */
export const disableWebhook = (location: string, at: string) =>
  build
    .updateTable("webhooks")
    .set({ enabled: false, mod_date: at, rev: sql`rev + 1` })
    .where("company_id", "=", location)
    .returning("_id");

/** An administrator to email about a webhook that was turned off. */
export type Admin = { email: string; language_id: string | null };

/** The global admins, who are administrators of every location. */
export const listAdmins = (db: Db): Promise<Admin[]> =>
  db.rows<Admin>(
    build
      .selectFrom("users")
      .select(["email", "language_id"])
      .where("role", "=", "global_admin")
      .where("active", "=", true)
      .orderBy("_id"),
  );
