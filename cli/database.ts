import { stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";

import { type Config, readConfig } from "../server/config.ts";
import { type Database, openDatabase } from "../server/db/database.ts";
import { InUseError } from "../server/db/embedded/errors.ts";
import { migrate } from "../server/db/migrate.ts";
import { openSourceBeside, type Source } from "../server/db/source.ts";
import { Failure } from "./command.ts";
import { tell } from "./output.ts";

/** The most that one command waits for another. */
const PATIENCE_MS = 10_000;
const POLL_MS = 50;

/** The database of the service, migrated. */
export type Opened = { config: Config; db: Database; migrated: readonly string[] };

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

/** In the wrong folder a command must not look into, and leave behind, a new and empty database. */
const requireData = async ({ databaseUrl, dataDir }: Config, creates: boolean): Promise<void> => {
  if (databaseUrl !== undefined || (await isThere(join(dataDir, "pg")))) return;
  if (!creates)
    throw new Failure(
      `There is no database in ${dataDir} yet. Start Foyer once (npm start), or set DATA_DIR or DATABASE_URL as the service has it.`,
    );
  tell(`Making a new database in ${dataDir}.`);
};

const migrateThrough = async (db: Database): Promise<string[]> => {
  const client = await db.pool.connect();
  try {
    return await migrate(client);
  } finally {
    client.release();
  }
};

const OTHERS =
  "select count(*) as n from pg_stat_activity where datname = current_database() and backend_type = 'client backend'";

/** Other commands may have come to share the server that this one started; they are let finish, within reason. */
const othersLeave = async (db: Database): Promise<void> => {
  const endMs = Date.now() + PATIENCE_MS;
  for (;;) {
    const [row] = await db.rows<{ n: number }>({ sql: OTHERS, parameters: [] });
    if ((row?.n ?? 0) <= db.pool.totalCount || Date.now() > endMs) return;
    await delay(POLL_MS);
  }
};

/** Lets go of a database; ends the server only when it was started for this process. */
export const leave = async (source: Source, db: Database): Promise<void> => {
  if (source.owned) await othersLeave(db).catch(() => undefined);
  await db.close();
  await source.stop();
};

type Held = Omit<Opened, "config"> & { source: Source };

const openOnce = async (config: Config): Promise<Held> => {
  const source = await openSourceBeside(config, { warn: tell, error: tell });
  const db = openDatabase({ ...source.connection, max: 2, prepare: config.dbPrepare, onError: () => undefined });
  try {
    return { source, db, migrated: await migrateThrough(db) };
  } catch (error) {
    await leave(source, db);
    throw error;
  }
};

/** A service that is just starting, or another command, has the embedded database for a moment before it can be shared or is free. */
const passes = (error: unknown, { databaseUrl }: Config): boolean =>
  databaseUrl === undefined &&
  (error instanceof InUseError || /^(57P|ECONN|ENOENT)/.test(String(Reflect.get(Object(error), "code"))));

const openPatiently = async (config: Config): Promise<Held> => {
  const endMs = Date.now() + PATIENCE_MS;
  for (;;) {
    try {
      return await openOnce(config);
    } catch (error) {
      if (!passes(error, config) || Date.now() > endMs) throw error;
      await delay(POLL_MS);
    }
  }
};

/**
 * Opens the service's database for one command: beside a running service its own, else one that is started for it and stopped
 * again. Migrations that are due are applied, as a start would.
 * @param creates whether it may make the embedded database when there is none yet
 */
export const withDatabase = async <T>(
  { creates }: { creates: boolean },
  work: (opened: Opened) => Promise<T>,
): Promise<T> => {
  const config = readConfig();
  await requireData(config, creates);
  const { source, db, migrated } = await openPatiently(config);
  try {
    return await work({ config, db, migrated });
  } finally {
    await leave(source, db);
  }
};
