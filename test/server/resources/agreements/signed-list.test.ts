import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { newId } from "../../../../server/platform/lib/record/ids.ts";
import { buildLocation, buildVisit, makeWorld, type World } from "../../../support/world.ts";

let world: World;
let location: string;

before(async () => {
  world = await makeWorld();
  location = await buildLocation(world);
});
after(() => world.close());

describe("GET /visitors/{visitorId}/agreements", () => {
  it("200: what was signed, in the version of that day, and how long it is valid", async () => {
    const made = await world.post(`/companies/${location}/agreements`, {
      name: "Site rules",
      agreement_text: { en: "One", nl: "Een" },
      expiry_days: 365,
    });
    const path = `/companies/${location}/agreements/${made.body._id}`;
    const signed_in = "2026-03-01T09:00:00.000Z";
    const visit = await buildVisit(world, location, { agreements: [made.body._id], language_id: "nl", signed_in });
    await world.put(path, { agreement_text: { en: "Two" } });
    const { body } = await world.get(`/visitors/${visit._id}/agreements`);
    const { signed_at, valid_until, ...line } = body[0];
    assert.equal(body.length, 1);
    assert.deepEqual(line, { agreement_id: made.body._id, name: "Site rules", version: 1, language: "nl" });
    assert.deepEqual([signed_at, valid_until], [signed_in, "2027-03-01T09:00:00.000Z"]);
    await world.remove(path);
    assert.equal((await world.get(`/visitors/${visit._id}/agreements`)).body[0].valid_until, undefined);
  });

  it("200: an empty list where nothing was signed; 404: of no visit", async () => {
    const visit = await buildVisit(world, location);
    assert.deepEqual((await world.get(`/visitors/${visit._id}/agreements`)).body, []);
    assert.equal((await world.get(`/visitors/${newId(location)}/agreements`)).status, 404);
  });
});
