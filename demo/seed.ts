import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";

import type { ClientBase } from "pg";
import { from as copyFrom } from "pg-copy-streams";

import type { Database } from "../server/platform/db/database.ts";
import { writeRelatedRows } from "./related-rows.ts";
import { buildIndexes, dropIndexes, withValuesAtOnce } from "./indexes.ts";
import { chunksOf } from "./copy-lines.ts";
import { BULK, makePlans, type PlannedLocation } from "./plan.ts";
import { registeredOf } from "./registered.ts";
import { insertRows } from "./insert-rows.ts";
import { VISIT_COLUMNS } from "./visits.ts";

export type Progress = (done: number, total: number, what: string) => void;

export type SeedOptions = {
  db: Database;
  visits?: number;
  /** Milliseconds since 1970; nothing is later. */
  now: number;
  seedNumber?: number;
  /** The service's key, which seals the signing secret of the demo's webhook; without one there is no webhook. */
  secretKey?: string;
  onProgress?: Progress;
};

/** What was made. */
export type SeedResult = {
  locations: { _id: string; name: string; timezone: string }[];
  hosts: number;
  visits: number;
  seconds: number;
};

/** Loading takes longer than a statement of the service may, and building indexes needs memory. */
const SETTINGS =
  "set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0; set maintenance_work_mem = '256MB'";

type SeedSource = { now: number; seedNumber: number; secretKey: string | undefined; onProgress: Progress };

const writeConfiguration = async (
  client: ClientBase,
  plans: readonly PlannedLocation[],
  source: SeedSource,
): Promise<void> => {
  const sites = plans.map(({ site }) => site);
  const rows = {
    companies: sites.map(({ location }) => location),
    visit_types: sites.flatMap(({ visitTypes }) => [...visitTypes.values()]),
    entry_points: sites.flatMap(({ entryPoints }) => entryPoints),
    hosts: sites.flatMap(({ hosts }) => hosts),
    registered_visitors: plans.flatMap(({ site, scene }) => [
      ...scene.registered,
      ...registeredOf(site, source.now, source.seedNumber),
    ]),
  };
  for (const [table, all] of Object.entries(rows)) await insertRows(client, table, all);
};

const writeVisits = async (
  client: ClientBase,
  plans: readonly PlannedLocation[],
  visits: number,
  source: SeedSource,
): Promise<void> => {
  const indexes = visits >= BULK ? await dropIndexes(client, "visits") : [];
  let done = 0;
  const chunks = chunksOf(plans, source.now, (count) => source.onProgress((done += count), visits, "visits"));
  const locations = plans.map(({ site }) => site.location._id);
  await withValuesAtOnce(client, locations, () =>
    pipeline(Readable.from(chunks), client.query(copyFrom(`copy visits (${VISIT_COLUMNS.join(", ")}) from stdin`))),
  );
  await buildIndexes(client, indexes, (n, name) => source.onProgress(n, indexes.length, `index ${name}`));
};

/** One transaction: a load that fails or is killed leaves nothing behind. */
const inTransaction = async (client: ClientBase, work: () => Promise<void>): Promise<void> => {
  await client.query("begin");
  try {
    await work();
    await client.query("commit");
  } catch (error) {
    await client.query("rollback");
    throw error;
  }
};

const takenTags = async (client: ClientBase): Promise<Set<string>> =>
  new Set((await client.query<{ tag: string }>("select tag from companies")).rows.map(({ tag }) => tag));

const load = async (client: ClientBase, visits: number, source: SeedSource): Promise<readonly PlannedLocation[]> => {
  await client.query(SETTINGS);
  const plans = makePlans({ visits, now: source.now, seedNumber: source.seedNumber, taken: await takenTags(client) });
  await inTransaction(client, async () => {
    await writeConfiguration(client, plans, source);
    await writeVisits(client, plans, visits, source);
    await writeRelatedRows(client, plans, source);
  });
  source.onProgress(0, 1, "vacuum");
  await client.query("vacuum (analyze) visits, visit_values, visit_postings");
  await client.query("analyze");
  return plans;
};

/** How many locations there are already. */
export const countLocations = async (db: Database): Promise<number> =>
  (await db.rows<{ n: number }>({ sql: "select count(*) as n from companies", parameters: [] }))[0]?.n ?? 0;

/**
 * Fills the database with locations, hosts and visits up to now that resemble those of a few real offices. The same
 * seed number, number of visits and `now` give the same data in an empty database.
 */
export const seed = async (options: SeedOptions): Promise<SeedResult> => {
  const { db, visits = 5_000, now, seedNumber = 1, secretKey, onProgress = () => undefined } = options;
  const started = performance.now();
  const client = await db.pool.connect();
  try {
    const plans = await load(client, visits, { now, seedNumber, secretKey, onProgress });
    const locations = plans.map(({ site: { location } }) => location);
    return {
      locations: locations.map(({ _id, name, timezone }) => ({ _id, name, timezone })),
      hosts: plans.reduce((sum, { site }) => sum + site.hosts.length, 0),
      visits,
      seconds: (performance.now() - started) / 1000,
    };
  } finally {
    // With its changed settings, it must not return to the pool.
    client.release(true);
  }
};
