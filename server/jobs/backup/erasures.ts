import { createReadStream } from "node:fs";
import { open } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";

import { sql } from "kysely";
import type { ClientBase } from "pg";

import type { Context } from "../../platform/context.ts";
import { build, type Db } from "../../platform/db/database.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { makeFolder } from "../../platform/lib/folders.ts";
import { iso } from "../../platform/lib/time/time.ts";
import { reapplyRemoval as removeLocation } from "../../resources/locations/locations.ts";
import { reapplyRemoval as removeRegistered } from "../../resources/registered-visitors/removal.ts";
import { reapplyErasure as eraseVisits } from "../../resources/visits/transitions.ts";

/** A record that was erased, or a location that was removed (its `company_id` is the service's). IDs only. */
type ErasureRecord = { company_id: string; subject: string; subject_id: string; at: string };

/** How many records were erased again. */
export type ReappliedErasures = { visits: number; registered: number; locations: number };

const BATCH = 1_000;

/** The file in which the IDs of erasures survive a loss of the database. */
export const erasuresFile = (folder: string): string => join(folder, "erasures.ndjson");

const append = async (path: string, lines: readonly ErasureRecord[]): Promise<void> => {
  await makeFolder(dirname(path), 0o700);
  const file = await open(path, "a", 0o600);
  try {
    // A single write: lines of two processes do not mix.
    await file.appendFile(lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
    await file.sync();
  } finally {
    await file.close();
  }
};

const recordBatch = (db: Db, path: string, now: number): Promise<number> =>
  db.transaction(async (inner) => {
    const rows = await inner.rows<ErasureRecord>(
      sql`select company_id, subject, subject_id, at from erasures where noted is null limit ${BATCH} for update skip locked`.compile(
        build,
      ),
    );
    if (rows.length === 0) return 0;
    await append(path, rows);
    const places = sql`unnest(${rows.map((row) => row.company_id)}::text[], ${rows.map((row) => row.subject_id)}::text[])`;
    await inner.rows(
      sql`update erasures e set noted = ${iso(now)}::timestamptz from ${places} as n (company_id, subject_id)
where e.company_id = n.company_id and e.subject_id = n.subject_id`.compile(build),
    );
    return rows.length;
  });

/**
 * Appends the erasures since the last call to the file beside the backups, before they are marked as written in the
 * database: each is written at least once. Safe in several processes at once.
 */
export const recordErasures = async ({ config, db, now }: Pick<Context, "config" | "db" | "now">): Promise<void> => {
  for (let noted = BATCH; noted === BATCH;) noted = await recordBatch(db, erasuresFile(config.backup.dir), now());
};

const parsed = (line: string): ErasureRecord | undefined => {
  try {
    const { company_id, subject, subject_id, at }: ErasureRecord = JSON.parse(line);
    return [company_id, subject, subject_id, at].every((value) => typeof value === "string")
      ? { company_id, subject, subject_id, at }
      : undefined;
  } catch {
    // The last line after a power failure: the database has not marked it as written, either.
    return undefined;
  }
};

async function* readLines(path: string): AsyncGenerator<ErasureRecord[]> {
  let batch: ErasureRecord[] = [];
  const input = createReadStream(path, "utf8");
  try {
    for await (const line of createInterface({ input, crlfDelay: Infinity })) {
      const erased = parsed(line);
      if (erased !== undefined) batch.push(erased);
      if (batch.length < BATCH) continue;
      yield batch;
      batch = [];
    }
  } catch (error) {
    if (Reflect.get(Object(error), "code") !== "ENOENT") throw error;
  }
  yield batch;
}

/**
 * Collects all erasures, from the schema in use and from the file, into a temporary table of this transaction, while
 * the schema in use is still visible. @param schema undefined if there is none
 */
export const collectErasures = async (
  client: ClientBase,
  schema: string | undefined,
  folder: string,
): Promise<void> => {
  await client.query(
    "create temporary table erased_since (company_id text, subject text, subject_id text) on commit drop",
  );
  if (schema !== undefined)
    await client.query(`insert into erased_since select company_id, subject, subject_id from ${schema}.erasures`);
  for await (const batch of readLines(erasuresFile(folder)))
    await client.query("insert into erased_since select * from unnest($1::text[], $2::text[], $3::text[])", [
      batch.map(({ company_id }) => company_id),
      batch.map(({ subject }) => subject),
      batch.map(({ subject_id }) => subject_id),
    ]);
};

type ReappearedRecord = { company_id: string; subject_id: string };

const returned = async (
  client: ClientBase,
  subject: string,
  table: string,
  location: string,
): Promise<ReappearedRecord[]> =>
  (
    await client.query<ReappearedRecord>(
      `select distinct e.company_id, e.subject_id from erased_since e
join ${table} t on t._id = e.subject_id ${location} where e.subject = $1 order by 1, 2`,
      [subject],
    )
  ).rows;

const eraseAll = async (
  ctx: RequestContext,
  rows: readonly ReappearedRecord[],
  erase: (ctx: RequestContext, location: string, ids: readonly string[]) => Promise<number>,
): Promise<number> => {
  let erased = 0;
  for (const [location, own] of Map.groupBy(rows, ({ company_id }) => company_id))
    for (let n = 0; n < own.length; n += BATCH)
      erased += await erase(
        ctx,
        location,
        own.slice(n, n + BATCH).map(({ subject_id }) => subject_id),
      );
  return erased;
};

const HERE = "and t.company_id = e.company_id";

/**
 * Erases the collected visitors again who are in the restored tables, by the same rules as the first time: with a log
 * entry, and with the event of a removed registered visitor.
 */
export const reapplyErasures = async (client: ClientBase, ctx: RequestContext): Promise<ReappliedErasures> => {
  const locations = await returned(client, "location", "companies", "");
  for (const { subject_id } of locations) await removeLocation(ctx, subject_id);
  const visits = await eraseAll(ctx, await returned(client, "visit", "visits", HERE), eraseVisits);
  const registered = await eraseAll(
    ctx,
    await returned(client, "registered_visitor", "registered_visitors", HERE),
    removeRegistered,
  );
  return { visits, registered, locations: locations.length };
};
