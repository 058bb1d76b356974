import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "node:test";

import { type Behaviour, CLIENT, type Provider, startProvider } from "../../../support/outside/oidc-provider.ts";
import { type Body, buildLocation, makeWorld, type World } from "../../../support/world.ts";
import { buildAccount, makeVisitor, newAddress, PASSWORD, type Seen, type Visitor } from "./visitor.ts";

let [one, two]: [Provider, Provider] = [undefined as never, undefined as never];
let world: World;
/** The records of the two providers. */
let [first, second]: [Body, Body] = [{}, {}];
let location: string;

const NETWORKS = { CONNECT_ALLOWED_NETWORKS: "127.0.0.0/8" };
const settingsOf = ({ issuer }: Provider) => ({
  issuer,
  client_id: CLIENT.id,
  client_secret: CLIENT.secret,
  active: true,
});

const made = async (name: string, provider: Provider, more: object = {}): Promise<Body> => {
  const { status, body, text } = await world.post("/loginproviders", { name, ...settingsOf(provider), ...more });
  assert.equal(status, 200, text);
  return body;
};

before(async () => {
  [one, two] = [await startProvider(), await startProvider()];
  world = await makeWorld({ env: NETWORKS });
  location = await buildLocation(world);
  [first, second] = [await made("First", one), await made("Second", two)];
});
afterEach(async () => {
  one.reset();
  two.reset();
  for (const { _id } of [first, second])
    await world.put(`/loginproviders/${_id}`, { active: true, rules: [], scopes: null });
});
after(async () => {
  await world.close();
  await one.close();
  await two.close();
});

const vouch = (provider: Provider, claims: Record<string, unknown>, more: Partial<Behaviour> = {}): void => {
  Object.assign(provider.behaviour, { claims, profile: { sub: claims["sub"] } }, more);
};

/** What a provider says of the person with an address. */
const personOf = (email: string, more: Record<string, unknown> = {}) => ({
  sub: `subject-of-${email}`,
  email,
  email_verified: true,
  ...more,
});

const fresh = (): Visitor => makeVisitor(world, newAddress());

/** Goes to a provider. @returns where it sends the browser back to, as a path of ours */
const goThere = async (visitor: Visitor, { _id }: Body): Promise<string> => {
  const { status, headers, text } = await visitor.send("GET", `/session/oidc/${_id}/start`);
  assert.equal(status, 302, text);
  const answer = await fetch(String(headers["location"]), { redirect: "manual" });
  const back = new URL(answer.headers.get("location") ?? "");
  return back.pathname + back.search;
};

const comeBack = (visitor: Visitor, path: string): Promise<Seen> =>
  visitor.send("GET", path, { headers: { "sec-fetch-site": "cross-site", "accept-language": "en" } });

const through = async (provider: Body, visitor = fresh()): Promise<Seen> =>
  comeBack(visitor, await goThere(visitor, provider));

const assertRefused = ({ status, text, cookies }: Seen, reason: RegExp): void => {
  assert.equal(status, 403);
  assert.match(text, reason, JSON.stringify(world.log.at(-1)));
  assert.ok(cookies.every((cookie) => !/^foyer(-known)?=[^;]/.test(cookie)));
};

const setRules = async (provider: Body, rules: object[]): Promise<void> => {
  const { status, text } = await world.put(`/loginproviders/${provider._id}`, { rules });
  assert.equal(status, 200, text);
};

const userOf = async (email: string): Promise<Body> => {
  const { body } = await world.get("/users");
  return body.find((user: Body) => user.email === email);
};

const RULE = () => ({ group: "Reception", role: "receptionist", users_at: [location] });

describe("several login providers side by side (docs/sessions.md)", () => {
  it("302: each logs in its people, at an address of its own, and a user can be linked to both", async () => {
    const account = await buildAccount(world);
    for (const [provider, record] of [
      [one, first],
      [two, second],
    ] as const) {
      vouch(provider, personOf(account.email));
      const visitor = fresh();
      const back = await goThere(visitor, record);
      assert.ok(back.startsWith(`/session/oidc/${record._id}/callback?`), back);
      assert.equal((await comeBack(visitor, back)).status, 302);
      assert.equal((await visitor.send("GET", "/api/users/me")).body._id, account._id);
      assert.equal((await userOf(account.email)).identity_provider.issuer, provider.issuer);
    }
    // The link to the first has not been given up for the second.
    vouch(one, personOf(account.email, { sub: "another person" }));
    assertRefused(await through(first), /no Foyer account/);
    vouch(one, { sub: `subject-of-${account.email}` });
    assert.equal((await through(first)).status, 302);
  });

  it("200: a user who is unlinked, or removed, has no link to any provider any more", async () => {
    const linksOf = async ({ _id }: Body): Promise<number> =>
      (await world.db.pool.query("select 1 from login_links where user_id = $1", [_id])).rows.length;
    const account = await buildAccount(world);
    for (const end of [
      () => world.put(`/users/${account._id}`, { identity_provider: null }),
      () => world.remove(`/users/${account._id}`),
    ]) {
      for (const [provider, record] of [
        [one, first],
        [two, second],
      ] as const) {
        vouch(provider, personOf(account.email));
        await through(record);
      }
      assert.equal(await linksOf(account), 2);
      assert.equal((await end()).status, 200);
      assert.equal(await linksOf(account), 0);
    }
  });

  it("302: the same subject at two providers is two people", async () => {
    const [ann, bob] = [await buildAccount(world), await buildAccount(world)];
    vouch(one, personOf(ann.email, { sub: "1" }));
    vouch(two, personOf(bob.email, { sub: "1" }));
    const [atFirst, atSecond] = [fresh(), fresh()];
    await through(first, atFirst);
    await through(second, atSecond);
    assert.equal((await atFirst.send("GET", "/api/users/me")).body._id, ann._id);
    assert.equal((await atSecond.send("GET", "/api/users/me")).body._id, bob._id);
  });

  it("403: an answer of one provider in a login with the other (mix-up); neither is sent the code", async () => {
    const account = await buildAccount(world);
    for (const provider of [one, two]) vouch(provider, personOf(account.email));
    const tokens = () => [one, two].map(({ asked }) => asked.filter((path) => path === "/token").length);
    const before = tokens();
    const visitor = fresh();
    const query = (await goThere(fresh(), second)).replace(/^[^?]*/, "");
    // At the address of the one that was asked, with the code of the other, and with its state.
    const own = await goThere(visitor, first);
    assertRefused(await comeBack(visitor, own.replace(/\?.*/, query)), /verify the response from First/);
    // At the other's own address.
    await goThere(visitor, first);
    assertRefused(await comeBack(visitor, `/session/oidc/${second._id}/callback${query}`), /response from Second/);
    const state = new URLSearchParams((await goThere(visitor, first)).replace(/^[^?]*/, "")).get("state") ?? "";
    const mixed = query.replace(/state=[^&]*/, `state=${state}`);
    assertRefused(await comeBack(visitor, `/session/oidc/${second._id}/callback${mixed}`), /response from Second/);
    assert.deepEqual(tokens(), before);
    // Even with the right address and state: the code is the other's, and so is the issuer that it names.
    const last = await goThere(visitor, first);
    const injected = new URLSearchParams(query).get("code") ?? "";
    assertRefused(await comeBack(visitor, last.replace(/code=[^&]*/, `code=${injected}`)), /response from First/);
    one.behaviour.answer = { iss: two.issuer };
    assertRefused(await through(first), /response from First/);
    one.behaviour.answer = {};
    one.behaviour.claims = { ...personOf(account.email), iss: two.issuer };
    assertRefused(await through(first), /response from First/);
  });

  it("302: one that is turned off or removed lets no user in any more; sessions go on", async () => {
    const account = await buildAccount(world);
    const third = await made("Third", one);
    vouch(one, personOf(account.email));
    const visitor = fresh();
    await through(third, visitor);
    const late = fresh();
    const back = await goThere(late, third);
    await world.put(`/loginproviders/${third._id}`, { active: false });
    const buttons = async (): Promise<string[]> =>
      (await fresh().send("GET", "/session/options")).body.providers.map(({ name }: Body) => name);
    assert.deepEqual(await buttons(), ["First", "Second"]);
    for (const seen of [await fresh().send("GET", `/session/oidc/${third._id}/start`), await comeBack(late, back)])
      assert.deepEqual([seen.status, seen.headers["location"]], [302, "http://127.0.0.1:8080/login"]);
    assert.equal((await late.send("GET", "/session")).status, 403);
    assert.equal((await visitor.send("GET", "/session")).status, 200);
    assert.equal((await world.remove(`/loginproviders/${third._id}`)).status, 200);
    assert.equal((await visitor.send("GET", "/session")).status, 200);
    const { rows } = await world.db.pool.query("select 1 from login_links where provider_id = $1", [third._id]);
    assert.equal(rows.length, 0);
    for (const id of ["x", "%00", "0".repeat(24), `${third._id}0`])
      assert.equal(
        (await fresh().send("GET", `/session/oidc/${id}/start`)).headers["location"],
        "http://127.0.0.1:8080/login",
      );
  });

  it("200: who must confirm goes to the provider of their session, and to their password once it is off", async () => {
    const admin = await buildAccount(world, { role: "global_admin", companies: [] });
    vouch(two, personOf(admin.email));
    const visitor = fresh();
    await through(second, visitor);
    await world.db.pool.query("update sessions set confirmed = confirmed - interval '1 hour'");
    const change = () => visitor.send("DELETE", `/api/apikeys/${admin._id}`);
    assert.equal((await change()).body.confirm, "identity_provider");
    const { oidc } = (await visitor.send("GET", "/session/options")).body;
    assert.deepEqual(oidc, { name: "Second", start: `/session/oidc/${second._id}/start` });
    vouch(two, personOf(admin.email, { auth_time: Math.floor(Date.now() / 1000) }));
    const { headers } = await visitor.send("GET", `${oidc.start}?confirm=1`);
    const answer = await fetch(String(headers["location"]), { redirect: "manual" });
    const back = new URL(answer.headers.get("location") ?? "");
    assert.match((await comeBack(visitor, back.pathname + back.search)).text, /Confirmed/);
    assert.equal((await change()).status, 404);
    await world.db.pool.query("update sessions set confirmed = confirmed - interval '1 hour'");
    await world.put(`/loginproviders/${second._id}`, { active: false });
    assert.equal((await change()).body.confirm, "password");
    const { status } = await visitor.send("POST", "/session/confirm", { body: { password: PASSWORD } });
    assert.equal(status, 200);
    assert.equal((await change()).status, 404);
  });

  it("302: with another client ID, people are recognised by their verified address once more", async () => {
    const account = await buildAccount(world);
    const pairwise = await made("Pairwise", one);
    vouch(one, personOf(account.email));
    assert.equal((await through(pairwise)).status, 302);
    vouch(one, personOf(account.email, { sub: "named otherwise" }));
    assertRefused(await through(pairwise), /no Foyer account/);
    await world.put(`/loginproviders/${pairwise._id}`, { client_id: "another" });
    await world.put(`/loginproviders/${pairwise._id}`, { client_id: CLIENT.id });
    assert.equal((await through(pairwise)).status, 302);
    await world.remove(`/loginproviders/${pairwise._id}`);
  });

  it("302: Entra ID says xms_edov instead of email_verified", async () => {
    for (const [xms_edov, status] of [
      [true, 302],
      [1, 302],
      ["1", 302],
      [0, 403],
      [false, 403],
      ["no", 403],
    ] as const) {
      const { email } = await buildAccount(world);
      vouch(one, { sub: email, email, xms_edov });
      assert.equal((await through(first)).status, status, String(xms_edov));
    }
  });

  it("503: a provider in a network that isn't allowed is not called, and the page of connections says why", async () => {
    const walled = await makeWorld({ database: world.database, env: { CONNECT_ALLOWED_NETWORKS: "10.1.2.0/28" } });
    const asked = one.asked.length;
    const visitor = makeVisitor(walled, newAddress());
    assert.equal((await visitor.send("GET", `/session/oidc/${first._id}/start`)).status, 503);
    assert.equal(one.asked.length, asked);
    const { body } = await walled.get("/connections");
    const found = body.find(({ _id }: Body) => _id === first._id);
    assert.equal(found.state, "failing");
    assert.match(found.error, /127\.0\.0\.1 doesn't have a public address.*CONNECT_ALLOWED_NETWORKS/);
    await walled.close();
  });
});

describe("what the page of connections knows of login providers (docs/monitoring.md)", () => {
  const health = async (): Promise<Body> =>
    (await world.get("/connections")).body.find(({ _id }: Body) => _id === first._id);

  it("200: a login is a success, also of a person without a user", async () => {
    vouch(one, personOf("stranger@example.org"));
    assertRefused(await through(first), /no Foyer account/);
    assert.equal((await health()).state, "ok");
  });

  it("200: a secret that the provider refuses, and a document that can't be used, are failures", async () => {
    vouch(one, personOf("ann@example.org"));
    await world.put(`/loginproviders/${first._id}`, { client_secret: "expired" });
    assertRefused(await through(first), /response from First/);
    const { state, error } = await health();
    assert.deepEqual([state, /client ID or the client secret/.test(error)], ["failing", true]);
    one.behaviour.metadata = { issuer: two.issuer };
    await world.put(`/loginproviders/${first._id}`, { client_secret: CLIENT.secret });
    assertRefused(await fresh().send("GET", `/session/oidc/${first._id}/start`), /response from First/);
    assert.match((await health()).error, /Test the connection/);
    one.reset();
    vouch(one, personOf("ann@example.org"));
    await through(first);
    assert.equal((await health()).state, "ok");
  });

  it("200: what a stranger can bring about is no failure: a made-up code, an error in the answer", async () => {
    vouch(one, personOf("ann@example.org"));
    for (const change of [/code=[^&]*/, /state=[^&]*/]) {
      const visitor = fresh();
      await comeBack(visitor, (await goThere(visitor, first)).replace(change, "$&x"));
    }
    one.behaviour.answer = { error: "server_error" };
    await through(first);
    assert.equal((await health()).state, "ok");
  });
});

describe("rules from groups to roles (docs/sessions.md)", () => {
  it("302: a person in a group gets the role and an account; the most powerful role counts, where a rule gives it", async () => {
    const other = await buildLocation(world);
    await setRules(first, [
      RULE(),
      { group: "admins", role: "local_admin", users_at: [other] },
      { group: "guards", role: "security_guard", users_at: [location] },
    ]);
    const email = "new.person@example.org";
    vouch(
      one,
      personOf(email, { groups: ["reception", "Admins", 7], given_name: "Ann\u0000", family_name: "Peeters" }),
    );
    const visitor = fresh();
    assert.equal((await through(first, visitor)).status, 302);
    const user = await userOf(email);
    assert.deepEqual(
      [user.role, user.companies, user.first_name, user.last_name, user.active],
      ["local_admin", [other], "Ann", "Peeters", true],
    );
    vouch(one, personOf(email, { groups: ["Reception"] }));
    assert.equal((await through(first)).status, 302);
    assert.deepEqual([(await userOf(email)).role, (await userOf(email)).companies], ["receptionist", [location]]);
    // It applies to the session before, too.
    assert.equal((await visitor.send("GET", "/api/users/me")).body.role, "receptionist");
    const acts = "select act, actor_kind from log where subject_id = $1 order by seq";
    const { rows } = await world.db.pool.query(acts, [user._id]);
    assert.deepEqual(
      rows.map(({ act, actor_kind }) => `${act} ${actor_kind}`),
      ["user.create system", "user.know_identity user", "user.change system"],
    );
  });

  it("403: who has left the groups whose rules gave the role; who had a role before keeps it", async () => {
    await setRules(first, [RULE()]);
    const [given, before] = [
      "given@example.org",
      await buildAccount(world, { role: "employee", companies: [location] }),
    ];
    vouch(one, personOf(given, { groups: ["Reception"] }));
    assert.equal((await through(first)).status, 302);
    for (const groups of [[], ["Others"], undefined, "Receptions"]) {
      vouch(one, personOf(given, { groups }));
      assertRefused(await through(first), /None of your groups at First/);
      vouch(one, personOf(before.email, { groups }));
      assert.equal((await through(first)).status, 302);
    }
    assert.equal((await userOf(before.email)).role, "employee");
    vouch(one, personOf("stranger@example.org", { groups: ["Others"] }));
    assertRefused(await through(first), /no Foyer account/);
    // Without rules, roles are those of Foyer again.
    await setRules(first, []);
    vouch(one, personOf(given, { groups: [] }));
    assert.equal((await through(first)).status, 302);
  });

  it("302: groups are asked of the user info when the token has none, by the claim of the settings", async () => {
    await world.put(`/loginproviders/${first._id}`, { rules: [RULE()], groups_claim: "roles" });
    const email = "by.info@example.org";
    vouch(one, personOf(email, { groups: ["Others"] }));
    one.behaviour.profile = { sub: `subject-of-${email}`, roles: "Reception" };
    assert.equal((await through(first)).status, 302);
    assert.equal((await userOf(email)).role, "receptionist");
    await world.put(`/loginproviders/${first._id}`, { groups_claim: null });
  });

  it("403: more groups than Entra ID names; the page of connections says what to do", async () => {
    await setRules(first, [RULE()]);
    vouch(one, personOf("many@example.org", { _claim_names: { groups: "src1" } }));
    assertRefused(await through(first), /response from First/);
    const { body } = await world.get("/connections");
    const { state, error } = body.find(({ _id }: Body) => _id === first._id);
    assert.deepEqual([state, /too many groups/.test(error)], ["failing", true]);
  });

  it("302: a suspended user stays out, an unverified address makes no user, a removed location counts no more", async () => {
    const closing = await buildLocation(world, { name: "Closing" });
    await setRules(first, [RULE(), { group: "Closing", role: "receptionist", users_at: [closing] }]);
    const suspended = await buildAccount(world, { active: false });
    vouch(one, personOf(suspended.email, { groups: ["Reception"] }));
    assertRefused(await through(first), /no Foyer account/);
    vouch(one, { ...personOf("unverified@example.org", { groups: ["Reception"] }), email_verified: false });
    assertRefused(await through(first), /verified your email address/);
    await world.remove(`/companies/${closing}`, { body: { name: "Closing" } });
    vouch(one, personOf("closed@example.org", { groups: ["Closing"] }));
    assertRefused(await through(first), /no Foyer account/);
    assert.equal(await userOf("closed@example.org"), undefined);
  });

  it("302: a wrong rule takes the role of neither the last global admin nor the last one with a password", async () => {
    const own = await makeWorld({ env: NETWORKS });
    const place = await buildLocation(own);
    const login = async (email: string): Promise<number> => {
      vouch(one, personOf(email, { groups: ["Everyone"] }));
      const visitor = makeVisitor(own, newAddress());
      return (await comeBack(visitor, await goThere(visitor, provider))).status;
    };
    const roleOf = async (email: string): Promise<string> =>
      (await own.db.pool.query("select role from users where email = $1", [email])).rows[0].role;
    const rules = [{ group: "Everyone", role: "employee", users_at: [place] }];
    const { body: provider } = await own.post("/loginproviders", { name: "Own", ...settingsOf(one), rules });
    const { body: me } = await own.get("/users/me");
    const [plain, second] = [await buildAccount(own, { role: "global_admin", companies: [] }), "sso@example.org"];
    await own.post("/users", { email: second, role: "global_admin" });
    await own.db.pool.query("update users set password = null where email = $1", [second]);
    assert.equal(await login(plain.email), 302);
    assert.equal(await roleOf(plain.email), "employee");
    // One with a password is left, and one without.
    assert.equal(await login(me.email), 302);
    assert.equal(await roleOf(me.email), "global_admin");
    assert.equal(await login(second), 302);
    assert.equal(await roleOf(second), "employee");
    assert.equal(await login(me.email), 302);
    assert.equal(await roleOf(me.email), "global_admin");
    await own.close();
  });
});
