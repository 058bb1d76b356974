import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { buildSite, type Site } from "../support/door.ts";
import { makeWorld, type World } from "../support/world.ts";
import { CODES, PROVOCATIONS } from "./provocations.ts";

let world: World;
let site: Site;

before(async () => {
  world = await makeWorld();
  site = await buildSite(world);
});
after(() => world.close());

describe("the closed list of error codes (rules 7)", () => {
  it("has no code without a request that provokes it", () => {
    assert.deepEqual(Object.keys(PROVOCATIONS).toSorted(), CODES.toSorted());
  });

  for (const [code, { status, field, send }] of Object.entries(PROVOCATIONS))
    it(`${status}: ${code}${field === undefined ? "" : ` names ${field.slice(0, 20)}`}`, async () => {
      const { status: answered, body } = await send(world, site);
      assert.deepEqual(
        { status: answered, code: body.code, field: body.field },
        { status, code, field },
        JSON.stringify(body),
      );
    });
});
