import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { type Body, buildLocation, buildRegistered, makeWorld, type World } from "../../../support/world.ts";

let world: World;
let location: string;
let names: Map<string, string>;

/** The people of these tests: when they are expected, and what is known of them. */
const PEOPLE: Record<string, Record<string, unknown>> = {
  always: { company: "Zeta", badge: 10 },
  morning: {
    visiting_on: { startDate: "2026-12-01T08:00:00Z", endDate: "2026-12-01T12:00:00Z" },
    company: "acme",
    badge: 9,
  },
  midnight: { visiting_on: { startDate: "2026-11-30T20:00:00Z", endDate: "2026-12-01T04:00:00Z" }, company: "Éclair" },
  brussels: { visiting_on: { startDate: "2026-12-02", endDate: "2026-12-02" }, badge: "b" },
  since: { visiting_on: { startDate: "2026-12-02T10:00:00Z" }, persistent: true, badge: "A" },
  until: { visiting_on: { endDate: "2026-11-30T10:00:00Z" }, status: "invited", email: "U_1@example.org" },
  moment: { visiting_on: { startDate: "2026-12-04T09:00:00Z", endDate: "2026-12-04T09:00:00Z" }, photo: "AAAA" },
};

before(async () => {
  world = await makeWorld();
  location = await buildLocation(world, { timezone: "Europe/Brussels" });
  Object.assign(world.clock, { now: Date.parse("2026-11-20T10:00:00Z"), frozen: true });
  names = new Map();
  for (const [name, body] of Object.entries(PEOPLE)) {
    // Several within a second: their ids do not tell their order.
    world.clock.now += 300;
    names.set((await buildRegistered(world, location, { last_name: name, ...body }))._id, name);
  }
});
after(() => world.close());

const query = (text: string) => world.get(`/knownvisitors/bycompany/${location}?count=50&page=1&${text}`);
/** The names a query finds, in its order. */
const found = async (text: string): Promise<string[]> => {
  const { status, body, text: answer } = await query(text);
  assert.equal(status, 200, answer);
  assert.equal(body.total, body.visitors.length);
  return body.visitors.map(({ _id }: Body) => names.get(_id));
};
const expected = async (startDate: string, endDate: string): Promise<string[]> =>
  (await found(`filter[visiting_on][startDate]=${startDate}&filter[visiting_on][endDate]=${endDate}`)).toSorted();

describe("GET /knownvisitors/bycompany/{company_id} (rules 2 and 5)", () => {
  it("200: { total, visitors }, the newest first, each as it is read alone (interface 1)", async () => {
    const { body } = await world.get(`/knownvisitors/bycompany/${location}?count=3&page=2`);
    assert.equal(body.total, 7);
    assert.deepEqual(
      body.visitors.map(({ last_name }: Body) => last_name),
      ["brussels", "midnight", "morning"],
    );
    for (const item of body.visitors) assert.deepEqual(item, (await world.get(`/knownvisitors/${item._id}`)).body);
    const past = await world.get(`/knownvisitors/bycompany/${location}?count=3&page=9007199254740991`);
    assert.deepEqual(past.body, { total: 7, visitors: [] });
  });

  it("400: without count or page, telling what to include, and beyond their limits (interface 4.2)", async () => {
    const path = `/knownvisitors/bycompany/${location}`;
    for (const missing of ["", "?count=5", "?page=1", "?count=&page=1"]) {
      const { status, body } = await world.get(`${path}${missing}`);
      assert.equal(status, 400);
      assert.match(body.message, /count, page and sorting/);
    }
    for (const bad of ["count=0&page=1", "count=10001&page=1", "count=1&page=0", "count=1&count=2&page=1"])
      assert.equal((await world.get(`${path}?${bad}`)).status, 400, bad);
  });

  it("200: filters by substring of any stored field, case ignored; several must all match", async () => {
    assert.deepEqual(await found("filter[company]=ÉCL"), ["midnight"]);
    assert.deepEqual(await found("filter[email]=u_1@"), ["until"]);
    assert.deepEqual(await found("filter[persistent]=true"), ["since"]);
    assert.deepEqual(await found("filter[status]=INVIT"), ["until"]);
    assert.deepEqual(await found("filter[badge]=a"), ["since"]);
    assert.deepEqual(await found("filter[badge]=1"), ["always"]);
    assert.deepEqual(await found("filter[company]=e&filter[last_name]=al"), ["always"]);
    assert.deepEqual(await found("filter[nobody]=x"), []);
    assert.equal((await found("filter[last_name]=")).length, 7);
    assert.deepEqual(await found("filter[last_name]=%25"), []);
  });

  it("200: filters by ids and dates of the record", async () => {
    const [first = ""] = names.keys();
    assert.deepEqual(await found(`filter[_id]=${first.toUpperCase()}`), ["always"]);
    const range =
      "filter[create_date][startDate]=2026-11-20T10:00:00.600Z&filter[create_date][endDate]=2026-11-20T10:00:01.200Z";
    assert.deepEqual(await found(range), ["midnight", "morning"]);
    assert.equal((await found(`filter[company_id]=${location}`)).length, 7);
  });

  it("200: photo and signature match nothing, whatever is stored under those names (rules 2)", async () => {
    assert.deepEqual(await found("filter[photo]=AAA"), []);
  });

  it("200: sorts text ignoring case, those without the field last in both directions", async () => {
    assert.deepEqual((await found("sorting[company]=asc")).slice(0, 3), ["morning", "always", "midnight"]);
    assert.deepEqual((await found("sorting[company]=desc")).slice(0, 3), ["midnight", "always", "morning"]);
    assert.equal((await found("sorting[company]=desc")).length, 7);
  });

  it("200: sorts numbers before strings and by value; several apply in their order", async () => {
    assert.deepEqual((await found("sorting[badge]=asc")).slice(0, 4), ["morning", "always", "since", "brussels"]);
    assert.deepEqual((await found("sorting[badge]=desc")).slice(0, 4), ["brussels", "since", "always", "morning"]);
    assert.deepEqual((await found("sorting[status]=desc&sorting[last_name]=asc")).slice(0, 2), ["until", "always"]);
    assert.equal((await query("sorting[company]=up")).status, 400);
  });
});

describe("filter[visiting_on] (rules 2: by overlap)", () => {
  it("200: finds who is expected at any moment of the half-open range", async () => {
    assert.deepEqual(await expected("2026-12-01T00:00:00Z", "2026-12-01T08:00:00Z"), ["always", "midnight"]);
    assert.deepEqual(await expected("2026-12-01T00:00:00Z", "2026-12-01T08:00:00.001Z"), [
      "always",
      "midnight",
      "morning",
    ]);
    assert.deepEqual(await expected("2026-12-01T04:00:00Z", "2026-12-01T09:00:00Z"), ["always", "morning"]);
    assert.deepEqual(await expected("2026-12-01T09:00:00Z", "2026-12-01T10:00:00Z"), ["always", "morning"]);
    assert.deepEqual(await expected("2026-12-01T12:00:00Z", "2026-12-01T22:00:00Z"), ["always"]);
  });

  it("200: a plain date is a day of the location's zone, in the record to its end, in a bound its start", async () => {
    assert.deepEqual(await expected("2026-12-02", "2026-12-03"), ["always", "brussels", "since"]);
    assert.deepEqual(await expected("2026-12-01T22:00:00Z", "2026-12-01T23:00:00Z"), ["always"]);
    assert.deepEqual(await expected("2026-12-01T22:00:00Z", "2026-12-01T23:00:01Z"), ["always", "brussels"]);
    assert.deepEqual(await expected("2026-12-02T23:00:00Z", "2026-12-02T23:30:00Z"), ["always", "since"]);
  });

  it("200: one bound alone is open-ended, of a record and of a range", async () => {
    assert.deepEqual((await found("filter[visiting_on][startDate]=2026-12-04T10:00:00Z")).toSorted(), [
      "always",
      "since",
    ]);
    assert.deepEqual((await found("filter[visiting_on][endDate]=2026-11-30T12:00:00Z")).toSorted(), [
      "always",
      "until",
    ]);
    assert.deepEqual(await expected("2001-01-01", "2001-01-02"), ["always", "until"]);
    assert.deepEqual(await expected("2099-01-01", "2099-01-02"), ["always", "since"]);
  });

  it("200: a span that ends as it begins is that moment", async () => {
    assert.deepEqual(await expected("2026-12-04T09:00:00Z", "2026-12-04T09:00:01Z"), ["always", "moment", "since"]);
    assert.deepEqual(await expected("2026-12-04T08:00:00Z", "2026-12-04T09:00:00Z"), ["always", "since"]);
  });

  it("200: a visitor without a span is always expected (rules 4); a blank bound is ignored", async () => {
    assert.equal((await expected("0001-01-01", "9999-12-31")).length, 7);
    assert.equal((await expected("", "")).length, 7);
    assert.equal((await query("filter[visiting_on][startDate]=soon")).status, 400);
  });

  it("200: is filtered and sorted by its JSON text too", async () => {
    assert.deepEqual(await found("filter[visiting_on]=2026-12-04t09"), ["moment"]);
    assert.deepEqual(await found('filter[visiting_on]={"enddate":"2026'), ["until"]);
    const sorted = ["until", "midnight", "morning", "brussels", "since", "moment", "always"];
    assert.deepEqual(await found("sorting[visiting_on]=asc"), sorted);
    assert.deepEqual(await found("sorting[visiting_on]=desc"), [...sorted.slice(0, -1).toReversed(), "always"]);
  });
});
