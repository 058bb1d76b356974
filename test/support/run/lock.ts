import assert from "node:assert/strict";
import { setTimeout } from "node:timers/promises";

import type { Client } from "pg";

import { makeClient } from "../../../server/platform/db/embedded/client.ts";
import { testServer } from "../database/server.ts";
import type { World } from "../world.ts";

/** A connection of its own to the database of a world. */
export const connectTo = async ({ database }: World): Promise<Client> => {
  const client = makeClient({ ...(await testServer()), database });
  await client.connect();
  return client;
};

/**
 * The lock of a location's log in our hands: `waited` resolves when this many others wait for our lock or for each
 * other.
 */
export type HeldLock = { client: Client; waited: (count?: number) => Promise<void> };

const PATIENCE_MS = 20_000;
const PAUSE_MS = 5;

/** Holds the lock of a location's log, as a writer would, while `work` runs: every write of the location waits for it. */
export const withLogLock = async (
  world: World,
  location: string,
  work: (held: HeldLock) => Promise<void>,
): Promise<void> => {
  const client = await connectTo(world);
  await client.query("begin");
  await client.query("select pg_advisory_xact_lock(hashtextextended($1, 0))", [location]);
  const waiting = `select count(distinct pid)::integer as n from pg_locks where not granted
    and pid in (select pid from pg_stat_activity where datname = current_database())`;
  const waited = async (count = 1): Promise<void> => {
    const until = Date.now() + PATIENCE_MS;
    for (;;) {
      // Within a transaction PostgreSQL shows the connections of the first look at them, without those opened since.
      await client.query("select pg_stat_clear_snapshot()");
      const { rows } = await client.query<{ n: number }>(waiting);
      if (rows[0]?.n === count) return;
      assert.ok(Date.now() < until, `${rows[0]?.n} instead of ${count} connections wait for a lock`);
      await setTimeout(PAUSE_MS);
    }
  };
  await work({ client, waited }).finally(async () => {
    await client.query("commit");
    await client.end();
  });
};
