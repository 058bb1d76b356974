import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { addDays, dateOf, startOfDay } from "../../../../server/platform/lib/time/time.ts";
import { countHours, makeHistory } from "../../../support/occupancy-model.ts";
import { makeRandom, seedOf } from "../../../support/run/random.ts";
import { roundsOf } from "../../../support/run/size.ts";
import { type Body, buildLocation, buildVisit, makeWorld, type World } from "../../../support/world.ts";

const SEED = seedOf();
const ROUNDS = roundsOf(200, 2000);
const NOW = Date.parse("2026-12-24T12:00:00Z");

let world: World;

before(async () => {
  world = await makeWorld();
  Object.assign(world.clock, { now: NOW, frozen: true });
});
after(() => world.close());

const read = (location: string, start: string, end: string) =>
  world.get(`/companies/${location}/occupancy/heatmap/${start}/${end}`);
const cells = async (location: string, start: string, end: string): Promise<Body[]> => {
  const { status, body, text } = await read(location, start, end);
  assert.equal(status, 200, text);
  return body;
};
const at = (ms: number): string => new Date(ms).toISOString();
const visit = (location: string, signed_in: string, signed_out?: string) =>
  buildVisit(world, location, { signed_in, ...(signed_out !== undefined && { signed_out }) });

describe("GET /companies/{company_id}/occupancy/heatmap/{start}/{end}", () => {
  it("200: 7 x 24 cells from Monday at midnight, on the location's clock; empty ones are listed", async () => {
    const location = await buildLocation(world, { timezone: "Asia/Kolkata" });
    // A Wednesday, from 09:00 to 10:30 there.
    await visit(location, "2026-06-10T03:30:00Z", "2026-06-10T05:00:00Z");
    const map = await cells(location, "2026-06-08", "2026-06-14");
    assert.deepEqual(
      map.map(({ weekday, hour }) => [weekday, hour]),
      Array.from({ length: 168 }, (_, n) => [Math.floor(n / 24) + 1, n % 24]),
    );
    assert.deepEqual(
      map.filter(({ mean }) => mean > 0),
      [
        { weekday: 3, hour: 9, mean: 1, p90: 1 },
        { weekday: 3, hour: 10, mean: 0.5, p90: 0.5 },
      ],
    );
  });

  it("200: the mean of the hours, and what nine in ten of them stay within; those that haven't begun aren't counted", async () => {
    const location = await buildLocation(world);
    // Twenty Thursdays, of which the last is today; the two busiest are above what nine in ten stay within.
    for (const [week, many] of [
      [1, 4],
      [2, 3],
      [3, 1],
    ] as const)
      for (let n = 0; n < many; n += 1) {
        const date = addDays("2026-12-24", -7 * week);
        await visit(location, `${date}T09:00:00Z`, `${date}T10:00:00Z`);
      }
    const map = await cells(location, addDays("2026-12-24", -7 * 19), "2026-12-31");
    const cell = (hour: number) => map.find((one) => one.weekday === 4 && one.hour === hour);
    assert.deepEqual(cell(9), { weekday: 4, hour: 9, mean: 8 / 20, p90: 1 });
    assert.deepEqual(cell(13), { weekday: 4, hour: 13, mean: 0, p90: 0 });
  });

  it("400: dates, their order, and more days than an answer can have", async () => {
    const location = await buildLocation(world);
    for (const [start, end, code] of [
      ["someday", "2026-06-09", "wrong_format"],
      ["2026-06-10", "2026-06-09", "wrong_order"],
      ["2025-01-01", "2026-06-30", "too_many"],
    ] as const) {
      const { status, body } = await read(location, start, end);
      assert.deepEqual([status, body.code], [400, code]);
    }
  });

  for (const [zone, first] of [
    ["Europe/Brussels", "2026-03-28T12:00:00Z"],
    ["Europe/Brussels", "2026-10-24T12:00:00Z"],
    ["Australia/Lord_Howe", "2026-04-04T12:00:00Z"],
    ["Australia/Lord_Howe", "2026-10-03T12:00:00Z"],
  ] as const)
    it(`200: agrees with a count visit by visit around ${first} in ${zone}, in ${ROUNDS / 4} histories (TEST_SEED=${SEED})`, async () => {
      const random = makeRandom(SEED);
      const [start, end] = [0, 8].map((n) => dateOf(Date.parse(first) + n * 86_400_000, zone)) as [string, string];
      const [from, to] = [startOfDay(start, zone), startOfDay(addDays(end, 1), zone)];
      for (let round = 0; round < ROUNDS / 4; round += 1) {
        const history = makeHistory(random, zone, Date.parse(first));
        world.clock.now = history.now;
        const settings = { signout_days: history.signoutDays };
        const location = await buildLocation(world, { timezone: zone, settings });
        for (const stay of history.stays.filter(({ erased }) => !erased))
          await visit(location, at(stay.in), stay.out === undefined ? undefined : at(stay.out));
        const hours = countHours(history, from, to);
        for (const { weekday, hour, mean, p90 } of await cells(location, start, end)) {
          const means = hours.filter((one) => one.weekday === weekday && one.hour === hour).map((one) => one.mean);
          const average = means.length === 0 ? 0 : means.reduce((sum, one) => sum + one, 0) / means.length;
          const within = means.toSorted((a, b) => a - b)[Math.ceil(means.length * 0.9) - 1] ?? 0;
          const what = `round ${round}, weekday ${weekday}, ${hour} h`;
          assert.ok(Math.abs(mean - average) < 0.001, `${what}: mean ${mean}, not ${average}`);
          assert.ok(Math.abs(p90 - within) < 0.001, `${what}: p90 ${p90}, not ${within}`);
        }
      }
    });
});
