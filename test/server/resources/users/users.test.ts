import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { newId } from "../../../../server/platform/lib/record/ids.ts";
import {
  ADMIN,
  basic,
  type Body,
  buildKey,
  buildLocation,
  buildUser,
  makeWorld,
  type World,
} from "../../../support/world.ts";

const PASSWORD = "a-long-enough-password";

let world: World;
let location: string;
let other: string;
let local: Record<string, string>;
let calls = 0;

const newEmail = (): string => {
  calls += 1;
  return `user-${calls}@example.org`;
};

const make = async (overrides: Record<string, unknown> = {}): Promise<Body> => {
  const sent = { email: newEmail(), role: "receptionist", companies: [location], password: PASSWORD, ...overrides };
  const { status, body, text } = await world.post("/users", sent);
  assert.equal(status, 200, text);
  return body;
};

/** The status a login gets, each from an address of its own: refusals are limited. */
const login = async (email: string, password = PASSWORD): Promise<number> => {
  calls += 1;
  return (await world.get("/users/me", { as: basic(email, password), from: `10.3.${calls >> 8}.${calls & 255}` }))
    .status;
};

before(async () => {
  world = await makeWorld({ costlyPasswords: true });
  location = await buildLocation(world);
  other = await buildLocation(world);
  local = await buildUser(world, "local_admin", [location]);
});
after(() => world.close());

describe("POST /users (rules 4, 5)", () => {
  it("200: answers the stored user, never a password", async () => {
    const body = await make({ first_name: "Ann", language_id: "nl" });
    assert.equal(body.active, true);
    assert.deepEqual(body.companies, [location]);
    assert.deepEqual(Object.keys(body).toSorted(), [
      "_id",
      "active",
      "companies",
      "create_date",
      "email",
      "first_name",
      "language_id",
      "mod_date",
      "role",
    ]);
  });

  it("200: the password is stored as an argon2id hash, and appears in no answer, log line or table", async () => {
    const password = "unmistakable-secret-1";
    const { _id } = await make({ password });
    const answers = [
      await world.get("/users"),
      await world.get(`/users/${_id}`),
      await world.put(`/users/${_id}`, { password: `${password}2` }),
    ];
    for (const { text } of answers) assert.ok(!text.includes("password") && !text.includes("argon2"));
    const { rows } = await world.db.pool.query("select password, users::text as whole from users where _id = $1", [
      _id,
    ]);
    assert.match(rows[0].password, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    const written = await world.db.pool.query(
      "select log::text as t from log union all select idempotency::text from idempotency",
    );
    for (const text of [rows[0].whole, JSON.stringify(world.log), ...written.rows.map(({ t }) => t)])
      assert.ok(!text.includes(password));
  });

  it("400: a password has 12 characters or more", async () => {
    const sent = { email: newEmail(), role: "employee", companies: [location] };
    for (const password of ["", "elevenchars", "x".repeat(11), 123_456_789_012, "y".repeat(1001)]) {
      const answer = await world.post("/users", { ...sent, password });
      assert.equal(answer.status, 400, String(password));
      assert.match(answer.body.message, /"password"/);
    }
    assert.equal((await world.post("/users", { ...sent, password: "twelve-chars" })).status, 200);
  });

  it("200: without a password an invitation waits in the outbox, and no login works", async () => {
    const email = newEmail();
    const { _id } = await make({ email, password: undefined });
    const { rows } = await world.db.pool.query("select kind, recipient, state from messages where subject_id = $1", [
      _id,
    ]);
    assert.deepEqual(rows, [{ kind: "mail", recipient: email, state: "queued" }]);
    for (const password of ["", "null", "undefined", PASSWORD]) assert.equal(await login(email, password), 403);
  });

  it("400: an address belongs to one user, in whatever letter case", async () => {
    const { email } = await make();
    for (const taken of [email, email.toUpperCase(), ADMIN.email]) {
      const answer = await world.post("/users", { email: taken, role: "employee", companies: [location] });
      assert.equal(answer.status, 400);
      assert.match(answer.body.message, /"email" is already used by another user/);
    }
    const { _id } = await make();
    assert.equal((await world.put(`/users/${_id}`, { email: email.toUpperCase() })).status, 400);
  });

  it("400: of two users created at once with one address one is", async () => {
    const sent = { email: newEmail(), role: "employee", companies: [location] };
    const answers = await Promise.all(Array.from({ length: 6 }, () => world.post("/users", sent)));
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 400, 400, 400, 400, 400],
    );
  });

  it("400: needs an address and a role that exists", async () => {
    const good = { email: newEmail(), role: "employee", companies: [location] };
    for (const [field, value] of [
      ["email", undefined],
      ["email", ""],
      ["email", "no address"],
      ["role", undefined],
      ["role", "root"],
      ["companies", "x"],
      ["active", "yes"],
    ] as const) {
      const answer = await world.post("/users", { ...good, [field]: value });
      assert.equal(answer.status, 400, field);
      assert.ok(answer.body.message.includes(`"${field}"`), answer.text);
    }
  });
});

describe("users only give what they have (rules 4)", () => {
  it("403: a local admin makes no global admin, and gives no location but their own", async () => {
    const sent = { email: newEmail(), role: "employee", companies: [location] };
    const { _id } = await make();
    const refused: Record<string, unknown>[] = [
      { role: "global_admin" },
      { companies: [other] },
      { companies: [location, other] },
      { companies: [newId()] },
      { companies: ["malformed"] },
    ];
    for (const wrong of refused) {
      assert.equal(
        (await world.post("/users", { ...sent, ...wrong }, { as: local })).status,
        403,
        JSON.stringify(wrong),
      );
      assert.equal((await world.put(`/users/${_id}`, wrong, { as: local })).status, 403, JSON.stringify(wrong));
    }
    assert.equal((await world.post("/users", sent, { as: local })).status, 200);
    assert.equal((await world.put(`/users/${_id}`, { role: "local_admin" }, { as: local })).status, 200);
  });

  it("403: nor does it to itself", async () => {
    const as = await buildUser(world, "local_admin", [location]);
    const me = (await world.get("/users/me", { as })).body._id;
    assert.equal((await world.put(`/users/${me}`, { role: "global_admin" }, { as })).status, 403);
    assert.equal((await world.put(`/users/${me}`, { companies: [location, other] }, { as })).status, 403);
    assert.equal((await world.get("/users/me", { as })).body.role, "local_admin");
  });

  it("403: no user gives an unknown location, not even a global admin", async () => {
    const sent = { email: newEmail(), role: "employee" };
    assert.equal((await world.post("/users", { ...sent, companies: [newId()] })).status, 403);
    assert.equal((await world.post("/users", { ...sent, companies: ["malformed"] })).status, 403);
  });

  it("400: a local admin names a location for every user they create", async () => {
    const sent = { email: newEmail(), role: "employee" };
    assert.equal((await world.post("/users", sent, { as: local })).status, 400);
    assert.equal((await world.post("/users", { ...sent, companies: [] }, { as: local })).status, 400);
  });
});

describe("whom a local admin sees (rules 4)", () => {
  it("404: only users all of whose locations are their own", async () => {
    const mine = await make();
    const gone = await buildLocation(world, { name: "gone" });
    const hidden = [
      await make({ companies: [other] }),
      await make({ companies: [location, other] }),
      await make({ role: "global_admin", companies: [location] }),
      await make({ companies: [] }),
      await make({ companies: [gone] }),
    ];
    await world.call("DELETE", `/companies/${gone}`, { body: { name: "gone" } });
    const listed = new Set((await world.get("/users", { as: local })).body.map(({ _id }: Body) => _id));
    assert.ok(listed.has(mine._id));
    for (const { _id } of hidden) {
      assert.ok(!listed.has(_id));
      assert.equal((await world.get(`/users/${_id}`, { as: local })).status, 404);
      assert.equal((await world.put(`/users/${_id}`, { password: "taken-over-password" }, { as: local })).status, 404);
      assert.equal((await world.remove(`/users/${_id}`, { as: local })).status, 404);
      assert.equal((await world.get(`/users/${_id}`)).status, 200);
    }
  });

  it("200: a global admin sees all users", async () => {
    const { _id } = await make({ companies: [location, other] });
    assert.ok((await world.get("/users")).body.some((user: Body) => user._id === _id));
  });

  it("403: no lower role, and no key", async () => {
    for (const role of ["receptionist", "security_guard", "employee"] as const)
      assert.equal((await world.get("/users", { as: await buildUser(world, role, [location]) })).status, 403);
    assert.equal((await world.get("/users", { as: await buildKey(world, [location]) })).status, 403);
  });
});

describe("GET /users/me (rules 5)", () => {
  it("200: all users see themselves, whatever their role", async () => {
    for (const role of ["local_admin", "receptionist", "security_guard", "employee"] as const) {
      const { body } = await world.get("/users/me", { as: await buildUser(world, role, [location]) });
      assert.equal(body.role, role);
      assert.deepEqual(body.companies, [location]);
    }
  });
});

describe("PUT /users/{id} (rules 2.1 and 4.7)", () => {
  it("200: merges; null removes; what changes nothing keeps mod_date", async () => {
    const { _id, mod_date } = await make({ first_name: "Ann", last_name: "Peeters" });
    const same = await world.put(`/users/${_id}`, { first_name: "Ann" });
    assert.equal(same.body.mod_date, mod_date);
    const { body } = await world.put(`/users/${_id}`, { first_name: null });
    assert.ok(!("first_name" in body));
    assert.equal(body.last_name, "Peeters");
    assert.equal((await world.put(`/users/${_id}`, { email: null })).status, 400);
    assert.equal((await world.put(`/users/${_id}`, { role: null })).status, 400);
  });

  it("403: a new password binds on the next call; the remembered old one does not outlive it", async () => {
    const { _id, email } = await make();
    for (let n = 0; n < 3; n += 1) assert.equal(await login(email), 200);
    await world.put(`/users/${_id}`, { password: "another-long-password" });
    assert.equal(await login(email), 403);
    assert.equal(await login(email, "another-long-password"), 200);
    await world.put(`/users/${_id}`, { password: PASSWORD });
    assert.equal(await login(email, "another-long-password"), 403);
    assert.equal(await login(email), 200);
  });

  it("403: deactivation and removal bind on the next call", async () => {
    const { _id, email } = await make();
    assert.equal(await login(email), 200);
    await world.put(`/users/${_id}`, { active: false });
    assert.equal(await login(email), 403);
    await world.put(`/users/${_id}`, { active: true });
    assert.equal(await login(email), 200);
    assert.equal((await world.remove(`/users/${_id}`)).status, 200);
    assert.equal(await login(email), 403);
    assert.equal((await world.get(`/users/${_id}`)).status, 404);
  });

  it("403: a new user of a removed one's address inherits nothing of it", async () => {
    const { _id, email } = await make();
    assert.equal(await login(email), 200);
    await world.remove(`/users/${_id}`);
    await make({ email, password: "another-long-password" });
    assert.equal(await login(email), 403);
    assert.equal(await login(email, "another-long-password"), 200);
  });
});

describe("Basic login (interface 5)", () => {
  it("200: by any letter case of the address and of the scheme, and with colons in the password", async () => {
    const email = `Mixed.Case-${newEmail()}`;
    const password = "with:colons:and-ünicode";
    const { email: stored } = await make({ email, password });
    assert.equal(stored, email.toLowerCase());
    for (const name of [email, email.toLowerCase(), email.toUpperCase()])
      assert.equal(await login(name, password), 200);
    const header = (basic(email, password)["authorization"] ?? "").replace("Basic", "bAsIc");
    assert.equal((await world.get("/users/me", { as: { authorization: header } })).status, 200);
  });

  it("403: the password is compared whole and in its letter case", async () => {
    const { email } = await make();
    for (const wrong of [
      "",
      PASSWORD.slice(1),
      PASSWORD.slice(0, -1),
      PASSWORD.toUpperCase(),
      ` ${PASSWORD}`,
      `${PASSWORD}\u0000`,
    ])
      assert.equal(await login(email, wrong), 403, wrong);
  });
});

describe("the last global admin (rules 4)", () => {
  it("400: can't be removed, deactivated or given a lesser role, by themselves either", async () => {
    for (const { _id, email, role } of (await world.get("/users")).body)
      if (role === "global_admin" && email !== ADMIN.email) await world.remove(`/users/${_id}`);
    const me = (await world.get("/users/me")).body._id;
    assert.equal((await world.put(`/users/${me}`, { active: false })).status, 400);
    assert.equal((await world.put(`/users/${me}`, { role: "local_admin" })).status, 400);
    assert.equal((await world.remove(`/users/${me}`)).status, 400);
    assert.equal(await login(ADMIN.email, ADMIN.password), 200);
  });

  it("400: an inactive other one does not count", async () => {
    const { _id } = await make({ role: "global_admin", active: false });
    const me = (await world.get("/users/me")).body._id;
    assert.equal((await world.remove(`/users/${me}`)).status, 400);
    await world.remove(`/users/${_id}`);
  });

  it("400: of two who remove each other at once one stays", async () => {
    const emails = [newEmail(), newEmail()];
    const two = await Promise.all(emails.map((email) => make({ email, role: "global_admin" })));
    const [first, second] = emails.map((email) => basic(email, PASSWORD));
    const me = (await world.get("/users/me")).body._id;
    await world.put(`/users/${me}`, { active: false }, { as: first ?? {} });
    const answers = await Promise.all([
      world.remove(`/users/${two[1]?._id}`, { as: first ?? {} }),
      world.remove(`/users/${two[0]?._id}`, { as: second ?? {} }),
    ]);
    const { rows } = await world.db.pool.query("select _id from users where role = 'global_admin' and active");
    assert.equal(rows.length, 1);
    assert.ok(answers.some(({ status }) => status === 200) && answers.some(({ status }) => status !== 200));
    await world.db.pool.query("update users set active = true where _id = $1", [me]);
  });
});
