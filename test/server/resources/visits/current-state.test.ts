import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";

import { newId } from "../../../../server/platform/lib/record/ids.ts";
import { bearer, buildKey, buildLocation, buildVisit, makeWorld, type World } from "../../../support/world.ts";

let world: World;
let location: string;
let key: Record<string, string>;
let keyId: string;

const inside = async (): Promise<string[]> =>
  (await world.get(`/visitors/signed_current/${location}`, { as: key })).body.map(
    (visit: { _id: string }) => visit._id,
  );

before(async () => {
  world = await makeWorld();
});
after(() => world.close());
beforeEach(async () => {
  location = await buildLocation(world);
  const { body } = await world.post("/apikeys", { name: "reader", companies: [location] });
  key = bearer(body.key);
  keyId = body._id;
  // What a first call has read must not show in the next one.
  await inside();
});

describe("GET /visitors/{visitorId}, read again by the same key", () => {
  it("200: shows the visit as it is now", async () => {
    const { _id } = await buildVisit(world, location);
    await world.put(`/visitors/${_id}`, { first_name: "Now" });
    const { body } = await world.get(`/visitors/${_id.toUpperCase()}`, { as: key });
    assert.equal(body.first_name, "Now");
  });

  it("404: at once for what the key covers no more (interface 5.6)", async () => {
    const { _id } = await buildVisit(world, location);
    assert.equal((await world.get(`/visitors/${_id}`, { as: key })).status, 200);
    await world.put(`/apikeys/${keyId}`, { companies: [await buildLocation(world)] });
    assert.equal((await world.get(`/visitors/${_id}`, { as: key })).status, 404);
  });

  it("403: at once for a revoked key, and for a wrong secret behind a known key id (interface 5.6, 5.7)", async () => {
    const { _id } = await buildVisit(world, location);
    const forged = { authorization: `${key["authorization"]?.slice(0, -1)}!` };
    assert.equal(
      (await world.get(`/visitors/${_id}`, { as: forged, from: "10.9.9.1" })).text,
      '{"error":"Invalid API key"}',
    );
    await world.remove(`/apikeys/${keyId}`);
    assert.equal((await world.get(`/visitors/${_id}`, { as: key, from: "10.9.9.2" })).status, 403);
  });

  it("404 and 400: for an erased visit, one that never was, and a malformed id", async () => {
    const { _id } = await buildVisit(world, location);
    await world.remove(`/visitors/${_id}`);
    for (const id of [_id, newId(location), newId()])
      assert.equal((await world.get(`/visitors/${id}`, { as: key })).status, 404);
    assert.equal((await world.get("/visitors/not-an-id", { as: key })).status, 400);
  });

  it("200: two keys beside each other see their own locations only", async () => {
    const other = await buildLocation(world);
    const theirs = await buildKey(world, [other]);
    const mine = await buildVisit(world, location);
    const their = await buildVisit(world, other);
    const statuses = await Promise.all(
      Array.from({ length: 40 }, async (_, n) => [
        n % 2 === 0 ? 200 : 404,
        (await world.get(`/visitors/${n % 2 === 0 ? mine._id : their._id}`, { as: key })).status,
        n % 2 === 0 ? 404 : 200,
        (await world.get(`/visitors/${n % 2 === 0 ? mine._id : their._id}`, { as: theirs })).status,
      ]),
    );
    for (const [a, b, c, d] of statuses) assert.deepEqual([b, d], [a, c]);
  });
});

describe("GET /visitors/signed_current/{company_id}, read again by the same key", () => {
  it("200: follows a change of the location's zone and sign-out days at once (interface 4.2)", async () => {
    const { _id } = await buildVisit(world, location, {
      signed_in: new Date(Date.now() - 30 * 3_600_000).toISOString(),
    });
    assert.deepEqual(await inside(), []);
    await world.put(`/companies/${location}`, { settings: { signout_days: 2 } });
    assert.deepEqual(await inside(), [_id]);
    await world.put(`/companies/${location}`, { settings: { signout_days: 0 }, timezone: "Pacific/Kiritimati" });
    assert.deepEqual(await inside(), []);
  });

  it("200: asks for the day that a call names, not for today", async () => {
    const { _id } = await buildVisit(world, location);
    const { body } = await world.get(`/visitors/signed_current/${location}?date=2001-01-01`, { as: key });
    assert.deepEqual(body, []);
    assert.deepEqual(await inside(), [_id]);
  });
});
