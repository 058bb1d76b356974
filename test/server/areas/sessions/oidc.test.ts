import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "node:test";

import { SETTINGS_PROVIDER } from "../../../../server/platform/auth/credential.ts";
import { signToken } from "../../../../server/platform/lib/secret/signed-token.ts";
import { type Behaviour, CLIENT, type Provider, startProvider } from "../../../support/outside/oidc-provider.ts";
import { type Body, buildLocation, makeWorld, type World } from "../../../support/world.ts";
import { buildAccount, makeVisitor, newAddress, PASSWORD, type Seen, type Visitor } from "./visitor.ts";

const MINUTE_MS = 60_000;

let provider: Provider;
let world: World;
let user: Body;

const settings = (issuer: string): Record<string, string> => ({
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: CLIENT.id,
  OIDC_CLIENT_SECRET: CLIENT.secret,
  OIDC_NAME: "Meridian <SSO>",
});

before(async () => {
  provider = await startProvider();
  world = await makeWorld({ env: settings(provider.issuer) });
  user = await buildAccount(world, { companies: [await buildLocation(world)] });
});
afterEach(() => {
  provider.reset();
  Object.assign(world.clock, { frozen: false });
});
after(async () => {
  await world.close();
  await provider.close();
});

/** The provider's name for the user with this address. */
const subjectOf = (email: string): string => `subject-of-${email.toLowerCase()}`;

const vouchFor = (email: string, more: Partial<Behaviour> = {}): void => {
  const claims = { sub: subjectOf(email), email, email_verified: true };
  Object.assign(provider.behaviour, { claims }, more);
};

/** Goes to the provider. @returns where it sends the browser back to, as a path of ours */
const goThere = async (visitor: Visitor): Promise<string> => {
  const { status, headers } = await visitor.send("GET", "/session/oidc/start");
  assert.equal(status, 302);
  const answer = await fetch(String(headers["location"]), { redirect: "manual" });
  const back = new URL(answer.headers.get("location") ?? "");
  assert.equal(back.origin, "http://127.0.0.1:8080");
  return back.pathname + back.search;
};

const comeBack = async (visitor: Visitor, path: string): Promise<Seen> =>
  visitor.send("GET", path, { headers: { "sec-fetch-site": "cross-site", "accept-language": "en" } });

const through = async (visitor = makeVisitor(world, newAddress())): Promise<Seen> =>
  comeBack(visitor, await goThere(visitor));

const assertFails = ({ status, text, cookies }: Seen, expected: number, reason: RegExp): void => {
  assert.equal(status, expected);
  assert.match(text.slice(text.indexOf("<main>")), reason, JSON.stringify(world.log.at(-1)));
  assert.ok(cookies.every((cookie) => !/^foyer(-known)?=[^;]/.test(cookie)));
};

describe("GET /session/oidc/start and /session/oidc/callback (rules 5)", () => {
  it("302: signs in the active user whose address the provider has verified, and leads to the console", async () => {
    vouchFor(user.email.toUpperCase());
    const visitor = makeVisitor(world, newAddress());
    const { status, headers, cookies } = await through(visitor);
    assert.deepEqual([status, headers["location"]], [302, "http://127.0.0.1:8080/"]);
    assert.ok(cookies.some((cookie) => /^foyer=[\w-]{43}; Path=\/; .*HttpOnly; SameSite=Strict$/.test(cookie)));
    assert.ok(cookies.some((cookie) => cookie.startsWith("foyer-oidc=; Path=/; Max-Age=0")));
    assert.equal((await visitor.send("GET", "/api/users/me")).body._id, user._id);
    assert.equal((await visitor.send("GET", "/session/list")).body.length, 1);
  });

  it("302: sends the browser with code flow, PKCE, state and nonce, and a short-lived cookie that a link may bring back", async () => {
    const visitor = makeVisitor(world, newAddress());
    const { headers, cookies } = await visitor.send("GET", "/session/oidc/start");
    const asked = new URL(String(headers["location"])).searchParams;
    const fixed = ["response_type", "client_id", "redirect_uri", "code_challenge_method", "scope"];
    assert.deepEqual(
      fixed.map((name) => asked.get(name)),
      ["code", CLIENT.id, "http://127.0.0.1:8080/session/oidc/callback", "S256", "openid email"],
    );
    for (const name of ["state", "nonce", "code_challenge"]) assert.match(asked.get(name) ?? "", /^[\w-]{43}$/);
    assert.match(cookies.join("\n"), /^foyer-oidc=[\w.-]+; Path=\/; Max-Age=600; HttpOnly; SameSite=Lax$/);
    assert.ok(!["state", "nonce"].some((name) => cookies.join("").includes(asked.get(name) ?? "-")));
    const again = new URL(String((await visitor.send("GET", "/session/oidc/start")).headers["location"]));
    assert.notEqual(again.searchParams.get("state"), asked.get("state"));
  });

  it("302: the address is asked of the user info when the token does not tell it", async () => {
    const { email } = await buildAccount(world);
    const sub = subjectOf(email);
    provider.behaviour.claims = { sub };
    provider.behaviour.profile = { sub: "somebody else", email, email_verified: true };
    assertFails(await through(), 403, /verify the response from/);
    provider.behaviour.profile = { sub, email, email_verified: true };
    assert.equal((await through()).status, 302);
    assert.equal(provider.asked.at(-1), "/userinfo");
  });

  it("403: an address that is not verified, or none at all", async () => {
    for (const claims of [
      { email: user.email },
      { email: user.email, email_verified: false },
      { email: user.email, email_verified: "yes" },
      { email: user.email, email_verified: 1 },
      { email_verified: true },
      { email: ["x"], email_verified: true },
      { email: `${user.email}\u0000`, email_verified: true },
      { email: "no address", email_verified: true },
    ]) {
      provider.behaviour.claims = claims;
      assertFails(await through(), 403, /verified your email address/);
    }
  });

  it("403: an identifier that can't be stored", async () => {
    provider.behaviour.claims = { sub: "a\u0000b", email: user.email, email_verified: true };
    assertFails(await through(), 403, /verify the response from/);
  });

  it("403: a login creates no user, and who is turned off stays out", async () => {
    const inactive = await buildAccount(world, { active: false });
    const before = (await world.get("/users")).body.length;
    for (const email of ["stranger@example.org", inactive.email]) {
      vouchFor(email);
      assertFails(await through(), 403, /no Foyer account for your email address/);
    }
    assert.equal((await world.get("/users")).body.length, before);
  });

  it("403: an answer for another browser, one without its cookie, and one with another's (state)", async () => {
    vouchFor(user.email);
    const [one, two] = [makeVisitor(world, newAddress()), makeVisitor(world, newAddress())];
    const [back, other] = [await goThere(one), await goThere(two)];
    assertFails(await comeBack(one, other), 403, /verify the response from/);
    assertFails(await comeBack(makeVisitor(world, newAddress()), back), 403, /took too long/);
    const asked = provider.asked.filter((path) => path === "/token").length;
    assertFails(await comeBack(two, other.replace(/state=[^&]*/, "state=x")), 403, /verify the response from/);
    const third = makeVisitor(world, newAddress());
    const stateless = (await goThere(third)).replace(/&?state=[^&]*/, "");
    assertFails(await comeBack(third, stateless), 403, /verify the response from/);
    assert.equal(provider.asked.filter((path) => path === "/token").length, asked);
  });

  it("403: an answer used a second time: the cookie went with the first", async () => {
    vouchFor(user.email);
    const visitor = makeVisitor(world, newAddress());
    const back = await goThere(visitor);
    const flow = visitor.jar.get("foyer-oidc") ?? "";
    assert.equal((await comeBack(visitor, back)).status, 302);
    assertFails(await comeBack(visitor, back), 403, /took too long/);
    // Even with the cookie, and whatever the provider thinks of its code: it isn't asked again.
    const asked = provider.asked.filter((path) => path === "/token").length;
    visitor.jar.set("foyer-oidc", flow);
    assertFails(await comeBack(visitor, back), 403, /took too long/);
    assert.equal(provider.asked.filter((path) => path === "/token").length, asked);
  });

  it("403: an answer after more than 10 minutes, and with a cookie that is not ours", async () => {
    vouchFor(user.email);
    const visitor = makeVisitor(world, newAddress());
    const start = Date.now();
    Object.assign(world.clock, { frozen: true, now: start });
    const back = await goThere(visitor);
    const flow = visitor.jar.get("foyer-oidc") ?? "";
    world.clock.now = start + 10 * MINUTE_MS;
    assertFails(await comeBack(visitor, back), 403, /took too long/);
    const seed = flow.split(".")[0] ?? "";
    const forged = [`${seed}.${start + 1e9}.x`, signToken("k".repeat(32), "oidc", seed, start + 1e9), seed];
    forged.push(signToken(world.context.secretKey, "known-browser", seed, start + 1e9));
    for (const bad of forged) {
      visitor.jar.set("foyer-oidc", bad);
      assertFails(await comeBack(visitor, back), 403, /took too long/);
    }
  });

  /** What is not as it should be, and what the log says of it: each lie must be found for what it is. */
  const LIES: [string, RegExp, Record<string, unknown>, Partial<Behaviour>?][] = [
    ["another nonce", /unexpected ID Token "nonce"/, { nonce: "another" }],
    ["no nonce", /JWT "nonce" \(nonce\) claim missing/, { nonce: undefined }],
    ["another issuer", /unexpected JWT "iss"/, { iss: "https://evil.example" }],
    ["another audience", /unexpected JWT "aud"/, { aud: "another-app" }],
    ["another party", /unexpected ID Token "azp"/, { aud: [CLIENT.id, "other"], azp: "other" }],
    ["an ended token", /unexpected JWT "exp"/, { exp: 1_000_000 }],
    ["no subject", /JWT "sub" \(subject\) claim missing/, { sub: undefined }],
    ["a signature by another key", /signature verification failed/, {}, { signature: "another key" }],
    ["no signature", /unexpected JWT "alg"/, {}, { signature: "none" }],
    ["a verifier that is not ours (PKCE)", /: invalid_grant$/, {}, { mixUpChallenge: true }],
    ["an answer that names another issuer", /unexpected "iss"/, {}, { answer: { iss: "https://evil.example" } }],
    ["an error of the token endpoint", /: server_error$/, {}, { tokenStatus: 400 }],
  ];
  for (const [name, reason, claims, behaviour] of LIES)
    it(`403: ${name} is not trusted, and the log says why`, async () => {
      vouchFor(user.email, behaviour);
      Object.assign(provider.behaviour.claims, claims);
      assertFails(await through(), 403, /verify the response from/);
      assert.equal(world.log.at(-1)?.["problem"], "refused");
      assert.match(String(world.log.at(-1)?.["reason"]), reason);
      assert.ok(!JSON.stringify(world.log).includes(user.email));
    });

  it("429: 30 answers that can't be trusted shut the address out of signing in, by password too", async () => {
    vouchFor(user.email, { mixUpChallenge: true });
    const visitor = makeVisitor(world, newAddress());
    assertFails(await through(visitor), 403, /verify the response from/);
    await world.db.pool.query("update refusals set n = 30 where source like 'session:%' and n = 1");
    assert.equal((await through(visitor)).status, 429);
    const signIn = { body: { email: user.email, password: PASSWORD } };
    assert.equal((await visitor.send("POST", "/session", signIn)).status, 429);
  });

  it("403: cancelled at the provider, said as such, in the browser's language, with a way to try again", async () => {
    const visitor = makeVisitor(world, newAddress());
    provider.behaviour.answer = { error: "access_denied", error_description: "<b>no</b>" };
    const back = (await goThere(visitor)).replace(/code=[^&]*&/, "");
    const { status, text, headers } = await visitor.send("GET", back, { headers: { "accept-language": "nl-BE,en" } });
    assert.equal(status, 403);
    assert.match(text, /<html lang="nl">.*Het inloggen bij Meridian &lt;SSO&gt; is geannuleerd\./s);
    assert.match(text, /href="\/session\/oidc\/start"/);
    assert.ok(!text.includes("<b>"));
    assert.match(String(headers["content-security-policy"]), /^default-src 'none'; style-src 'sha256-/);
  });

  it("302: from the first time on it is the subject that counts: another address at the provider changes nothing", async () => {
    const account = await buildAccount(world);
    vouchFor(account.email);
    assert.equal((await through()).status, 302);
    const { body } = await world.get(`/users/${account._id}`);
    assert.equal(body.identity_provider.issuer, provider.issuer);
    assert.ok(!JSON.stringify(body).includes("subject-of"));
    provider.behaviour.claims = { sub: subjectOf(account.email), email: "married@example.org", email_verified: false };
    const visitor = makeVisitor(world, newAddress());
    assert.equal((await through(visitor)).status, 302);
    assert.equal((await visitor.send("GET", "/api/users/me")).body._id, account._id);
  });

  it("403: an address of another person at the provider by now, as an unknown one; the audit log has it", async () => {
    const account = await buildAccount(world);
    vouchFor(account.email);
    assert.equal((await through()).status, 302);
    Object.assign(provider.behaviour.claims, { sub: "the-next-one" });
    assertFails(await through(), 403, /no Foyer account for your email address/);
    const acts = "select act, actor_kind from log where subject_id = $1 order by seq desc limit 1";
    const { rows } = await world.db.pool.query(acts, [account._id]);
    assert.deepEqual(rows, [{ act: "user.refuse_identity", actor_kind: "anonymous" }]);
    const record = (await world.get(`/users/${account._id}`)).body;
    assert.equal((await world.put(`/users/${account._id}`, record)).body.mod_date, record.mod_date);
    const released = await world.put(`/users/${account._id}`, { identity_provider: null });
    assert.deepEqual([released.status, "identity_provider" in released.body], [200, false]);
    assert.equal((await through()).status, 302);
    const moved = await world.put(`/users/${account._id}`, { email: `moved-${account.email}` });
    assert.ok(!("identity_provider" in moved.body));
  });

  it("403: of several at once with one address, the provider calling each otherwise, one is let in", async () => {
    const account = await buildAccount(world);
    const visitors = Array.from({ length: 4 }, () => makeVisitor(world, newAddress()));
    const backs: string[] = [];
    for (const visitor of visitors) backs.push(await goThere(visitor));
    Object.defineProperty(provider.behaviour, "claims", {
      configurable: true,
      enumerable: true,
      get: () => ({ sub: newAddress(), email: account.email, email_verified: true }),
    });
    const seen = await Promise.all(visitors.map((visitor, n) => comeBack(visitor, backs[n] ?? "")));
    Object.defineProperty(provider.behaviour, "claims", { value: {}, writable: true, enumerable: true });
    assert.deepEqual(
      seen.map(({ status }) => status).toSorted((a, b) => a - b),
      [302, 403, 403, 403],
    );
  });

  it("200: asked again who they are, people of the provider go there and come back; the session goes on", async () => {
    const admin = await buildAccount(world, { role: "global_admin" });
    vouchFor(admin.email);
    const visitor = makeVisitor(world, newAddress());
    await through(visitor);
    await world.db.pool.query("update sessions set confirmed = confirmed - interval '1 hour'");
    const ctx = () => visitor.send("DELETE", `/api/apikeys/${admin._id}`);
    assert.equal((await ctx()).body.confirm, "identity_provider");
    const confirm = async (claims: Record<string, unknown>): Promise<Seen> => {
      Object.assign(provider.behaviour.claims, claims);
      const { headers } = await visitor.send("GET", "/session/oidc/start?confirm=1");
      const there = new URL(String(headers["location"]));
      assert.deepEqual([there.searchParams.get("prompt"), there.searchParams.get("max_age")], ["login", "0"]);
      const answer = await fetch(there, { redirect: "manual" });
      const back = new URL(answer.headers.get("location") ?? "");
      // As another site leads here, without what is SameSite=Strict.
      const session = visitor.jar.get("foyer") ?? "";
      visitor.jar.delete("foyer");
      const seen = await comeBack(visitor, back.pathname + back.search);
      if (seen.status !== 200) visitor.jar.set("foyer", session);
      return seen;
    };
    const seconds = Math.floor(Date.now() / 1000);
    assertFails(await confirm({}), 403, /ask you to log in again/);
    assertFails(await confirm({ auth_time: seconds - 600 }), 403, /ask you to log in again/);
    const other = { sub: subjectOf(user.email), email: user.email, auth_time: seconds };
    assertFails(await confirm(other), 403, /started in another window/);
    assert.equal((await ctx()).status, 400);
    const { text } = await confirm({ sub: subjectOf(admin.email), email: admin.email, auth_time: seconds });
    assert.match(text, /Confirmed/);
    assert.equal((await ctx()).status, 404);
    const stranger = await makeVisitor(world, newAddress()).send("GET", "/session/oidc/start?confirm=1");
    assert.equal(stranger.headers["location"], "http://127.0.0.1:8080/login");
  });

  it("503: a provider that can't be reached, or is another than its settings say; it is asked again next time", async () => {
    const late = await startProvider();
    const elsewhere = await makeWorld({ database: world.database, env: settings(late.issuer) });
    const start = () => makeVisitor(elsewhere, newAddress()).send("GET", "/session/oidc/start");
    late.behaviour.metadata = { issuer: "https://evil.example" };
    assertFails(await start(), 403, /verify the response from/);
    late.reset();
    assert.equal((await start()).status, 302);
    await late.close();
    const gone = await makeWorld({ database: world.database, env: settings(late.issuer) });
    assertFails(
      await makeVisitor(gone, newAddress()).send("GET", "/session/oidc/start"),
      503,
      /right now\. Try again in a moment/,
    );
    await elsewhere.close();
    await gone.close();
  });

  it("200: GET /session/options tells the label and where to begin; without a provider there is nothing", async () => {
    const visitor = makeVisitor(world, newAddress());
    const { body } = await visitor.send("GET", "/session/options");
    const button = { name: "Meridian <SSO>", start: "/session/oidc/start" };
    assert.deepEqual(body, { providers: [{ _id: SETTINGS_PROVIDER, ...button }], oidc: button });
    const without = await makeWorld({ database: world.database });
    assert.deepEqual((await makeVisitor(without).send("GET", "/session/options")).body, { providers: [] });
    const signedIn = makeVisitor(without, newAddress());
    await signedIn.signIn(user.email, PASSWORD);
    for (const path of ["start", "callback"]) {
      const { status, headers } = await signedIn.send("GET", `/session/oidc/${path}`);
      assert.deepEqual([status, headers["location"]], [302, "http://127.0.0.1:8080/login"]);
    }
    await without.close();
  });
});
