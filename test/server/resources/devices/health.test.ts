import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";

import { type Kiosk, kioskCall, pairKiosk } from "../../../support/kiosk.ts";
import { type Answer, type Body, buildLocation, logOf, makeWorld, type World } from "../../../support/world.ts";

const START = Date.parse("2026-11-21T10:00:00Z");
const REPORT = {
  sent_at: "2026-11-21T10:05:00Z",
  idle_seconds: 90,
  battery: 15,
  charging: false,
  storage_mb: 2048,
  camera: "blocked",
  printer: "none",
  screen: "sign-in",
};

let world: World;
let location: string;
let kiosk: Kiosk;
before(async () => {
  world = await makeWorld();
});
after(() => world.close());
beforeEach(async () => {
  Object.assign(world.clock, { frozen: true, now: START });
  location = await buildLocation(world);
  kiosk = await pairKiosk(world, location);
});

const beat = (health?: unknown): Promise<Answer> =>
  kioskCall(world, "POST", "/heartbeat", {
    as: kiosk.as,
    body: { app_version: "1.0.0", ...(health ? { health } : {}) },
  });
const read = async (): Promise<Answer> => world.get(`/companies/${location}/devices/${kiosk.device._id}`);
const health = async (): Promise<Body> => (await read()).body.health;

describe("health of a kiosk (docs/kiosks.md)", () => {
  it("200: the last report, its times by the service’s clock, with the first heartbeat and with later ones", async () => {
    assert.equal(await health(), undefined);
    assert.equal((await beat(REPORT)).status, 200);
    const { sent_at: _sent, idle_seconds: _idle, ...told } = REPORT;
    const times = { reported: "2026-11-21T10:00:00.000Z", last_touch: "2026-11-21T09:58:30.000Z" };
    assert.deepEqual(await health(), { ...told, ...times, clock_skew_seconds: 300 });
    world.clock.now += 60_000;
    await beat({ sent_at: "2026-11-21T10:01:00Z", idle_seconds: 0 });
    const later = "2026-11-21T10:01:00.000Z";
    assert.deepEqual(await health(), { reported: later, last_touch: later, clock_skew_seconds: 0 });
  });

  it("200: a heartbeat without one keeps the last", async () => {
    await beat(REPORT);
    const first = await health();
    await beat();
    assert.deepEqual(await health(), first);
  });

  it("200: keys that aren't part of a report are not kept", async () => {
    assert.equal((await beat({ ...REPORT, visitor: "Lena Vogt", more: { text: "x".repeat(10_000) } })).status, 200);
    const shown = await health();
    assert.deepEqual([shown.visitor, shown.more, shown.battery], [undefined, undefined, REPORT.battery]);
  });

  it("is not a change of the record: tag and revision stay, and the log has nothing of it", async () => {
    await beat();
    const before = [(await read()).headers["etag"], (await logOf(world, location)).length];
    await beat(REPORT);
    assert.deepEqual([(await read()).headers["etag"], (await logOf(world, location)).length], before);
    assert.doesNotMatch(JSON.stringify(await logOf(world, location)), /battery/);
  });

  it("400: names the part that is wrong, and nothing of it is kept", async () => {
    for (const [key, value] of [
      ["battery", 101],
      ["charging", "soon"],
      ["storage_mb", -1],
      ["camera", "red"],
      ["printer", "laser"],
      ["screen", "Lena Vogt"],
      ["idle_seconds", null],
      ["sent_at", "now"],
    ] as const) {
      const { status, body } = await beat({ ...REPORT, [key]: value });
      assert.equal(status, 400, key);
      assert.match(body.field, new RegExp(`^health(\\.${key})?$`), key);
    }
    assert.equal(await health(), undefined);
  });
});
