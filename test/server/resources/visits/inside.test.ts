import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { newId } from "../../../../server/platform/lib/record/ids.ts";
import { makeRandom, type Random, seedOf } from "../../../support/run/random.ts";
import { timesOf } from "../../../support/run/size.ts";
import { type Body, buildKey, buildLocation, buildVisit, makeWorld, type World } from "../../../support/world.ts";
import { dateIn } from "../../../support/zone-days.ts";

let world: World;

before(async () => {
  world = await makeWorld();
});
after(() => world.close());

const at = (text: string): void => void Object.assign(world.clock, { now: Date.parse(text), frozen: true });
const place = (timezone: string, signout_days = 0): Promise<string> =>
  buildLocation(world, { timezone, settings: { signout_days } });

/** The ids inside, by the plain list; the paged list must say the same in the same order. */
const inside = async (location: string, query = ""): Promise<string[]> => {
  const plain = await world.get(`/visitors/signed_current/${location}?${query}`);
  assert.equal(plain.status, 200, plain.text);
  const paged = await world.get(`/visitors/signed_current/paged/${location}?count=10000&page=1&${query}`);
  assert.equal(paged.status, 200, paged.text);
  assert.deepEqual(paged.body.visitors, plain.body);
  assert.equal(paged.body.total, plain.body.length);
  return plain.body.map(({ _id }: Body) => _id);
};
const isInside = async (visit: Body, query = ""): Promise<boolean> =>
  (await inside(visit.company_id, query)).includes(visit._id);
const day = (text: string): string => `datetimestamp=${encodeURIComponent(text)}`;

describe("GET /visitors/signed_current/{company_id}: today (interface 4.2, rules 3)", () => {
  it("200: inside from signed_in until signed_out; default today", async () => {
    at("2026-06-10T12:00:00Z");
    const location = await place("Europe/Brussels");
    const visit = await buildVisit(world, location);
    assert.ok(await isInside(visit));
    assert.ok(await isInside(visit, day("2026-06-10")));
    await world.post(`/visitors/${visit._id}/signout`);
    assert.ok(!(await isInside(visit)));
  });

  it("200: latest first; the lists carry agreements, no photo and no signature (rules 4)", async () => {
    at("2026-06-10T12:00:00Z");
    const location = await place("UTC");
    const visits = [];
    for (const signed_in of ["2026-06-10T09:00:00Z", "2026-06-10T11:00:00Z", "2026-06-10T10:00:00Z"])
      visits.push(await buildVisit(world, location, { signed_in, photo: "AAAA", signature: "AAAA" }));
    assert.deepEqual(
      await inside(location),
      [visits[1], visits[2], visits[0]].map(({ _id }) => _id),
    );
    const { body } = await world.get(`/visitors/signed_current/${location}`);
    const { photo: _photo, signature: _signature, ...listed } = visits[1];
    assert.deepEqual(body[0], listed);
  });

  it("200: a visit that begins a few minutes ahead is inside once it has begun", async () => {
    at("2026-06-10T12:00:00Z");
    const visit = await buildVisit(world, await place("UTC"), { signed_in: "2026-06-10T12:03:00Z" });
    assert.ok(!(await isInside(visit)));
    at("2026-06-10T12:02:59.999Z");
    assert.ok(!(await isInside(visit)));
    at("2026-06-10T12:03:00Z");
    assert.ok(await isInside(visit));
  });

  it("200: a forgotten visit leaves at the end of its day, is given no signed_out and can still be signed out", async () => {
    at("2026-06-10T12:00:00Z");
    const visit = await buildVisit(world, await place("Europe/Brussels"));
    at("2026-06-10T21:59:59.999Z");
    assert.ok(await isInside(visit));
    at("2026-06-10T22:00:00Z");
    assert.ok(!(await isInside(visit)));
    assert.ok(!("signed_out" in (await world.get(`/visitors/${visit._id}`)).body));
    const { status, body } = await world.post(`/visitors/${visit._id}/signout`);
    assert.deepEqual([status, body.signed_out], [200, "2026-06-10T22:00:00.000Z"]);
  });

  for (const days of [0, 1, 7, 365])
    it(`200: with signout_days ${days} a visit stays for ${days} more days, to the millisecond`, async () => {
      at("2026-01-10T00:00:00Z");
      const visit = await buildVisit(world, await place("UTC", days));
      const end = Date.parse("2026-01-11T00:00:00Z") + days * 86_400_000;
      at(new Date(end - 1).toISOString());
      assert.ok(await isInside(visit));
      at(new Date(end).toISOString());
      assert.ok(!(await isInside(visit)));
    });

  it("200: a change of signout_days binds on the next call", async () => {
    at("2026-06-10T12:00:00Z");
    const visit = await buildVisit(world, await place("UTC"), { signed_in: "2026-06-08T12:00:00Z" });
    assert.ok(!(await isInside(visit)));
    await world.put(`/companies/${visit.company_id}`, { settings: { signout_days: 2 } });
    assert.ok(await isInside(visit));
  });
});

describe("GET /visitors/signed_current/{company_id}: other days (rules 3)", () => {
  it("200: on a past day, who had not signed out by its end", async () => {
    at("2026-06-20T12:00:00Z");
    const location = await place("UTC");
    const visit = (signed_out?: string) =>
      buildVisit(world, location, { signed_in: "2026-06-10T09:00:00Z", ...(signed_out && { signed_out }) });
    const open = await visit();
    const before = await visit("2026-06-10T23:59:59.999Z");
    const atEnd = await visit("2026-06-11T00:00:00.000Z");
    const after = await visit("2026-06-12T08:00:00.000Z");
    const found = await inside(location, day("2026-06-10"));
    assert.deepEqual(new Set(found), new Set([open._id, atEnd._id, after._id]));
    assert.ok(!found.includes(before._id));
    assert.deepEqual(await inside(location, day("2026-06-09")), []);
    assert.deepEqual(await inside(location, day("2026-06-11")), []);
  });

  it("200: today turns into a past day at its end", async () => {
    at("2026-06-10T23:58:00Z");
    const visit = await buildVisit(world, await place("UTC"), { signed_out: "2026-06-11T00:01:00Z" });
    assert.ok(!(await isInside(visit, day("2026-06-10"))), "on today whoever has a signed_out is not inside");
    at("2026-06-11T00:00:00Z");
    assert.ok(await isInside(visit, day("2026-06-10")));
  });

  it("200: on a coming day, who is inside now and still counts then", async () => {
    at("2026-06-10T12:00:00Z");
    const visit = await buildVisit(world, await place("UTC", 2));
    assert.ok(await isInside(visit, day("2026-06-11")));
    assert.ok(await isInside(visit, day("2026-06-12")));
    assert.ok(!(await isInside(visit, day("2026-06-13"))));
    const left = await buildVisit(world, visit.company_id, { signed_out: "2026-06-10T12:00:00Z" });
    assert.ok(!(await isInside(left, day("2026-06-11"))));
  });
});

describe("GET /visitors/signed_current/{company_id}: naming the day (rules 2)", () => {
  it("200: a plain date is read in the location's zone, a timestamp names the day it falls on there", async () => {
    at("2026-06-20T12:00:00Z");
    const auckland = await buildVisit(world, await place("Pacific/Auckland"), { signed_in: "2026-06-09T20:00:00Z" });
    assert.ok(await isInside(auckland, day("2026-06-10")));
    for (const text of [
      "2026-06-09T12:00:00Z",
      "2026-06-10T11:59:59.999Z",
      "2026-06-10T01:00:00+12:00",
      "2026-06-09T12:00",
    ])
      assert.ok(await isInside(auckland, day(text)), text);
    for (const text of ["2026-06-09", "2026-06-09T11:59:59.999Z", "2026-06-10T12:00:00Z", "2026-06-11"])
      assert.ok(!(await isInside(auckland, day(text))), text);
  });

  it("200: date is an alias of datetimestamp; a blank one is today", async () => {
    at("2026-06-20T12:00:00Z");
    const visit = await buildVisit(world, await place("UTC"), { signed_in: "2026-06-10T09:00:00Z" });
    assert.ok(await isInside(visit, "date=2026-06-10"));
    assert.ok(!(await isInside(visit, "date=2026-06-11")));
    assert.ok(!(await isInside(visit, "datetimestamp=")));
    assert.ok(!(await isInside(visit, "date=")));
    assert.ok(await isInside(visit, "datetimestamp=&date=2026-06-10"));
  });

  it("400: names the parameter that is wrong", async () => {
    const location = await place("UTC");
    for (const name of ["date", "datetimestamp"]) {
      const { status, body } = await world.get(`/visitors/signed_current/${location}?${name}=today`);
      assert.deepEqual([status, body.field], [400, name]);
    }
  });

  it("400: no date, a day that does not exist, one given twice", async () => {
    const location = await place("UTC");
    for (const query of [
      "date=today",
      "date=2026-02-30",
      "date=20260610",
      "datetimestamp=2026-06-10T25:00Z",
      "date=0000-01-01",
      "date=2026-06-10&date=2026-06-10",
    ])
      for (const path of [
        `/visitors/signed_current/${location}?`,
        `/visitors/signed_current/paged/${location}?count=1&page=1&`,
      ])
        assert.equal((await world.get(path + query)).status, 400, path + query);
  });

  it("403: a location that is not covered, unknown or malformed; every role may read (rules 4)", async () => {
    const [own, other] = [await place("UTC"), await place("UTC")];
    const as = await buildKey(world, [own]);
    for (const id of [other, newId(), "nowhere"])
      assert.equal((await world.get(`/visitors/signed_current/${id}`, { as })).status, 403);
    assert.equal((await world.get(`/visitors/signed_current/${own}`, { as })).status, 200);
  });
});

describe("GET /visitors/signed_current/{company_id}: days of 23, 24 and 25 hours, and half-hour zones", () => {
  for (const [zone, date, start, end, hours] of [
    ["Europe/Brussels", "2026-03-29", "2026-03-28T23:00:00Z", "2026-03-29T22:00:00Z", 23],
    ["Europe/Brussels", "2026-10-25", "2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z", 25],
    ["America/New_York", "2026-03-08", "2026-03-08T05:00:00Z", "2026-03-09T04:00:00Z", 23],
    ["America/Havana", "2026-03-08", "2026-03-08T05:00:00Z", "2026-03-09T04:00:00Z", 23],
    ["Australia/Lord_Howe", "2026-04-05", "2026-04-04T13:00:00Z", "2026-04-05T13:30:00Z", 24.5],
    ["Asia/Kathmandu", "2026-06-10", "2026-06-09T18:15:00Z", "2026-06-10T18:15:00Z", 24],
    ["Asia/Kolkata", "2026-06-10", "2026-06-09T18:30:00Z", "2026-06-10T18:30:00Z", 24],
    ["Pacific/Kiritimati", "2026-06-10", "2026-06-09T10:00:00Z", "2026-06-10T10:00:00Z", 24],
    ["Pacific/Pago_Pago", "2026-06-10", "2026-06-10T11:00:00Z", "2026-06-11T11:00:00Z", 24],
  ] as const)
    it(`200: ${date} in ${zone} has ${hours} hours, both ends to the millisecond`, async () => {
      assert.equal((Date.parse(end) - Date.parse(start)) / 3_600_000, hours);
      at("2026-12-24T12:00:00Z");
      const location = await place(zone);
      const started = async (ms: number) =>
        (await buildVisit(world, location, { signed_in: new Date(ms).toISOString() }))._id;
      await started(Date.parse(start) - 1);
      const first = await started(Date.parse(start));
      const last = await started(Date.parse(end) - 1);
      await started(Date.parse(end));
      assert.deepEqual(await inside(location, day(date)), [last, first]);
    });
});

/** A visit as the model knows it. */
type History = { id: string; in: number; out: number | undefined };

const earlier = (date: string, days: number): string =>
  new Date(Date.parse(`${date}T00:00Z`) - days * 86_400_000).toISOString().slice(0, 10);

/** The days of rules 3 by calendar dates alone, asked of the runtime: no day bounds are worked out here. */
const modelInside = (zone: string, n: number, date: string, now: number, { in: began, out }: History): boolean => {
  const day = dateIn(zone, began);
  if (day < earlier(date, n) || day > date || began > now) return false;
  if (out === undefined) return true;
  return dateIn(zone, now) > date && dateIn(zone, out) > date;
};

const ZONES = [
  "Pacific/Pago_Pago",
  "Pacific/Marquesas",
  "America/St_Johns",
  "America/New_York",
  "America/Santiago",
  "UTC",
  "Europe/Brussels",
  "Africa/Cairo",
  "Asia/Beirut",
  "Asia/Kathmandu",
  "Australia/Lord_Howe",
  "Pacific/Chatham",
  "Pacific/Kiritimati",
];
const HOUR_MS = 3_600_000;

const quarter = (random: Random, from: number, hours: number): number => {
  const ms = from + random.whole(0, hours * 4) * (HOUR_MS / 4);
  return ms + random.one([0, 0, -1, 1, 123]);
};

const histories = (random: Random, location: string, from: number, count: number): History[] =>
  Array.from({ length: count }, () => {
    const began = quarter(random, from, 9 * 24);
    const stays = random.one([0.25, 2, 12, 24, 30, 72]);
    const out = random.chance(0.35) ? undefined : Math.max(began, quarter(random, began, stays));
    return { id: newId(location), in: began, out };
  });

const store = (location: string, visits: readonly History[]): Promise<unknown> =>
  world.db.pool.query(
    `insert into visits (company_id, _id, signed_in, signed_out, signed_in_source, create_date, mod_date)
     select $1, v.id, v.began, v.ended, 0, v.began, v.began from unnest($2::text[], $3::timestamptz[], $4::timestamptz[]) v (id, began, ended)`,
    [
      location,
      visits.map(({ id }) => id),
      visits.map((visit) => new Date(visit.in).toISOString()),
      visits.map(({ out }) => (out === undefined ? null : new Date(out).toISOString())),
    ],
  );

describe("the inside list against a brute-force model (rules 3)", () => {
  const seed = seedOf();
  const count = timesOf("INSIDE_HISTORIES", 250);
  for (const zone of ZONES)
    it(`200: ${count} random histories in ${zone} equal the model on every asked day (TEST_SEED=${seed})`, async () => {
      const random = makeRandom(seed);
      for (const from of ["2026-03-28T00:00Z", "2026-10-24T00:00Z"]) {
        const signoutDays = random.one([0, 1, 3]);
        const location = await place(zone, signoutDays);
        const visits = histories(random, location, Date.parse(from), Math.ceil(count / 2));
        await store(location, visits);
        for (let n = 0; n < 20; n++) {
          const now = quarter(random, Date.parse(from) + 24 * HOUR_MS, 10 * 24);
          Object.assign(world.clock, { now, frozen: true });
          const asked = quarter(random, now - 5 * 24 * HOUR_MS, 8 * 24);
          const date = dateIn(zone, asked);
          const query = random.one([day(date), day(new Date(asked).toISOString()), `date=${date}`]);
          const expected = visits
            .filter((visit) => modelInside(zone, signoutDays, date, now, visit))
            .toSorted((a, b) => b.in - a.in || (a.id < b.id ? 1 : -1))
            .map(({ id }) => id);
          assert.deepEqual(await inside(location, query), expected, `${query} at ${new Date(now).toISOString()}`);
          const { body } = await world.get(`/companies/${location}/statistics/${date}`);
          assert.equal(body.totalVisitorsCurrent, expected.length, `totalVisitorsCurrent of ${date}`);
        }
      }
    });
});
