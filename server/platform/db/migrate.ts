import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

import type pg from "pg";

import { ensureExtensions, extensionsIn } from "./extensions.ts";
import {
  type AppliedMigration,
  APPLIED_MIGRATIONS,
  compareMigrations,
  type MigrationDifference,
  fingerprintOf,
  type Migration,
} from "./migration-fingerprint.ts";

const FOLDER = join(import.meta.dirname, "../../../migrations");
/** Any number of ours: the lock under which one process at a time migrates. */
const LOCK = 7_046_029;
/** Waiting for another process that migrates a large database may take longer than a statement otherwise may. */
const NO_TIMEOUT =
  "set local statement_timeout = 0; set local lock_timeout = 0; set local idle_in_transaction_session_timeout = 0";

const namesIn = async (folder: string): Promise<string[]> =>
  (await readdir(folder)).filter((name) => /^\d{4}_.*\.sql$/.test(name)).toSorted();

const numberOf = (name: string): number => Number(name.slice(0, 4));

const readMigrations = async (folder: string): Promise<Migration[]> => {
  const read = async (name: string): Promise<Migration> => ({
    number: numberOf(name),
    name,
    sql: await readFile(join(folder, name), "utf8"),
  });
  return Promise.all((await namesIn(folder)).map(read));
};

/** A database that this program must not touch; the message says what to do. */
export class MigrationError extends Error {}

/** The newest migration this program knows. */
export const newestMigration = async (): Promise<number> => numberOf((await namesIn(FOLDER)).at(-1) ?? "0");

const extensionsOf = (known: readonly Migration[]): string[] => known.flatMap(({ sql }) => extensionsIn(sql));

/** The extensions that the migrations need. */
export const neededExtensions = async (): Promise<string[]> => extensionsOf(await readMigrations(FOLDER));

/** How what was applied to a database differs from this program's migrations; undefined when it does not. */
export const findDifference = async (rows: readonly AppliedMigration[]): Promise<MigrationDifference | undefined> =>
  compareMigrations(rows, await readMigrations(FOLDER));

const HAS_FINGERPRINTS =
  "select 1 from pg_attribute where attrelid = 'migrations'::regclass and attname = 'fingerprint' and not attisdropped";

/** Makes the table that says what was applied; one of a program that kept no fingerprints gets a column for them. */
const makeTable = async (client: pg.ClientBase): Promise<void> => {
  await client.query(
    "create table if not exists migrations (number integer primary key, name text not null, applied timestamptz not null, fingerprint text)",
  );
  // Asked first: altering the table would wait for every reader of it, at each start.
  if ((await client.query(HAS_FINGERPRINTS)).rowCount === 0)
    await client.query("alter table migrations add column fingerprint text");
};

const refuseForeignMigrations = (rows: readonly AppliedMigration[], known: readonly Migration[]): void => {
  const last = rows.at(-1)?.number ?? 0;
  const newest = known.at(-1)?.number ?? 0;
  if (last > newest)
    throw new MigrationError(
      `The database is at migration ${last}, newer than this version of Foyer (${newest}). Start the version that wrote it, or a newer one.`,
    );
  const difference = compareMigrations(rows, known);
  if (difference === undefined) return;
  const { found, fix } = difference;
  throw new MigrationError(`${found.charAt(0).toUpperCase()}${found.slice(1)}. ${fix}`);
};

const recordFingerprints = async (
  client: pg.ClientBase,
  rows: readonly AppliedMigration[],
  known: readonly Migration[],
): Promise<void> => {
  for (const { number } of rows.filter(({ fingerprint }) => fingerprint === null))
    await client.query("update migrations set fingerprint = $2 where number = $1", [
      number,
      fingerprintOf(known.find((one) => one.number === number)?.sql ?? ""),
    ]);
};

/** Reads what was applied, and writes down the fingerprints of what a program applied that kept none. @returns the newest */
const readApplied = async (client: pg.ClientBase, known: readonly Migration[]): Promise<number> => {
  await makeTable(client);
  const { rows } = await client.query<AppliedMigration>(APPLIED_MIGRATIONS);
  refuseForeignMigrations(rows, known);
  await recordFingerprints(client, rows, known);
  return rows.at(-1)?.number ?? 0;
};

const apply = async (client: pg.ClientBase, { number, name, sql }: Migration): Promise<void> => {
  await client.query("insert into migrations (number, name, applied, fingerprint) values ($1, $2, now(), $3)", [
    number,
    name,
    fingerprintOf(sql),
  ]);
  await client.query(sql);
};

/**
 * Brings the current schema up to a migration, in the transaction of the caller, who sees to it that no other process does, and that
 * the extensions are there: a restore makes its tables this way, beside those in use. @param upTo the newest to apply; all when left out
 * Errors: MigrationError when what is there came about by other migrations.
 */
export const migrateInTransaction = async (client: pg.ClientBase, upTo = Infinity): Promise<void> => {
  const known = await readMigrations(FOLDER);
  const last = await readApplied(client, known);
  for (const migration of known)
    if (migration.number > last && migration.number <= upTo) await apply(client, migration);
};

/** Keeps every other process from migrating, and so from starting, until the transaction ends. */
export const lockMigrations = async (client: pg.ClientBase): Promise<void> => {
  await client.query("select pg_advisory_xact_lock($1)", [LOCK]);
};

/** The next migration that is due, in a transaction that holds the lock; undefined when none is. */
const applyNext = async (client: pg.ClientBase, known: readonly Migration[]): Promise<string | undefined> => {
  await client.query(NO_TIMEOUT);
  await lockMigrations(client);
  const last = await readApplied(client, known);
  const next = known.find(({ number }) => number > last);
  if (next === undefined) return undefined;
  await ensureExtensions(client, extensionsOf(known.filter(({ number }) => number <= next.number)));
  await apply(client, next);
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
 * Errors: MigrationError when the database is newer than the program, or came about by other migrations.
 */
export const migrate = async (client: pg.ClientBase, folder = FOLDER): Promise<string[]> => {
  const known = await readMigrations(folder);
  const names: string[] = [];
  for (;;) {
    const name = await inTransaction(client, () => applyNext(client, known));
    if (name === undefined) return names;
    names.push(name);
  }
};
