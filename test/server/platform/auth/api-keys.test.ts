import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before, describe, it } from "node:test";

import { looksLikeKey } from "../../../../server/platform/auth/api-key-format.ts";
import { REFUSALS_MAX } from "../../../../server/platform/auth/refusals.ts";
import { newId } from "../../../../server/platform/lib/record/ids.ts";
import {
  basic,
  bearer,
  type Body,
  buildKey,
  buildLocation,
  buildUser,
  makeWorld,
  type World,
} from "../../../support/world.ts";

let world: World;
let location: string;
let other: string;
let calls = 0;

/** A source address that no other test uses. */
const newSource = (): string => {
  calls += 1;
  return `10.2.${calls >> 8}.${calls & 255}`;
};

const make = async (overrides: Record<string, unknown> = {}): Promise<Body> => {
  const { status, body } = await world.post("/apikeys", { name: "key", companies: [location], ...overrides });
  assert.equal(status, 200);
  return body;
};

const statusAs = async (
  as: Record<string, string>,
  from = newSource(),
  path = `/companies/${location}`,
): Promise<number> => (await world.get(path, { as, from })).status;

before(async () => {
  world = await makeWorld();
  location = await buildLocation(world);
  other = await buildLocation(world);
});
after(() => world.close());

describe("the headers that carry a key (interface 5.1, rules 1)", () => {
  it("200: Bearer in any letter case of the scheme, with spaces around the key", async () => {
    const { key } = await make();
    for (const scheme of ["Bearer", "bearer", "BEARER", "bEaReR"])
      assert.equal(await statusAs({ authorization: `${scheme} ${key}` }), 200);
    assert.equal(await statusAs({ authorization: `  Bearer   ${key}  ` }), 200);
    assert.equal(await statusAs({ authorization: `Bearer\t${key}` }), 200);
  });

  it("200: X-API-Key carries a key", async () => {
    assert.equal(await statusAs({ "x-api-key": (await make()).key }), 200);
  });

  it("403: X-API-Key takes keys only, no login and no scheme", async () => {
    const login = await buildUser(world, "local_admin", [location]);
    const { key } = await make();
    for (const value of [login["authorization"] ?? "", (login["authorization"] ?? "").slice(6), `Bearer ${key}`, ""])
      assert.equal(await statusAs({ "x-api-key": value }), 403, value);
  });

  it("403: Authorization decides when it is there, whatever X-API-Key says", async () => {
    const { key } = await make();
    assert.equal(await statusAs({ authorization: "Bearer nothing", "x-api-key": key }), 403);
    assert.equal(await statusAs({ authorization: "Digest x", "x-api-key": key }), 403);
    assert.equal(await statusAs({ authorization: "", "x-api-key": key }), 403);
    assert.equal(await statusAs({ authorization: `Bearer ${key}`, "x-api-key": "nothing" }), 200);
  });

  it("403: a key is compared whole: every changed, missing or added character refuses it", async () => {
    const { key } = await make();
    for (let n = 0; n < key.length; n += 1) {
      const changed = `${key.slice(0, n)}${key[n] === "x" ? "y" : "x"}${key.slice(n + 1)}`;
      assert.equal(await statusAs(bearer(changed)), 403, changed);
    }
    for (const wrong of [
      key.slice(0, -1),
      `${key}0`,
      key.toUpperCase(),
      key.replace("svc_", ""),
      `${key}\u00e9`,
      `${key} ${key}`,
    ])
      assert.equal(await statusAs(bearer(wrong)), 403, wrong);
  });

  it("403: the secret of one key does not open another", async () => {
    const [one, two] = [(await make()).key.split("_"), (await make()).key.split("_")];
    assert.equal(await statusAs(bearer(`svc_${one[1]}_${two[2]}`)), 403);
  });
});

describe("POST /apikeys (interface 5.2, 5.3, rules 4)", () => {
  it("200: the defaults: it never expires, works from everywhere, and names its creator", async () => {
    const { key, ...body } = await make();
    assert.equal(body.expires_at, null);
    assert.deepEqual(body.ip_ranges, []);
    assert.deepEqual(body.companies, [location]);
    assert.equal(body.created_by, (await world.get("/users/me")).body._id);
    assert.ok(!("last_used" in body) && !("digest" in body));
    assert.ok(key.startsWith(`svc_${body.key_id}_`));
  });

  it("200: the key is shown once, never again", async () => {
    const { key, _id } = await make();
    const headers = { "idempotency-key": "once" };
    const body = { name: "repeated", companies: [location] };
    const first = await world.post("/apikeys", body, { headers });
    const again = await world.post("/apikeys", body, { headers });
    assert.equal(again.body._id, first.body._id);
    assert.ok("key" in first.body && !("key" in again.body));
    const shown = [await world.get("/apikeys"), await world.put(`/apikeys/${_id}`, { name: "renamed" }), again];
    for (const { text } of shown)
      assert.ok(!text.includes(key) && !text.includes(key.split("_")[2]) && !text.includes(first.body.key));
  });

  it("200: only its SHA-256 is stored, nowhere the key itself", async () => {
    const { key, _id } = await make();
    const { rows } = await world.db.pool.query("select digest, api_keys::text as whole from api_keys where _id = $1", [
      _id,
    ]);
    assert.deepEqual(rows[0].digest, createHash("sha256").update(key).digest());
    const everything = await world.db.pool.query(
      "select log::text as t from log union all select idempotency::text from idempotency",
    );
    for (const { t } of [{ t: rows[0].whole }, ...everything.rows]) assert.ok(!t.includes(key.split("_")[2]));
  });

  it("200: the key has the documented shape and a checksum that tells it from look-alikes", async () => {
    const { key } = await make();
    assert.match(key, /^svc_[0-9A-Za-z]+_[0-9A-Za-z]{40,}$/);
    assert.ok(looksLikeKey(key));
    assert.ok(!looksLikeKey(`${key.slice(0, -1)}${key.endsWith("0") ? "1" : "0"}`));
  });

  it("200: expiry is never, 30 days, 90 days or one year", async () => {
    Object.assign(world.clock, { frozen: true, now: Date.parse("2026-11-21T12:00:00Z") });
    const ends = {
      never: null,
      "30d": "2026-12-21T12:00:00.000Z",
      "90d": "2027-02-19T12:00:00.000Z",
      "1y": "2027-11-21T12:00:00.000Z",
    };
    for (const [expiry, end] of Object.entries(ends)) assert.equal((await make({ expiry })).expires_at, end);
    world.clock.frozen = false;
  });

  it("200: expires_at in any zone is answered in UTC; locations are kept once, in lower case", async () => {
    const body = await make({
      expires_at: "2099-01-01T01:00:00+01:00",
      companies: [location, location.toUpperCase(), other],
    });
    assert.equal(body.expires_at, "2099-01-01T00:00:00.000Z");
    assert.deepEqual(body.companies, [location, other]);
  });

  it("200: a plain date is the start of that day at the location, the earliest of several (rules 2)", async () => {
    const [east, west] = [
      await buildLocation(world, { timezone: "Asia/Tokyo" }),
      await buildLocation(world, { timezone: "America/New_York" }),
    ];
    const endOf = async (companies: string[]): Promise<string> =>
      (await make({ expires_at: "2099-01-01", companies })).expires_at;
    assert.equal(await endOf([east]), "2098-12-31T15:00:00.000Z");
    assert.equal(await endOf([west]), "2099-01-01T05:00:00.000Z");
    assert.equal(await endOf([west, east]), "2098-12-31T15:00:00.000Z");
    const { _id } = await make({ companies: [east] });
    const moved = await world.put(`/apikeys/${_id}`, { companies: [west], expires_at: "2099-01-01" });
    assert.equal(moved.body.expires_at, "2099-01-01T05:00:00.000Z");
  });

  it("400: says which field, and makes no key", async () => {
    const good = { name: "key", companies: [location] };
    const wrong: [string, Record<string, unknown>][] = [
      ["name", { companies: [location] }],
      ["name", { ...good, name: " " }],
      ["name", { ...good, name: 7 }],
      ["companies", { name: "key" }],
      ["companies", { ...good, companies: [] }],
      ["companies", { ...good, companies: location }],
      ["expiry", { ...good, expiry: "2y" }],
      ["expires_at", { ...good, expires_at: "tomorrow" }],
      ["expires_at", { ...good, expires_at: "2026-02-30" }],
      ...[
        "10.0.0.0/33",
        "10.0.0",
        "010.0.0.1",
        "::/129",
        "example.org",
        "10.0.0.1/",
        "10.0.0.1/8/8",
        "",
        "10.0.0.0/-1",
      ].map((range): [string, Record<string, unknown>] => ["ip_ranges", { ...good, ip_ranges: [range] }]),
      ["ip_ranges", { ...good, ip_ranges: "10.0.0.1" }],
    ];
    const count = (await world.get("/apikeys")).body.length;
    for (const [field, body] of wrong) {
      const answer = await world.post("/apikeys", body);
      assert.equal(answer.status, 400, JSON.stringify(body));
      assert.ok(answer.body.message.includes(`"${field}`), `${JSON.stringify(body)}: ${answer.text}`);
    }
    assert.equal((await world.get("/apikeys")).body.length, count);
  });

  it("403: no user gives a location that they do not have; an unknown one is not covered either", async () => {
    for (const companies of [[newId()], ["malformed"], [location, newId()]]) {
      assert.equal((await world.post("/apikeys", { name: "key", companies })).status, 403);
      assert.equal((await world.put(`/apikeys/${(await make())._id}`, { companies })).status, 403);
    }
  });
});

describe("PUT and DELETE /apikeys/{id} (interface 5.6, rules 4)", () => {
  it("403: a revoked key is refused on the next call, and is gone from the list", async () => {
    const { key, _id } = await make();
    assert.equal(await statusAs(bearer(key)), 200);
    assert.equal((await world.remove(`/apikeys/${_id}`)).status, 200);
    assert.equal(await statusAs(bearer(key)), 403);
    assert.ok((await world.get("/apikeys")).body.every((one: Body) => one._id !== _id));
    assert.equal((await world.put(`/apikeys/${_id}`, { name: "back" })).status, 404);
    assert.equal((await world.remove(`/apikeys/${_id}`)).status, 404);
  });

  it("403: a key ends at the very millisecond it expires, and works again when it is prolonged", async () => {
    const end = Date.parse("2026-12-01T00:00:00Z");
    Object.assign(world.clock, { frozen: true, now: end - 1 });
    const { key, _id } = await make({ expires_at: "2026-12-01T00:00:00Z" });
    assert.equal(await statusAs(bearer(key)), 200);
    world.clock.now = end;
    assert.equal(await statusAs(bearer(key)), 403);
    await world.put(`/apikeys/${_id}`, { expires_at: null });
    assert.equal(await statusAs(bearer(key)), 200);
    world.clock.frozen = false;
  });

  it("403: narrowing and widening of locations bind on the next call", async () => {
    const { key, _id } = await make({ companies: [location, other] });
    await world.put(`/apikeys/${_id}`, { companies: [other] });
    assert.equal(await statusAs(bearer(key)), 403);
    assert.deepEqual(
      (await world.get("/companiesList", { as: bearer(key) })).body.map((one: Body) => one._id),
      [other],
    );
    await world.put(`/apikeys/${_id}`, { companies: [location] });
    assert.equal(await statusAs(bearer(key)), 200);
  });

  it("403: a location that was removed is covered no more, and takes nothing else from the key", async () => {
    const gone = await buildLocation(world, { name: "gone" });
    const { key } = await make({ companies: [gone, location] });
    await world.call("DELETE", `/companies/${gone}`, { body: { name: "gone" } });
    assert.equal(await statusAs(bearer(key), newSource(), `/companies/${gone}`), 403);
    assert.equal(await statusAs(bearer(key)), 200);
  });

  it("400: name and locations can't be removed; null makes a key never expire and work from everywhere", async () => {
    const { _id } = await make({ expiry: "30d", ip_ranges: ["192.0.2.1"] });
    assert.equal((await world.put(`/apikeys/${_id}`, { name: null })).status, 400);
    assert.equal((await world.put(`/apikeys/${_id}`, { companies: null })).status, 400);
    assert.equal((await world.put(`/apikeys/${_id}`, { companies: [] })).status, 400);
    const { body } = await world.put(`/apikeys/${_id}`, { expires_at: null, ip_ranges: null });
    assert.equal(body.expires_at, null);
    assert.deepEqual(body.ip_ranges, []);
  });
});

describe("the IP list of a key (interface 5.2)", () => {
  const inside: [string, string[]][] = [
    ["192.0.2.7", ["192.0.2.7"]],
    ["192.0.2.7", ["198.51.100.1", "192.0.2.0/29"]],
    ["::ffff:192.0.2.7", ["192.0.2.7"]],
    ["192.0.2.7", ["::ffff:192.0.2.7"]],
    ["192.0.2.7", ["::ffff:192.0.2.0/120"]],
    ["192.0.2.7", ["0.0.0.0/0"]],
    ["2001:db8::7", ["2001:DB8:0:0::7"]],
    ["2001:db8:0:1::7", ["2001:db8::/48"]],
    ["2001:db8::7", ["::/0"]],
  ];
  const outside: [string, string[]][] = [
    ["192.0.2.8", ["192.0.2.7"]],
    ["192.0.2.8", ["192.0.2.0/29"]],
    ["::ffff:192.0.2.8", ["192.0.2.0/29"]],
    ["192.0.2.7", ["::/0"]],
    ["2001:db8::7", ["0.0.0.0/0"]],
    ["2001:db9::7", ["2001:db8::/32"]],
    ["2001:db8::8", ["2001:db8::7"]],
  ];

  it("200: addresses inside, of both families and in mapped forms", async () => {
    for (const [from, ip_ranges] of inside)
      assert.equal(
        await statusAs(bearer((await make({ ip_ranges })).key), from),
        200,
        `${from} in ${ip_ranges.join()}`,
      );
  });

  it("403: addresses outside; a range of one family never lets in the other", async () => {
    for (const [from, ip_ranges] of outside)
      assert.equal(
        await statusAs(bearer((await make({ ip_ranges })).key), from),
        403,
        `${from} in ${ip_ranges.join()}`,
      );
  });

  it("403: a changed list binds on the next call", async () => {
    const { key, _id } = await make({ ip_ranges: ["192.0.2.0/24"] });
    assert.equal(await statusAs(bearer(key), "192.0.2.50"), 200);
    await world.put(`/apikeys/${_id}`, { ip_ranges: ["198.51.100.0/24"] });
    assert.equal(await statusAs(bearer(key), "192.0.2.50"), 403);
    assert.equal(await statusAs(bearer(key), "198.51.100.50"), 200);
  });
});

describe("a key as a principal of its own (interface 5.4, 5.5)", () => {
  it("200: it is a local_admin of its locations and says so at /users/me", async () => {
    const { key, _id } = await make({ name: "door", companies: [location, other] });
    const { body } = await world.get("/users/me", { as: bearer(key) });
    assert.deepEqual(body, { _id, type: "api_key", name: "door", role: "local_admin", companies: [location, other] });
  });

  it("200: it is unaffected when its creator is narrowed, deactivated or removed", async () => {
    const credentials = { email: "creator@example.org", password: "a-long-enough-password" };
    const creator = (await world.post("/users", { ...credentials, role: "global_admin" })).body;
    const as = basic(credentials.email, credentials.password);
    const { key } = (await world.post("/apikeys", { name: "key", companies: [location] }, { as })).body;
    await world.put(`/users/${creator._id}`, { role: "employee", companies: [other] });
    assert.equal(await statusAs(bearer(key)), 200);
    await world.put(`/users/${creator._id}`, { active: false });
    assert.equal(await statusAs(bearer(key)), 200);
    await world.remove(`/users/${creator._id}`);
    assert.equal(await statusAs(bearer(key)), 200);
  });

  it("403: locations, users and keys are closed to it whatever it covers", async () => {
    const { key, _id } = await make({ companies: [location, other] });
    const me = (await world.get("/users/me")).body._id;
    const closed: [string, string][] = [
      ["POST", "/companies"],
      ["DELETE", `/companies/${location}`],
      ["GET", "/users"],
      ["POST", "/users"],
    ];
    for (const method of ["GET", "PUT", "DELETE"]) closed.push([method, `/users/${me}`]);
    closed.push(["GET", "/apikeys"], ["POST", "/apikeys"], ["PUT", `/apikeys/${_id}`], ["DELETE", `/apikeys/${_id}`]);
    for (const [method, path] of closed)
      assert.equal(
        (await world.call(method, path, { as: bearer(key), body: { name: "x" } })).status,
        403,
        `${method} ${path}`,
      );
  });

  it("403: it does not change the plan of its location", async () => {
    const { key } = await make();
    assert.equal((await world.put(`/companies/${location}`, { tier: "starter" }, { as: bearer(key) })).status, 403);
    assert.equal((await world.put(`/companies/${location}`, { city: "Ghent" }, { as: bearer(key) })).status, 200);
  });

  it("200: last_used is written with the first call, at most once a minute after, and never by a refused one", async () => {
    const start = Date.parse("2026-11-21T12:00:00Z");
    Object.assign(world.clock, { frozen: true, now: start });
    const { key, _id } = await make({ ip_ranges: ["192.0.2.1"] });
    const lastUsed = async (): Promise<string | undefined> =>
      (await world.get("/apikeys")).body.find((one: Body) => one._id === _id).last_used;
    assert.equal(await statusAs(bearer(key)), 403);
    assert.equal(await lastUsed(), undefined);
    for (const [after, expected] of [
      [0, 0],
      [59_999, 0],
      [60_001, 60_001],
    ] as const) {
      world.clock.now = start + after;
      assert.equal(await statusAs(bearer(key), "192.0.2.1"), 200);
      assert.equal(await lastUsed(), new Date(start + expected).toISOString());
    }
    world.clock.frozen = false;
  });
});

describe("two services on one database (interface 5.6)", () => {
  type Model = {
    id: string;
    value: string;
    companies: string[];
    ranges: string[];
    expires: number | null;
    revoked: boolean;
  };
  const SEED = 20_261_121;
  const ROUNDS = 200;
  let second: World;
  let state = SEED;

  before(async () => {
    second = await makeWorld({ database: world.database });
  });
  after(() => second.close());

  /** mulberry32: the same numbers on every run. */
  const random = (below: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
  const either = (): World => (random(2) === 0 ? world : second);
  const nextFrom = (network: number): string => {
    calls += 1;
    return `10.${network}.${calls >> 8}.${calls & 255}`;
  };

  const fresh = async (): Promise<Model> => {
    const { body } = await either().post("/apikeys", { name: "model", companies: [location] });
    return { id: body._id, value: body.key, companies: [location], ranges: [], expires: null, revoked: false };
  };

  const set = async (model: Model, sent: Partial<Model>, body: Record<string, unknown>): Promise<Model> => {
    const { status } = await either().put(`/apikeys/${model.id}`, body);
    assert.equal(status, 200);
    return { ...model, ...sent };
  };

  const changeOf = async (model: Model, now: number): Promise<Model> => {
    if (model.revoked) return fresh();
    const companies = [[location], [other], [location, other]][random(3)] ?? [];
    const ranges = [[], ["10.101.0.0/16"], ["10.102.0.0/16"], ["::ffff:10.101.0.0/112"]][random(4)] ?? [];
    const expires = [null, now - 1, now, now + 1_000][random(4)] ?? null;
    switch (random(5)) {
      case 0:
        await either().remove(`/apikeys/${model.id}`);
        return { ...model, revoked: true };
      case 1:
        return set(model, { companies }, { companies });
      case 2:
        return set(model, { ranges }, { ip_ranges: ranges });
      case 3:
        return set(model, { expires }, { expires_at: expires === null ? null : new Date(expires).toISOString() });
      default:
        return set(model, { companies, ranges, expires: null }, { companies, ip_ranges: ranges, expires_at: null });
    }
  };

  const expected = (model: Model, place: string, network: number, now: number): number => {
    const listed = model.ranges.length === 0 || model.ranges.some((range) => range.includes(`10.${network}.`));
    const alive = !model.revoked && (model.expires === null || model.expires > now);
    return alive && listed && model.companies.includes(place) ? 200 : 403;
  };

  it(`200 or 403: ${ROUNDS} random changes bind on the next call at either service: 0 stale answers (seed ${SEED})`, async (context) => {
    let now = Date.parse("2026-11-21T12:00:00Z");
    let asked = 0;
    let accepted = 0;
    let model = await fresh();
    for (let round = 0; round < ROUNDS; round += 1) {
      now += random(1_500);
      for (const one of [world, second]) Object.assign(one.clock, { frozen: true, now });
      model = await changeOf(model, now);
      const { value } = model;
      const tries = [world, second].flatMap((service) =>
        [location, other].flatMap((place) => [101, 102].map((network) => ({ service, place, network }))),
      );
      await Promise.all(
        tries.map(async ({ service, place, network }) => {
          const answer = await service.get(`/companies/${place}`, { as: bearer(value), from: nextFrom(network) });
          assert.equal(answer.status, expected(model, place, network, now), `round ${round}: ${JSON.stringify(model)}`);
          asked += 1;
          if (answer.status === 200) accepted += 1;
        }),
      );
    }
    world.clock.frozen = false;
    assert.ok(accepted > 100 && asked - accepted > 100, `${accepted} of ${asked} accepted`);
    context.diagnostic(`interleavings: ${ROUNDS} changes, ${asked} calls, ${accepted} accepted, 0 stale`);
  });
});

describe("GET /apikeys (rules 4)", () => {
  it("200: an expired key is still listed, and pages are cut from the list", async () => {
    const { _id } = await make({ expires_at: "2020-01-01T00:00:00Z" });
    const all = (await world.get("/apikeys")).body;
    assert.ok(all.some((one: Body) => one._id === _id));
    assert.deepEqual((await world.get("/apikeys?count=2&page=2")).body, all.slice(2, 4));
    assert.deepEqual((await world.get("/apikeys?count=2&page=9999")).body, []);
  });

  it("403: for all but a global admin", async () => {
    for (const role of ["local_admin", "receptionist", "security_guard", "employee"] as const)
      assert.equal(await statusAs(await buildUser(world, role, [location]), newSource(), "/apikeys"), 403);
    assert.equal(await statusAs(await buildKey(world, [location]), newSource(), "/apikeys"), 403);
  });
});

describe("calls with one key that arrive together", () => {
  const COUNT = REFUSALS_MAX / 3;
  const together = (call: (n: number) => Promise<number>): Promise<number[]> =>
    Promise.all(Array.from({ length: COUNT }, (_, n) => call(n)));
  const every = (status: number): number[] => Array.from({ length: COUNT }, () => status);
  const everyOther = (one: number, next: number): number[] =>
    Array.from({ length: COUNT }, (_, n) => (n % 2 === 0 ? one : next));

  it("200 and 403: each by its own location", async () => {
    const as = bearer((await make()).key);
    const path = (n: number): string => `/companies/${n % 2 === 0 ? location : other}`;
    assert.deepEqual(await together((n) => statusAs(as, "10.9.0.1", path(n))), everyOther(200, 403));
  });

  it("200 and 403: each by its own address", async () => {
    const as = bearer((await make({ ip_ranges: ["10.9.1.0/24"] })).key);
    assert.deepEqual(await together((n) => statusAs(as, n % 2 === 0 ? "10.9.1.1" : "10.9.2.1")), everyOther(200, 403));
  });

  it("403: all of them, once the key is revoked, and each counts against its address", async () => {
    const { _id, key } = await make();
    const from = newSource();
    assert.deepEqual(await together(() => statusAs(bearer(key), from)), every(200));
    assert.equal((await world.remove(`/apikeys/${_id}`)).status, 200);
    for (let round = 0; round < 3; round += 1)
      assert.deepEqual(await together(() => statusAs(bearer(key), from)), every(403));
    assert.equal(await statusAs(bearer((await make()).key), from), 429);
  });
});
