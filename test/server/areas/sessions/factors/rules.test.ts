import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "node:test";

import { makeAuthenticator } from "../../../../support/authenticator.ts";
import { ADMIN, basic, type Body, logOf, makeWorld, type World } from "../../../../support/world.ts";
import { SERVICE_LOCATION } from "../../../../../server/platform/lib/record/ids.ts";
import { buildAccount, PASSWORD } from "../visitor.ts";
import { addApp, addPasskey, codeAt, good, isIn, newBrowser, post, signedIn, SITE } from "./accounts.ts";

let world: World;

before(async () => {
  world = await makeWorld({ env: { PUBLIC_URL: SITE } });
});
afterEach(() => world.db.pool.query("delete from login_rules"));
after(() => world.close());

const needs = async (...roles: string[]): Promise<Body> =>
  (await world.put("/loginrules", { second_factor_roles: roles })).body;

const begin = async (email: string) => {
  const visitor = newBrowser(world);
  return { visitor, body: await good(post(visitor, "/session", { email, password: PASSWORD })) };
};

describe("GET and PUT /loginrules", () => {
  it("200: which roles need a second factor: none at first, in the order of roles, noted in the audit log", async () => {
    assert.deepEqual((await world.get("/loginrules")).body, { second_factor_roles: [] });
    assert.deepEqual(await needs("employee", "local_admin", "employee"), {
      second_factor_roles: ["local_admin", "employee"],
    });
    assert.deepEqual((await world.put("/loginrules", {})).body, { second_factor_roles: ["local_admin", "employee"] });
    const { rows } = await world.db.pool.query(
      "select b.body from log l join log_bodies b using (company_id, seq) where act = 'login_rules.change' order by seq",
    );
    assert.deepEqual(JSON.parse(rows[0].body), {
      before: { second_factor_roles: [] },
      after: { second_factor_roles: ["local_admin", "employee"] },
    });
  });

  it("400: the caller's own role, while they have no second factor themselves", async () => {
    assert.deepEqual(await needs("global_admin").then(({ code, field }) => [code, field]), [
      "second_factor_needed",
      "second_factor_roles",
    ]);
    const { visitor } = await signedIn(world);
    await addApp(world, visitor);
    const body = { second_factor_roles: ["global_admin"] };
    assert.deepEqual((await visitor.send("PUT", "/api/loginrules", { body })).body, body);
  });

  it("400: a role that there is none of, and null; 412: after another's change", async () => {
    for (const second_factor_roles of [["owner"], ["employee", 1], "owner", null])
      assert.equal(
        (await world.put("/loginrules", { second_factor_roles })).status,
        400,
        JSON.stringify(second_factor_roles),
      );
    const { headers } = await world.get("/loginrules");
    await needs("employee");
    const stale = { headers: { "if-match": String(headers["etag"]) } };
    assert.equal((await world.put("/loginrules", { second_factor_roles: [] }, stale)).status, 412);
  });
});

describe("a login of a user whose role needs a second factor and who has none", () => {
  it("200: the password leads to adding an app, whose code completes the login", async () => {
    const user = await buildAccount(world, { role: "local_admin" });
    await needs("local_admin");
    const { visitor, body } = await begin(user.email);
    assert.deepEqual(body, { next: { step: "enrol", factors: [] } });
    assert.equal(await isIn(visitor), false);
    const { secret, setup } = await good(post(visitor, "/session/factors/totp/setup"));
    const code = codeAt(secret, Date.now());
    const added = await good(post(visitor, "/session/factors/totp", { setup, code }));
    assert.deepEqual([added.user._id, added.user.second_factor, added.recovery_codes.length], [user._id, true, 10]);
    assert.equal(await isIn(visitor), true);
  });

  it("200: or to adding a passkey", async () => {
    const user = await buildAccount(world, { role: "employee" });
    await needs("employee");
    const { visitor } = await begin(user.email);
    const options = await good(post(visitor, "/session/factors/passkeys/options"));
    const passkey = makeAuthenticator(SITE).create(options);
    await good(post(visitor, "/session/factors/passkeys", { name: "Key", passkey }));
    assert.equal(await isIn(visitor), true);
  });

  it("403: until then it does nothing else, and nothing at all once there is a factor", async () => {
    const user = await buildAccount(world, { role: "local_admin" });
    await needs("local_admin");
    const [{ visitor }, { visitor: other }] = [await begin(user.email), await begin(user.email)];
    for (const [method, path] of [
      ["GET", "/session"],
      ["GET", "/session/factors"],
      ["GET", "/api/users/me"],
      ["POST", "/session/factors/codes"],
      ["POST", "/session/confirm"],
      ["PUT", "/session/password"],
    ] as const)
      assert.equal((await visitor.send(method, path, { body: method === "GET" ? undefined : {} })).status, 403, path);
    assert.equal((await post(visitor, "/session/code", { code: "000000" })).body.code, "took_too_long");
    await addApp(world, visitor);
    assert.equal((await post(other, "/session/factors/totp/setup")).status, 403);
    assert.equal((await post(newBrowser(world), "/session/factors/totp/setup")).status, 403);
  });

  it("200: sessions that began before last, and other roles are asked for nothing", async () => {
    const { visitor } = await signedIn(world, { role: "local_admin" });
    await needs("local_admin");
    assert.equal(await isIn(visitor), true);
    const employee = await buildAccount(world, { role: "employee" });
    await newBrowser(world).signIn(employee.email, PASSWORD);
  });

  it("400: the last factor can't be removed, another can", async () => {
    const { visitor } = await signedIn(world, { role: "local_admin" });
    await addApp(world, visitor);
    await needs("local_admin");
    const remove = async (): Promise<Body> => {
      const { factors } = await good(visitor.send("GET", "/session/factors"));
      return (await visitor.send("DELETE", `/session/factors/${factors[0]._id}`)).body;
    };
    assert.equal((await remove()).code, "last_second_factor");
    await addPasskey(visitor);
    assert.equal((await remove()).code, undefined);
    assert.equal((await remove()).code, "last_second_factor");
  });

  it("200: the last global administrator is let in after adding one, whatever the rules; Basic is closed", async () => {
    const { visitor: setter } = await signedIn(world);
    await addApp(world, setter);
    const all = { second_factor_roles: ["global_admin", "local_admin", "receptionist", "security_guard", "employee"] };
    assert.equal((await setter.send("PUT", "/api/loginrules", { body: all })).status, 200);
    assert.equal((await world.get("/users/me", { as: basic(ADMIN.email, ADMIN.password) })).status, 403);
    const visitor = newBrowser(world);
    const { next } = await good(post(visitor, "/session", ADMIN));
    assert.equal(next.step, "enrol");
    await addApp(world, visitor);
    const put = await visitor.send("PUT", "/api/loginrules", { body: { second_factor_roles: [] } });
    assert.equal(put.status, 200);
    const { factors } = await good(visitor.send("GET", "/session/factors"));
    await good(visitor.send("DELETE", `/session/factors/${factors[0]._id}`));
    assert.equal((await world.get("/users/me")).status, 200);
  });
});

describe("DELETE /users/{id}/factors", () => {
  it("200: removes all of them, and the password alone logs in again; the user is emailed and the log says who did it", async () => {
    const { user, visitor } = await signedIn(world);
    await addApp(world, visitor);
    await addPasskey(visitor);
    assert.equal((await world.remove(`/users/${user._id}/factors`)).status, 200);
    assert.equal((await world.get(`/users/${user._id}`)).body.second_factor, undefined);
    await newBrowser(world).signIn(user.email, PASSWORD);
    const { rows } = await world.db.pool.query(
      "select parameters ->> 'text' as text from messages where subject_id = $1 order by create_date desc, _id desc limit 1",
      [user._id],
    );
    assert.match(rows[0].text, /An administrator removed/);
    const removed = (await logOf(world, SERVICE_LOCATION))
      .filter(({ act }) => act === "second_factor.remove")
      .slice(-2);
    const { body: me } = await world.get("/users/me");
    assert.deepEqual(
      removed.map(({ actor_id }) => actor_id),
      [me._id, me._id],
    );
  });

  it("403: a local administrator can't; 404: no such user; 412: after a change of the user", async () => {
    const { user } = await signedIn(world, { role: "employee" });
    const { visitor } = await signedIn(world, { role: "local_admin" });
    assert.equal((await visitor.send("DELETE", `/api/users/${user._id}/factors`)).status, 403);
    assert.equal((await world.remove(`/users/${"0".repeat(24)}/factors`)).status, 404);
    const { headers } = await world.get(`/users/${user._id}`);
    await world.put(`/users/${user._id}`, { last_name: "Other" });
    const stale = { headers: { "if-match": String(headers["etag"]) } };
    assert.equal((await world.remove(`/users/${user._id}/factors`, stale)).status, 412);
  });
});
