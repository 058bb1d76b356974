import { open, rename, rm } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { pipeline } from "node:stream/promises";
import { setTimeout as wait } from "node:timers/promises";

import type { ClientBase, PoolConfig } from "pg";
import { to as copyTo } from "pg-copy-streams";

import { freeBytes } from "../../platform/lib/folders.ts";
import { iso } from "../../platform/lib/time/time.ts";
import { VERSION } from "../../platform/lib/version.ts";
import { type Archive, createArchive } from "./archive.ts";
import * as catalog from "./catalog.ts";
import { FORMAT, keyName, type Manifest, MANIFEST, SEAL, sealOf, type TableEntry } from "./manifest.ts";
import { makeMeter, makePacker } from "./packing.ts";
import { connect, copyOut, inTransaction } from "./connection.ts";

/** The progress of a backup or restore, in bytes of rows; `total` is 0 while it is unknown. */
export type Progress = (step: string, done: number, total: number) => void;

export type BackupOptions = {
  connection: PoolConfig;
  /** The path of the file, which appears there complete or not at all. */
  path: string;
  secretKey: string | undefined;
  /** Milliseconds since 1970. */
  now: number;
  onProgress?: Progress;
  /** Rests that many times as long as it worked, to leave the machine to the service; 0 if left out. */
  restFactor?: number;
  /** The bytes that stay free on the disk of the file (`reserveOf`); 0 if left out. */
  keepsFree?: number;
  /** Whether the backup is still wanted; called in its transaction. */
  isWanted?: (client: ClientBase) => Promise<boolean>;
};

/** A backup that was made. */
export type WrittenBackup = { path: string; bytes: number; manifest: Manifest };

/** For people who open the archive without Foyer. */
const NOTE = `This is a Foyer backup, made by version ${VERSION}. To restore it: node bin/foyer.mjs restore FILE
tables/NAME.copy.zst contains the rows of one table as text written by PostgreSQL's COPY, compressed with zstd;
manifest.json lists the columns. The backup contains personal data. It doesn't contain SECRET_KEY.
`;

/** Work before each rest. */
const SLICE_MS = 20;
/** On a busy machine, work takes long because it waits: resting as long in addition would not help. */
const REST_MS_MAX = 40;

/** Passes chunks on, and rests between them. */
const resting = (restFactor: number) =>
  async function* rest(chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
    let began = performance.now();
    for await (const chunk of chunks) {
      yield chunk;
      const worked = performance.now() - began;
      if (restFactor === 0 || worked < SLICE_MS) continue;
      await wait(Math.min(REST_MS_MAX, worked * restFactor));
      began = performance.now();
    }
  };

/** The backup would fill the disk that the database needs; the message says so, and no file is left. */
export class NoRoomError extends Error {
  readonly code = "ENOSPC";
}

/** How much is written between two looks at the disk. */
const LOOK_BYTES = 4 * 1024 * 1024;

const checkRoom = async ({ path, keepsFree = 0 }: BackupOptions): Promise<void> => {
  if (keepsFree > 0 && (await freeBytes(dirname(path))) < keepsFree)
    throw new NoRoomError(
      `The disk of ${dirname(path)} is full: its last ${Math.round(keepsFree / 2 ** 20)} MiB are kept for the database. Free some space, or back up to another disk.`,
    );
};

/** Passes chunks on as long as the disk has room for them. */
async function* whileRoom(chunks: AsyncIterable<Uint8Array>, options: BackupOptions): AsyncGenerator<Uint8Array> {
  let written = 0;
  for await (const chunk of chunks) {
    yield chunk;
    written += chunk.length;
    if (written < LOOK_BYTES) continue;
    await checkRoom(options);
    written = 0;
  }
}

type Work = { client: ClientBase; schema: string; archive: Archive; options: BackupOptions };

const writeTable = async (
  { client, schema, archive, options }: Work,
  { name, columns }: catalog.Table,
): Promise<TableEntry> => {
  const rows = client.query(copyTo(copyOut(schema, name, columns)));
  const meter = makeMeter((bytes) => options.onProgress?.(name, bytes, 0));
  await pipeline(rows, resting(options.restFactor ?? 0), meter, makePacker(), (packed: AsyncIterable<Uint8Array>) =>
    archive.add(`tables/${name}.copy.zst`, whileRoom(packed, options)),
  );
  return { name, columns, ...meter.measured() };
};

const head = async (client: ClientBase): Promise<{ postgres: string; time: string }> => {
  const { rows } = await client.query<{ postgres: string; time: string }>(
    "select current_setting('server_version') as postgres, (extract(epoch from clock_timestamp()) * 1000)::bigint::text as time",
  );
  return { postgres: rows[0]?.postgres ?? "", time: iso(Number(rows[0]?.time ?? 0)) };
};

const writeAll = async (work: Work, migration: number): Promise<Manifest> => {
  const { client, schema, archive, options } = work;
  // The first statement takes the snapshot that everything after it sees.
  const { postgres, time } = await head(client);
  await archive.add("README.txt", [Buffer.from(NOTE)]);
  const tables: TableEntry[] = [];
  for (const table of await catalog.tablesIn(client, schema))
    if (!catalog.EXCLUDED_TABLES.has(table.name)) tables.push(await writeTable(work, table));
  const manifest: Manifest = {
    format: FORMAT,
    program: VERSION,
    time,
    migration,
    postgres,
    tables,
    leftOut: [...catalog.EXCLUDED_TABLES],
    // Sequences are not part of transactions: read last, they are at least as high as the rows need.
    sequences: await catalog.sequencesIn(client, schema),
    seals: await catalog.newestSeals(client, schema),
    key: options.secretKey === undefined ? null : keyName(options.secretKey),
  };
  const text = Buffer.from(`${JSON.stringify(manifest, null, 1)}\n`);
  await archive.add(MANIFEST, [text]);
  await archive.add(SEAL, [sealOf(text, options.secretKey)]);
  return manifest;
};

const syncFolder = async (folder: string): Promise<void> => {
  const handle = await open(folder, "r");
  await handle.sync().finally(() => handle.close());
};

/** Written to a draft and renamed once it is on disk: a file with the final name is complete. */
const writeFile = async (
  client: ClientBase,
  schema: string,
  migration: number,
  options: BackupOptions,
): Promise<WrittenBackup> => {
  const { path } = options;
  await checkRoom(options);
  const draft = `${path}.partial`;
  await rm(draft, { force: true });
  const archive = await createArchive(draft, Math.floor(options.now / 1000));
  try {
    const manifest = await writeAll({ client, schema, archive, options }, migration);
    const bytes = await archive.finish();
    await rename(draft, path);
    await syncFolder(dirname(path));
    return { path, bytes, manifest };
  } catch (error) {
    await archive.abandon().catch(() => undefined);
    await rm(draft, { force: true });
    throw error;
  }
};

/** There is nothing to back up; the message says why. */
export class NothingToBackUpError extends Error {}

/**
 * Writes a consistent snapshot of everything into a file, while the service continues. Reads only.
 * @returns undefined if `isWanted` returned false. Errors: NothingToBackUpError if Foyer has no tables; NoRoomError; errors of the
 * file system or PostgreSQL, after which no file is left.
 */
export const makeBackup = async (options: BackupOptions): Promise<WrittenBackup | undefined> => {
  const client = await connect(options.connection);
  try {
    return await inTransaction(client, "isolation level repeatable read read only", async () => {
      const schema = await catalog.currentSchema(client);
      if (options.isWanted !== undefined && !(await options.isWanted(client))) return undefined;
      const migration = await catalog.migrationIn(client, schema);
      if (migration === undefined)
        throw new NothingToBackUpError(
          `This database has no Foyer tables, so ${basename(options.path)} was not written.`,
        );
      return writeFile(client, schema, migration, options);
    });
  } finally {
    await client.end();
  }
};
