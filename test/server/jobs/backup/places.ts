import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";

import type { Client, PoolConfig } from "pg";

import { withClient } from "../../../../server/platform/db/embedded/client.ts";
import { makeBackup, type WrittenBackup } from "../../../../server/jobs/backup/backup.ts";
import { restoreBackup, type RestoreResult, type RestoreOptions } from "../../../../server/jobs/backup/restore.ts";
import { systemContext } from "../../../../server/platform/http/request-context.ts";
import { OWNER, TEMPLATE, testServer } from "../../../support/database/server.ts";
import type { World } from "../../../support/world.ts";

const undo: (() => Promise<unknown>)[] = [];

/** Removes what a test file made; called in its `after`, before the test server is let go. */
export const cleanUpPlaces = async (): Promise<void> => {
  for (const step of undo.splice(0).toReversed()) await step();
};

/** A folder of its own. */
export const newFolder = async (): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), "foyer-backup-"));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  return folder;
};

/** Runs a statement as a superuser. */
export const asAdministrator = async (sql: string, database = "postgres"): Promise<void> => {
  await withClient({ ...(await testServer()), database }, (client) => client.query(sql));
};

/** An empty database of its own, without any tables, of a role that owns it and may do nothing else. */
export const newDatabase = async (template = "template0"): Promise<string> => {
  const database = `restore_${randomBytes(6).toString("hex")}`;
  await asAdministrator(`create database ${database} template ${template} owner ${OWNER}`);
  undo.push(() => asAdministrator(`drop database if exists ${database} with (force)`));
  return database;
};

/** The same with the tables of the service, and nothing in them. */
export const newMigrated = async (): Promise<string> => {
  await testServer();
  return newDatabase(TEMPLATE);
};

/** How the owner of a database of the test server connects to it. */
export const connectionTo = async (database: string): Promise<PoolConfig> => ({
  ...(await testServer()),
  user: OWNER,
  database,
});

/** Looks into a database beside everything else. */
export const inDatabase = <T>(connection: PoolConfig, work: (client: Client) => Promise<T>): Promise<T> =>
  withClient({ ...connection, application_name: "test" }, work);

/** Backs a world up. */
export const backUp = async (
  world: World,
  folder: string,
  name = `${randomBytes(4).toString("hex")}.foyer`,
): Promise<WrittenBackup> => {
  const { secretKey } = world.context;
  const connection = await connectionTo(world.database);
  const made = await makeBackup({ connection, path: join(folder, name), secretKey, now: world.context.now() });
  if (made === undefined) throw new Error("no backup was made");
  return made;
};

/** Restores a file, into a database without tables unless told otherwise. */
export const restore = async (
  world: World,
  path: string,
  options: Partial<RestoreOptions> & { database?: string } = {},
): Promise<RestoreResult & { database: string }> => {
  const database = options.database ?? (await newDatabase());
  const restored = await restoreBackup({
    connection: options.connection ?? (await connectionTo(database)),
    path,
    folder: join(path, ".."),
    secretKey: world.context.secretKey,
    now: world.context.now(),
    actOn: (db) => systemContext({ ...world.context, db }, "restore"),
    replace: false,
    ...options,
  });
  return { ...restored, database };
};

/** A hash of all rows of each table of the schema in use, whatever their order; without what is made from the visits anew. */
export const hashesOf = (connection: PoolConfig): Promise<Record<string, string>> =>
  inDatabase(connection, async (client) => {
    await client.query("set timezone = 'UTC'");
    const { rows } = await client.query<{ name: string }>(
      "select tablename as name from pg_tables where schemaname = current_schema() and tablename not in ('migrations', 'visit_values', 'visit_postings', 'visits_to_index', 'visit_changes') order by 1",
    );
    const hashes: Record<string, string> = {};
    for (const { name } of rows) {
      const { rows: found } = await client.query<{ hash: string }>(
        `select count(*) || ' ' || coalesce(md5(string_agg(md5(t::text), '' order by md5(t::text))), '') as hash from "${name}" t`,
      );
      hashes[name] = found[0]?.hash ?? "";
    }
    return hashes;
  });
