import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { buildKey, buildLocation, makeWorld, type World } from "../../../support/world.ts";

const HOUR_MS = 3_600_000;

let world: World;
let location: string;
let key: Record<string, string>;

before(async () => {
  world = await makeWorld();
  location = await buildLocation(world);
  key = await buildKey(world, [location]);
});
after(() => world.close());

const lines = (msg: string): Record<string, unknown>[] => world.log.filter((line) => line["msg"] === msg);

describe("what the log says of who calls (interface 5.7)", () => {
  it("a credential is noted at its first call from an address, and again an hour later", async () => {
    const call = (from: string) => world.get("/companiesList", { as: key, from });
    const noted = () => lines("credential accepted").filter(({ address }) => String(address).startsWith("192.0.2."));
    for (const address of ["192.0.2.1", "192.0.2.1", "192.0.2.2"]) assert.equal((await call(address)).status, 200);
    assert.deepEqual(
      noted().map(({ address }) => address),
      ["192.0.2.1", "192.0.2.2"],
    );
    Object.assign(world.clock, { now: Date.now() + HOUR_MS, frozen: true });
    await call("192.0.2.1");
    assert.equal(noted().length, 3);
    assert.match(JSON.stringify(noted()[0]?.["principal"]), /^\{"kind":"api_key","id":"[0-9a-f]{24}"\}$/);
  });

  it("400, 404: who tries values or ids leaves a line with route and address, without what was sent", async () => {
    const id = "f".repeat(24);
    assert.equal((await world.get(`/visitors/${id}`, { as: key })).status, 404);
    assert.equal((await world.post("/visitors", { company_id: location, email: "Canary" }, { as: key })).status, 400);
    const found = lines("request not carried out").slice(-2);
    assert.deepEqual(
      found.map(({ status, route }) => [status, route]),
      [
        [404, "/api/visitors/:visitorId"],
        [400, "/api/visitors"],
      ],
    );
    for (const line of found) {
      assert.ok(line["address"] && line["principal"] && line["requestId"]);
      assert.doesNotMatch(JSON.stringify(line), /Canary|f{24}/);
    }
  });
});
