import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { buildLocation, buildVisit, eventsOf, makeWorld, type World } from "../support/world.ts";

let world: World;
let location: string;

before(async () => {
  world = await makeWorld();
  location = await buildLocation(world, { timezone: "Europe/Brussels" });
});
after(() => world.close());

describe("POST /visitors (interface 2.1, decisions 5)", () => {
  it("200: starts a visit with nothing but a location", async () => {
    const { status, body } = await world.post("/visitors", { company_id: location });
    assert.equal(status, 200);
    assert.equal(body.company_id, location);
    assert.equal(body.signed_in_source, 0);
    assert.equal(body.safe, false);
    assert.deepEqual(body.agreements, []);
    assert.ok(!("signed_out" in body) && !("approval" in body));
    assert.equal((await eventsOf(world, location)).at(-1), "visitor_signed_in");
  });

  it("200: keeps extra keys unchanged, whatever their name (interface 1)", async () => {
    const extra = { constructor: 1, $ne: null, "a.b": [1, { c: "d" }], "": "empty", toString: "x", ключ: true };
    const visit = await buildVisit(world, location, extra);
    const { body } = await world.get(`/visitors/${visit._id}`);
    for (const [key, value] of Object.entries(extra)) assert.deepEqual(body[key], value, key);
  });

  it("200: accepts a form, whose extra keys stay text", async () => {
    const { body } = await world.call("POST", "/visitors", {
      form: `company_id=${location}&first_name=Jo&email=&age=7&tags[]=a&tags[]=b&nested[x]=1`,
    });
    assert.equal(body.first_name, "Jo");
    assert.ok(!("email" in body));
    assert.equal(body.age, "7");
    assert.deepEqual(body.tags, ["a", "b"]);
    assert.deepEqual(body.nested, { x: "1" });
  });

  it("200: records a visit afterwards and fires both events in order", async () => {
    const visit = await buildVisit(world, location, {
      signed_in: "2026-03-01T09:00:00+01:00",
      signed_out: "2026-03-01T10:00:00Z",
    });
    assert.equal(visit.signed_in, "2026-03-01T08:00:00.000Z");
    assert.deepEqual((await eventsOf(world, location)).slice(-2), ["visitor_signed_in", "visitor_signed_out"]);
  });
});
