import { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";

import type { ClientBase } from "pg";
import { from as copyFrom, to as copyTo } from "pg-copy-streams";

import type { Progress } from "./backup.ts";
import type { Table } from "./catalog.ts";
import { isSame, memberOf } from "./check.ts";
import type { DescribedBackup, TableEntry } from "./manifest.ts";
import { makeMeter, unpackStages } from "./packing.ts";
import { copyOut, quoted } from "./connection.ts";

/** The restored rows differ from the backup; the message says where. Nothing was changed. */
export class VerificationError extends Error {}

type Index = { definition: string; drop: string };

/** Secondary indexes: a table loads in half the time without them. */
const indexesIn = async (client: ClientBase, schema: string): Promise<Index[]> =>
  (
    await client.query<Index>(
      `select pg_get_indexdef(i.indexrelid) as definition, format('drop index %I.%I', n.nspname, c.relname) as drop
from pg_index i join pg_class c on c.oid = i.indexrelid join pg_namespace n on n.oid = c.relnamespace
where n.nspname = $1 and not exists (select 1 from pg_constraint o where o.conindid = i.indexrelid) order by c.relname`,
      [schema],
    )
  ).rows;

const checkColumns = (entry: TableEntry, table: Table | undefined): void => {
  const missing =
    table === undefined ? entry.columns : entry.columns.filter((column) => !table.columns.includes(column));
  if (missing.length === 0) return;
  throw new VerificationError(
    `The backup has ${missing.map((column) => `${entry.name}.${column}`).join(", ")}, which its migrations don't create. The tables were changed by hand before the backup was made.`,
  );
};

type Loading = { client: ClientBase; schema: string; path: string; described: DescribedBackup };

const loadTable = async (
  { client, schema, path, described }: Loading,
  { name, columns }: TableEntry,
  onBytes: (bytes: number) => void,
): Promise<void> => {
  // Frozen, so that no vacuum has to rewrite a million rows a day later; allowed because the table was emptied in this
  // transaction.
  const text = `copy ${quoted(schema)}.${quoted(name)} (${columns.map(quoted).join(", ")}) from stdin with (freeze)`;
  await pipeline(...unpackStages(path, memberOf(described, name)), makeMeter(onBytes), client.query(copyFrom(text)));
};

/**
 * Reads the written rows back and compares them with the backup's hash: it proves the tables, not what was sent to
 * them.
 */
const verifyTable = async (
  { client, schema }: Loading,
  entry: TableEntry,
  onBytes: (bytes: number) => void,
): Promise<void> => {
  const meter = makeMeter(onBytes);
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() });
  await pipeline(client.query(copyTo(copyOut(schema, entry.name, entry.columns))), meter, nowhere);
  if (!isSame(entry, meter.measured()))
    throw new VerificationError(`The rows of "${entry.name}" came back different from the backup.`);
};

const eachTable = async (
  loading: Loading,
  step: string,
  onProgress: Progress,
  work: (entry: TableEntry, onBytes: (bytes: number) => void) => Promise<void>,
): Promise<void> => {
  const { tables } = loading.described.manifest;
  const total = tables.reduce((sum, { bytes }) => sum + bytes, 0);
  let done = 0;
  for (const entry of tables) await work(entry, (bytes) => onProgress(step, (done += bytes), total));
};

/**
 * Fills the tables of a schema at the backup's migration, and reads every row back. Triggers are off meanwhile: derived
 * data is in the backup or, like the values of visits, rebuilt in the background.
 * @returns a function that builds the secondary indexes, for the caller to run. Errors: VerificationError; PostgreSQL's
 * error for a row.
 */
export const loadTables = async (
  loading: Loading,
  tables: readonly Table[],
  onProgress: Progress,
): Promise<string[]> => {
  const { client, schema, described } = loading;
  const names = tables.map(({ name }) => `${quoted(schema)}.${quoted(name)}`);
  for (const entry of described.manifest.tables)
    checkColumns(
      entry,
      tables.find(({ name }) => name === entry.name),
    );
  await client.query(`truncate ${names.join(", ")}`);
  for (const name of names) await client.query(`alter table ${name} disable trigger user`);
  const indexes = await indexesIn(client, schema);
  for (const { drop } of indexes) await client.query(drop);
  await eachTable(loading, "load", onProgress, (entry, onBytes) => loadTable(loading, entry, onBytes));
  await eachTable(loading, "verify", onProgress, (entry, onBytes) => verifyTable(loading, entry, onBytes));
  for (const name of names) await client.query(`alter table ${name} enable trigger user`);
  return indexes.map(({ definition }) => definition);
};
