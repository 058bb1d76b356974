import type { ClientBase } from "pg";

import { objectsIn, type SchemaObject, tablesIn } from "./catalog.ts";
import { quoted } from "./connection.ts";

/** The schema that a restore fills; it exists only inside the restore's transaction. */
export const DRAFT_SCHEMA = "foyer_restoring";

const POINT = /^before_\d{8}_\d{6}$/;
const LOCK_TRIES = 20;

/** Whether a name is a restore point's. */
export const isRestorePoint = (name: string): boolean => POINT.test(name);

/** The name for a restore point made now, in UTC: `before_20261121_020000`. @param now milliseconds since 1970 */
export const restorePointName = (now: number): string =>
  `before_${new Date(now).toISOString().slice(0, 19).replaceAll(/[-:]/g, "").replace("T", "_")}`;

/** When a restore point was made. @returns milliseconds since 1970 */
export const restorePointTime = (name: string): number => {
  const [, year, month, day, hour, minute, second] = /^before_(\d{4})(\d\d)(\d\d)_(\d\d)(\d\d)(\d\d)$/.exec(name) ?? [];
  return Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
};

/** The restore points of a database, newest first. */
export const listRestorePoints = async (client: ClientBase): Promise<string[]> =>
  (
    await client.query<{ name: string }>(
      "select nspname as name from pg_namespace where nspname ~ '^before_[0-9]{8}_[0-9]{6}$' order by 1 desc",
    )
  ).rows.map(({ name }) => name);

/**
 * Locks out all readers of a schema's tables at once. A service may be running its background work: a process that
 * holds one table while waiting for another would make this transaction fail as a deadlock, so it releases its locks
 * and tries again.
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

/** Runs work during which the catalog's answers include the schema in names. */
const withFullNames = async (client: ClientBase, work: () => Promise<void>): Promise<void> => {
  const { rows } = await client.query<{ path: string }>("select current_setting('search_path') as path");
  await client.query("set local search_path = pg_catalog");
  await work();
  await client.query("select set_config('search_path', $1, true)", [rows[0]?.path]);
};

/**
 * Moves the contents of the current schema to a restore point, and those of `from` to the current schema, in the
 * caller's transaction. Each object is moved on its own, so that neither extensions nor another application's tables in
 * the same schema are touched.
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
 * Drops Foyer's objects in `schema`, in the caller's transaction: functions that need a table before the tables,
 * functions that compute columns after them. Other people's objects on top of them are not dropped along. Errors:
 * PostgreSQL's 2BP01 if there are any.
 */
export const emptySchema = (client: ClientBase, schema: string): Promise<void> =>
  withFullNames(client, async () => {
    await lockTables(client, schema);
    const objects = await objectsIn(client, schema);
    const [routines, others] = [true, false].map((is) => objects.filter(({ kind }) => (kind === "routine") === is));
    await dropAll(client, routines?.filter(({ needsTable }) => needsTable) ?? []);
    await dropAll(client, others?.filter(({ kind }) => kind !== "collation") ?? []);
    await dropAll(client, routines?.filter(({ needsTable }) => !needsTable) ?? []);
    await dropAll(client, others?.filter(({ kind }) => kind === "collation") ?? []);
  });

/** Drops a restore point with everything in it. */
export const dropRestorePoint = async (client: ClientBase, point: string): Promise<void> => {
  await client.query(`drop schema ${quoted(point)} cascade`);
};
