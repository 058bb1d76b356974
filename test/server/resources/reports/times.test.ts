import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { makeRandom, seedOf } from "../../../support/run/random.ts";
import { buildLocation, buildRegistered, buildVisit, makeWorld, type World } from "../../../support/world.ts";

const SEED = seedOf();
const MINUTE_MS = 60_000;

let world: World;

before(async () => {
  world = await makeWorld();
  Object.assign(world.clock, { now: Date.parse("2026-12-24T12:00:00Z"), frozen: true });
});
after(() => world.close());

const times = (location: string, start: string, end: string) =>
  world.get(`/companies/${location}/statistics/times/${start}/${end}`);

const at = (ms: number): string => new Date(ms).toISOString();

/** The shortest time within which this share of them stays. */
const rank = (minutes: readonly number[], part: number): number | undefined =>
  minutes.toSorted((a, b) => a - b)[Math.ceil(minutes.length * part) - 1];

describe("GET /companies/{company_id}/statistics/times/{start}/{end}", () => {
  it(`200: half and nine tenths of the stays, of visits that began in these days and have ended, without the erased (TEST_SEED=${SEED})`, async () => {
    const random = makeRandom(SEED);
    const location = await buildLocation(world, { timezone: "Europe/Brussels" });
    const [first, last] = [Date.parse("2026-06-09T22:00:00Z"), Date.parse("2026-06-12T22:00:00Z")];
    const stays = Array.from({ length: 41 }, () => random.whole(0, 600 * MINUTE_MS));
    for (const stay of stays) {
      const begun = random.whole(first, last);
      const visit = await buildVisit(world, location, { signed_in: at(begun), signed_out: at(begun + stay) });
      if (stay % 5 === 0) await world.remove(`/visitors/${visit._id}`);
    }
    // One that began too early, one too late, and one that has not ended.
    for (const begun of [first - 1, last])
      await buildVisit(world, location, { signed_in: at(begun), signed_out: at(begun + 900 * MINUTE_MS) });
    await buildVisit(world, location, { signed_in: at(first) });
    const kept = stays.filter((ms) => ms % 5 !== 0);
    const minutes = kept.map((ms) => Math.floor(ms / MINUTE_MS));
    const { status, body } = await times(location, "2026-06-10", "2026-06-12");
    assert.equal(status, 200);
    assert.deepEqual(body.stays, {
      total: kept.length,
      median_minutes: rank(minutes, 0.5),
      p90_minutes: rank(minutes, 0.9),
    });
  });

  it("200: how long visitors waited until they were approved or rejected; those who still wait aren't in it", async () => {
    const location = await buildLocation(world);
    const { body: type } = await world.post(`/companies/${location}/visittypes`, {
      name: "Interview",
      screening: true,
    });
    const now = world.clock.now;
    const begin = () => buildVisit(world, location, { visit_type: type._id });
    for (const [minutes, decision] of [
      [2, "approve"],
      [4, "reject"],
      [30, "approve"],
    ] as const) {
      const { _id } = await begin();
      world.clock.now += minutes * MINUTE_MS + 59_000;
      assert.equal((await world.post(`/visitors/${_id}/${decision}`)).status, 200);
    }
    await begin();
    await buildVisit(world, location);
    const { body } = await times(location, "2026-12-24", "2026-12-24");
    world.clock.now = now;
    assert.deepEqual(body.approvals, { total: 3, median_minutes: 4, p90_minutes: 30 });
  });

  it("200: who was expected in these days and never came; not those whose time isn't over or has no end", async () => {
    const location = await buildLocation(world, { timezone: "Europe/Brussels" });
    const expect = (startDate: string | undefined, endDate: string | undefined) =>
      buildRegistered(world, location, {
        visiting_on: { ...(startDate && { startDate }), ...(endDate && { endDate }) },
      });
    const known = async (span: [string, string], signed_in?: string): Promise<void> => {
      const { _id } = await expect(...span);
      if (signed_in !== undefined) await buildVisit(world, location, { signed_in, known_visitor_id: _id });
    };
    const morning: [string, string] = ["2026-12-22T09:00:00Z", "2026-12-22T10:00:00Z"];
    await known(morning);
    await known(morning, "2026-12-22T09:20:00Z");
    await known(morning, "2026-12-21T21:00:00Z");
    await known(morning, "2026-12-22T21:59:59Z");
    await known(morning, "2026-12-21T20:59:59Z");
    // The whole of the last day, which ends with the next one.
    await known(["2026-12-22T23:00:00Z", "2026-12-23T23:00:00Z"]);
    await expect("2026-12-24T09:00:00Z", "2026-12-24T12:00:01Z");
    await expect("2026-12-22T09:00:00Z", undefined);
    await expect(undefined, "2026-12-22T09:00:00Z");
    await expect("2026-12-20T09:00:00Z", "2026-12-21T23:00:00Z");
    const { body } = await times(location, "2026-12-22", "2026-12-24");
    assert.deepEqual([body.expected, body.no_shows], [6, 3]);
  });

  it("200: whose visits retention may have erased count neither way", async () => {
    const location = await buildLocation(world, { settings: { retention_days: 2 } });
    for (const day of ["21", "23"])
      await buildRegistered(world, location, {
        visiting_on: { startDate: `2026-12-${day}T09:00:00Z`, endDate: `2026-12-${day}T10:00:00Z` },
      });
    const { body } = await times(location, "2026-12-01", "2026-12-24");
    assert.deepEqual([body.expected, body.no_shows], [1, 1]);
  });

  it("200: without any there is no middle; 400 for days in the wrong order", async () => {
    const location = await buildLocation(world);
    const none = { total: 0 };
    assert.deepEqual((await times(location, "2026-06-01", "2026-06-02")).body, {
      stays: none,
      approvals: none,
      expected: 0,
      no_shows: 0,
    });
    const { status, body } = await times(location, "2026-06-02", "2026-06-01");
    assert.deepEqual([status, body.code], [400, "wrong_order"]);
  });
});
