import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { FLAGS, makeAuthenticator } from "../../../../support/authenticator.ts";
import { type Body, makeWorld, type World } from "../../../../support/world.ts";
import { makeVisitor, newAddress, PASSWORD, type Visitor } from "../visitor.ts";
import { addApp, addPasskey, begin, good, isIn, newBrowser, post, signedIn, SITE } from "./accounts.ts";

let world: World;
let second: World;

before(async () => {
  world = await makeWorld({ env: { PUBLIC_URL: SITE } });
  second = await makeWorld({ database: world.database, env: { PUBLIC_URL: SITE } });
});
after(async () => {
  await second.close();
  await world.close();
});

const ask = (visitor: Visitor): Promise<Body> => good(post(visitor, "/session/passkey/options"));

const answer = async (visitor: Visitor, passkey: unknown): Promise<number> =>
  (await post(visitor, "/session/passkey", { passkey })).status;

const anHourLater = (user: string) =>
  world.db.pool.query("update sessions set confirmed = confirmed - interval '1 hour' where user_id = $1", [user]);

describe("POST /session/factors/passkeys (docs/sessions.md)", () => {
  it("200: asks for a key that its user must unlock, without attestation, for the host of PUBLIC_URL, and not for one that is known", async () => {
    const { user, visitor } = await signedIn(world);
    const { authenticator, added } = await addPasskey(visitor);
    assert.equal(added.recovery_codes.length, 10);
    const options = await good(post(visitor, "/session/factors/passkeys/options"));
    assert.deepEqual(options.rp, { name: "Foyer", id: "visitors.example.org" });
    assert.equal(options.attestation, "none");
    assert.equal(options.authenticatorSelection.userVerification, "required");
    assert.equal(options.authenticatorSelection.residentKey, "required");
    assert.deepEqual(
      options.excludeCredentials.map(({ id }: Body) => id),
      [authenticator.id],
    );
    assert.equal(Buffer.from(options.user.id, "base64url").toString(), user._id);
    assert.ok(Buffer.from(options.challenge, "base64url").length >= 32);
  });

  it("200: several with names, each removable; the codes go with the last", async () => {
    const { visitor } = await signedIn(world);
    await addPasskey(visitor, "Laptop");
    const { added } = await addPasskey(visitor, "Phone");
    assert.equal(added.recovery_codes, undefined);
    const { factors } = await good(visitor.send("GET", "/session/factors"));
    assert.deepEqual(
      factors.map(({ name, kind }: Body) => [name, kind]),
      [
        ["Laptop", "passkey"],
        ["Phone", "passkey"],
      ],
    );
    for (const { _id } of factors) await good(visitor.send("DELETE", `/session/factors/${_id}`));
    const left = await good(visitor.send("GET", "/session/factors"));
    assert.deepEqual([left.factors, left.recovery_codes], [[], 0]);
  });

  it("400: another challenge, origin or host, a key that was not unlocked, an answer given twice, or to another session", async () => {
    const { visitor } = await signedIn(world);
    const { visitor: other } = await signedIn(world);
    const add = async (one: Visitor, passkey: unknown): Promise<string> =>
      (await post(one, "/session/factors/passkeys", { name: "x", passkey })).body.code;
    for (const deviation of [
      { origin: "https://visitors.example.com" },
      { origin: "http://visitors.example.org" },
      { rpId: "example.org" },
      { flags: FLAGS.present },
      { flags: FLAGS.verified },
      { challenge: "AAAA" },
    ]) {
      const options = await good(post(visitor, "/session/factors/passkeys/options"));
      const passkey = makeAuthenticator(SITE).create(options, deviation);
      assert.equal(await add(visitor, passkey), "wrong_passkey", JSON.stringify(deviation));
    }
    const options = await good(post(visitor, "/session/factors/passkeys/options"));
    const passkey = makeAuthenticator(SITE).create(options);
    const taken = visitor.jar.get("__Host-foyer-passkey") ?? "";
    other.jar.set("__Host-foyer-passkey", taken);
    assert.equal(await add(other, passkey), "wrong_passkey");
    assert.equal(await add(visitor, passkey), undefined);
    assert.equal(await add(visitor, passkey), "wrong_passkey");
    for (const junk of ["x", {}, [], { id: "?" }, { id: 1, response: [] }]) {
      await good(post(visitor, "/session/factors/passkeys/options"));
      assert.equal(await add(visitor, junk), "wrong_passkey");
    }
  });

  it("400: where browsers know no passkeys: without HTTPS, or at an address without a name", async () => {
    for (const PUBLIC_URL of ["http://visitors.example.org", "https://192.0.2.1", "https://[2001:db8::1]"]) {
      const plain = await makeWorld({ database: world.database, env: { PUBLIC_URL } });
      const visitor = makeVisitor(plain, newAddress(), PUBLIC_URL);
      assert.equal((await post(visitor, "/session/passkey/options")).body.code, "no_passkeys");
      assert.equal((await visitor.send("GET", "/session/options")).body.passkeys, undefined);
      await plain.close();
    }
    assert.equal((await newBrowser(world).send("GET", "/session/options")).body.passkeys, SITE);
  });
});

describe("POST /session/passkey", () => {
  it("200: logs in without a password", async () => {
    const { user, visitor } = await signedIn(world);
    const { authenticator } = await addPasskey(visitor);
    const browser = newBrowser(world);
    const { body } = await post(browser, "/session/passkey", { passkey: authenticator.get(await ask(browser)) });
    assert.equal(body.user._id, user._id);
    assert.equal(await isIn(browser), true);
    const started = world.log.findLast(({ msg }) => msg === "logged in");
    assert.equal(started?.["by"], "passkey");
  });

  it("200: asks everyone the same before a password, and after it for the keys of that account", async () => {
    const { user, visitor } = await signedIn(world);
    const { authenticator } = await addPasskey(visitor);
    const { challenge, ...first } = await ask(newBrowser(world));
    const { challenge: other, ...next } = await ask(newBrowser(world));
    assert.deepEqual(first, next);
    assert.deepEqual(first.allowCredentials, []);
    assert.notEqual(challenge, other);
    const login = await begin(world, user);
    const options = await ask(login);
    assert.deepEqual(
      options.allowCredentials.map(({ id }: Body) => id),
      [authenticator.id],
    );
    assert.equal(await answer(login, authenticator.get(options)), 200);
  });

  it("403: after the password of one user, the passkey of another", async () => {
    const [{ user, visitor }, { visitor: other }] = [await signedIn(world), await signedIn(world)];
    await addPasskey(visitor);
    const { authenticator } = await addPasskey(other);
    const login = await begin(world, user);
    assert.equal(await answer(login, authenticator.get(await ask(login))), 403);
  });

  it("403: another challenge, origin, host, user or counter, a key that was not unlocked, and an unknown one", async () => {
    const { user, visitor } = await signedIn(world);
    const { authenticator } = await addPasskey(visitor);
    const browser = newBrowser(world);
    for (const deviation of [
      { origin: "https://evil.example.org" },
      { origin: `${SITE}:8443` },
      { rpId: "example.org" },
      { flags: FLAGS.present },
      { flags: 0 },
      { challenge: "AAAA" },
      { user: Buffer.from("0".repeat(24)).toString("base64url") },
    ])
      assert.equal(await answer(browser, authenticator.get(await ask(browser), deviation)), 403);
    assert.equal(await answer(browser, makeAuthenticator(SITE).get(await ask(browser))), 403);
    assert.equal(await answer(browser, authenticator.get(await ask(browser))), 200);
    authenticator.state.counter = 0;
    assert.equal(await answer(newBrowser(world), authenticator.get(await ask(browser))), 403);
    for (const junk of [undefined, null, [], { id: authenticator.id }, { id: authenticator.id, response: null }])
      assert.ok([400, 403].includes(await answer(browser, junk)));
    await world.put(`/users/${user._id}`, { active: false });
    authenticator.state.counter = 100;
    assert.equal(await answer(browser, authenticator.get(await ask(browser))), 403);
  });

  it("403: an answer a second time, in another process too, from another browser, and after 5 minutes", async () => {
    const { visitor } = await signedIn(world);
    const { authenticator } = await addPasskey(visitor);
    const browser = newBrowser(world);
    const passkey = authenticator.get(await ask(browser));
    const copies = [world, second].map((service) => {
      const copy = newBrowser(service);
      for (const [name, value] of browser.jar) copy.jar.set(name, value);
      return copy;
    });
    assert.equal(await answer(newBrowser(world), passkey), 403);
    const statuses = await Promise.all(copies.map((copy) => answer(copy, passkey)));
    assert.deepEqual(
      statuses.toSorted((a, b) => a - b),
      [200, 403],
    );
    const slow = authenticator.get(await ask(browser));
    Object.assign(world.clock, { frozen: true, now: Date.now() + 5 * 60_000 });
    assert.equal(await answer(browser, slow), 403);
    world.clock.frozen = false;
  });

  it("429: wrong answers count for the address as wrong passwords do", async () => {
    const browser = newBrowser(world);
    assert.equal(await answer(browser, { id: "x" }), 403);
    await world.db.pool.query("update refusals set n = 30 where n = 1 and source like 'session:%'");
    assert.equal(await answer(browser, { id: "x" }), 429);
    await world.db.pool.query("delete from refusals");
  });
});

describe("POST /session/confirm with a passkey", () => {
  it("200: confirms the session that asked; 400 with another's passkey, and with an answer to a login", async () => {
    const { user, visitor } = await signedIn(world);
    const { visitor: other } = await signedIn(world);
    const { authenticator } = await addPasskey(visitor);
    const { authenticator: foreign } = await addPasskey(other);
    await anHourLater(user._id);
    const confirm = async (passkey: unknown) => (await post(visitor, "/session/confirm", { passkey })).body.code;
    const options = () => good(post(visitor, "/session/confirm/options"));
    assert.equal(await confirm(foreign.get(await options())), "wrong_passkey");
    assert.equal(await confirm(authenticator.get(await ask(visitor))), "wrong_passkey");
    assert.equal((await visitor.send("DELETE", "/session/all")).body.code, "not_confirmed");
    assert.equal(await confirm(authenticator.get(await options())), undefined);
    assert.equal((await visitor.send("DELETE", "/session/all")).status, 200);
  });
});

describe("a lost passkey", () => {
  it("200: the password and a recovery code let in, and the factor is replaced (lose, recover)", async () => {
    const { user, visitor } = await signedIn(world);
    const { added } = await addPasskey(visitor);
    const login = await begin(world, user);
    await good(post(login, "/session/code", { code: added.recovery_codes[0] }));
    const { factors } = await good(login.send("GET", "/session/factors"));
    await good(login.send("DELETE", `/session/factors/${factors[0]._id}`));
    await addApp(world, login);
    const { next } = await good(post(newBrowser(world), "/session", { email: user.email, password: PASSWORD }));
    assert.deepEqual(next.factors, ["totp"]);
  });
});
