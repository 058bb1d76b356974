import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import type { Endpoint } from "../../../../server/platform/http/contract/contract.ts";
import { isAllowed, nameOf, requestOf, rowOf } from "../../../security/requests.ts";
import { TABLE } from "../../../security/rows/row.ts";
import { type Caller, callersOf, makeObject, makeTenant, type Tenant } from "../../../security/tenant.ts";
import { type Answer, buildUser, makeWorld, type World } from "../../../support/world.ts";

const world: World = await makeWorld();
const NAMES = ["global_admin", "local_admin", "receptionist", "security_guard", "employee", "API key"];
let tenant: Tenant;
let callers: Caller[];

before(async () => {
  tenant = await makeTenant(world);
  const global: Caller = { name: "global_admin", as: world.admin, role: "global_admin", key: false };
  callers = [global, ...(await callersOf(world, tenant.location))];
  assert.deepEqual(callers.map(({ name }) => name).toSorted(), NAMES.toSorted());
});
after(() => world.close());

/** A valid request; what a success would use up is made for it alone. */
const send = async (endpoint: Endpoint, caller: Caller): Promise<Answer> => {
  const row = rowOf(endpoint);
  const subject = row.removesLocation === true && isAllowed(row, caller) ? await makeTenant(world) : tenant;
  const { object } = row;
  const shared = object === undefined ? {} : { [object]: await makeObject(world, subject, object) };
  const { method, path, options } = requestOf(endpoint, { ...subject, shared: { ...subject.shared, ...shared } });
  const answer = await world.call(method, path, { as: caller.as, ...options });
  if (row.removesWebhook === true && answer.status === 200) await makeObject(world, tenant, "delivery");
  return answer;
};

describe("every endpoint (rules 4, the table of roles; interface 5.4, 5.5)", () => {
  for (const endpoint of world.endpoints) {
    const row = rowOf(endpoint);
    const roles = TABLE[row.line].join(", ");
    it(`200 or 403: ${nameOf(endpoint)} is for ${roles}${row.closedToKeys === true ? ", closed to keys" : ""}`, async () => {
      for (const caller of callers) {
        const { status, text } = await send(endpoint, caller);
        assert.equal(status, isAllowed(row, caller) ? (row.own ?? 200) : 403, `${caller.name}: ${text}`);
      }
    });
  }

  it("403: what an endpoint says of itself is what the table says", () => {
    for (const endpoint of world.endpoints)
      assert.equal(endpoint.closedToKeys, rowOf(endpoint).closedToKeys, nameOf(endpoint));
  });
});

describe("a role that changes (interface 5.6)", () => {
  it("403: binds on the next call, as do locations that are taken and given", async () => {
    const as = await buildUser(world, "receptionist", [tenant.location]);
    const me = (await world.get("/users/me", { as })).body._id;
    const start = async (): Promise<number> =>
      (await world.post("/visitors", { company_id: tenant.location }, { as })).status;
    assert.equal(await start(), 200);
    await world.put(`/users/${me}`, { role: "employee" });
    assert.equal(await start(), 403);
    await world.put(`/users/${me}`, { role: "local_admin", companies: [] });
    assert.equal(await start(), 403);
    await world.put(`/users/${me}`, { companies: [tenant.location] });
    assert.equal(await start(), 200);
  });

  it("403: a tier is changed by a global admin alone, though others may change the location", async () => {
    const path = `/companies/${tenant.location}`;
    for (const { as, role, name } of callers) {
      const { status } = await world.put(path, { tier: role === "global_admin" ? "business" : "starter" }, { as });
      assert.equal(status, role === "global_admin" ? 200 : 403, name);
    }
    assert.equal((await world.get(path)).body.tier, "business");
  });

  it("403: an unknown stored role gives nothing", async () => {
    const as = await buildUser(world, "employee", [tenant.location]);
    const me = (await world.get("/users/me", { as })).body._id;
    await world.db.pool.query("update users set role = 'superuser' where _id = $1", [me]);
    assert.equal((await world.get("/companiesList", { as, from: "192.0.2.1" })).status, 403);
    await world.db.pool.query("delete from users where _id = $1", [me]);
  });
});
