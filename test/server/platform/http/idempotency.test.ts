import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before, describe, it } from "node:test";

import { poolStateOf } from "../../../../server/platform/db/database.ts";
import {
  type Answer,
  type Body,
  buildKey,
  buildLocation,
  eventsOf,
  makeWorld,
  type World,
} from "../../../support/world.ts";

let world: World;
let location: string;
let count = 0;

before(async () => {
  world = await makeWorld();
  location = await buildLocation(world);
});
after(() => world.close());

const DAY_MS = 24 * 60 * 60_000;
const fresh = (): string => `key-${(count += 1)}`;

const post = (path: string, body: unknown, key: string, as?: Record<string, string>): Promise<Answer> =>
  world.call("POST", path, { body, headers: { "idempotency-key": key }, ...(as === undefined ? {} : { as }) });
const put = (path: string, body: unknown, key: string): Promise<Answer> =>
  world.call("PUT", path, { body, headers: { "idempotency-key": key } });

const visit = (more: Record<string, unknown> = {}): Record<string, unknown> => ({ company_id: location, ...more });
const visitsNamed = async (name: string): Promise<number> =>
  (await world.get(`/visitors/bycompany/${location}?count=1&page=1&filter[first_name]=${name}`)).body.total;

describe("Idempotency-Key (rules 2)", () => {
  it("200: neither a trailing slash nor the spelling of a query makes another request", async () => {
    const key = fresh();
    const first = await post("/visitors?", visit({ first_name: "Slash" }), key);
    const second = await post("/visitors/", visit({ first_name: "Slash" }), key);
    assert.deepEqual([second.status, second.body._id], [200, first.body._id]);
    const asked = fresh();
    const third = await post("/visitors?language_id=nl%2Dbe&note=a+b", visit({ first_name: "Query" }), asked);
    const fourth = await post("/visitors/?language_id=nl-be&note=a%20b", visit({ first_name: "Query" }), asked);
    assert.deepEqual([fourth.status, fourth.body._id], [200, third.body._id]);
  });

  it("400: the same key with another query is another request", async () => {
    const key = fresh();
    const path = `/companies/${location}/visittypes`;
    const first = await post(`${path}?language_id=nl`, { name: "Guest" }, key);
    assert.equal(first.status, 200, first.text);
    for (const query of ["", "?language_id=fr", "?language_id=nl&language_id=fr", "?language_id=NL"]) {
      const { status, body } = await post(path + query, { name: "Guest" }, key);
      assert.deepEqual([status, body.code, body.field], [400, "idempotency_key_reused", "Idempotency-Key"], query);
    }
    assert.equal((await post(`${path}?language_id=nl`, { name: "Guest" }, key)).body._id, first.body._id);
  });

  it("200: the same key and request is done once, with one event, and answered with the record", async () => {
    const key = fresh();
    const before_ = (await eventsOf(world, location)).length;
    const first = await post("/visitors", visit({ first_name: "Once" }), key);
    const second = await post("/visitors", visit({ first_name: "Once" }), key);
    assert.equal(second.status, 200);
    assert.deepEqual(second.body, first.body);
    assert.equal(await visitsNamed("Once"), 1);
    assert.equal((await eventsOf(world, location)).length, before_ + 1);
  });

  it("200: the answer to a repetition is the record as it is now", async () => {
    const key = fresh();
    const { body } = await post("/visitors", visit({ first_name: "Now" }), key);
    await world.put(`/visitors/${body._id}`, { first_name: "Later", badge: 7 });
    const again = await post("/visitors", visit({ first_name: "Now" }), key);
    assert.equal(again.body._id, body._id);
    assert.equal(again.body.first_name, "Later");
    assert.equal(again.body.badge, 7);
  });

  it("200: Idempotent-Replayed marks a repetition, and nothing else", async () => {
    const key = fresh();
    const first = await post("/visitors", visit({ first_name: "Marked" }), key);
    assert.equal(first.headers["idempotent-replayed"], undefined);
    const again = await post("/visitors", visit({ first_name: "Marked" }), key);
    assert.equal(again.headers["idempotent-replayed"], "true");
    const other = await post("/visitors", visit({ first_name: "Other" }), key);
    assert.deepEqual([other.status, other.headers["idempotent-replayed"]], [400, undefined]);
  });

  it("400: the same key with another body, path or method", async () => {
    const key = fresh();
    const { body } = await post("/visitors", visit({ first_name: "First" }), key);
    assert.equal((await post("/visitors", visit({ first_name: "Other" }), key)).status, 400);
    assert.equal((await post("/visitees", { company_id: location, cn: "Ann" }, key)).status, 400);
    assert.equal((await put(`/visitors/${body._id}`, { first_name: "Third" }, key)).status, 400);
    assert.equal((await world.get(`/visitors/${body._id}`)).body.first_name, "First");
    assert.equal(await visitsNamed("Other"), 0);
  });

  it("200: 20 repetitions at once give one record and one event", async () => {
    const key = fresh();
    const before_ = (await eventsOf(world, location)).length;
    const send = (): Promise<Answer> => post("/visitors", visit({ first_name: "Twenty" }), key);
    const answers = await Promise.all(Array.from({ length: 20 }, send));
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
    assert.equal(new Set(answers.map(({ body }) => body._id)).size, 1);
    assert.equal(await visitsNamed("Twenty"), 1);
    assert.equal((await eventsOf(world, location)).length, before_ + 1);
  });

  it("200: of 20 different requests with one key at once one is done, and the others are 400", async () => {
    const key = fresh();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => post("/visitors", visit({ first_name: `Race${n}` }), key)),
    );
    assert.equal(answers.filter(({ status }) => status === 200).length, 1);
    assert.equal(answers.filter(({ status }) => status === 400).length, 19);
    assert.equal(await visitsNamed("Race"), 1);
  });

  it("200: a failure does not use the key up", async () => {
    const key = fresh();
    const bad = { ...visit({ first_name: "Failed" }), visit_type: "a".repeat(24) };
    assert.equal((await post("/visitors", bad, key)).status, 400);
    assert.equal((await post("/visitors", { company_id: location, safe: 1 }, key)).status, 400);
    assert.equal((await post("/visitors", visit({ first_name: "Failed" }), key)).status, 200);
    assert.equal(await visitsNamed("Failed"), 1);
  });

  it("200: a key is remembered for 24 hours by the clock of the service, then it is new", async () => {
    const key = fresh();
    world.clock.now = Date.now();
    world.clock.frozen = true;
    const first = await post("/visitors", visit({ first_name: "Daily" }), key);
    world.clock.now += DAY_MS - 1;
    assert.equal((await post("/visitors", visit({ first_name: "Daily" }), key)).body._id, first.body._id);
    world.clock.now += 1;
    const next = await post("/visitors", visit({ first_name: "Daily" }), key);
    assert.equal(next.status, 200);
    assert.notEqual(next.body._id, first.body._id);
    assert.equal((await post("/visitors", visit({ first_name: "Daily" }), key)).body._id, next.body._id);
    world.clock.frozen = false;
  });

  it("200: a key belongs to its credential", async () => {
    const key = fresh();
    const own = await buildKey(world, [location]);
    const other = await buildKey(world, [location]);
    const ids = [];
    for (const as of [undefined, own, other])
      ids.push((await post("/visitors", visit({ first_name: "Whose" }), key, as)).body._id);
    assert.equal(new Set(ids).size, 3);
    assert.equal((await post("/visitors", visit({ first_name: "Whose" }), key, other)).body._id, ids[2]);
  });

  it("403: a key does not open what the credential may not do any more", async () => {
    const { body } = await world.post("/apikeys", { name: "narrowed", companies: [location] });
    const as = { authorization: `Bearer ${body.key}` };
    const key = fresh();
    assert.equal((await post("/visitors", visit(), key, as)).status, 200);
    await world.put(`/apikeys/${body._id}`, { companies: [await buildLocation(world)] });
    assert.equal((await post("/visitors", visit(), key, as)).status, 403);
  });

  it("200: POST /apikeys shows the secret once", async () => {
    const key = fresh();
    const first = await post("/apikeys", { name: "once", companies: [location] }, key);
    const again = await post("/apikeys", { name: "once", companies: [location] }, key);
    assert.match(first.body.key, /^svc_/);
    assert.equal(again.status, 200);
    assert.equal(again.body._id, first.body._id);
    assert.ok(!("key" in again.body));
    assert.ok(!again.text.includes(first.body.key.split("_").at(-1)));
  });

  it("200: nothing of a visitor is kept with the key", async () => {
    const { body } = await post("/visitors", visit({ first_name: "Zaphod" }), fresh());
    await put(`/visitors/${body._id}`, { last_name: "Beeblebrox" }, fresh());
    const { rows } = await world.db.pool.query("select idempotency::text as kept from idempotency");
    assert.ok(rows.every(({ kept }: Body) => !/Zaphod|Beeblebrox/.test(kept)));
  });

  it("200: the key itself is not kept, only its digest", async () => {
    const key = `jo.janssens@example.org ${fresh()}`;
    await post("/visitors", visit(), key);
    const { rows } = await world.db.pool.query("select idempotency::text as kept from idempotency");
    assert.ok(rows.length > 0);
    assert.ok(rows.every(({ kept }: Body) => !kept.includes("janssens")));
  });

  it("200: a call waits without a connection while another process works with its key, and is then answered", async () => {
    const key = fresh();
    const { body: me } = await world.get("/users/me");
    const digest = createHash("sha256").update(`user:${me._id}\n${key}`).digest("hex");
    const other = await world.db.pool.connect();
    await other.query("begin");
    await other.query("select pg_advisory_xact_lock(hashtextextended($1, 18))", [digest]);
    const waiting = post("/visitors", visit({ first_name: "Elsewhere" }), key);
    let ended = false;
    void waiting.finally(() => (ended = true));
    for (let looks = 0, free = 0; free < 3 && looks < 1_000; looks += 1) {
      if (poolStateOf(world.db)().idle === poolStateOf(world.db)().total - 1) free += 1;
      await new Promise((resolve) => setTimeout(resolve, 20));
    }
    assert.equal(ended, false);
    await other.query("rollback");
    other.release();
    assert.equal((await waiting).status, 200);
    assert.equal(await visitsNamed("Elsewhere"), 1);
  });

  it("200: a form and JSON repeat each in its own way", async () => {
    const key = fresh();
    const form = (): Promise<Answer> =>
      world.call("POST", "/visitors", {
        form: `company_id=${location}&first_name=Form`,
        headers: { "idempotency-key": key },
      });
    const first = await form();
    assert.equal((await form()).body._id, first.body._id);
    assert.equal(await visitsNamed("Form"), 1);
  });

  it("200: a PUT is done once too", async () => {
    const { body } = await world.post("/visitors", visit());
    const key = fresh();
    await put(`/visitors/${body._id}`, { first_name: "A" }, key);
    await world.put(`/visitors/${body._id}`, { first_name: "B" });
    assert.equal((await put(`/visitors/${body._id}`, { first_name: "A" }, key)).body.first_name, "B");
  });

  it("200: 1 and 255 characters; 400: none and 256, on every POST and PUT", async () => {
    for (const length of [1, 255]) assert.equal((await post("/visitors", visit(), "k".repeat(length))).status, 200);
    // A file is refused by its kind first, which test/server/resources/imports proves.
    const writes = world.endpoints.filter(
      (one) => (one.method === "POST" || one.method === "PUT") && one.streamed !== true,
    );
    for (const { method, path } of writes) {
      const url = path.replace("{company_id}", location).replaceAll(/\{\w+\}/g, "a".repeat(24));
      for (const key of ["", "k".repeat(256)]) {
        const { status, body } = await world.call(method, url, { body: {}, headers: { "idempotency-key": key } });
        assert.equal(status, 400, `${method} ${path}`);
        assert.match(body.message, /"Idempotency-Key"/, `${method} ${path}`);
      }
    }
  });
});

/** A record of each kind: the body that creates it, and one that changes it. */
const writes = (): { path: string; body: Record<string, unknown>; change?: Record<string, unknown> }[] => [
  { path: "/companies", body: { name: "Branch" }, change: { city: "Ghent" } },
  { path: "/visitors", body: visit(), change: { city: "Ghent" } },
  { path: "/visitees", body: { company_id: location, cn: "Ann" }, change: { cn: "Bea" } },
  { path: "/knownvisitors", body: visit(), change: { first_name: "Bea" } },
  { path: `/companies/${location}/visittypes`, body: { name: "Visitor" }, change: { name: "Guest" } },
  { path: `/companies/${location}/entrypoints`, body: { name: "Door" }, change: { name: "Gate" } },
  { path: `/companies/${location}/agreements`, body: { name: "Rules", type: "text", agreement_text: { en: "Be kind" } }, change: { name: "Laws" } }, // prettier-ignore
  { path: "/users", body: { email: `${fresh()}@example.org`, role: "receptionist", companies: [location], password: "long-enough-password" }, change: { first_name: "Bea" } }, // prettier-ignore
  { path: "/apikeys", body: { name: "key", companies: [location] }, change: { name: "lock" } },
];

/** What is kept of the keys by which a record was made or changed. */
const keptOf = async (id: string): Promise<Body[]> =>
  (await world.db.pool.query("select * from idempotency where subject_id = $1", [id])).rows;

describe("Idempotency-Key on every POST and PUT (rules 2)", () => {
  it("200: each kind of record is created once and changed once", async () => {
    const served = new Set(world.endpoints.map(({ path }) => path.replace("{company_id}", location)));
    for (const { path, body, change } of writes().filter((one) => served.has(one.path))) {
      const key = fresh();
      const first = await post(path, body, key);
      const again = await post(path, body, key);
      assert.equal(first.status, 200, `${path}: ${first.text}`);
      assert.equal(again.body._id, first.body._id, path);
      const changeKey = fresh();
      const changed = await put(`${path}/${first.body._id}`, change, changeKey);
      const repeated = await put(`${path}/${first.body._id}`, change, changeKey);
      assert.equal(changed.status, 200, `${path}: ${changed.text}`);
      assert.deepEqual(repeated.body, changed.body, path);
    }
  });

  it("404: code erased once the record was removed, of every kind; the digest of the key is all that is kept", async () => {
    for (const { path, body } of writes()) {
      const key = fresh();
      const made = await post(path, body, key);
      const changed = fresh();
      const change = { path: `${path}/${made.body._id}`, body: { city: "Ghent" } };
      const canChange = (await put(change.path, change.body, changed)).status === 200;
      const removed = await world.remove(`${path}/${made.body._id}`, path === "/companies" ? { body } : {});
      assert.equal(removed.status, 200, `${path}: ${removed.text}`);
      const before_ = await keptOf(made.body._id);
      assert.deepEqual(before_, [], path);
      const answers = [await post(path, body, key)];
      if (canChange && path !== "/companies") answers.push(await put(change.path, change.body, changed));
      for (const { status, body: answer, headers } of answers) {
        assert.deepEqual([status, answer.code], [404, "erased"], `${path}: ${JSON.stringify(answer)}`);
        assert.equal(headers["idempotent-replayed"], "true", path);
      }
      assert.equal((await post(path, body, fresh())).status, 200, `${path}: another key makes it anew`);
    }
    const emptied = "select request_hash, subject_id, answer from idempotency where request_hash is null";
    const { rows } = await world.db.pool.query(emptied);
    assert.ok(rows.length >= writes().length);
    for (const row of rows) assert.deepEqual(Object.values(row), [null, null, null]);
  });

  it("404: code erased after the location was removed with all that was in it", async () => {
    const own = await buildLocation(world, { name: "Closing" });
    const [key, other] = [fresh(), fresh()];
    const body = { company_id: own, first_name: "Gone" };
    const { body: made } = await post("/visitors", body, key);
    const { body: closing } = await post("/companies", { name: "Closing too" }, other);
    assert.deepEqual((await keptOf(made._id)).length, 1);
    await world.remove(`/companies/${own}`, { body: { name: "Closing" } });
    await world.remove(`/companies/${closing._id}`, { body: { name: "Closing too" } });
    assert.deepEqual(await keptOf(made._id), []);
    assert.deepEqual((await post("/companies", { name: "Closing too" }, other)).body.code, "erased");
    assert.equal((await post("/visitors", body, key)).status, 403, "the location comes first");
  });

  it("every table whose records an answer can be about has the trigger that forgets what a key made", async () => {
    const { rows } = await world.db.pool.query(
      `select c.table_name as name, exists (select from pg_trigger where tgname = c.table_name || '_keys') as held
       from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
       where table_schema = 'public' and table_type = 'BASE TABLE' and column_name = '_id'`,
    );
    const without = rows.filter(({ held }: Body) => held === false).map(({ name }: Body) => String(name));
    // Mails are deleted when they are old, sessions and pairings are made by no call that takes a key, a removed location's id stays,
    // and no answer is about a value of visits, one person or group of a directory, one occurrence of a series, what it was invited to, or about how users log in.
    const ofDirectories = ["directory_groups", "directory_people"];
    const ofLogins = ["login_rules", "recovery_codes", "second_factors", "sessions"];
    const others = [
      "messages",
      "pairings",
      "removed_locations",
      "series_invitations",
      "series_occurrences",
      "visit_values",
    ];
    assert.deepEqual(without.toSorted(), [...ofDirectories, ...ofLogins, ...others].toSorted());
  });

  it("200: sign-out and marking safe are repeated with the visits as they are now", async () => {
    const { body } = await world.post("/visitors", visit());
    const out = fresh();
    const closed = await post(`/visitors/${body._id}/signout`, {}, out);
    assert.deepEqual((await post(`/visitors/${body._id}/signout`, {}, out)).body, closed.body);
    const safe = fresh();
    const path = `/companies/${location}/visitors/safe`;
    await post(path, { ids: [body._id] }, safe);
    await world.put(`/visitors/${body._id}`, { first_name: "Bea", safe: false });
    const again = await post(path, { ids: [body._id] }, safe);
    assert.equal(again.body[0].first_name, "Bea");
    assert.equal(again.body[0].safe, false);
  });

  it("200: the bulk upload is done once and answered with its counts", async () => {
    const own = await buildLocation(world);
    const key = fresh();
    const upload = (): Promise<Answer> => post(`/companies/${own}/visitees/bulk`, [{ cn: "Ann" }, { cn: "Bea" }], key);
    const first = await upload();
    assert.deepEqual(first.body, { received: 2, created: 2, updated: 0, removed: 0 });
    assert.deepEqual((await upload()).body, first.body);
  });
});
