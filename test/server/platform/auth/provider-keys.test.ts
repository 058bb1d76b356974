import assert from "node:assert/strict";
import { generateKeyPairSync, randomUUID } from "node:crypto";
import { once } from "node:events";
import { after, before, beforeEach, describe, it } from "node:test";

import { makeProviderKeys, type ProviderKeys } from "../../../../server/platform/auth/provider/provider-keys.ts";
import { type Application, newApplication, type Provider, startProvider } from "../../../support/outside/provider.ts";
import { bearer, buildLocation, lastReason, makeWorld, type World } from "../../../support/world.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const START = Date.parse("2026-11-21T10:00:00Z");

let provider: Provider;
let warnings: unknown[] = [];
let keys: ProviderKeys;
let tenant: string;
let now: number;

before(async () => {
  provider = await startProvider();
});
after(() => provider.stop());
beforeEach(() => {
  warnings = [];
  keys = makeProviderKeys(provider.url, { warn: (line: unknown) => void warnings.push(line) });
  tenant = randomUUID();
  now = START;
  provider.reply = undefined;
  provider.gate = undefined;
  provider.asked.length = 0;
});

/** Whether the key is found, else why not. */
const find = async (keyId = provider.keyId): Promise<string> => {
  const found = await keys.find(tenant, keyId, now);
  return typeof found === "string" ? found : "found";
};

const answer = (body: unknown, status = 200, headers = {}) => {
  provider.reply = () => ({ status, headers, body: typeof body === "string" ? body : JSON.stringify(body) });
};

const publicJwk = (): object => {
  const { kty, n, e } = provider.key.export({ format: "jwk" });
  return { kty, n, e, kid: provider.keyId };
};

describe("the provider's published keys (interface 5.8)", () => {
  it("asks for the keys of the directory, once for 100 tokens at the same moment, and not again for an hour", async () => {
    assert.deepEqual(new Set(await Promise.all(Array.from({ length: 100 }, () => find()))), new Set(["found"]));
    now += HOUR_MS - 1;
    assert.equal(await find(), "found");
    assert.deepEqual(provider.asked, [`/${tenant}/discovery/v2.0/keys`]);
  });

  it("takes 100 key rollovers at once and in the middle of the hour, and refuses no token of a published key", async () => {
    for (let n = 0; n < 100; n += 1) {
      const old = provider.keyId;
      assert.equal(await find(), "found");
      provider.rollOver({ alone: n % 2 === 0 });
      assert.equal(await find(), "found");
      if (n % 2 === 1) assert.equal(await find(old), "found");
      now += n * 1000;
    }
    assert.ok(provider.asked.length <= 101 + 2, String(provider.asked.length));
  });

  it("takes a rollover that is published while a fetch is in progress", async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    provider.gate = promise;
    const arrived = once(provider.server, "request");
    const first = find();
    await arrived;
    provider.rollOver();
    const second = find();
    provider.gate = undefined;
    resolve();
    assert.deepEqual(await Promise.all([first, second]), ["found", "found"]);
    assert.equal(provider.asked.length, 2);
  });

  it("asks at most once in 5 minutes for 10,000 tokens of unknown keys, one after the other and at once", async () => {
    assert.equal(await find(), "found");
    for (let minutes = 0; minutes < 30; minutes += 5) {
      provider.asked.length = 0;
      for (let n = 0; n < 1_500; n += 1) assert.equal(await find(`made-up-${n}`), "unknown");
      await Promise.all(Array.from({ length: 500 }, (_, n) => find(`at-once-${n}`)));
      now += 5 * MINUTE_MS - 1;
      assert.equal(await find("late"), "unknown");
      assert.equal(provider.asked.length, 1);
      now += 1;
    }
  });

  it("asks once when the very first token is of an unknown key", async () => {
    for (let n = 0; n < 100; n += 1) assert.equal(await find(`made-up-${n}`), "unknown");
    assert.equal(await find(), "found");
    assert.equal(provider.asked.length, 1);
  });

  it("keeps known keys through 24 hours without the provider, asking at most every 5 minutes, and picks up afterwards", async () => {
    assert.equal(await find(), "found");
    await provider.stop();
    provider.asked.length = 0;
    for (let n = 0; n < 24 * 12; n += 1) {
      now += 5 * MINUTE_MS;
      assert.equal(await find(), "found");
      assert.equal(await find("unknown"), "unreachable");
    }
    const warned = warnings.length;
    now += 5 * MINUTE_MS - 1;
    assert.equal(await find("unknown"), "unreachable");
    assert.equal(warnings.length, warned);
    assert.ok(warnings.length > 200 && warnings.length <= 24 * 12, String(warnings.length));
    await provider.start();
    provider.rollOver({ alone: true });
    now += 5 * MINUTE_MS;
    assert.equal(await find(), "found");
  });

  it("keeps known keys when the provider answers nonsense, and none of them is replaced by it", async () => {
    assert.equal(await find(), "found");
    const weak = generateKeyPairSync("rsa", { modulusLength: 1024 }).publicKey.export({ format: "jwk" });
    const nonsense: [unknown, number?, object?][] = [
      ["", 200],
      ["<html>", 200],
      [null],
      [[]],
      [{ keys: {} }],
      [{ keys: [] }],
      [{ keys: [null, 1, "x", {}, { ...publicJwk(), kty: "oct" }, { ...publicJwk(), use: "enc" }] }],
      [
        {
          keys: [
            { ...publicJwk(), alg: "RS512" },
            { ...publicJwk(), n: "" },
            { ...publicJwk(), kid: 7 },
          ],
        },
      ],
      [{ keys: [{ ...weak, kid: provider.keyId }] }],
      [{ keys: Array.from({ length: 201 }, publicJwk) }],
      [`{"keys":[${JSON.stringify(publicJwk())}],"x":"${"x".repeat(600_000)}"}`],
      [{ keys: [publicJwk()] }, 500],
      [{ keys: [publicJwk()] }, 403],
      ["", 302, { location: `${provider.url}/elsewhere` }],
      ["", 404],
    ];
    for (const [body, status, headers] of nonsense) {
      now += HOUR_MS;
      answer(body, status, headers);
      assert.equal(await find(), "found");
      assert.equal(await find("new"), "unreachable", JSON.stringify(body).slice(0, 80));
    }
    assert.equal(warnings.length, nonsense.length);
    assert.ok(!provider.asked.includes("/elsewhere"));
  });

  it("drops a key that the provider has withdrawn, within an hour", async () => {
    const old = provider.keyId;
    assert.equal(await find(old), "found");
    provider.rollOver({ alone: true });
    assert.equal(await find(old), "found");
    now += HOUR_MS;
    assert.equal(await find(old), "unknown");
  });

  it("tries again 10 seconds after a failure while no key is known", async () => {
    answer("", 503);
    assert.equal(await find(), "unreachable");
    provider.reply = undefined;
    now += 9_999;
    assert.equal(await find(), "unreachable");
    now += 1;
    assert.equal(await find(), "found");
  });

  it("keeps the keys of directories apart: what one publishes verifies nothing of another", async () => {
    const mine = tenant;
    assert.equal(await find(), "found");
    tenant = randomUUID();
    answer({ keys: [{ ...publicJwk(), kid: "theirs" }] });
    assert.equal(await find("theirs"), "found");
    assert.equal(await find(), "unknown");
    tenant = mine;
    now += 1;
    assert.equal(await find(), "found");
  });

  it("takes good keys from among broken ones, and reads the discovery document of a provider that has them elsewhere", async () => {
    provider.reply = (path) => {
      if (path.endsWith("/discovery/v2.0/keys")) return { status: 404, body: "" };
      if (path.endsWith("/openid-configuration"))
        return { status: 200, body: JSON.stringify({ jwks_uri: `${provider.url}/certs` }) };
      return { status: 200, body: JSON.stringify({ keys: [{ kty: "RSA" }, { ...publicJwk(), n: "!" }, publicJwk()] }) };
    };
    assert.equal(await find(), "found");
    assert.equal(provider.asked.at(-1), "/certs");
  });

  it("asks no other server for keys, whatever the discovery document says", async (context) => {
    const other = await startProvider();
    context.after(() => other.stop());
    for (const jwks_uri of [`${other.url}/certs`, "file:///etc/passwd", "/certs", 7, undefined]) {
      provider.reply = (path) =>
        path.endsWith("/keys") ? { status: 404, body: "" } : { status: 200, body: JSON.stringify({ jwks_uri }) };
      assert.equal(await find(), "unreachable");
      now += MINUTE_MS;
    }
    assert.deepEqual(other.asked, []);
  });
});

describe("tokens while the provider can't be reached (interface 5.8, rules 1)", () => {
  let world: World;
  let app: Application;
  let stranger: Application;

  const statusOf = async (application: Application, from: string, claims = {}): Promise<number> =>
    (await world.get("/companiesList", { as: bearer(provider.token(application, "2.0", { claims })), from })).status;
  const refusals = async (): Promise<number> =>
    Number((await world.db.pool.query("select count(*) as n from refusals")).rows[0].n);

  before(async () => {
    world = await makeWorld({ env: { IDP_AUTHORITY: provider.url } });
    [app, stranger] = [newApplication(), newApplication()];
    await world.post("/idpcredentials", { name: "x", companies: [await buildLocation(world)], ...app });
  });
  after(() => world.close());

  it("403: a good token is refused, the log says why, and it does not count", async () => {
    answer("", 503);
    for (let n = 0; n < 40; n += 1) assert.equal(await statusOf(app, "10.4.0.1"), 403);
    assert.equal(lastReason(world), "token: the identity provider can't be reached");
    assert.equal(await refusals(), 0);
    assert.equal(provider.asked.length, 1);
    assert.ok(world.log.some((line) => line["tenantId"] === app.tenant_id && line["reason"] === "status 503"));
  });

  it("200: it works when the provider is back, 24 hours later with a known key, and without it again", async () => {
    const at = Date.now() + MINUTE_MS;
    Object.assign(world.clock, { frozen: true, now: at });
    assert.equal(await statusOf(app, "10.4.0.2"), 200);
    answer("", 503);
    world.clock.now = at + 24 * HOUR_MS;
    assert.equal(await statusOf(app, "10.4.0.2", { exp: at / 1000 + 25 * 3600 }), 200);
    world.clock.frozen = false;
  });

  it("403: tokens of unregistered directories and applications, and what their own words refuse, never cause a fetch", async () => {
    assert.equal(await statusOf(stranger, "10.4.0.3"), 403);
    assert.equal(await statusOf({ ...app, client_id: stranger.client_id }, "10.4.0.3"), 403);
    const fresh = newApplication();
    await world.post("/idpcredentials", { name: "x", companies: [await buildLocation(world)], ...fresh });
    assert.equal(await statusOf(fresh, "10.4.0.3", { exp: 1 }), 403);
    assert.equal(await statusOf(fresh, "10.4.0.3", { aud: "x" }), 403);
    assert.deepEqual(provider.asked, []);
  });
});
