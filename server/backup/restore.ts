import type { Client, ClientBase, PoolConfig } from "pg";

import { type Db, onClient } from "../db/database.ts";
import { holdMigrations, migrateWithin, newestMigration } from "../db/migrate.ts";
import type { Act } from "../http/call.ts";
import { ArchiveError } from "./archive.ts";
import type { Progress } from "./backup.ts";
import * as catalog from "./catalog.ts";
import { checkBackup } from "./check.ts";
import { deriveAgain } from "./derived.ts";
import { type ErasedAgain, eraseReturned, gatherErased } from "./erasures.ts";
import { loadTables, VerificationError } from "./load.ts";
import { type Described, type Manifest, sealedBy } from "./manifest.ts";
import { DRAFT, dropPoint, exchange, pointName } from "./places.ts";
import { connect, inTransaction, quoted } from "./session.ts";

export type RestoreOptions = {
  connection: PoolConfig;
  path: string;
  /** Where backups are kept, and with them who was erased. */
  folder: string;
  secretKey: string | undefined;
  previousKey?: string | undefined;
  /** Milliseconds since 1970. */
  now: number;
  /** The program's act on the restored tables. */
  actOn: (db: Db) => Act;
  /** Whether a database that is in use may be put aside; else only an empty one is restored into. */
  replace: boolean;
  /** Whether the service itself restores, so that its own connections do not count as somebody at work. */
  fromService?: boolean;
  onProgress?: Progress;
};

/** What a restore did. */
export type Restored = {
  manifest: Manifest;
  /** The name under which what was there before is kept; undefined when there was nothing. */
  point: string | undefined;
  erased: ErasedAgain;
  /** Seals that do not follow the one before: so they stood in the backup. */
  brokenSeals: number;
  /** Whether the backup was made with another SECRET_KEY than the one that is set. */
  otherKey: boolean;
};

/** A restore that was not begun; the message says why, and what to do. */
export class RestoreRefused extends Error {}

const tooNew = (migration: number, newest: number, program: string): RestoreRefused =>
  new RestoreRefused(
    `The backup is of migration ${migration}, newer than this program (${newest}). Restore it with Foyer ${program}, or a newer one.`,
  );

const countOf = async (client: ClientBase, sql: string): Promise<number> =>
  Number((await client.query<{ n: string }>(sql)).rows[0]?.n ?? 0);

/** Connections of a service or command, by the name that they give themselves. */
const AT_WORK = `select count(*) as n from pg_stat_activity
where datname = current_database() and pid <> pg_backend_pid() and application_name like 'foyer%' and usename = current_user`;

/** Whoever writes beside a restore would lose what they wrote. */
export const refuseAtWork = async (client: ClientBase): Promise<void> => {
  const others = await countOf(client, AT_WORK);
  if (others === 0) return;
  throw new RestoreRefused(
    `Foyer is using this database (${others} ${others === 1 ? "connection" : "connections"}). Stop the service on every machine, and other foyer commands, then do it again. Behind a pooler: give DATABASE_URL the database itself, and close the pooler's connections.`,
  );
};

/** Whether somebody set Foyer up there. */
const isFilled = async (client: ClientBase, schema: string): Promise<boolean> =>
  (await countOf(
    client,
    `select (select count(*) from ${quoted(schema)}.users) + (select count(*) from ${quoted(schema)}.companies) as n`,
  )) > 0;

/** A seal must follow the one before it, and the entries it counts must be there. Needs no key. */
const BROKEN_SEALS = `select count(*) as n from (
  select s.*, lag(to_seq) over w as last_seq, lag(hash) over w as last_hash from seals s window w as (partition by company_id order by from_seq)) s
where from_seq <> coalesce(last_seq, 0) + 1 or (last_hash is not null and prev <> last_hash)
  or entries <> (select count(*) from log l where l.company_id = s.company_id and l.seq between s.from_seq and s.to_seq)`;

/** Numbers of the log that were given before must not be given to other entries: receivers know events by them. */
const LOG_GAP = 1_000_000;

const setSequences = async (client: ClientBase, schema: string, { sequences }: Manifest): Promise<void> => {
  const current = await catalog.sequencesIn(client, schema);
  for (const { name, last } of sequences) {
    const inUse = current.find((one) => one.name === name)?.last ?? 0;
    const value = name === "log_seq" ? Math.max(last, inUse) + LOG_GAP : last;
    await client.query("select setval(to_regclass($1::text), $2)", [`${quoted(DRAFT)}.${quoted(name)}`, value]);
  }
};

/** A migration may have brought an extension into the draft: it belongs where the others are. */
const keepExtensions = async (client: ClientBase, schema: string): Promise<void> => {
  const { rows } = await client.query<{ name: string }>(
    "select extname as name from pg_extension where extnamespace = $1::regnamespace",
    [DRAFT],
  );
  for (const { name } of rows) await client.query(`alter extension ${quoted(name)} set schema ${quoted(schema)}`);
};

type Work = { client: Client; schema: string; described: Described; options: RestoreOptions };

/** The tables of the backup's own version, filled, checked, and then brought up to this program's. */
const fillDraft = async ({ client, schema, described, options }: Work): Promise<void> => {
  const { manifest } = described;
  const onProgress = options.onProgress ?? (() => undefined);
  await client.query(`create schema ${quoted(DRAFT)}`);
  // The draft first; extensions are where they were.
  await client.query(`select set_config('search_path', $1 || ', ' || current_setting('search_path'), true)`, [DRAFT]);
  await client.query("set local maintenance_work_mem = '256MB'");
  await migrateWithin(client, manifest.migration);
  await keepExtensions(client, schema);
  const tables = await catalog.tablesIn(client, DRAFT);
  const loading = { client, schema: DRAFT, path: options.path, described };
  const indexes = await loadTables(loading, tables, onProgress);
  if ((await catalog.foldingOf(client)) !== manifest.folding) await deriveAgain(client);
  for (const [n, definition] of indexes.entries()) {
    onProgress("index", n, indexes.length);
    await client.query(definition);
  }
  await setSequences(client, schema, manifest);
  await migrateWithin(client);
  await keepExtensions(client, schema);
};

const checkSeals = async (client: ClientBase, { seals }: Manifest): Promise<number> => {
  const found = new Set((await catalog.newestSeals(client, DRAFT)).map(({ hash }) => hash));
  if (!seals.every(({ hash }) => found.has(hash)))
    throw new VerificationError("The newest seals of the audit log are not those that the backup names.");
  return countOf(client, BROKEN_SEALS);
};

/** Puts the restored tables in place. @returns the restore point, unless there was nothing worth keeping */
const putInPlace = async ({ client, schema, options }: Work, isKept: boolean): Promise<string | undefined> => {
  const point = pointName(options.now);
  await exchange(client, schema, DRAFT, point);
  if (isKept) return point;
  await dropPoint(client, point);
  return undefined;
};

const refuseFilled = (): RestoreRefused =>
  new RestoreRefused(
    "There is a Foyer in this database already. Add --replace to put it aside, as a restore point to which you can go back, and restore in its place; or restore into an empty folder or database.",
  );

const restoreInto = async (work: Work): Promise<Omit<Restored, "manifest" | "otherKey">> => {
  const { client, schema, described, options } = work;
  await holdMigrations(client);
  if (options.fromService !== true) await refuseAtWork(client);
  const isThere = (await catalog.migrationIn(client, schema)) !== undefined;
  const isKept = isThere && (await isFilled(client, schema));
  if (isKept && !options.replace) throw refuseFilled();
  await gatherErased(client, isThere ? quoted(schema) : undefined, options.folder);
  await fillDraft(work);
  const brokenSeals = await checkSeals(client, described.manifest);
  const erased = await eraseReturned(client, options.actOn(onClient(client)));
  await client.query(
    `analyze ${(await catalog.tablesIn(client, DRAFT)).map(({ name }) => `${quoted(DRAFT)}.${quoted(name)}`).join(", ")}`,
  );
  const point = await putInPlace(work, isKept);
  return { point, erased, brokenSeals };
};

/**
 * Restores a backup in one transaction: into tables beside those in use, which it takes the place of at the very end. Whatever
 * fails before that, a lost connection or a killed process too, leaves everything as it was.
 * Errors: ArchiveError for a file that is cut or altered, RestoreRefused, VerificationError, what PostgreSQL says.
 */
export const restoreBackup = async (options: RestoreOptions): Promise<Restored> => {
  const { secretKey, previousKey } = options;
  const keys = secretKey === undefined ? undefined : { secretKey, previousKey };
  const described = await checkBackup(options.path, keys, options.onProgress);
  const { manifest } = described;
  const newest = await newestMigration();
  if (manifest.migration > newest) throw tooNew(manifest.migration, newest, manifest.program);
  if (manifest.migration < 1) throw new ArchiveError("it names no migration.");
  const client = await connect(options.connection);
  try {
    const outcome = await inTransaction(client, "isolation level read committed", async () => {
      const schema = await catalog.currentSchema(client);
      return restoreInto({ client, schema, described, options });
    });
    const otherKey = manifest.key !== null && sealedBy(manifest, keys) === undefined;
    return { manifest, ...outcome, otherKey };
  } finally {
    await client.end();
  }
};
