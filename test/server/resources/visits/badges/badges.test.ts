import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { readBadgeCode } from "../../../../../server/platform/auth/badge-code.ts";
import { newId } from "../../../../../server/platform/lib/record/ids.ts";
import { buildLocation, buildUser, buildVisit, makeWorld, type World } from "../../../../support/world.ts";

let world: World;
let location: string;

before(async () => {
  world = await makeWorld();
  location = await buildLocation(world, { settings: { retention_days: 7 } });
});
after(() => world.close());

describe("GET /visitors/{visitorId}/badge", () => {
  it("200: the code that a kiosk prints: it names the visit, and ends with its retention", async () => {
    const visit = await buildVisit(world, location);
    const { body } = await world.get(`/visitors/${visit._id}/badge`);
    const { secretKey } = world.context;
    assert.match(body.code, /^[\dA-Z]{38}$/);
    const at = (days: number) => readBadgeCode(secretKey, location, body.code, Date.now() + days * 86_400_000);
    assert.deepEqual(at(6), { location, visit: visit._id, kind: "exit", ended: false });
    assert.equal(at(8)?.ended, true);
  });

  it("403: those who only look have no use for a code that signs out", async () => {
    const visit = await buildVisit(world, location);
    for (const role of ["security_guard", "employee"] as const) {
      const as = await buildUser(world, role, [location]);
      assert.equal((await world.get(`/visitors/${visit._id}/badge`, { as })).status, 403);
    }
  });

  it("404: of no visit", async () => {
    assert.equal((await world.get(`/visitors/${newId(location)}/badge`)).status, 404);
  });
});
