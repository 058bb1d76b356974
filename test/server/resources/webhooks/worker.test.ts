import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "node:test";
import { setImmediate as turn } from "node:timers/promises";

import type { Db } from "../../../../server/platform/db/database.ts";
import { claimNext, recordDelivery } from "../../../../server/resources/webhooks/queue-store.ts";
import { startDeliveries } from "../../../../server/resources/webhooks/worker.ts";
import { until } from "../../../support/run/process.ts";
import { makeRandom, seedOf } from "../../../support/run/random.ts";
import { timesOf } from "../../../support/run/size.ts";
import { type Body, buildLocation, buildVisit, makeWorld, type World } from "../../../support/world.ts";
import { type Got, openReceiver, type Receiver, status } from "./receiver.ts";

/** Too seldom to be what a test sees. */
const NEVER_MS = 1_000_000;
/** Of each kind: 1,000 in its long form. */
const SCHEDULES = timesOf("FOYER_SCHEDULES", 50);

let world: World;
/** A second service on the same database. */
let second: World;
let receiver: Receiver;
const stops: (() => Promise<void>)[] = [];

before(async () => {
  world = await makeWorld();
  second = await makeWorld({ database: world.database });
  receiver = await openReceiver();
});
afterEach(async () => {
  for (const stop of stops.splice(0)) await stop();
  receiver.behave.run = status(200);
  receiver.got.length = 0;
});
after(async () => {
  await second.close();
  await world.close();
  await receiver.close();
});

const pathOf = (location: string): string => `/companies/${location}/webhooks`;
const withWebhook = async (): Promise<string> => {
  const location = await buildLocation(world);
  assert.equal((await world.post(pathOf(location), { url: receiver.url })).status, 200);
  return location;
};
const start = (of: World, options: Parameters<typeof startDeliveries>[1] = {}): (() => Promise<void>) => {
  const stop = startDeliveries(of.context, options);
  stops.push(stop);
  return stop;
};
const rowOf = async (location: string): Promise<Body> =>
  (await world.db.pool.query("select * from webhooks where company_id = $1", [location])).rows[0];
const statesOf = async (location: string): Promise<string[]> =>
  (await world.db.pool.query("select state from deliveries where company_id = $1 order by n", [location])).rows.map(
    ({ state }) => state,
  );
const settled = (location: string): Promise<true> =>
  until("all events", async () => {
    const { rows } = await world.db.pool.query(
      `select 1 from webhooks w where company_id = $1 and (inflight is not null or (enabled and exists
         (select 1 from log l where l.company_id = w.company_id and l.seq > w.cursor and l.event is not null)))`,
      [location],
    );
    return rows.length === 0 ? true : undefined;
  });

describe("the delivery of events as it runs (interface 6; rules 5)", () => {
  it("sends when a change is committed, without waiting for a look at the database, from the first event on", async () => {
    start(world, { pollMs: NEVER_MS });
    const location = await buildLocation(world);
    await world.post(`/companies/${location}/entrypoints`, { name: "Door" });
    await world.post(pathOf(location), { url: receiver.url });
    for (let n = 0; n < 3; n += 1) {
      const { _id } = await buildVisit(world, location);
      const got = await receiver.calls(n + 1);
      assert.equal(got[n]?.event["visitorId"], _id);
    }
  });

  it("finds by looking what another process has committed, and what was waiting when it started", async () => {
    const location = await withWebhook();
    await buildVisit(world, location);
    start(world, { pollMs: 10 });
    await receiver.calls(1);
    await buildVisit(second, location);
    await receiver.calls(2);
  });

  it("a location whose receiver hangs holds up no other, and its own events keep their order (interface 6, rules 5)", async () => {
    const [slow, quick] = [await withWebhook(), await withWebhook()];
    const { promise, resolve } = Promise.withResolvers<void>();
    receiver.behave.run = (response, { event }) =>
      event["companyId"] === slow ? promise.then(() => response.end()) : response.end();
    start(world, { pollMs: 10, concurrency: 2 });
    await buildVisit(world, slow);
    await receiver.calls(1);
    for (let n = 0; n < 5; n += 1) {
      await buildVisit(world, slow);
      await buildVisit(world, quick);
    }
    await receiver.calls(6);
    await settled(quick);
    assert.deepEqual(
      receiver.got.map(({ event }) => event["companyId"]),
      [slow, ...Array(5).fill(quick)],
    );
    resolve();
    await settled(slow);
    assert.equal(receiver.got.length, 11);
  });

  it("more locations than are delivered to at once all have their turn", async () => {
    const locations = [];
    for (let n = 0; n < 6; n += 1) locations.push(await withWebhook());
    for (const location of [...locations, ...locations]) await buildVisit(world, location);
    start(world, { pollMs: 20, concurrency: 2 });
    for (const location of locations) await settled(location);
    assert.deepEqual(
      receiver.got.map(({ event }) => String(event["companyId"])).toSorted(),
      [...locations, ...locations].toSorted(),
    );
  });

  it("stopping waits for the call in progress, writes it down, and begins no more", async () => {
    const location = await withWebhook();
    const { promise, resolve } = Promise.withResolvers<void>();
    receiver.behave.run = (response) => promise.then(() => response.end());
    const stop = start(world, { pollMs: 10 });
    await buildVisit(world, location);
    await buildVisit(world, location);
    await receiver.calls(1);
    const stopped = stop();
    resolve();
    await stopped;
    for (let n = 0; n < 5; n += 1) assert.equal((await rowOf(location)).inflight, null);
    assert.deepEqual([await statesOf(location), receiver.got.length], [["delivered"], 1]);
  });

  it("a database that is away for a moment ends nothing", async () => {
    const location = await withWebhook();
    start(world, { pollMs: 10 });
    await world.db.pool.query(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    );
    const visit = await until("a visit", async () => {
      const { status: code, body } = await world.post("/visitors", { company_id: location });
      return code === 200 ? body : undefined;
    });
    await settled(location);
    assert.ok(receiver.got.some(({ event }) => event["visitorId"] === visit._id));
  });

  it("without a webhook the changes of a moment ask the database one short question", async () => {
    const location = await buildLocation(world);
    const asked: string[] = [];
    const db: Db = {
      ...world.context.db,
      named: (statement, values) => {
        if (values.length === 0 || values.includes(location)) asked.push(statement.name);
        return world.context.db.named(statement, values);
      },
    };
    stops.push(startDeliveries({ ...world.context, db }, { pollMs: NEVER_MS }));
    await until("the first look", async () => (asked.length > 0 ? true : undefined));
    for (let n = 0; n < 3; n += 1) {
      await buildVisit(world, location);
      await turn();
    }
    await until("the question", async () => (asked.length > 1 ? true : undefined));
    assert.deepEqual(new Set(asked), new Set(["find-waiting-events", "has-webhook"]));
  });
});

describe("an event whose process has ended", () => {
  const abandon = async (location: string) => {
    const lease = { by: "gone", ms: 0 };
    const claim = (await claimNext(world.db, location, lease)) ?? assert.fail("nothing to claim");
    return { lease, claim };
  };

  it("is logged as unknown by the next process, is not sent again, and the counter stays; the next event follows", async () => {
    const location = await withWebhook();
    await world.db.pool.query("update webhooks set failures = 4 where company_id = $1", [location]);
    await buildVisit(world, location);
    const { _id } = await buildVisit(world, location);
    await abandon(location);
    receiver.behave.run = status(200);
    start(second, { pollMs: 10 });
    const [got] = await receiver.calls(1);
    assert.equal(got?.event["visitorId"], _id);
    await settled(location);
    assert.deepEqual(await statesOf(location), ["unknown", "delivered"]);
  });

  it("unknown leaves the counter as it was, at four as well: the next failure is the fifth", async () => {
    const location = await withWebhook();
    await world.db.pool.query("update webhooks set failures = 4 where company_id = $1", [location]);
    await buildVisit(world, location);
    await abandon(location);
    start(second, { pollMs: 10 });
    await until("the take-over", async () => ((await statesOf(location)).length > 0 ? true : undefined));
    const { failures, enabled } = await rowOf(location);
    assert.deepEqual([failures, enabled], [4, true]);
  });

  it("an outcome that comes after another process took over is not written: one row, one count", async () => {
    const location = await withWebhook();
    await buildVisit(world, location);
    const { claim, lease } = await abandon(location);
    start(second, { pollMs: 10 });
    await until("the take-over", async () => ((await statesOf(location)).length > 0 ? true : undefined));
    const [delivery] = (await world.db.pool.query("select * from deliveries where company_id = $1", [location])).rows;
    const late = { claim, lease, delivery: { ...delivery, _id: "late", state: "failed" }, success: false };
    assert.equal(await recordDelivery(world.db, late), undefined);
    assert.deepEqual([await statesOf(location), (await rowOf(location)).failures], [["unknown"], 0]);
  });

  it("goes also when the webhook was turned off meanwhile", async () => {
    const location = await withWebhook();
    await buildVisit(world, location);
    await abandon(location);
    await world.post(pathOf(location), { url: receiver.url, enabled: false });
    start(second, { pollMs: 10 });
    await until("the take-over", async () => ((await rowOf(location)).inflight === null ? true : undefined));
    assert.deepEqual(await statesOf(location), ["unknown"]);
  });

  it("ten claims at once take one event", async () => {
    const location = await withWebhook();
    await buildVisit(world, location);
    await buildVisit(world, location);
    const claims = await Promise.all(
      Array.from({ length: 10 }, (_, n) =>
        claimNext(n % 2 === 0 ? world.db : second.db, location, { by: `c${n}`, ms: 60_000 }),
      ),
    );
    assert.equal(claims.filter((claim) => claim !== undefined).length, 1);
  });
});

type Outcome = { location: string; sent: number; most: number };

/** Random sign-ins, saves and answers at one location, from two services at once. */
const playSchedule = async (seed: number, mayFail: boolean): Promise<Outcome> => {
  const random = makeRandom(seed);
  const location = await withWebhook();
  let [now, most] = [0, 0];
  receiver.behave.run = async (response) => {
    most = Math.max(most, (now += 1));
    for (let turns = random.whole(0, 6); turns > 0; turns -= 1) await turn();
    now -= 1;
    response.writeHead(mayFail && random.chance(0.6) ? 500 : 200).end();
  };
  const ctx = async (): Promise<void> => {
    const of = random.one([world, second]);
    if (random.chance(0.8)) await buildVisit(of, location);
    else await of.post(pathOf(location), { url: receiver.url, http_method: random.one(["POST", "PUT", "PATCH"]) });
  };
  const sequence = async (): Promise<void> => {
    for (let n = 0; n < 6; n += 1) await ctx();
  };
  await Promise.all([sequence(), sequence(), sequence()]);
  await settled(location);
  return { location, sent: receiver.got.length, most };
};

const signInsOf = async (location: string): Promise<string[]> =>
  (
    await world.db.pool.query(
      "select subject_id from log where company_id = $1 and event = 'visitor_signed_in' order by seq",
      [location],
    )
  ).rows.map(({ subject_id }) => subject_id);
const idOf = ({ event }: Got): string => event["visitorId"] ?? "";

describe("two services with a delivery each on one database", () => {
  it(`${SCHEDULES} schedules, saves racing with deliveries: 0 lost, 0 doubled, 0 out of order, one at a time (interface 6.3)`, async (t) => {
    const seed = seedOf();
    start(world, { pollMs: 10 });
    start(second, { pollMs: 10 });
    let sent = 0;
    for (let n = 0; n < SCHEDULES; n += 1) {
      receiver.got.length = 0;
      const { location, most } = await playSchedule(seed + n, false);
      assert.deepEqual(receiver.got.map(idOf), await signInsOf(location), `seed ${seed + n}`);
      assert.equal(most, 1);
      assert.ok((await statesOf(location)).every((state) => state === "delivered"));
      sent += receiver.got.length;
    }
    t.diagnostic(`seed ${seed}: ${sent} events, 0 lost, 0 doubled, 0 out of order`);
  });

  it(`${SCHEDULES} schedules with failures: what arrived is what is logged, in order; a mail for each time it was turned off (interface 6.3)`, async (t) => {
    const seed = seedOf();
    start(world, { pollMs: 10 });
    start(second, { pollMs: 10 });
    let off = 0;
    for (let n = 0; n < SCHEDULES; n += 1) {
      receiver.got.length = 0;
      const { location, most } = await playSchedule(seed + n, true);
      const ids = (
        await world.db.pool.query("select subject_id from deliveries where company_id = $1 order by n", [location])
      ).rows.map(({ subject_id }) => subject_id);
      assert.deepEqual(receiver.got.map(idOf), ids, `seed ${seed + n}`);
      const order = await signInsOf(location);
      assert.deepEqual(
        ids,
        order.filter((id) => ids.includes(id)),
      );
      assert.equal(most, 1);
      const audit = (await world.get(`/companies/${location}/audit?act=webhook.disable`)).body.length;
      assert.equal((await world.get(`/companies/${location}/outbox`)).body.length, audit);
      off += audit;
    }
    t.diagnostic(`seed ${seed}: switched off ${off} times, ${off} mails`);
  });
});
