import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { Temporal } from "temporal-polyfill";

import { makeRandom, seedOf } from "../../../support/run/random.ts";
import { type Body, buildLocation, buildVisit, makeWorld, type World } from "../../../support/world.ts";

const SEED = seedOf();

let world: World;

before(async () => {
  world = await makeWorld();
  Object.assign(world.clock, { now: Date.parse("2026-12-24T12:00:00Z"), frozen: true });
});
after(() => world.close());

const groups = (location: string, start: string, end: string, by: string) =>
  world.get(`/companies/${location}/statistics/groups/${start}/${end}?by=${by}`);

const total = (list: readonly Body[], key: string): number =>
  list.find((group) => group.key === key)?.totalVisitorsIn ?? 0;

describe("GET /companies/{company_id}/statistics/groups/{start}/{end}", () => {
  it("200: by visit type, the most first, those without one too; erased visits stay (rules 3)", async () => {
    const location = await buildLocation(world);
    const { body: type } = await world.post(`/companies/${location}/visittypes`, { name: "Contractor" });
    const at = { signed_in: "2026-06-10T12:00:00Z" };
    const erased = await buildVisit(world, location, { ...at, visit_type: type._id });
    await buildVisit(world, location, { ...at, visit_type: type._id });
    await buildVisit(world, location, at);
    await buildVisit(world, location, { ...at, signed_in: "2026-06-11T00:00:00Z", visit_type: type._id });
    await world.remove(`/visitors/${erased._id}`);
    assert.deepEqual((await groups(location, "2026-06-10", "2026-06-10", "visit_type")).body, [
      { key: type._id, totalVisitorsIn: 2 },
      { totalVisitorsIn: 1 },
    ]);
  });

  it("200: by entry point, nothing for a span without visits", async () => {
    const location = await buildLocation(world);
    const { body: door } = await world.post(`/companies/${location}/entrypoints`, { name: "Main lobby" });
    await buildVisit(world, location, { signed_in: "2026-06-10T12:00:00Z", entrypoint_id: door._id });
    assert.deepEqual((await groups(location, "2026-06-10", "2026-06-12", "entrypoint_id")).body, [
      { key: door._id, totalVisitorsIn: 1 },
    ]);
    assert.deepEqual((await groups(location, "2026-06-11", "2026-06-12", "entrypoint_id")).body, []);
  });

  it("200: by host and by company, by their names; the twenty with most visits, and none of the erased", async () => {
    const location = await buildLocation(world);
    const at = { signed_in: "2026-06-10T12:00:00Z" };
    for (const recipient of ["Anke Willems", "Bo Li", "Anke Willems"])
      await buildVisit(world, location, { ...at, recipient, company: "Acme" });
    for (let n = 10; n < 32; n += 1) await buildVisit(world, location, { ...at, company: `Company ${n}` });
    const erased = await buildVisit(world, location, { ...at, recipient: "Cleo Erased" });
    await world.remove(`/visitors/${erased._id}`);
    assert.deepEqual((await groups(location, "2026-06-10", "2026-06-10", "recipient")).body, [
      { key: "Anke Willems", totalVisitorsIn: 2 },
      { key: "Bo Li", totalVisitorsIn: 1 },
    ]);
    const { body: companies } = await groups(location, "2026-06-10", "2026-06-10", "company");
    assert.deepEqual(
      companies.map(({ key, totalVisitorsIn }: Body) => [key, totalVisitorsIn]),
      [["Acme", 3], ...Array.from({ length: 19 }, (_, n) => [`Company ${n + 10}`, 1])],
    );
  });

  for (const zone of ["Europe/Brussels", "Australia/Lord_Howe", "America/St_Johns", "Asia/Kathmandu"])
    it(`200: hours and weekdays are those of the clocks in ${zone}, across the change of the clocks (TEST_SEED=${SEED})`, async () => {
      const random = makeRandom(SEED);
      const location = await buildLocation(world, { timezone: zone });
      const times = Array.from(
        { length: 60 },
        () => Date.parse("2026-02-01T12:00Z") + random.whole(0, 280 * 86_400) * 1000,
      );
      for (const time of times) await buildVisit(world, location, { signed_in: new Date(time).toISOString() });
      const hours: Body[] = (await groups(location, "2026-01-01", "2026-12-01", "hour")).body;
      const weekdays: Body[] = (await groups(location, "2026-01-01", "2026-12-01", "weekday")).body;
      assert.deepEqual([hours.length, weekdays.length], [24, 7]);
      const local = times.map((time) => Temporal.Instant.fromEpochMilliseconds(time).toZonedDateTimeISO(zone));
      for (let hour = 0; hour < 24; hour += 1)
        assert.equal(total(hours, String(hour)), local.filter((at) => at.hour === hour).length, `${hour} h`);
      for (let day = 1; day <= 7; day += 1)
        assert.equal(total(weekdays, String(day)), local.filter((at) => at.dayOfWeek === day).length, `day ${day}`);
    });

  it("400: what it is grouped by is one of six, and the span is one", async () => {
    const location = await buildLocation(world);
    for (const [start, end, by, word] of [
      ["2026-06-10", "2026-06-10", "signed_in", '"by"'],
      ["2026-06-10", "2026-06-09", "hour", '"end"'],
      ["1900-01-01", "2026-06-09", "hour", "20 years"],
      ["someday", "2026-06-09", "hour", '"start"'],
    ] as const) {
      const { status, body } = await groups(location, start, end, by);
      assert.equal(status, 400);
      assert.ok(body.message.includes(word), body.message);
    }
  });
});
