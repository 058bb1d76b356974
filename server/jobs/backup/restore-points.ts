import type { ClientBase } from "pg";

import { objectsIn, type SchemaObject, tablesIn } from "./catalog.ts";
import { quoted } from "./connection.ts";

/** The schema that a restore fills; it exists inside of its transaction only. */
export const DRAFT_SCHEMA = "foyer_restoring";

const POINT = /^before_\d{8}_\d{6}$/;
const LOCK_TRIES = 20;

/** Whether a name is one of a restore point. */
export const isRestorePoint = (name: string): boolean => POINT.test(name);

/** The name of what is put aside now, in UTC: `before_20261121_020000`. @param now milliseconds since 1970 */
export const restorePointName = (now: number): string =>
  `before_${new Date(now).toISOString().slice(0, 19).replaceAll(/[-:]/g, "").replace("T", "_")}`;

/** When a restore point was made. @returns milliseconds since 1970 */
export const restorePointTime = (name: string): number => {
  const [, year, month, day, hour, minute, second] = /^before_(\d{4})(\d\d)(\d\d)_(\d\d)(\d\d)(\d\d)$/.exec(name) ?? [];
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
};

/** The restore points of a database, the newest first. */
export const listRestorePoints = async (client: ClientBase): Promise<string[]> =>
  (
    await client.query<{ name: string }>(
      "select nspname as name from pg_namespace where nspname ~ '^before_[0-9]{8}_[0-9]{6}$' order by 1 desc",
    )
  ).rows.map(({ name }) => name);

/**
 * Takes all tables of a schema from their readers at once. A service may stand by with its background work: a process that waits for
 * one table while holding another would end this transaction as a deadlock, so it lets go and tries again.
 */
const lockTables = async (client: ClientBase, schema: string): Promise<void> => {
  const tables = (await tablesIn(client, schema)).map(({ name }) => `${quoted(schema)}.${quoted(name)}`);
  if (tables.length === 0) return;
  await client.query("set local lock_timeout = '1s'");
  for (let n = 1; ; n += 1) {
    await client.query("savepoint holding");
    try {
      await client.query(`lock table ${tables.join(", ")} in access exclusive mode`);
      break;
    } catch (error) {
      await client.query("rollback to savepoint holding");
      if (n === LOCK_TRIES || !/^(55P03|40P01)$/.test(String(Reflect.get(Object(error), "code")))) throw error;
    }
  }
  await client.query("release savepoint holding; set local lock_timeout = 0");
};

const moveAll = async (client: ClientBase, from: string, to: string): Promise<void> => {
  for (const { kind, name } of await objectsIn(client, from))
    await client.query(`alter ${kind} ${name} set schema ${quoted(to)}`);
};

/** Does work during which the catalog's answers name objects with their schema. */
const withFullNames = async (client: ClientBase, work: () => Promise<void>): Promise<void> => {
  const { rows } = await client.query<{ path: string }>("select current_setting('search_path') as path");
  await client.query("set local search_path = pg_catalog");
  await work();
  await client.query("select set_config('search_path', $1, true)", [rows[0]?.path]);
};

/**
 * Puts what is in `schema` aside under the name of a restore point and what is in `from` into its place, in the caller's
 * transaction. Each object moves by itself, so neither extensions nor another application's tables in the same schema are touched.
 */
export const swapSchemas = (client: ClientBase, schema: string, from: string, point: string): Promise<void> =>
  withFullNames(client, async () => {
    await lockTables(client, schema);
    await client.query(`create schema ${quoted(point)}`);
    await moveAll(client, schema, point);
    await moveAll(client, from, schema);
    await client.query(`drop schema ${quoted(from)}`);
  });

const dropAll = async (client: ClientBase, objects: readonly SchemaObject[]): Promise<void> => {
  for (const [kind, same] of Map.groupBy(objects, (object) => object.kind))
    await client.query(`drop ${kind} ${same.map(({ name }) => name).join(", ")}`);
};

/**
 * Drops what is in `schema`, in the caller's transaction: what a function takes as a row of a table goes before the table, what a
 * column is computed by goes after it. Nothing that others made on top of it is dropped along.
 * Errors: what PostgreSQL says (2BP01) when there is such a thing.
 */
export const emptySchema = (client: ClientBase, schema: string): Promise<void> =>
  withFullNames(client, async () => {
    await lockTables(client, schema);
    const objects = await objectsIn(client, schema);
    const [routines, others] = [true, false].map((is) => objects.filter(({ kind }) => (kind === "routine") === is));
    await dropAll(client, routines?.filter(({ isOfRow }) => isOfRow) ?? []);
    await dropAll(client, others?.filter(({ kind }) => kind !== "collation") ?? []);
    await dropAll(client, routines?.filter(({ isOfRow }) => !isOfRow) ?? []);
    await dropAll(client, others?.filter(({ kind }) => kind === "collation") ?? []);
  });

/** Removes a restore point with all that it holds. */
export const dropRestorePoint = async (client: ClientBase, point: string): Promise<void> => {
  await client.query(`drop schema ${quoted(point)} cascade`);
};
