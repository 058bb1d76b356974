import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

import type pg from "pg";

const FOLDER = join(import.meta.dirname, "../../migrations");
/** Any number of ours: the lock under which one process at a time migrates. */
const LOCK = 7_046_029;
/** Waiting for another process that migrates a large database may take longer than a statement otherwise may. */
const NO_TIMEOUT =
  "set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0";

type Migration = { number: number; name: string };

const available = async (folder: string): Promise<Migration[]> =>
  (await readdir(folder))
    .filter((name) => /^\d{4}_.*\.sql$/.test(name))
    .toSorted()
    .map((name) => ({ number: Number(name.slice(0, 4)), name }));

const applied = async (client: pg.ClientBase): Promise<number> => {
  await client.query(
    "create table if not exists migrations (number integer primary key, name text not null, applied timestamptz not null)",
  );
  const { rows } = await client.query<{ last: number | null }>("select max(number) as last from migrations");
  return rows[0]?.last ?? 0;
};

/** A database that this program must not touch; the message says what to do. */
export class MigrationError extends Error {}

/** The newest migration this program knows. */
export const newestMigration = async (): Promise<number> => (await available(FOLDER)).at(-1)?.number ?? 0;

/**
 * Brings the current schema up to a migration, in the transaction of the caller, who sees to it that nobody else does: a restore
 * makes its tables this way, beside those in use. @param upTo the newest to apply; all when left out
 */
export const migrateWithin = async (client: pg.ClientBase, upTo = Infinity): Promise<void> => {
  const last = await applied(client);
  for (const { number, name } of await available(FOLDER)) {
    if (number <= last || number > upTo) continue;
    await client.query("insert into migrations values ($1, $2, now())", [number, name]);
    await client.query(await readFile(join(FOLDER, name), "utf8"));
  }
};

/** Keeps every other process from migrating, and so from starting, until the transaction ends. */
export const holdMigrations = async (client: pg.ClientBase): Promise<void> => {
  await client.query("select pg_advisory_xact_lock($1)", [LOCK]);
};

/** The next migration that is due, in a transaction that holds the lock; undefined when none is. */
const applyNext = async (
  client: pg.ClientBase,
  folder: string,
  known: readonly Migration[],
): Promise<string | undefined> => {
  await client.query(NO_TIMEOUT);
  await holdMigrations(client);
  const last = await applied(client);
  const newest = known.at(-1)?.number ?? 0;
  if (last > newest)
    throw new MigrationError(
      `The database is at migration ${last}, newer than this program (${newest}). Start the version of Foyer that wrote it, or a newer one.`,
    );
  const next = known.find(({ number }) => number > last);
  if (next === undefined) return undefined;
  await client.query("insert into migrations values ($1, $2, now())", [next.number, next.name]);
  await client.query(await readFile(join(folder, next.name), "utf8"));
  return next.name;
};

const inTransaction = async <T>(client: pg.ClientBase, work: () => Promise<T>): Promise<T> => {
  await client.query("begin");
  try {
    const result = await work();
    await client.query("commit");
    return result;
  } catch (error) {
    // On a connection that was lost there is nothing to roll back; what was thrown first says more.
    await client.query("rollback").catch(() => undefined);
    throw error;
  }
};

/**
 * Brings the database to this program's schema: in order, each migration in a transaction, one process at a time. Lock and
 * time-outs are the transaction's, so it works through a pooler that hands out connections by the transaction.
 * @returns the names of the migrations that were applied
 * Errors: MigrationError when the database is newer than the program.
 */
export const migrate = async (client: pg.ClientBase, folder = FOLDER): Promise<string[]> => {
  const known = await available(folder);
  const names: string[] = [];
  for (;;) {
    const name = await inTransaction(client, () => applyNext(client, folder, known));
    if (name === undefined) return names;
    names.push(name);
  }
};
