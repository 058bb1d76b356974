import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";

import { basic, logOf, makeWorld, type World } from "../../../../support/world.ts";
import { SERVICE_LOCATION } from "../../../../../server/platform/lib/record/ids.ts";
import { PASSWORD, type Visitor } from "../visitor.ts";
import { addApp, begin, codeAt, good, isIn, newBrowser, post, signedIn, SITE, STEP_MS } from "./accounts.ts";

const START = Date.parse("2026-11-21T10:00:00Z");

let world: World;
let second: World;
let steps = 0;

before(async () => {
  world = await makeWorld({ env: { PUBLIC_URL: SITE } });
  second = await makeWorld({ database: world.database, env: { PUBLIC_URL: SITE } });
});
// Each test an hour after the one before: no code is of a step that was taken, and no counter is full.
beforeEach(() => {
  steps += 1;
  for (const one of [world, second]) Object.assign(one.clock, { frozen: true, now: START + steps * 3_600_000 });
});
after(async () => {
  await second.close();
  await world.close();
});

const later = (ms: number): void => {
  for (const one of [world, second]) one.clock.now += ms;
};

const enter = async (visitor: Visitor, code: string): Promise<number> =>
  (await post(visitor, "/session/code", { code })).status;

const mails = async (user: string): Promise<string[]> => {
  const { rows } = await world.db.pool.query(
    "select parameters ->> 'text' as text from messages where subject_id = $1 and template = 'notice' order by create_date, _id",
    [user],
  );
  return rows.map(({ text }) => text);
};

describe("POST /session/factors/totp (docs/sessions.md)", () => {
  it("200: the app's first code adds it; the secret is sealed, the codes are hashed, the user is emailed, and the log has neither", async () => {
    const { user, visitor } = await signedIn(world);
    const { secret, codes } = await addApp(world, visitor);
    assert.match(secret, /^[A-Z2-7]{32}$/);
    assert.equal(new Set(codes).size, 10);
    for (const code of codes) assert.match(code, /^\d[0-9a-z]{3}-[0-9a-z]{4}-[0-9a-z]{4}$/);
    const { factors, recovery_codes, required } = await good(visitor.send("GET", "/session/factors"));
    assert.deepEqual([factors.length, factors[0].kind, recovery_codes, required], [1, "totp", 10, false]);
    assert.equal((await world.get(`/users/${user._id}`)).body.second_factor, true);
    const stored = await world.db.pool.query(
      "select f.*, r.hashes from second_factors f join recovery_codes r on r._id = f.user_id where user_id = $1",
      [user._id],
    );
    const written = JSON.stringify([stored.rows, await logOf(world, SERVICE_LOCATION), world.log]);
    for (const one of [secret, ...codes, ...codes.map((code) => code.replaceAll("-", ""))])
      assert.ok(!written.includes(one));
    assert.match((await mails(user._id)).join(""), /An authenticator app was added/);
  });

  it("400: a wrong first code, another's set-up, and one from more than 10 minutes ago", async () => {
    const [{ visitor }, { visitor: other }] = [await signedIn(world), await signedIn(world)];
    const { secret, setup } = await good(post(visitor, "/session/factors/totp/setup"));
    const add = async (one: Visitor, code: string): Promise<string> =>
      (await post(one, "/session/factors/totp", { setup, code })).body.code;
    assert.equal(await add(visitor, "000000"), "wrong_code");
    assert.equal(await add(other, codeAt(secret, world.clock.now)), "took_too_long");
    later(10 * 60_000);
    assert.equal(await add(visitor, codeAt(secret, world.clock.now)), "took_too_long");
    assert.deepEqual((await good(visitor.send("GET", "/session/factors"))).factors, []);
  });

  it("200: a new app takes the place of the one before, and keeps the recovery codes", async () => {
    const { user, visitor } = await signedIn(world);
    const first = await addApp(world, visitor);
    later(STEP_MS);
    const next = await addApp(world, visitor);
    assert.equal(next.codes, undefined);
    const login = await begin(world, user);
    later(2 * STEP_MS);
    assert.equal(await enter(login, codeAt(first.secret, world.clock.now)), 403);
    assert.equal(await enter(login, codeAt(next.secret, world.clock.now)), 200);
  });
});

describe("POST /session/code", () => {
  it("200: the password and a code log in; the password alone does not, nor does the cookie in between", async () => {
    const { user, visitor } = await signedIn(world);
    const { secret } = await addApp(world, visitor);
    later(STEP_MS);
    const login = newBrowser(world);
    const { body } = await post(login, "/session", { email: user.email, password: PASSWORD });
    assert.deepEqual(body, { next: { step: "verify", factors: ["totp"] } });
    assert.equal(await isIn(login), false);
    assert.equal((await login.send("GET", "/api/users/me")).status, 403);
    const code = codeAt(secret, world.clock.now);
    const done = await good(post(login, "/session/code", { code: `${code.slice(0, 3)} ${code.slice(3)}` }));
    assert.equal(done.user._id, user._id);
    assert.equal(await isIn(login), true);
    assert.equal(login.jar.has("__Host-foyer-login"), false);
  });

  it("403: a code works once, also of two at the same moment in two processes", async () => {
    const { user, visitor } = await signedIn(world);
    const { secret } = await addApp(world, visitor);
    later(STEP_MS);
    const code = codeAt(secret, world.clock.now);
    const [here, there] = [await begin(world, user), await begin(world, user)];
    const elsewhere = newBrowser(second);
    for (const [name, value] of there.jar) elsewhere.jar.set(name, value);
    const statuses = await Promise.all([enter(here, code), enter(elsewhere, code)]);
    assert.deepEqual(
      statuses.toSorted((a, b) => a - b),
      [200, 403],
    );
    assert.equal(await enter(await begin(world, user), code), 403);
  });

  it("200 or 403: the codes of the step before and after work, and no others", async () => {
    const { user, visitor } = await signedIn(world);
    const { secret } = await addApp(world, visitor);
    later(20 * STEP_MS);
    const now = world.clock.now;
    for (const [shift, expected] of [
      [-2, 403],
      [2, 403],
      [-1, 200],
      [1, 200],
    ] as const)
      assert.equal(await enter(await begin(world, user), codeAt(secret, now + shift * STEP_MS)), expected);
  });

  it("200: a recovery code works once, typed with capitals and without dashes, and the user is emailed how many are left", async () => {
    const { user, visitor } = await signedIn(world);
    const { codes } = await addApp(world, visitor);
    const typed = (codes[7] ?? "").toUpperCase().replaceAll("-", "");
    assert.equal(await enter(await begin(world, user), typed), 200);
    assert.equal(await enter(await begin(world, user), typed), 403);
    assert.equal(await enter(await begin(world, user), codes[3] ?? ""), 200);
    assert.equal((await good(visitor.send("GET", "/session/factors"))).recovery_codes, 8);
    assert.ok((await mails(user._id)).some((text) => text.includes("Codes left: 8")));
    const used = (await logOf(world, SERVICE_LOCATION)).filter(({ act }) => act === "recovery_codes.use");
    assert.equal(used.at(-1)?.actor_id, user._id);
  });

  it("429: 10 wrong codes, from however many browsers; recovery codes still work, and 15 minutes later codes do", async () => {
    const { user, visitor } = await signedIn(world);
    const { secret, codes } = await addApp(world, visitor);
    later(STEP_MS);
    const statuses = [];
    for (let n = 0; n < 12; n += 1) statuses.push(await enter(await begin(world, user), "000000"));
    assert.deepEqual(statuses, [...Array.from({ length: 10 }, () => 403), 429, 429]);
    assert.equal(await enter(await begin(world, user), codeAt(secret, world.clock.now)), 429);
    assert.equal(await enter(await begin(world, user), codes[0] ?? ""), 200);
    const refused = (await logOf(world, SERVICE_LOCATION)).filter(
      ({ act, subject_id }) => act === "user.refuse_code" && subject_id === user._id,
    );
    assert.equal(refused.length, 10);
    later(15 * 60_000);
    assert.equal(await enter(await begin(world, user), codeAt(secret, world.clock.now)), 200);
  });

  it("429: wrong codes count for the address as wrong passwords do", async () => {
    const { user, visitor } = await signedIn(world);
    await addApp(world, visitor);
    const login = await begin(world, user);
    assert.equal(await enter(login, "1abc-defg-hjkm"), 403);
    await world.db.pool.query("update refusals set n = 30 where n = 1 and source like 'session:%'");
    assert.equal((await post(login, "/session", { email: user.email, password: PASSWORD })).status, 429);
  });

  it("400: after 10 minutes, after another password, and without a login that was begun", async () => {
    const { user, visitor } = await signedIn(world);
    const { secret, codes } = await addApp(world, visitor);
    const [slow, stolen] = [await begin(world, user), await begin(world, user)];
    later(10 * 60_000);
    const code = codeAt(secret, world.clock.now);
    assert.equal((await post(slow, "/session/code", { code })).body.code, "took_too_long");
    const login = await begin(world, user);
    await world.put(`/users/${user._id}`, { password: "another-long-password" });
    assert.equal((await post(login, "/session/code", { code: codes[0] })).status, 400);
    stolen.jar.set("__Host-foyer-login", `${user._id}-00.${world.clock.now + 1000}.x`);
    assert.equal((await post(stolen, "/session/code", { code: codes[0] })).status, 400);
    assert.equal((await post(newBrowser(world), "/session/code", { code: codes[0] })).status, 400);
  });

  it("403: a session of another user in the browser ends with the right password, as with a login", async () => {
    const { user, visitor } = await signedIn(world);
    await addApp(world, visitor);
    const { visitor: shared } = await signedIn(world);
    const copy = newBrowser(world);
    for (const [name, value] of shared.jar) copy.jar.set(name, value);
    await good(post(shared, "/session", { email: user.email, password: PASSWORD }));
    assert.deepEqual([await isIn(shared), await isIn(copy)], [false, false]);
  });

  it("403: Basic with the right password, which carries no second factor (docs/sessions.md)", async () => {
    const { user, visitor } = await signedIn(world);
    const me = async (): Promise<number> =>
      (await world.get("/users/me", { as: basic(user.email, PASSWORD), from: "192.0.2.77" })).status;
    assert.equal(await me(), 200);
    await addApp(world, visitor);
    assert.equal(await me(), 403);
    await world.remove(`/users/${user._id}/factors`);
    assert.equal(await me(), 200);
  });
});

describe("a session that others use", () => {
  it("400: adds and removes no factor 15 minutes after the login, and confirms by a code, not by the password", async () => {
    const { user, visitor } = await signedIn(world);
    const { secret } = await addApp(world, visitor);
    const { factors } = await good(visitor.send("GET", "/session/factors"));
    later(15 * 60_000 + 1000);
    const acts = [
      ["POST", "/session/factors/totp/setup"],
      ["POST", "/session/factors/totp"],
      ["POST", "/session/factors/passkeys/options"],
      ["POST", "/session/factors/passkeys"],
      ["POST", "/session/factors/codes"],
      ["DELETE", `/session/factors/${factors[0]._id}`],
    ] as const;
    for (const [method, path] of acts)
      assert.equal((await visitor.send(method, path, { body: {} })).body.code, "not_confirmed", path);
    // The new session would count as confirmed.
    const change = { current_password: PASSWORD, password: "seven green umbrellas" };
    const changed = await visitor.send("PUT", "/session/password", { body: change });
    assert.equal(changed.body.code, "not_confirmed");
    const confirm = async (body: object) => (await post(visitor, "/session/confirm", body)).body.code;
    assert.equal(await confirm({ password: PASSWORD }), "second_factor_needed");
    assert.equal(await confirm({ code: "000000" }), "wrong_code");
    assert.equal(await confirm({}), "missing_key");
    assert.equal(await confirm({ code: codeAt(secret, world.clock.now) }), undefined);
    await good(visitor.send("DELETE", `/session/factors/${factors[0]._id}`));
    assert.match((await mails(user._id)).at(-1) ?? "", /The authenticator app was removed/);
    assert.deepEqual(await good(visitor.send("GET", "/session/factors")), {
      factors: [],
      recovery_codes: 0,
      required: false,
    });
    assert.equal((await newBrowser(world).signIn(user.email, PASSWORD)).status, 200);
  });

  it("404: another user's factor", async () => {
    const [{ visitor }, { visitor: other }] = [await signedIn(world), await signedIn(world)];
    await addApp(world, visitor);
    const { factors } = await good(visitor.send("GET", "/session/factors"));
    assert.equal((await other.send("DELETE", `/session/factors/${factors[0]._id}`)).status, 404);
  });
});

describe("POST /session/factors/codes", () => {
  it("200: makes ten new codes, and the earlier ones no longer work; 400 without a factor", async () => {
    const { user, visitor } = await signedIn(world);
    assert.equal((await post(visitor, "/session/factors/codes")).body.code, "second_factor_needed");
    const { codes: old } = await addApp(world, visitor);
    const { recovery_codes: fresh } = await good(post(visitor, "/session/factors/codes"));
    assert.equal(await enter(await begin(world, user), old[0] ?? ""), 403);
    assert.equal(await enter(await begin(world, user), fresh[0]), 200);
  });
});

describe("the end of a user", () => {
  it("takes factors and codes along", async () => {
    const { user, visitor } = await signedIn(world);
    await addApp(world, visitor);
    await world.remove(`/users/${user._id}`);
    for (const [table, column] of [
      ["second_factors", "user_id"],
      ["recovery_codes", "_id"],
    ])
      assert.equal((await world.db.pool.query(`select from ${table} where ${column} = $1`, [user._id])).rowCount, 0);
  });
});
