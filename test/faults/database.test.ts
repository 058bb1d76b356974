import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, describe, it, type TestContext } from "node:test";
import { setTimeout as delay } from "node:timers/promises";

import { type Fault, FAULTS, openFaultProxy } from "../support/database/fault-proxy.ts";
import { connectTo } from "../support/run/lock.ts";
import { until } from "../support/run/process.ts";
import { makeRandom, seedOf } from "../support/run/random.ts";
import { LONG, roundsOf } from "../support/run/size.ts";
import { testServer } from "../support/database/server.ts";
import { buildKey, buildLocation, makeWorld, type World } from "../support/world.ts";
import { type Clients, NOTHING_WRONG, startClients, wrongIn } from "./clients.ts";

/** FOYER_LONG=1 runs its long form, FOYER_PART=1/5 a part of it. */
const ROUNDS = roundsOf(1, 10);
const SEED = seedOf();
const CLIENTS = 3;
const FAULT_MS = [4_500, 6_000] as const;
/** The promise's own figures bind its long form; a gate on a busy machine is given double. */
const SLACK = LONG ? 1 : 2;
/** Measured by clients that share their processor with eight services. */
const HANG_MS_MAX = 10_000 * SLACK + 500;
const HEAL_MS_MAX = 5_000 * SLACK;
const CALM_MS = 500;

let world: World;
const served = new Map<Fault, Served>();
before(async () => {
  world = await makeWorld();
  for (const fault of FAULTS) served.set(fault, await serveThrough(fault));
});
after(async () => {
  for (const { close } of served.values()) await close();
  await world.close();
});

/** A service whose way to the database is such a network. */
const serveThrough = async (fault: Fault) => {
  const random = makeRandom(SEED);
  const { host } = await testServer();
  const proxy = await openFaultProxy({ path: join(host, ".s.PGSQL.5432") }, random);
  const second = await makeWorld({ database: world.database, through: proxy.port });
  await second.app.listen({ port: 0, host: "127.0.0.1" });
  const location = await buildLocation(world, { name: fault });
  const place = { url: second.app.listeningOrigin, location, as: await buildKey(world, [location]) };
  const close = async (): Promise<void> => {
    await proxy.close();
    await second.close();
  };
  return { proxy, place, random, pool: second.db.pool, close };
};

type Served = Awaited<ReturnType<typeof serveThrough>>;

const runFault = async (fault: Fault, { proxy, place, random, pool }: Served, clients: Clients): Promise<string> => {
  await clients.next();
  await proxy.set(fault);
  await delay(random.whole(...FAULT_MS));
  await proxy.set(undefined);
  const ended = performance.now();
  const first = await clients.next();
  await delay(CALM_MS);
  while (performance.now() - clients.ledger.lastFailure < CALM_MS) await delay(CALM_MS / 10);
  await clients.end();
  // A connection that is not given back would be missing forever.
  const given = async (): Promise<true | undefined> => (pool.idleCount === pool.totalCount ? true : undefined);
  await until("all connections to be given back", given, HANG_MS_MAX);
  const { ledger } = clients;
  const healMs = Math.max(first, ledger.lastFailure - ended);
  const checking = await connectTo(world);
  const wrong = await wrongIn(checking, place, ledger);
  await checking.end();
  assert.deepEqual(wrong, NOTHING_WRONG);
  assert.ok(ledger.longestMs <= HANG_MS_MAX, `a request took ${ledger.longestMs} ms`);
  assert.ok(healMs <= HEAL_MS_MAX, `healed after ${healMs} ms`);
  const strange = [...ledger.statuses.keys()].filter((status) => ![0, 200, 503].includes(status));
  assert.deepEqual(strange, [], "only 200, 503, or no answer at all");
  const seen = [...ledger.statuses].map(([status, count]) => `${count} × ${status || "no answer"}`).join(", ");
  return `healed in ${Math.round(healMs)} ms, the longest request ${Math.round(ledger.longestMs)} ms; ${seen}`;
};

const roundOf = async (fault: Fault): Promise<string> => {
  const through = served.get(fault);
  assert.ok(through !== undefined);
  const clients = startClients(through.place, CLIENTS);
  try {
    return await runFault(fault, through, clients);
  } finally {
    await clients.end();
  }
};

describe("the network to the database fails", { concurrency: true, timeout: 600_000 }, () => {
  for (const fault of FAULTS)
    it(`503: ${fault}, ${ROUNDS} times: no request hangs, the pool heals, 0 acknowledged visits lost, 0 doubled`, async (test: TestContext) => {
      for (let round = 0; round < ROUNDS; round += 1)
        test.diagnostic(`${fault} (seed ${SEED}): ${await roundOf(fault)}`);
    });
});
