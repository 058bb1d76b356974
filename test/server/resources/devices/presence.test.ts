import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";

import { markSilentOffline } from "../../../../server/resources/devices/presence.ts";
import { startTicks } from "../../../../server/ticks.ts";
import { type Kiosk, kioskCall, pairKiosk } from "../../../support/kiosk.ts";
import { connectTo, withLogLock } from "../../../support/run/lock.ts";
import { type Body, buildLocation, eventsOf, logOf, makeWorld, type World } from "../../../support/world.ts";

const START = Date.parse("2026-11-21T10:00:00Z");

let world: World;
/** Another process on the same database. */
let second: World;
let location: string;
let kiosk: Kiosk;

before(async () => {
  world = await makeWorld();
  second = await makeWorld({ database: world.database });
});
after(async () => {
  await second.close();
  await world.close();
});

const setClocks = (now: number): void => {
  for (const one of [world, second]) Object.assign(one.clock, { frozen: true, now });
};
const pass = (seconds: number): void => setClocks(world.clock.now + seconds * 1000);

beforeEach(async () => {
  setClocks(START);
  location = await buildLocation(world);
  kiosk = await pairKiosk(world, location);
});

const read = async (by = world): Promise<Body> =>
  (await by.get(`/companies/${location}/devices/${kiosk.device._id}`)).body;
/** The events since the pairing. */
const events = async (): Promise<string[]> => (await eventsOf(world, location)).slice(1);

describe("device_online (interface 6.2)", () => {
  it("fires with the first heartbeat, and with none of the next 20", async () => {
    assert.deepEqual([(await read()).online, await events()], [false, []]);
    for (let n = 0; n <= 20; n += 1) {
      assert.equal((await kiosk.beat()).status, 200);
      await markSilentOffline(world.context);
      pass(30);
    }
    assert.deepEqual(await events(), ["device_online"]);
    const { online, last_seen, app_version } = await read();
    assert.deepEqual([online, app_version, Date.parse(last_seen)], [true, "1.0.0", START + 600_000]);
  });

  it("fires once for 24 first heartbeats at once in two processes", async () => {
    const beats = await Promise.all(Array.from({ length: 24 }, (_, n) => kiosk.beat(n % 2 === 0 ? world : second)));
    assert.ok(beats.every(({ status }) => status === 200));
    assert.deepEqual(await events(), ["device_online"]);
  });

  it("is not a change of the record: the revision stays, and heartbeats between leave no entry in the log", async () => {
    await kiosk.beat();
    const entries = (await logOf(world, location)).length;
    const rev = async () => (await world.db.pool.query("select rev, mod_date from devices where _id = $1", [kiosk.device._id])).rows[0]; // prettier-ignore
    const first = await rev();
    for (let n = 0; n < 5; n += 1) {
      pass(30);
      await kiosk.beat(second);
    }
    assert.deepEqual(await rev(), first);
    assert.equal((await logOf(world, location)).length, entries);
  });
});

describe("device_offline (interface 6.2)", () => {
  it("fires once after 90 seconds of silence, to the millisecond, and with the ids of 6.2", async () => {
    await kiosk.beat();
    setClocks(START + 89_999);
    await markSilentOffline(world.context);
    assert.deepEqual([(await read()).online, await events()], [true, ["device_online"]]);
    setClocks(START + 90_000);
    for (let n = 0; n < 3; n += 1) await markSilentOffline(world.context);
    assert.deepEqual(await events(), ["device_online", "device_offline"]);
    const entry = (await logOf(world, location)).at(-1);
    assert.deepEqual([entry.ids, entry.actor_kind, entry.act], [{ deviceUuid: kiosk.device._id }, "system", "device.offline"]); // prettier-ignore
  });

  it("200: `online` is right on read before the silence was noticed", async () => {
    await kiosk.beat();
    setClocks(START + 90_000);
    const { online, last_seen } = await read();
    assert.deepEqual([online, Date.parse(last_seen)], [false, START]);
    assert.deepEqual(await events(), ["device_online"]);
  });

  it("the log says which kiosk it was, also when it has been removed", async () => {
    await kiosk.beat();
    pass(90);
    await markSilentOffline(world.context);
    await world.remove(`/companies/${location}/devices/${kiosk.device._id}`);
    const { body } = await world.get(`/companies/${location}/audit?subject_id=${kiosk.device._id}`);
    const { name } = kiosk.device;
    assert.ok(name.length > 0);
    assert.deepEqual(
      body.slice(1, 3).map(({ act, before: was, after: became }: Body) => [act, was, became]),
      [
        ["device.offline", { name, online: true }, { name, online: false }],
        ["device.online", { name, online: false }, { name, online: true }],
      ],
    );
  });

  it("fires although the process that heard the kiosk last is gone", async () => {
    const dead = await makeWorld({ database: world.database });
    Object.assign(dead.clock, { frozen: true, now: START });
    await kiosk.beat(dead);
    await dead.close();
    pass(90);
    await markSilentOffline(second.context);
    assert.deepEqual(await events(), ["device_online", "device_offline"]);
  });

  it("fires by itself: the service looks every 5 seconds", async (test) => {
    await kiosk.beat();
    pass(90);
    test.mock.timers.enable({ apis: ["setInterval"] });
    const stop = startTicks(world.context);
    test.mock.timers.tick(5_000);
    await stop();
    assert.deepEqual(await events(), ["device_online", "device_offline"]);
  });

  it("fires once when two processes look at the same moment, 10 times each", async () => {
    await kiosk.beat();
    pass(100);
    await Promise.all(Array.from({ length: 20 }, (_, n) => markSilentOffline((n % 2 === 0 ? world : second).context)));
    assert.deepEqual(await events(), ["device_online", "device_offline"]);
  });

  it("fires for each of several kiosks of several locations, in the log of its own", async () => {
    const other = await buildLocation(world);
    const [one, two] = [await pairKiosk(world, other), await pairKiosk(world, location)];
    for (const each of [kiosk, one, two]) await each.beat();
    pass(60);
    await two.beat();
    pass(60);
    await markSilentOffline(world.context);
    assert.deepEqual((await eventsOf(world, other)).slice(1), ["device_online", "device_offline"]);
    const silent = (await logOf(world, location)).filter(({ event }) => event === "device_offline");
    assert.deepEqual(silent.map(({ ids }) => ids.deviceUuid), [kiosk.device._id]); // prettier-ignore
  });

  it("does not fire for a kiosk that was never heard, nor for one that was removed", async () => {
    const gone = await pairKiosk(world, location);
    await gone.beat();
    await world.remove(`/companies/${location}/devices/${gone.device._id}`);
    pass(200);
    await markSilentOffline(world.context);
    assert.deepEqual(await events(), ["device_added", "device_online", "device_deleted"]);
  });

  it("does not fire when the kiosk beats while the silence is being noticed", async () => {
    await kiosk.beat();
    pass(90);
    const client = await connectTo(world);
    await client.query("begin");
    await client.query("update devices set last_seen = $2 where _id = $1", [
      kiosk.device._id,
      new Date(world.clock.now),
    ]);
    const tick = markSilentOffline(world.context);
    await client.query("commit");
    await client.end();
    await tick;
    assert.deepEqual([(await read()).online, await events()], [true, ["device_online"]]);
  });
});

describe("a kiosk that comes back (interface 6.2)", () => {
  it("device_online fires again, once", async () => {
    await kiosk.beat();
    pass(90);
    await markSilentOffline(world.context);
    pass(10);
    for (const by of [second, world]) await kiosk.beat(by);
    assert.deepEqual(await events(), ["device_online", "device_offline", "device_online"]);
    assert.equal((await read()).online, true);
  });

  it("a silence that was not noticed is reported first: offline, then online", async () => {
    await kiosk.beat();
    pass(90);
    await kiosk.beat();
    assert.deepEqual(await events(), ["device_online", "device_offline", "device_online"]);
    assert.equal(Date.parse((await read()).last_seen), world.clock.now);
  });

  it("a silence that two beats and two looks come upon at once is told once", async () => {
    await kiosk.beat();
    pass(3_600);
    await Promise.all([
      kiosk.beat(),
      kiosk.beat(second),
      markSilentOffline(world.context),
      markSilentOffline(second.context),
    ]);
    assert.deepEqual(await events(), ["device_online", "device_offline", "device_online"]);
  });

  it("40 turns of beats and looks at once in two processes: online and offline alternate, and the last is what is read", async () => {
    for (let turn = 0; turn < 40; turn += 1) {
      pass(turn % 3 === 0 ? 95 : 30);
      const worlds = [world, second];
      await Promise.all(
        worlds.flatMap((one) => [markSilentOffline(one.context), ...(turn % 5 === 0 ? [] : [kiosk.beat(one)])]),
      );
    }
    const fired = await events();
    for (const [n, event] of fired.entries())
      assert.equal(event, n % 2 === 0 ? "device_online" : "device_offline", fired.join(" "));
    assert.equal((await read()).online, fired.at(-1) === "device_online");
  });

  it("200: a heartbeat of an online kiosk does not wait for other changes of its location", async () => {
    await kiosk.beat();
    await withLogLock(world, location, async () => {
      assert.equal((await kiosk.beat()).status, 200);
    });
  });

  it("200: time does not run backwards where the clock of another process is behind", async () => {
    await kiosk.beat();
    pass(30);
    await kiosk.beat();
    second.clock.now -= 20_000;
    await kiosk.beat(second);
    assert.equal(Date.parse((await read()).last_seen), world.clock.now);
  });
});

describe("POST /kiosk/api/heartbeat", () => {
  it("200: a version is kept until another one is said; without one nothing is lost", async () => {
    await kiosk.beat();
    assert.equal((await kioskCall(world, "POST", "/heartbeat", { as: kiosk.as })).status, 200);
    assert.equal((await read()).app_version, "1.0.0");
    await kioskCall(world, "POST", "/heartbeat", { as: kiosk.as, body: { app_version: "1.1.0 ü" } });
    assert.equal((await read()).app_version, "1.1.0 ü");
  });

  it("400: a version that is not a short text, and nothing is noted", async () => {
    for (const app_version of [5, "x".repeat(101), ["1"], "\u0000", "\ud800"]) {
      const { status, body } = await kioskCall(world, "POST", "/heartbeat", { as: kiosk.as, body: { app_version } });
      assert.equal(status, 400, JSON.stringify(app_version));
      assert.match(body.message, /"app_version"/);
    }
    assert.deepEqual([(await read()).online, await events()], [false, []]);
  });
});
