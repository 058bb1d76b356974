import { type Client, type ClientBase, DatabaseError, type PoolConfig } from "pg";

import { type Db, clientDb } from "../../platform/db/database.ts";
import { ensureExtensions } from "../../platform/db/extensions.ts";
import { lockMigrations, migrateInTransaction, neededExtensions, newestMigration } from "../../platform/db/migrate.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { ArchiveError } from "./archive.ts";
import type { Progress } from "./backup.ts";
import * as catalog from "./catalog.ts";
import { checkBackup } from "./check.ts";
import { type ReappliedErasures, reapplyErasures, collectErasures } from "./erasures.ts";
import { loadTables, VerificationError } from "./load.ts";
import { describeBackup, type DescribedBackup, isSealedBy, type Manifest } from "./manifest.ts";
import { obstaclesTo, type Privileges, privilegesIn } from "./privileges.ts";
import { connect, inTransaction, quoted } from "./connection.ts";
import { restoreBeside, restoreInPlace, type PreviousData, type RestoreStrategy } from "./restore-strategies.ts";
import type { SecretKeys } from "../../platform/lib/secret/secret-keys.ts";
import { unsealedRefusal } from "./unsealed.ts";

export type RestoreOptions = {
  connection: PoolConfig;
  path: string;
  /** The folder of the backups and of the file of erasures. */
  folder: string;
  secretKey: string | undefined;
  previousKey?: string | undefined;
  /** Milliseconds since 1970. */
  now: number;
  /** The request context with which to change the restored tables. */
  actOn: (db: Db) => RequestContext;
  /** Whether a database in use may be set aside; otherwise only an empty one is restored into. */
  replace: boolean;
  /** Whether a backup is restored that none of our keys sealed. */
  acceptUnsealed?: boolean;
  /** Whether the service itself restores, so that its own connections do not count as use. */
  fromService?: boolean;
  onProgress?: Progress;
};

/** What a restore did. */
export type RestoreResult = {
  manifest: Manifest;
  /** How the previous data is kept. */
  kept: PreviousData;
  erased: ReappliedErasures;
  /** Seals that do not follow their predecessor, as in the backup. */
  brokenSeals: number;
  /** Whether one of our keys sealed the backup. */
  isSealed: boolean;
};

/** A restore that was not started; the message says why, and what to do. */
export class RestoreRefusedError extends Error {}

const tooNew = (migration: number, newest: number, program: string): RestoreRefusedError =>
  new RestoreRefusedError(
    `The backup is at migration ${migration}, newer than this version of Foyer (${newest}). Restore it with Foyer ${program} or newer.`,
  );

const countOf = async (client: ClientBase, sql: string): Promise<number> =>
  Number((await client.query<{ n: string }>(sql)).rows[0]?.n ?? 0);

/** Connections of a service or command, by their application name. */
const AT_WORK = `select count(*) as n from pg_stat_activity
where datname = current_database() and pid <> pg_backend_pid() and application_name like 'foyer%' and usename = current_user`;

/** Anyone who can write to the folder of backups could have made a file without a seal of ours. */
const refuseUnsealed = async (path: string, keys: SecretKeys): Promise<void> => {
  const { manifest } = await describeBackup(path, keys);
  if (!isSealedBy(manifest, keys)) throw new RestoreRefusedError(unsealedRefusal(manifest));
};

/** A process that writes during a restore would lose its changes. */
export const refuseWhileInUse = async (client: ClientBase): Promise<void> => {
  const others = await countOf(client, AT_WORK);
  if (others === 0) return;
  throw new RestoreRefusedError(
    `Foyer is using this database (${others} ${others === 1 ? "connection" : "connections"}). Stop Foyer on every machine, and other foyer commands, then try again. Behind a pooler, set DATABASE_URL to the database itself and close the pooler's connections.`,
  );
};

/** Whether Foyer was set up there. */
const isFilled = async (client: ClientBase, schema: string): Promise<boolean> =>
  (await countOf(
    client,
    `select (select count(*) from ${quoted(schema)}.users) + (select count(*) from ${quoted(schema)}.companies) as n`,
  )) > 0;

/** A seal must follow the previous one, and the entries it counts must exist. Needs no key. */
const BROKEN_SEALS = `select count(*) as n from (
  select s.*, lag(to_seq) over w as last_seq, lag(hash) over w as last_hash from seals s window w as (partition by company_id order by from_seq)) s
where from_seq <> coalesce(last_seq, 0) + 1 or (last_hash is not null and prev <> last_hash)
  or entries <> (select count(*) from log l where l.company_id = s.company_id and l.seq between s.from_seq and s.to_seq)`;

/** Numbers of earlier log entries must not be reused: receivers identify events by them. */
const LOG_GAP = 1_000_000;

type Sequences = Manifest["sequences"];

/** @param inUse the numbers in the tables in use, before the restore */
const setSequences = async (
  client: ClientBase,
  schema: string,
  { sequences }: Manifest,
  inUse: Sequences,
): Promise<void> => {
  for (const { name, last } of sequences) {
    const before = inUse.find((one) => one.name === name)?.last ?? 0;
    const value = name === "log_seq" ? Math.max(last, before) + LOG_GAP : last;
    await client.query("select setval(to_regclass($1::text), $2)", [`${quoted(schema)}.${quoted(name)}`, value]);
  }
};

type Work = { client: Client; schema: string; described: DescribedBackup; options: RestoreOptions };

/** Creates the tables of the backup's version, fills and checks them, and migrates them to the current version. */
const fill = async ({ client, described, options }: Work, into: string, inUse: Sequences): Promise<void> => {
  const { manifest } = described;
  const onProgress = options.onProgress ?? (() => undefined);
  await client.query("set local maintenance_work_mem = '256MB'");
  await migrateInTransaction(client, manifest.migration);
  const tables = await catalog.tablesIn(client, into);
  const loading = { client, schema: into, path: options.path, described };
  const indexes = await loadTables(loading, tables, onProgress);
  for (const [n, definition] of indexes.entries()) {
    onProgress("index", n, indexes.length);
    await client.query(definition);
  }
  await setSequences(client, into, manifest, inUse);
  await migrateInTransaction(client);
  await client.query("select build_values(_id) from companies");
  await client.query("delete from visits_to_index");
};

const checkSeals = async (client: ClientBase, schema: string, { seals }: Manifest): Promise<number> => {
  const found = new Set((await catalog.newestSeals(client, schema)).map(({ hash }) => hash));
  if (!seals.every(({ hash }) => found.has(hash)))
    throw new VerificationError("The newest audit log seals don't match those in the backup.");
  return countOf(client, BROKEN_SEALS);
};

const refuseFilled = (): RestoreRefusedError =>
  new RestoreRefusedError(
    "This database already contains Foyer data. Add --replace to set it aside as a restore point you can go back to, or restore into an empty folder or database.",
  );

/**
 * Refuses, before anything changes, if the role lacks a privilege. Errors: RestoreRefusedError, with the statement that
 * grants it.
 */
export const requirePrivileges = async (client: Client): Promise<Privileges> => {
  const privileges = await privilegesIn(clientDb(client), await neededExtensions());
  const [obstacle] = obstaclesTo(privileges);
  if (obstacle === undefined) return privileges;
  const { found, fix } = obstacle;
  throw new RestoreRefusedError(`${found.charAt(0).toUpperCase()}${found.slice(1)}. ${fix}`);
};

const wayFor = (
  { createsSchemas }: Privileges,
  { client, schema, options }: Work,
  isKept: boolean,
): RestoreStrategy => {
  const { connection, folder, secretKey, now } = options;
  const target = { client, schema, isKept };
  return createsSchemas ? restoreBeside(target, now) : restoreInPlace(target, { connection, folder, secretKey, now });
};

const isBuiltUpon = (error: unknown): error is DatabaseError =>
  error instanceof DatabaseError && error.code === "2BP01";

/**
 * Views and foreign keys of other applications remain with the tables that a restore sets aside; tables to be dropped
 * can't be while they exist.
 */
const refuseBuiltUpon = ({ detail = "" }: DatabaseError, { role, database }: Privileges): RestoreRefusedError =>
  new RestoreRefusedError(
    `${role} isn't allowed to create a schema to set Foyer's tables aside, and can't drop them: ${detail.split("\n", 1)[0]}. Drop that first or, as a database administrator, run: grant create on database ${database} to ${role};`,
  );

type Outcome = Pick<RestoreResult, "kept" | "erased" | "brokenSeals">;

const restoreBy = async (way: RestoreStrategy, work: Work): Promise<Outcome> => {
  const { client, schema, described, options } = work;
  const inUse = await catalog.sequencesIn(client, schema);
  await ensureExtensions(client, await neededExtensions());
  await way.begin();
  await fill(work, way.into, inUse);
  const brokenSeals = await checkSeals(client, way.into, described.manifest);
  const erased = await reapplyErasures(client, options.actOn(clientDb(client)));
  const tables = (await catalog.tablesIn(client, way.into)).map(({ name }) => `${quoted(way.into)}.${quoted(name)}`);
  await client.query(`analyze ${tables.join(", ")}`);
  return { kept: await way.finish(), erased, brokenSeals };
};

const restoreInto = async (work: Work): Promise<Outcome> => {
  const { client, schema, options } = work;
  await lockMigrations(client);
  if (options.fromService !== true) await refuseWhileInUse(client);
  const privileges = await requirePrivileges(client);
  const isThere = (await catalog.migrationIn(client, schema)) !== undefined;
  const isKept = isThere && (await isFilled(client, schema));
  if (isKept && !options.replace) throw refuseFilled();
  const way = wayFor(privileges, work, isKept);
  await collectErasures(client, isThere ? quoted(schema) : undefined, options.folder);
  try {
    return await restoreBy(way, work);
  } catch (error) {
    await way.abandon();
    throw isBuiltUpon(error) ? refuseBuiltUpon(error, privileges) : error;
  }
};

/**
 * Restores a backup in one transaction, into tables beside those in use, which it replaces at the very end. Any failure
 * before that, including a lost connection or a killed process, leaves everything unchanged. Errors: ArchiveError for a
 * file that is cut or altered, RestoreRefusedError (also for a file that none of our keys sealed), VerificationError, errors of PostgreSQL.
 */
export const restoreBackup = async (options: RestoreOptions): Promise<RestoreResult> => {
  const { secretKey, previousKey } = options;
  const keys = secretKey === undefined ? undefined : { secretKey, previousKey };
  if (keys !== undefined && options.acceptUnsealed !== true) await refuseUnsealed(options.path, keys);
  const described = await checkBackup(options.path, keys, options.onProgress);
  const { manifest } = described;
  const newest = await newestMigration();
  if (manifest.migration > newest) throw tooNew(manifest.migration, newest, manifest.program);
  if (manifest.migration < 1) throw new ArchiveError("it doesn't name a migration.");
  const client = await connect(options.connection);
  try {
    const outcome = await inTransaction(client, "isolation level read committed", async () => {
      const schema = await catalog.currentSchema(client);
      return restoreInto({ client, schema, described, options });
    });
    return { manifest, ...outcome, isSealed: isSealedBy(manifest, keys) };
  } finally {
    await client.end();
  }
};
