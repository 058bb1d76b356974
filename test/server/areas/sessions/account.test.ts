import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { basic, makeWorld, type World } from "../../../support/world.ts";
import { buildAccount, makeVisitor, newAddress, PASSWORD, type Visitor } from "./visitor.ts";

const NEW = "a-new-and-longer-password";

let world: World;

before(async () => {
  world = await makeWorld();
});
after(() => world.close());

const signedIn = async (email: string): Promise<Visitor> => {
  const visitor = makeVisitor(world, newAddress());
  await visitor.signIn(email, PASSWORD);
  return visitor;
};

const change = (visitor: Visitor, current_password: string, password = NEW) =>
  visitor.send("PUT", "/session/password", { body: { current_password, password } });

describe("PUT /session (docs/sessions.md)", () => {
  it("200: changes one's own name and language, whatever the role; null removes", async () => {
    const user = await buildAccount(world, { role: "employee", last_name: "Peeters" });
    const visitor = await signedIn(user.email);
    const { status, body } = await visitor.send("PUT", "/session", {
      body: { first_name: "Ann", last_name: null, language_id: "nl" },
    });
    assert.equal(status, 200);
    const { last_name: _gone, ...rest } = user;
    assert.deepEqual(body, { ...rest, first_name: "Ann", language_id: "nl", mod_date: body.mod_date });
    assert.deepEqual((await world.get(`/users/${user._id}`)).body, body);
  });

  it("200: role, address, locations and password are not one's own to change", async () => {
    const user = await buildAccount(world, { role: "employee" });
    const visitor = await signedIn(user.email);
    const sent = { role: "global_admin", email: "x@example.org", active: false, password: NEW, first_name: "Ann" };
    const { body } = await visitor.send("PUT", "/session", { body: sent });
    assert.deepEqual([body.role, body.email, body.active], ["employee", user.email, true]);
    assert.equal((await makeVisitor(world, newAddress()).signIn(user.email, PASSWORD)).status, 200);
  });

  it("403: without a session, and from a page of another site", async () => {
    const { email } = await buildAccount(world);
    const stranger = makeVisitor(world, newAddress());
    assert.equal((await stranger.send("PUT", "/session", { body: { first_name: "Ann" } })).status, 403);
    const visitor = await signedIn(email);
    const headers = { origin: "https://elsewhere.example" };
    assert.equal((await visitor.send("PUT", "/session", { body: { first_name: "Ann" }, headers })).status, 403);
  });
});

describe("PUT /session/password (docs/sessions.md)", () => {
  it("200: the new password works, the old one does not; this browser stays, the others are out", async () => {
    const { email } = await buildAccount(world);
    const [here, there] = [await signedIn(email), await signedIn(email)];
    assert.equal((await change(here, PASSWORD)).status, 200);
    assert.equal((await here.send("GET", "/session")).status, 200);
    assert.equal((await there.send("GET", "/session")).status, 403);
    assert.equal((await world.get("/users/me", { as: basic(email, NEW) })).status, 200);
    assert.equal((await world.get("/users/me", { as: basic(email, PASSWORD) })).status, 403);
  });

  it("400: a wrong current password changes nothing and names the field; so does a short new one", async () => {
    const { email } = await buildAccount(world);
    const visitor = await signedIn(email);
    const wrong = await change(visitor, "not-the-one-I-have");
    assert.equal(wrong.status, 400);
    assert.ok(wrong.body.message.startsWith('"current_password"'), wrong.text);
    assert.equal((await change(visitor, PASSWORD, "short")).status, 400);
    assert.equal((await world.get("/users/me", { as: basic(email, PASSWORD) })).status, 200);
  });

  it("429: an attacker at an open browser can't guess on: 30 tries in 15 minutes (interface 8)", async () => {
    const { email } = await buildAccount(world);
    const visitor = await signedIn(email);
    assert.equal((await change(visitor, "wrong-password-no-1")).status, 400);
    await world.db.pool.query("update refusals set n = 30 where n = 1");
    assert.equal((await change(visitor, PASSWORD)).status, 429);
    assert.equal((await makeVisitor(world, newAddress()).signIn(email, PASSWORD)).status, 200);
  });
});
