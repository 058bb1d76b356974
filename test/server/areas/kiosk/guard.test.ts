import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { checksum } from "../../../../server/platform/auth/api-key-format.ts";
import { type Kiosk, kioskCall, pairKiosk } from "../../../support/kiosk.ts";
import { requestOf } from "../../../security/requests.ts";
import { makeTenant, type Tenant } from "../../../security/tenant.ts";
import { bearer, buildKey, buildUser, makeWorld, unknownKey, type World } from "../../../support/world.ts";

const ENDPOINTS = [
  ["POST", "/heartbeat"],
  ["GET", "/me"],
] as const;
const REFUSED = { error: "Invalid API key" };

let world: World;
let a: Tenant;
let b: Tenant;
let kiosk: Kiosk;
let calls = 0;

before(async () => {
  world = await makeWorld();
  a = await makeTenant(world);
  b = await makeTenant(world);
  kiosk = await pairKiosk(world, a.location, { name: "Left", entrypoint_id: a.shared.entry_point });
});
after(() => world.close());

const newSource = (): string => {
  calls += 1;
  return `10.6.${calls >> 8}.${calls & 255}`;
};
const secretOf = ({ as }: Kiosk): string => as.authorization.slice("Bearer ".length);

describe("GET /kiosk/api/me (rules 5)", () => {
  it("200: the kiosk, its location and what it must know, and nothing else of the location", async () => {
    const { status, body } = await kioskCall(world, "GET", "/me", { as: kiosk.as });
    assert.equal(status, 200);
    assert.deepEqual(body, {
      device: { _id: kiosk.device._id, name: "Left", entrypoint_id: a.shared.entry_point },
      location: { _id: a.location, name: a.canary, timezone: "UTC", languages: ["en"], default_language: "en" },
      beat_seconds: 30,
    });
    assert.deepEqual((await kiosk.beat()).body, body);
  });

  it("200: shows a new name and place with the next call; asking does not count as a heartbeat", async () => {
    const fresh = await pairKiosk(world, a.location);
    await world.put(`/companies/${a.location}/devices/${fresh.device._id}`, { name: "Moved" });
    assert.equal((await kioskCall(world, "GET", "/me", { as: fresh.as })).body.device.name, "Moved");
    const { body } = await world.get(`/companies/${a.location}/devices/${fresh.device._id}`);
    assert.deepEqual([body.online, "last_seen" in body], [false, false]);
  });
});

describe("credentials below /kiosk/api (rules 5)", () => {
  it("403: those of /api are worth nothing here: keys, users, in whatever header", async () => {
    const key = await buildKey(world, [a.location]);
    const value = key.authorization.slice("Bearer ".length);
    const sent = [world.admin, key, { "x-api-key": value }, await buildUser(world, "local_admin", [a.location])];
    sent.push(unknownKey(), { "x-api-key": secretOf(kiosk) }, {}, { authorization: "" });
    for (const as of sent)
      for (const [method, path] of ENDPOINTS) {
        const { status, body } = await kioskCall(world, method, path, { as, from: newSource() });
        assert.deepEqual([status, body], [403, REFUSED], JSON.stringify(as));
      }
  });

  it("403: every changed character of a device's credential, another's id with its secret, and other schemes", async () => {
    const value = secretOf(kiosk);
    const other = await pairKiosk(world, b.location);
    const [, id = "", secret = ""] = value.split("_");
    const wrong = Array.from({ length: value.length }, (_, n) => {
      const changed = value[n] === "x" ? "y" : "x";
      return bearer(`${value.slice(0, n)}${changed}${value.slice(n + 1)}`);
    });
    wrong.push(bearer(`dev_${other.device._id}_${secret}`), bearer(`dev_${id}_${secretOf(other).split("_")[2]}`));
    const forged = (secret.startsWith("0") ? "1" : "0") + secret.slice(1, 64);
    wrong.push(bearer(`dev_${id}_${forged}${checksum(id, forged)}`));
    wrong.push(bearer(value.toUpperCase()), bearer(`${value}x`), bearer(kiosk.token), { authorization: value });
    wrong.push({ authorization: `Basic ${Buffer.from(`x:${value}`).toString("base64")}` });
    for (const as of wrong) {
      const { status, body } = await kioskCall(world, "GET", "/me", { as, from: newSource() });
      assert.deepEqual([status, body], [403, REFUSED], as["authorization"]);
    }
    assert.equal((await kioskCall(world, "GET", "/me", { as: { authorization: `bEARER  ${value} ` } })).status, 200);
  });

  it("403, 404: an unknown endpoint is told to a device only, always as JSON", async () => {
    const unknown = [
      ["GET", "/"],
      ["GET", "/nothing"],
      ["GET", "/heartbeat"],
      ["PUT", "/pairing"],
      ["DELETE", "/me"],
      ["GET", `/companies/${a.location}/devices`],
    ] as const;
    for (const [method, path] of unknown) {
      assert.equal((await kioskCall(world, method, path, { from: newSource() })).status, 403, path);
      const { status, body } = await kioskCall(world, method, path, { as: kiosk.as });
      assert.deepEqual([status, typeof body.message], [404, "string"], path);
    }
    assert.equal((await kioskCall(world, "GET", "/%ff", { from: newSource() })).status, 400);
    assert.equal((await kioskCall(world, "GET", "/me/?x=%ff", { as: kiosk.as })).status, 200);
  });

  it("429: bad ones after 30 of a source, which a paired kiosk goes on working at; other sources and /api are not touched, nor the other way round", async () => {
    const from = newSource();
    Object.assign(world.clock, { frozen: true, now: Date.now() });
    for (let n = 0; n < 30; n += 1)
      assert.equal((await kioskCall(world, "GET", "/me", { as: unknownKey(), from })).status, 403);
    assert.equal((await kioskCall(world, "POST", "/heartbeat", { as: kiosk.as, from })).status, 200);
    for (const as of [unknownKey(), {}]) {
      const { status, headers } = await kioskCall(world, "POST", "/heartbeat", { as, from });
      assert.deepEqual([status, headers["retry-after"]], [429, "900"]);
    }
    assert.equal((await kioskCall(world, "GET", "/me", { as: kiosk.as, from: newSource() })).status, 200);
    assert.equal((await world.get("/companiesList", { from })).status, 200);
    const locked = newSource();
    for (let n = 0; n <= 30; n += 1) await world.get("/companiesList", { as: unknownKey(), from: locked });
    assert.equal((await world.get("/companiesList", { from: locked })).status, 429);
    assert.equal((await kioskCall(world, "GET", "/me", { as: kiosk.as, from: locked })).status, 200);
    world.clock.frozen = false;
  });

  it("403: 60 calls without a credential are not counted (rules 1)", async () => {
    const from = newSource();
    for (let n = 0; n < 60; n += 1) assert.equal((await kioskCall(world, "GET", "/me", { from })).status, 403);
    assert.equal((await kioskCall(world, "GET", "/me", { as: kiosk.as, from })).status, 200);
  });

  it("403: a refused credential with a broken or huge body (rules 1.4)", async () => {
    const huge = { app_version: "x".repeat(100_000) };
    assert.equal((await kioskCall(world, "POST", "/heartbeat", { body: huge, from: newSource() })).status, 403);
    assert.equal((await kioskCall(world, "POST", "/heartbeat", { body: huge, as: kiosk.as })).status, 413);
  });
});

describe("a device's credential below /api (rules 5, interface 5)", () => {
  it("403: on every endpoint, its own location included, and it shows nothing of any", async () => {
    for (const tenant of [a, b])
      for (const endpoint of world.endpoints) {
        const { method, path, options } = requestOf(endpoint, tenant);
        for (const as of [kiosk.as, { "x-api-key": secretOf(kiosk) }]) {
          const { status, body } = await world.call(method, path, { as, from: newSource(), ...options });
          assert.deepEqual([status, body], [403, REFUSED], `${method} ${path}`);
        }
      }
  });
});

describe("a kiosk of one location beside others", () => {
  it("no answer and no log entry of it holds anything of the other location, whatever it names", async () => {
    const other = await pairKiosk(world, b.location);
    const names = [b.location, b.shared.device, b.shared.entry_point, other.device._id];
    for (const id of names) {
      const body = { company_id: b.location, _id: id, device_id: id, entrypoint_id: id, location: b.location };
      for (const [method, path] of ENDPOINTS) {
        const sent = method === "GET" ? {} : { body };
        const { status, text } = await kioskCall(world, method, `${path}?company_id=${b.location}&id=${id}`, { as: kiosk.as, ...sent }); // prettier-ignore
        assert.equal(status, 200);
        for (const secret of [b.canary, b.location, ...names]) assert.ok(!text.includes(secret));
        assert.ok(text.includes(a.location));
      }
    }
    const { body } = await world.get(`/companies/${b.location}/devices/${other.device._id}`);
    assert.deepEqual([body.online, "last_seen" in body], [false, false]);
  });
});
