import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";

import { unblock } from "../../../../server/platform/auth/refusals.ts";
import {
  basic,
  bearer,
  buildKey,
  buildLocation,
  buildUser,
  makeWorld,
  unknownKey,
  type World,
} from "../../../support/world.ts";

const WINDOW_MS = 15 * 60_000;
const START = Date.parse("2026-11-21T10:00:00Z");

let world: World;
let second: World;
let location: string;
let key: Record<string, string>;
let calls = 0;

/** A source address that no other test uses. */
const newSource = (): string => {
  calls += 1;
  return `10.1.${calls >> 8}.${calls & 255}`;
};

const setClocks = (now: number): void => {
  for (const one of [world, second]) Object.assign(one.clock, { frozen: true, now });
};

const refuse = async (from: string, times: number, service = world): Promise<number[]> => {
  const statuses = [];
  for (let n = 0; n < times; n += 1)
    statuses.push((await service.get("/companiesList", { as: unknownKey(), from })).status);
  return statuses;
};

const shutOut = async (from: string): Promise<void> => {
  const statuses = await refuse(from, 30);
  assert.deepEqual(new Set(statuses), new Set([403]));
};

const statusFrom = async (from: string, headers: Record<string, string> = {}, service = world): Promise<number> =>
  (await service.get("/companiesList", { as: key, from, headers })).status;

before(async () => {
  world = await makeWorld();
  second = await makeWorld({ database: world.database });
  location = await buildLocation(world);
  key = await buildKey(world, [location]);
});
beforeEach(() => setClocks(START));
after(async () => {
  await second.close();
  await world.close();
});

describe("the refusal limit (interface 8, rules 1)", () => {
  it("429: 30 refusals answer 403, the 31st and everything after it 429 with Retry-After in seconds", async () => {
    const from = newSource();
    assert.deepEqual(await refuse(from, 32), [...Array.from({ length: 30 }, () => 403), 429, 429]);
    const answer = await world.get("/companiesList", { as: unknownKey(), from });
    assert.equal(answer.text, '{"error":"Too many refused credentials"}');
    assert.equal(answer.headers["retry-after"], "900");
    assert.match(String(answer.headers["content-type"]), /^application\/json/);
  });

  it("429: a good credential too, until the window ends; other addresses are not concerned", async () => {
    const from = newSource();
    await shutOut(from);
    assert.equal(await statusFrom(from), 429);
    assert.equal((await world.get("/companiesList", { from })).status, 429);
    assert.equal((await world.get("/companiesList", { as: null, from })).status, 429);
    assert.equal(await statusFrom(newSource()), 200);
  });

  it("429: before everything else: unknown paths, methods, broken and huge bodies", async () => {
    const from = newSource();
    await shutOut(from);
    assert.equal((await world.get("/nothing", { from })).status, 429);
    assert.equal((await world.call("PATCH", "/companiesList", { from })).status, 429);
    assert.equal((await world.call("POST", "/visitors", { from, raw: "{" })).status, 429);
    assert.equal((await world.call("POST", "/visitors", { from, raw: Buffer.alloc(9 << 20) })).status, 429);
    assert.equal((await world.get("/companies/nothing", { from, as: key })).status, 429);
  });

  it("200: /openapi.json stays open to an address that is shut out", async () => {
    const from = newSource();
    await shutOut(from);
    const answer = await world.app.inject({ url: "/api/openapi.json", remoteAddress: from });
    assert.equal(answer.statusCode, 200);
  });

  it("200: the window is fixed: it ends 15 minutes after the first refusal, however late the last was", async () => {
    const from = newSource();
    await refuse(from, 1);
    setClocks(START + WINDOW_MS - 1_500);
    await refuse(from, 29);
    const answer = await world.get("/companiesList", { as: key, from });
    assert.equal(answer.status, 429);
    assert.equal(answer.headers["retry-after"], "2");
    setClocks(START + WINDOW_MS - 1);
    assert.equal(await statusFrom(from), 429);
    setClocks(START + WINDOW_MS);
    assert.equal(await statusFrom(from), 200);
  });

  it("403: a new window counts from one again", async () => {
    const from = newSource();
    await shutOut(from);
    setClocks(START + WINDOW_MS);
    assert.deepEqual(await refuse(from, 31), [...Array.from({ length: 30 }, () => 403), 429]);
  });

  it("403: 29 refusals leave the address open until the window ends, and nothing of them remains after", async () => {
    const from = newSource();
    await refuse(from, 29);
    assert.equal(await statusFrom(from), 200);
    setClocks(START + WINDOW_MS);
    await refuse(from, 29);
    assert.equal(await statusFrom(from), 200);
  });

  it("429: 60 refusals at once over two services on one database are exactly 30 times 403 and 30 times 429", async () => {
    const from = newSource();
    const all = Array.from({ length: 60 }, (_, n) =>
      (n % 2 === 0 ? world : second).get("/companiesList", { as: unknownKey(), from }),
    );
    const statuses = (await Promise.all(all)).map(({ status }) => status);
    assert.equal(statuses.filter((status) => status === 403).length, 30);
    assert.equal(statuses.filter((status) => status === 429).length, 30);
  });

  it("429: another service on the same database knows it, also one that starts later", async () => {
    const from = newSource();
    await shutOut(from);
    assert.equal(await statusFrom(from, {}, second), 429);
    const third = await makeWorld({ database: world.database });
    Object.assign(third.clock, { frozen: true, now: START });
    assert.equal(await statusFrom(from, {}, third), 429);
    await third.close();
  });

  it("200: `unblock` ends the window at once", async () => {
    const from = newSource();
    await shutOut(from);
    assert.equal(await unblock(world.db, `${from}/32`), 30);
    assert.equal(await statusFrom(from), 200);
    assert.equal(await unblock(world.db, `${from}/32`), undefined);
  });
});

describe("what is counted (rules 1)", () => {
  const countOf = async (from: string): Promise<number> =>
    (await world.db.pool.query("select n from refusals where source = $1", [`${from}/32`])).rows[0]?.n ?? 0;

  it("403: unknown, revoked and expired keys, wrong addresses, bad logins and unreadable credentials count", async () => {
    const spoilt = async (overrides: Record<string, unknown>): Promise<Record<string, string>> =>
      bearer((await world.post("/apikeys", { name: "x", companies: [location], ...overrides })).body.key);
    const revoked = await world.post("/apikeys", { name: "x", companies: [location] });
    await world.remove(`/apikeys/${revoked.body._id}`);
    const counted = [
      unknownKey(),
      { "x-api-key": "nothing" },
      bearer(revoked.body.key),
      await spoilt({ expires_at: "2020-01-01" }),
      await spoilt({ ip_ranges: ["192.0.2.0/24"] }),
      basic("nobody@example.org", "wrong"),
      basic("admin@example.org", "wrong"),
      await buildUser(world, "employee", [location], { active: false }),
      { authorization: "Digest x" },
      { authorization: "Bearer eyJhbGciOiJub25lIn0.e30." },
    ];
    for (const as of counted) {
      const from = newSource();
      assert.equal((await world.get("/companiesList", { as, from })).status, 403);
      assert.equal(await countOf(from), 1, JSON.stringify(as));
    }
  });

  it("403: no credential, an uncovered location, a role and a closed endpoint do not count", async () => {
    const from = newSource();
    const employee = await buildUser(world, "employee", [location]);
    const elsewhere = await buildLocation(world);
    const refused = [
      await world.get("/companiesList", { as: null, from }),
      await world.get("/nothing", { as: null, from }),
      await world.get(`/companies/${elsewhere}`, { as: key, from }),
      await world.get("/companies/malformed", { as: key, from }),
      await world.post("/visitors", { company_id: elsewhere }, { as: key, from }),
      await world.post("/visitors", { company_id: location }, { as: employee, from }),
      await world.get("/apikeys", { as: key, from }),
    ];
    assert.deepEqual(
      refused.map(({ status }) => status),
      refused.map(() => 403),
    );
    assert.equal(await countOf(from), 0);
  });

  it("200: 1,000 successes never count, nor do 400 and 404", async () => {
    const from = newSource();
    for (let n = 0; n < 10; n += 1)
      await Promise.all(Array.from({ length: 100 }, () => world.get("/users/me", { as: key, from })));
    await world.get("/visitors/malformed", { as: key, from });
    await world.get("/nothing", { as: key, from });
    assert.equal(await countOf(from), 0);
    assert.equal(await statusFrom(from), 200);
  });
});

describe("which address is counted (rules 1)", () => {
  it("429: IPv6 counts by /64: neighbours share the limit, the next network does not", async () => {
    for (let n = 1; n <= 30; n += 1) await refuse(`2001:db8:1:2:${n.toString(16)}::1`, 1);
    assert.equal(await statusFrom("2001:db8:1:2:ffff:ffff:ffff:ffff"), 429);
    assert.equal(await statusFrom("2001:DB8:0001:2::"), 429);
    assert.equal(await statusFrom("2001:db8:1:3::1"), 200);
  });

  it("429: an IPv4-mapped IPv6 address is its IPv4, and not one of a /64 full of them", async () => {
    const from = newSource();
    await shutOut(`::ffff:${from}`);
    assert.equal(await statusFrom(from), 429);
    assert.equal(await statusFrom(`::ffff:${newSource()}`), 200);
  });

  it("200: 60 forged X-Forwarded-For and Forwarded shapes do not change the address while no proxy is trusted", async () => {
    const [victim, attacker] = [newSource(), newSource()];
    const shapes = [
      victim,
      `${victim}, 127.0.0.1`,
      `127.0.0.1, ${victim}`,
      `::ffff:${victim}`,
      `"${victim}"`,
      `${victim}:80`,
    ]
      .concat([`[::ffff:${victim}]`, "127.0.0.1", "::1", "localhost", "unknown", "", ",", "a".repeat(4000), "0x7f.1"])
      .flatMap((value) => [
        { "x-forwarded-for": value },
        { forwarded: `for=${value};proto=https` },
        { "x-real-ip": value, "true-client-ip": value, "cf-connecting-ip": value },
        { "x-forwarded-for": value, forwarded: `for="${value}"`, "x-client-ip": value, via: "1.1 proxy" },
      ]);
    assert.equal(shapes.length, 60);
    for (const headers of shapes.slice(0, 30))
      assert.equal((await world.get("/companiesList", { as: unknownKey(), from: attacker, headers })).status, 403);
    for (const headers of shapes) assert.equal(await statusFrom(attacker, headers), 429, JSON.stringify(headers));
    assert.equal(await statusFrom(victim), 200);
    assert.equal(await statusFrom("127.0.0.1"), 200);
  });
});

describe("TRUSTED_PROXIES (rules 6)", () => {
  let behind: World;
  const PROXY = "10.200.0.7";
  const client = (list: string): Record<string, string> => ({ "x-forwarded-for": list });

  before(async () => {
    behind = await makeWorld({ database: world.database, env: { TRUSTED_PROXIES: "10.200.0.0/24, fd00::/8" } });
  });
  after(() => behind.close());
  beforeEach(() => Object.assign(behind.clock, { frozen: true, now: START }));

  const refuseBehind = async (list: string, times: number): Promise<void> => {
    for (let n = 0; n < times; n += 1)
      await behind.get("/companiesList", { as: unknownKey(), from: PROXY, headers: client(list) });
  };

  it("429: behind a trusted proxy the client it names is counted, not the proxy", async () => {
    const from = newSource();
    await refuseBehind(from, 30);
    assert.equal(await statusFrom(PROXY, client(from), behind), 429);
    assert.equal(await statusFrom(PROXY, client(newSource()), behind), 200);
    assert.equal(await statusFrom(from, {}, behind), 429);
  });

  it("429: of several addresses the right-most untrusted one counts; what the client wrote before it does not", async () => {
    const [from, victim] = [newSource(), newSource()];
    for (let n = 0; n < 30; n += 1) await refuseBehind(`${newSource()}, ${victim}, ${from}, 10.200.0.9`, 1);
    assert.equal(await statusFrom(PROXY, client(`${newSource()}, ${from}`), behind), 429);
    assert.equal(await statusFrom(PROXY, client(victim), behind), 200);
  });

  it("429: a peer outside the range can't name another address", async () => {
    const [from, victim] = [newSource(), newSource()];
    for (let n = 0; n < 30; n += 1)
      await behind.get("/companiesList", { as: unknownKey(), from, headers: client(victim) });
    assert.equal(await statusFrom(from, client(victim), behind), 429);
    assert.equal(await statusFrom(victim, {}, behind), 200);
  });

  it("429: what names no address counts for the proxy itself", async () => {
    const proxy = "10.200.0.200";
    const shapes = ["unknown", "", "999.1.1.1", `unknown, nonsense`, "_hidden"];
    for (let n = 0; n < 30; n += 1)
      await behind.get("/companiesList", { as: unknownKey(), from: proxy, headers: client(shapes[n % 5] ?? "") });
    assert.equal(await statusFrom(proxy, {}, behind), 429);
    assert.equal(await statusFrom(proxy, client(newSource()), behind), 200);
  });

  it("403: the IP list of a key goes by the client's address, from a trusted proxy only", async () => {
    const from = newSource();
    const pinned = await buildKey(world, [location], { ip_ranges: [from] });
    const via = (proxy: string, list: string) =>
      behind.get("/companiesList", { as: pinned, from: proxy, headers: client(list) });
    assert.equal((await via(PROXY, from)).status, 200);
    assert.equal((await via("fd12::1", from)).status, 200);
    assert.equal((await via(PROXY, `${from}, ${newSource()}`)).status, 403);
    assert.equal((await via(newSource(), from)).status, 403);
  });
});
