import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

import type pg from "pg";

import { EARLIER_SCHEMA, earlierStateOf, SCHEMA_MAX } from "./earlier-schema.ts";
import { ensureExtensions, extensionsIn } from "./extensions.ts";
import {
  type AppliedMigration,
  APPLIED_MIGRATIONS,
  compareMigrations,
  type MigrationDifference,
  fingerprintOf,
  type Migration,
} from "./migration-fingerprint.ts";
import { OperatorError } from "../lib/operator-error.ts";

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
export class MigrationError extends OperatorError {}

/** The newest migration this program knows. */
export const newestMigration = async (): Promise<number> => numberOf((await namesIn(FOLDER)).at(-1) ?? "0");

const extensionsOf = (known: readonly Migration[]): string[] => known.flatMap(({ sql }) => extensionsIn(sql));

/** The extensions that the migrations need. */
export const neededExtensions = async (): Promise<string[]> => extensionsOf(await readMigrations(FOLDER));

const differenceOf = (
  rows: readonly AppliedMigration[],
  known: readonly Migration[],
): MigrationDifference | undefined =>
  earlierStateOf(rows) === "older" ? EARLIER_SCHEMA : compareMigrations(rows, known);

/**
 * At which migration a database is, 0 for one that earlier migrations made, and how what was applied to it differs from this program's;
 * undefined when it does not, or when the next start takes it over.
 */
export const describeApplied = async (
  rows: readonly AppliedMigration[],
): Promise<{ at: number; difference: MigrationDifference | undefined }> => {
  const state = earlierStateOf(rows);
  const difference = state === "same" ? undefined : differenceOf(rows, await readMigrations(FOLDER));
  return { at: state === undefined ? (rows.at(-1)?.number ?? 0) : 0, difference };
};

const CREATE_TABLE =
  "create table if not exists migrations (number integer primary key, name text not null, applied timestamptz not null, fingerprint text)";

/** Errors: MigrationError when what is there came about by other migrations. */
const refuseForeignMigrations = (rows: readonly AppliedMigration[], known: readonly Migration[]): void => {
  const last = rows.at(-1)?.number ?? 0;
  const newest = known.at(-1)?.number ?? 0;
  if (last > newest && earlierStateOf(rows) === undefined)
    throw new MigrationError(
      `The database is at migration ${last}, newer than this version of Foyer (${newest}). Start the version that wrote it, or a newer one.`,
    );
  const difference = differenceOf(rows, known);
  if (difference === undefined) return;
  const { found, fix } = difference;
  throw new MigrationError(`${found.charAt(0).toUpperCase()}${found.slice(1)}. ${fix}`);
};

const record = async (client: pg.ClientBase, { number, name, sql }: Migration): Promise<void> => {
  await client.query("insert into migrations (number, name, applied, fingerprint) values ($1, $2, now(), $3)", [
    number,
    name,
    fingerprintOf(sql),
  ]);
};

const apply = async (client: pg.ClientBase, migration: Migration): Promise<void> => {
  await record(client, migration);
  await client.query(migration.sql);
};

/** A database that stands at the last of the earlier migrations has the schema that these make. */
const takeOver = async (client: pg.ClientBase, known: readonly Migration[]): Promise<void> => {
  await client.query("delete from migrations");
  for (const migration of known.filter(({ number }) => number <= SCHEMA_MAX)) await record(client, migration);
};

/** What was applied; a database of the earlier migrations is taken over. @returns the newest */
const readApplied = async (client: pg.ClientBase, known: readonly Migration[]): Promise<number> => {
  await client.query(CREATE_TABLE);
  const { rows } = await client.query<AppliedMigration>(APPLIED_MIGRATIONS);
  if (earlierStateOf(rows) === "same") {
    await takeOver(client, known);
    return readApplied(client, known);
  }
  refuseForeignMigrations(rows, known);
  return rows.at(-1)?.number ?? 0;
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
