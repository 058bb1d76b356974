import { stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import { type Config, readConfig } from "../../server/platform/config/config.ts";
import { type Database, openDatabase } from "../../server/platform/db/database.ts";
import { InUseError } from "../../server/platform/db/embedded/errors.ts";
import { isLostConnection } from "../../server/platform/db/lost-connection.ts";
import { migrate } from "../../server/platform/db/migrate.ts";
import { openSourceBeside, type DatabaseSource } from "../../server/platform/db/source.ts";
import { Failure } from "./command.ts";
import { printToStderr } from "./output.ts";

/** Longer than another command waits for others before it ends the server they share. */
const PATIENCE_MS = 20_000;
const POLL_MS = 50;

/** The database of the service, migrated. */
export type OpenDatabase = { config: Config; db: Database; migrated: readonly string[] };

/** Whether there is such a file or folder. */
export const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** In the wrong folder, a command must not create a new and empty database. */
const requireData = async ({ databaseUrl, dataDir }: Config, creates: boolean): Promise<void> => {
  if (databaseUrl !== undefined || (await isThere(join(dataDir, "pg")))) return;
  if (!creates)
    throw new Failure(
      `There's no database in ${dataDir} yet. Start Foyer once (npm start), or set DATA_DIR or DATABASE_URL to the same values as for the server.`,
    );
  printToStderr(`Creating a new database in ${dataDir}.`);
};

const migrateThrough = async (db: Database): Promise<string[]> => {
  const client = await db.pool.connect();
  try {
    return await migrate(client);
  } finally {
    client.release();
  }
};

/** Releases a database. A server that was started for this process ends, once no other command uses it. */
export const releaseDatabase = async (source: DatabaseSource, db: Database): Promise<void> => {
  await db.close();
  await source.stop();
};

type DatabaseHandle = Omit<OpenDatabase, "config"> & { source: DatabaseSource };

const openOnce = async (config: Config): Promise<DatabaseHandle> => {
  const source = await openSourceBeside(config, { warn: printToStderr, error: printToStderr });
  const db = openDatabase({ ...source.connection, max: 2, prepare: config.dbPrepare, onError: () => undefined });
  try {
    return { source, db, migrated: await migrateThrough(db) };
  } catch (error) {
    await releaseDatabase(source, db);
    throw error;
  }
};

/**
 * A starting service, or another command, holds the embedded database for a moment before it can be shared or is free.
 */
const isTransient = (error: unknown, { databaseUrl }: Config): boolean =>
  databaseUrl === undefined &&
  (error instanceof InUseError ||
    isLostConnection(error) ||
    /^(57P|ECONN|ENOENT)/.test(String(Reflect.get(Object(error), "code"))));

/** Opens what needs the database's server, and tries again for a while. Errors: those of `open`. */
export const openWithRetry = async <T>(config: Config, open: (config: Config) => Promise<T>): Promise<T> => {
  const endMs = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await open(config);
    } catch (error) {
      if (!isTransient(error, config) || Date.now() > endMs) throw error;
      await delay(POLL_MS);
    }
  }
};

/**
 * Opens the service's database for one command: that of the running service, or one that is started for the command and
 * stopped again. Pending migrations are applied, as a start would.
 * @param creates whether it may create the embedded database if there is none yet
 */
export const withDatabase = async <T>(
  { creates }: { creates: boolean },
  work: (opened: OpenDatabase) => Promise<T>,
): Promise<T> => {
  const config = readConfig();
  await requireData(config, creates);
  const { source, db, migrated } = await openWithRetry(config, openOnce);
  try {
    return await work({ config, db, migrated });
  } finally {
    await releaseDatabase(source, db);
  }
};
