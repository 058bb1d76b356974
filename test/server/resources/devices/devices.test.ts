import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { kioskCall, pairKiosk, showCode } from "../../../support/kiosk.ts";
import { connectTo } from "../../../support/run/lock.ts";
import {
  type Answer,
  type Body,
  buildKey,
  buildLocation,
  buildUser,
  eventsOf,
  logOf,
  makeWorld,
  type World,
} from "../../../support/world.ts";

let world: World;
let location: string;
let door: string;

before(async () => {
  world = await makeWorld();
  location = await buildLocation(world);
  door = await buildDoor();
});
after(() => world.close());

const path = (id = "", of = location): string => `/companies/${of}/devices${id && `/${id}`}`;
const buildDoor = async (of = location): Promise<string> =>
  (await world.post(`/companies/${of}/entrypoints`, { name: "Door" })).body._id;
const add = async (body: Record<string, unknown>, of = location, options = {}): Promise<Answer> =>
  world.post(path("", of), body, options);
const build = async (overrides: Record<string, unknown> = {}, of = location): Promise<Body> =>
  (await pairKiosk(world, of, overrides)).device;

describe("GET /companies/{company_id}/devices (interface 4.6a, rules 5)", () => {
  it("200: a plain array by name, ignoring case and accents, of this location only", async () => {
    const own = await buildLocation(world);
    for (const name of ["ete", "Zulu", "Été 2", "alpha"]) await build({ name }, own);
    await build({ name: "Elsewhere" });
    const names = ({ body }: Answer): string[] => body.map(({ name }: Body) => name);
    assert.deepEqual(names(await world.get(path("", own))), ["alpha", "ete", "Été 2", "Zulu"]);
    assert.deepEqual(names(await world.get(`${path("", own)}?count=3&page=2`)), ["Zulu"]);
  });

  it("403: for the roles that do not set a location up; a key may (rules 4)", async () => {
    const { _id } = await build();
    for (const role of ["receptionist", "security_guard", "employee"] as const) {
      const as = await buildUser(world, role, [location]);
      assert.equal((await world.get(path(), { as })).status, 403, role);
      assert.equal((await world.get(path(_id), { as })).status, 403, role);
    }
    assert.equal((await world.get(path(), { as: await buildKey(world, [location]) })).status, 200);
  });
});

describe("POST /companies/{company_id}/devices (rules 4, 5)", () => {
  it("200: the code that a kiosk shows is enough; what is not known of it yet is absent", async () => {
    const { code } = await showCode(world);
    const { body } = await add({ code });
    const { _id, create_date, mod_date, ...rest } = body;
    assert.equal(create_date, mod_date);
    assert.match(_id, /^[0-9a-f]{24}$/);
    assert.deepEqual(rest, { company_id: location, name: "Kiosk", online: false });
    assert.deepEqual((await world.get(path(_id))).body, body);
  });

  it("200: with name and entry point, the code in each of its spellings, as a form too", async () => {
    const spell = [(c: string) => c, (c: string) => c.replace(" ", ""), (c: string) => ` ${c.replace(" ", "-")} `];
    for (const spelled of spell) {
      const { code } = await showCode(world);
      const { status, body, text } = await add({ code: spelled(code), name: "Left", entrypoint_id: door });
      assert.equal(status, 200, text);
      assert.deepEqual([body.name, body.entrypoint_id], ["Left", door]);
    }
    const { code } = await showCode(world);
    const form = new URLSearchParams({ code, name: "Form", entrypoint_id: "" }).toString();
    const sent = await world.call("POST", path(), { form });
    assert.equal(sent.status, 200, sent.text);
    assert.ok(!("entrypoint_id" in sent.body));
  });

  it("200: keys that the service alone sets are not taken from a body", async () => {
    const { code } = await showCode(world);
    const given = {
      _id: "a".repeat(24),
      online: true,
      last_seen: "2020-01-01T00:00:00Z",
      app_version: "9",
      digest: "x",
    };
    const { body } = await add({ code, ...given });
    assert.notEqual(body._id, given._id);
    assert.equal(body.online, false);
    for (const key of ["last_seen", "app_version", "digest"]) assert.ok(!(key in body), key);
  });

  it("400: without a code, with one of another shape or type, or a bad name; none is counted as a guess", async () => {
    const own = await buildLocation(world);
    const { code } = await showCode(world);
    const bad: Record<string, unknown>[] = [{}, { code: "" }, { code: null }, { code: "12 345" }, { code: "1234567" }];
    bad.push({ code: 123456 }, { code: "12345x" }, { code: "١٢٣٤٥٦" }, { code, name: " " }, { code, name: 5 });
    for (let n = 0; n < 40; n += 1) {
      const body = bad[n % bad.length] ?? {};
      const answer = await add(body, own);
      assert.equal(answer.status, 400, JSON.stringify(body));
      assert.match(answer.body.message, /^"(code|name)" .*POST \/companies\/\{company_id\}\/devices/);
    }
    assert.equal((await add({ code }, own)).status, 200);
  });

  it("400: an entry point of nowhere or of another location says how to create one, and leaves the code as it was", async () => {
    const { code } = await showCode(world);
    const there = await buildDoor(await buildLocation(world));
    for (const entrypoint_id of [there, "f".repeat(24)]) {
      const { status, body } = await add({ code, entrypoint_id });
      assert.equal(status, 400);
      assert.match(body.message, /"entrypoint_id".*POST \/companies\/\{company_id\}\/entrypoints/);
    }
    assert.equal((await add({ code, entrypoint_id: "nonsense" })).status, 400);
    assert.equal((await add({ code, entrypoint_id: door.toUpperCase() })).body.entrypoint_id, door);
  });

  it("400: a code that was used, by whomever", async () => {
    const { code } = await showCode(world);
    assert.equal((await add({ code })).status, 200);
    for (const place of [location, await buildLocation(world)]) {
      const { status, body } = await add({ code }, place);
      assert.equal(status, 400);
      assert.match(body.message, /^"code" /);
    }
  });

  it("200 once: of 8 who enter one code at once, in two processes and two locations, one makes a device", async () => {
    const second = await makeWorld({ database: world.database });
    const places = [await buildLocation(world), await buildLocation(world)];
    const { code } = await showCode(world);
    const answers = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        (n % 2 === 0 ? world : second).post(path("", places[Math.floor(n / 2) % 2]), { code }),
      ),
    );
    const statuses = answers.map(({ status }) => status);
    assert.deepEqual(statuses.toSorted((a, b) => a - b), [200, 400, 400, 400, 400, 400, 400, 400]); // prettier-ignore
    const events = [...(await eventsOf(world, places[0] ?? "")), ...(await eventsOf(world, places[1] ?? ""))];
    assert.deepEqual(events, ["device_added"]);
    await second.close();
  });

  it("429: after 30 wrong codes in 15 minutes, for this location only, whatever credential sends them; then it is over", async () => {
    const [own, other] = [await buildLocation(world), await buildLocation(world)];
    const keys = [await buildKey(world, [own]), await buildKey(world, [own, other])];
    Object.assign(world.clock, { frozen: true, now: Date.now() });
    const { code } = await showCode(world);
    const wrong = async (n: number, of: string): Promise<number> =>
      (await add({ code: "000 000" }, of, { as: keys[n % 2] ?? {}, from: `192.0.2.${n}` })).status;
    for (let n = 0; n < 30; n += 1) assert.equal(await wrong(n, own), 400);
    assert.equal(await wrong(30, own), 429);
    const refused = await add({ code }, own);
    assert.deepEqual([refused.status, refused.body], [429, { error: "Too many refused credentials" }]);
    assert.equal(refused.headers["retry-after"], "900");
    assert.equal((await world.get(path("", own), { as: keys[0] ?? {} })).status, 200);
    assert.equal(await wrong(1, other), 400);
    world.clock.now += 15 * 60_000;
    const later = (await showCode(world)).code;
    assert.equal((await add({ code: later }, own)).status, 200);
    world.clock.frozen = false;
  });

  it("400: a wrong code counts also when it is sent with an Idempotency-Key, whose transaction is rolled back", async () => {
    const own = await buildLocation(world);
    for (let n = 0; n < 30; n += 1)
      await add({ code: "000 000" }, own, { headers: { "idempotency-key": `guess ${n}` } });
    assert.equal((await add({ code: "000 000" }, own)).status, 429);
  });

  it("200: with its Idempotency-Key again, the device as it is now (rules 2)", async () => {
    const { code } = await showCode(world);
    const headers = { "idempotency-key": "pair once" };
    const first = await add({ code }, location, { headers });
    await world.put(path(first.body._id), { name: "Renamed" });
    const again = await add({ code }, location, { headers });
    assert.deepEqual([again.status, again.body._id, again.body.name], [200, first.body._id, "Renamed"]);
  });
});

describe("PUT /companies/{company_id}/devices/{id} (rules 4, 5)", () => {
  it("200: merges; null takes the entry point away, and the name back to what a nameless one is called", async () => {
    const { _id } = await build({ name: "Left", entrypoint_id: door });
    assert.deepEqual((await world.put(path(_id), { name: "Right" })).body.entrypoint_id, door);
    const bare = (await world.put(path(_id), { entrypoint_id: null })).body;
    assert.deepEqual([bare.name, "entrypoint_id" in bare], ["Right", false]);
    assert.equal((await world.put(path(_id), { name: null, entrypoint_id: door })).body.name, "Kiosk");
    assert.equal((await world.get(path(_id))).body.entrypoint_id, door);
  });

  it("200: mod_date follows what people change, never what the kiosk says; a change of nothing keeps it", async () => {
    Object.assign(world.clock, { frozen: true, now: Date.now() });
    const kiosk = await pairKiosk(world, location);
    world.clock.now += 5_000;
    await kiosk.beat();
    const heard = (await world.get(path(kiosk.device._id))).body;
    assert.deepEqual([heard.mod_date, heard.online], [kiosk.device.mod_date, true]);
    assert.equal((await world.put(path(heard._id), { name: heard.name })).body.mod_date, heard.mod_date);
    const renamed = (await world.put(path(heard._id), { name: "New" })).body;
    assert.equal(renamed.mod_date, new Date(world.clock.now).toISOString());
    assert.deepEqual([renamed.last_seen, renamed.app_version], [heard.last_seen, "1.0.0"]);
    world.clock.frozen = false;
  });

  it("400: an entry point of nowhere; one that was removed since stays, and can't be named anew (rules 4)", async () => {
    const gone = await buildDoor();
    const kiosk = await pairKiosk(world, location, { entrypoint_id: gone });
    await world.remove(`/companies/${location}/entrypoints/${gone}`);
    const { body } = await world.put(path(kiosk.device._id), { name: "Kept", entrypoint_id: gone });
    assert.deepEqual([body.name, body.entrypoint_id], ["Kept", gone]);
    assert.equal((await kiosk.beat()).body.device.entrypoint_id, gone);
    const other = await build();
    for (const entrypoint_id of [gone, await buildDoor(await buildLocation(world)), "f".repeat(24)])
      assert.equal((await world.put(path(other._id), { entrypoint_id })).status, 400);
  });

  it("404: one that never was, that was removed, or of another location; malformed is 400", async () => {
    const there = await build({}, await buildLocation(world));
    const gone = await build();
    await world.remove(path(gone._id));
    for (const id of [there._id, gone._id, "f".repeat(24)]) {
      assert.equal((await world.get(path(id))).status, 404);
      assert.equal((await world.put(path(id), { name: "x" })).status, 404);
      assert.equal((await world.remove(path(id))).status, 404);
    }
    assert.equal((await world.get(path("nonsense"))).status, 400);
  });

  it("200: a rename and a heartbeat at once: neither loses what the other wrote", async () => {
    const kiosk = await pairKiosk(world, location);
    const client = await connectTo(world);
    await client.query("begin");
    await client.query("select 1 from devices where _id = $1 for update", [kiosk.device._id]);
    const both = Promise.all([world.put(path(kiosk.device._id), { name: "Both" }), kiosk.beat()]);
    await client.query("commit");
    await client.end();
    await both;
    const { body } = await world.get(path(kiosk.device._id));
    assert.deepEqual([body.name, body.online, body.app_version], ["Both", true, "1.0.0"]);
  });
});

describe("DELETE /companies/{company_id}/devices/{id} (rules 5)", () => {
  it("200: the credential is refused from the next call on, in every process (interface 5.6 for devices)", async () => {
    const second = await makeWorld({ database: world.database });
    const kiosk = await pairKiosk(world, location);
    for (const one of [world, second]) assert.equal((await kiosk.beat(one)).status, 200);
    assert.equal((await world.remove(path(kiosk.device._id))).status, 200);
    for (const one of [second, world]) {
      const { status, body } = await kioskCall(one, "GET", "/me", { as: kiosk.as, from: "192.0.2.77" });
      assert.deepEqual([status, body], [403, { error: "Invalid API key" }]);
    }
    assert.equal((await kiosk.beat()).status, 403);
    assert.ok(!JSON.stringify((await world.get(path())).body).includes(kiosk.device._id));
    await second.close();
  });

  it("200: a kiosk that was removed before it fetched its credential gets none", async () => {
    const { code, token } = await showCode(world);
    const { _id } = (await add({ code })).body;
    await world.remove(path(_id));
    assert.equal((await kioskCall(world, "POST", "/pairing/poll", { body: { token } })).status, 403);
  });

  it("200: removing the location removes its kiosks, and what they had not fetched", async () => {
    const own = await buildLocation(world, { name: "Doomed" });
    const kiosk = await pairKiosk(world, own);
    const spared = await pairKiosk(world, location);
    await world.remove(`/companies/${own}`, { body: { name: "Doomed" } });
    assert.equal((await kioskCall(world, "GET", "/me", { as: kiosk.as, from: "192.0.2.78" })).status, 403);
    const { body, status } = await kioskCall(world, "POST", "/pairing/poll", { body: { token: kiosk.token } });
    assert.deepEqual([status, body], [403, { error: "Invalid API key" }]);
    assert.equal((await spared.beat()).status, 200);
  });
});

describe("device_added, device_online, device_deleted (interface 6.2): devices", () => {
  it("200: each fires once, with deviceUuid alone, and company_updated for none of it (rules 5)", async () => {
    const own = await buildLocation(world);
    const kiosk = await pairKiosk(world, own);
    await kiosk.beat();
    await kiosk.beat();
    await world.put(path(kiosk.device._id, own), { name: "Renamed" });
    await world.remove(path(kiosk.device._id, own));
    assert.deepEqual(await eventsOf(world, own), ["device_added", "device_online", "device_deleted"]);
    const entries = await logOf(world, own);
    const ids = entries.filter(({ event }) => event !== null).map((entry) => entry.ids);
    assert.deepEqual(
      ids.map((each) => JSON.stringify(each)),
      ids.map(() => `{"deviceUuid":"${kiosk.device._id}"}`),
    );
    assert.equal(ids.length, 3);
    const actors = entries.map(({ act, actor_kind }) => `${act} ${actor_kind}`);
    assert.deepEqual(actors, ["device.add user", "device.online device", "device.change user", "device.remove user"]);
  });
});
