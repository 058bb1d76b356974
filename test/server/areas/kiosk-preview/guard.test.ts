import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { buildAgreement, buildSite, type Site } from "../../../support/door.ts";
import { kioskCall } from "../../../support/kiosk.ts";
import { buildKey, buildLocation, makeWorld, type World } from "../../../support/world.ts";
import { buildAccount, makeVisitor, newAddress, PASSWORD, type Visitor } from "../sessions/visitor.ts";

let world: World;
let site: Site;
before(async () => {
  world = await makeWorld();
  site = await buildSite(world, {}, { colour: "#0f766e" });
  await buildAgreement(world, site);
});
after(() => world.close());

const CALLS = ["/door", "/hosts/all"];
const pathOf = (location: string, call: string): string => `/kiosk/preview/${location}/api${call}`;

const userOf = async (role: string, companies: readonly string[]): Promise<Visitor> => {
  const { email } = await buildAccount(world, { role, companies });
  const visitor = makeVisitor(world, newAddress());
  await visitor.signIn(email, PASSWORD);
  return visitor;
};

describe("GET /kiosk/preview/{company_id}/api (docs/kiosks.md)", () => {
  it("200: to an administrator of the location what its kiosks are told, and nothing else", async () => {
    const admin = await userOf("local_admin", [site.location]);
    for (const call of CALLS) {
      const { status, body } = await admin.send("GET", pathOf(site.location, call));
      const told = (await kioskCall(world, "GET", call, { as: site.kiosk.as })).body;
      assert.equal(status, 200);
      delete told.door?.entry_point;
      const { version: _version, ...rest } = told;
      assert.deepEqual(body, { version: body.version, ...rest });
    }
  });

  it("403: to everyone else, whether the location is there or not", async () => {
    const elsewhere = await buildLocation(world);
    const visitors = [
      makeVisitor(world, newAddress()),
      await userOf("local_admin", [elsewhere]),
      await userOf("receptionist", [site.location]),
      await userOf("employee", [site.location]),
    ];
    for (const visitor of visitors)
      for (const location of [site.location, "0123456789abcdef01234567", "none"])
        for (const call of [...CALLS, "/nothing"]) {
          const { status, text } = await visitor.send("GET", pathOf(location, call));
          assert.equal(status, 403, text);
          assert.deepEqual(JSON.parse(text), { error: "Invalid API key" });
        }
  });

  it("403: to keys and kiosks, whose credentials are worth nothing here", async () => {
    for (const headers of [world.admin, await buildKey(world, [site.location]), site.kiosk.as]) {
      const { statusCode } = await world.app.inject({ url: pathOf(site.location, "/door"), headers });
      assert.equal(statusCode, 403);
    }
  });

  it("404: nothing can be written, recognised or looked up by it", async () => {
    const admin = await userOf("local_admin", [site.location]);
    for (const call of ["/visits", "/signout", "/recognise", "/expected", "/heartbeat", "/undelivered"])
      assert.equal((await admin.send("POST", pathOf(site.location, call), { body: {} })).status, 404, call);
  });
});
