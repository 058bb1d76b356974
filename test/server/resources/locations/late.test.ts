import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { removeLateWrites } from "../../../../server/resources/locations/locations.ts";
import { buildLocation, buildVisit, makeWorld, type World } from "../../../support/world.ts";

let world: World;

before(async () => {
  world = await makeWorld();
});
after(() => world.close());

const count = async (location: string): Promise<number> =>
  (await world.db.pool.query("select count(*) as n from visits where company_id = $1", [location])).rows[0].n;

describe("DELETE /companies/{company_id} (rules 5: removes everything in it)", () => {
  it("200: what a request in progress wrote into the location is removed afterwards", async () => {
    const gone = await buildLocation(world, { name: "Gone" });
    const stays = await buildLocation(world, { name: "Stays" });
    const late = await buildVisit(world, gone);
    await buildVisit(world, stays);
    const row = "insert into visits select (jsonb_populate_record(null::visits, $1)).*";
    const { rows } = await world.db.pool.query("select to_jsonb(v) as visit from visits v where _id = $1", [late._id]);
    await world.call("DELETE", `/companies/${gone}`, { body: { name: "Gone" } });
    // What a sign-in leaves that began before the removal and commits after it.
    await world.db.pool.query(row, [JSON.stringify(rows[0].visit)]);
    assert.equal(await count(gone), 1);
    await removeLateWrites(world.db, Date.now());
    assert.equal(await count(gone), 0);
    assert.equal(await count(stays), 1);
  });
});
