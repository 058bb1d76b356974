import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { buildKey, buildLocation, makeWorld, type World } from "../../../support/world.ts";
import { buildAccount, makeVisitor, newAddress, PASSWORD, type Visitor } from "./visitor.ts";

let world: World;
let location: string;
let visit: string;

const asRole = async (role: string, first_name: string, companies = [location]): Promise<Visitor> => {
  const user = await buildAccount(world, { companies, role, first_name });
  const visitor = makeVisitor(world, newAddress());
  await visitor.signIn(user.email, PASSWORD);
  return visitor;
};
const changer = async (visitor: Visitor, id = visit): Promise<unknown> => {
  const { status, body } = await visitor.send("GET", `/session/changer/${location}/${id}`);
  assert.equal(status, 200);
  return body.name;
};
const rename = async (visitor: Visitor, first_name: string): Promise<void> =>
  assert.equal((await visitor.send("PUT", `/api/visitors/${visit}`, { body: { first_name } })).status, 200);

before(async () => {
  world = await makeWorld();
  location = await buildLocation(world);
  visit = (await world.post("/visitors", { company_id: location, first_name: "Yves" })).body._id;
});
after(() => world.close());

describe("GET /session/changer/{company_id}/{id}", () => {
  it("200: the name of the other user who changed a record last, never the caller's own", async () => {
    const [ann, bob] = [await asRole("receptionist", "Ann"), await asRole("receptionist", "Bob")];
    await rename(ann, "Ivo");
    assert.equal(await changer(bob), "Ann");
    await rename(bob, "Ivan");
    assert.deepEqual([await changer(ann), await changer(bob)], ["Bob", "Ann"]);
  });

  it("200: no name for who may not change such a record, nor for an unknown one", async () => {
    const [ann, guard, admin] = [
      await asRole("receptionist", "Ann"),
      await asRole("security_guard", "Gus"),
      await asRole("local_admin", "Eve"),
    ];
    await rename(ann, "Ivo");
    assert.equal(await changer(guard), undefined);
    assert.equal(await changer(ann, "0".repeat(24)), undefined);
    const key = await buildKey(world, [location]);
    const rights = await world.put(`/companies/${location}`, { name: "Renamed" }, { as: key });
    assert.equal(rights.status, 200);
    assert.equal(await changer(ann, location), undefined);
    assert.notEqual(await changer(admin, location), undefined);
  });

  it("404: a location that the caller does not have, and an unknown one", async () => {
    const other = await asRole("receptionist", "Oda", [await buildLocation(world)]);
    for (const company of [location, "f".repeat(24)])
      assert.equal((await other.send("GET", `/session/changer/${company}/${visit}`)).status, 404);
  });
});
