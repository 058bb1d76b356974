import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { linkChangeNotifier } from "../../../../server/platform/events/change-link.ts";
import { testServer } from "../../../support/database/server.ts";
import { until } from "../../../support/run/process.ts";
import {
  type Body,
  buildKey,
  buildLocation,
  buildVisit,
  logOf,
  makeWorld,
  type World,
} from "../../../support/world.ts";
import { addressOf, openStream, type ReceivedEvent } from "./client.ts";
import { FLOOD, flood } from "./flood.ts";

const WRITERS = 16;
const WRITES = 15;

/** Two services on one database. */
let worlds: readonly [World, World];
let key: Record<string, string>;
let location: string;
let bases: string[];

before(async () => {
  const first = await makeWorld();
  worlds = [first, await makeWorld({ database: first.database })];
  bases = await Promise.all(worlds.map(async ({ app }) => `${await addressOf(app)}/api`));
  location = await buildLocation(first);
  key = await buildKey(first, [location]);
});
after(async () => {
  await worlds[1].close();
  await worlds[0].close();
});

const listen = (at: number, headers: Record<string, string> = {}) =>
  openStream(`${bases[at]}/companies/${location}/events`, { ...key, ...headers });
const idsOf = (events: readonly ReceivedEvent[]): number[] => events.map(({ id }) => Number(id));
const logged = async (after: number): Promise<number[]> =>
  (await logOf(worlds[0], location))
    .filter((entry: Body) => entry.event !== null && entry.seq > after)
    .map(({ seq }) => seq);

/** Starts and changes visits from many sides at once, in both services, single statements and transactions. */
const writeMuch = (): Promise<unknown> =>
  Promise.all(
    Array.from({ length: WRITERS }, async (_, writer) => {
      const world = worlds[writer % 2] ?? worlds[0];
      for (let n = 0; n < WRITES; n += 1) {
        const headers: Record<string, string> = n % 3 === 0 ? { "idempotency-key": `${writer} ${n}` } : {};
        const { body } = await world.post("/visitors", { company_id: location }, { as: key, headers });
        await world.post(`/companies/${location}/visitors/safe`, { ids: [body._id] }, { as: key });
        await world.post("/visitees", { company_id: location, cn: "Nobody is told" }, { as: key });
      }
    }),
  );

describe("the order of live events (rules 5)", () => {
  it(`${WRITERS} writers in two processes: every event once and in commit order (interface 6.2), also with a reconnect in the middle`, async (context) => {
    const [steady, broken] = [await listen(0), await listen(1)];
    const began = Number(steady.lastId());
    const total = WRITERS * WRITES * 2;
    const writing = writeMuch();
    const parts: ReceivedEvent[] = [];
    let stream = broken;
    for (let cut = 1; cut <= 5; cut += 1) {
      await until("some events", async () =>
        parts.length + stream.events.length >= (cut * total) / 7 ? true : undefined,
      );
      stream.leave();
      parts.push(...stream.events);
      stream = await listen(cut % 2, { "last-event-id": stream.lastId() });
    }
    await writing;
    await until("the rest", async () => (parts.length + stream.events.length >= total ? true : undefined));
    await steady.until(total);
    const expected = await logged(began);
    assert.equal(expected.length, total);
    assert.deepEqual(idsOf(steady.events), expected);
    assert.deepEqual(idsOf([...parts, ...stream.events]), expected);
    context.diagnostic(`${total} events of ${WRITERS} writers: 0 missed, 0 doubled, 0 out of order; 5 reconnects`);
    stream.leave();
    steady.leave();
  });

  it("who joins while much is written gets everything after Last-Event-ID, once and in order (interface 6.2)", async () => {
    const from = (await logged(0)).at(7) ?? assert.fail();
    const writing = worlds[0].post("/visitors", { company_id: location }, { as: key }).then(writeMore);
    const joined = await Promise.all(
      Array.from({ length: 12 }, (_, n) => listen(n % 2, { "last-event-id": String(from) })),
    );
    await writing;
    const expected = await logged(from);
    for (const stream of joined) {
      await stream.until(expected.length);
      assert.deepEqual(idsOf(stream.events), expected);
      stream.leave();
    }
  });

  it("a client that does not read is disconnected, others get everything, and it misses nothing by Last-Event-ID", async () => {
    const of = await buildLocation(worlds[0]);
    const at = (headers: Record<string, string>) =>
      openStream(`${bases[0]}/companies/${of}/events`, { ...worlds[0].admin, ...headers });
    const [slow, steady] = [await at({}), await at({})];
    slow.pause();
    await flood(worlds[0], of);
    await steady.until(FLOOD);
    slow.resume();
    await slow.ended;
    assert.ok(!slow.isComplete() && slow.events.length < FLOOD, `${slow.events.length}`);
    const again = await at({ "last-event-id": slow.lastId() });
    await again.until(FLOOD - slow.events.length);
    assert.deepEqual([...slow.events, ...again.events], steady.events);
    for (const stream of [again, steady]) stream.leave();
  });

  it("what another process commits arrives without any announcement, by looking", async () => {
    const stream = await listen(0);
    const visit = await buildVisit(worlds[1], location);
    await stream.until(1);
    assert.equal(stream.events[0]?.data["visitorId"], visit._id);
    stream.leave();
  });

  it("with an announcement it arrives before the next poll", async () => {
    const connection = { ...(await testServer()), database: worlds[0].database };
    const links = worlds.map(({ wake }) => linkChangeNotifier(wake, connection, { warn: () => undefined }));
    const heard = new Promise<string>((resolve) => worlds[0].wake.on(resolve));
    const listening = "select 1 from pg_stat_activity where datname = current_database() and query like 'listen %'";
    await until("links", async () => ((await worlds[0].db.pool.query(listening)).rows.length === 2 ? true : undefined));
    const stream = await listen(0);
    const visit = await buildVisit(worlds[1], location);
    assert.equal(await heard, location);
    await stream.until(1);
    assert.equal(stream.events[0]?.data["visitorId"], visit._id);
    stream.leave();
    await Promise.all(links.map((unlink) => unlink()));
  });
});

const writeMore = async (): Promise<void> => {
  for (let n = 0; n < 40; n += 1) await worlds[n % 2]?.post("/visitors", { company_id: location }, { as: key });
};
