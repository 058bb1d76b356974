import assert from "node:assert/strict";
import { connect } from "node:net";
import { after, before, describe, it } from "node:test";
import { setTimeout as wait } from "node:timers/promises";

import { makeLargeListQueue } from "../../../../server/platform/http/output/large-lists.ts";
import { newId } from "../../../../server/platform/lib/record/ids.ts";
import { type Body, buildKey, buildLocation, buildVisit, makeWorld, type World } from "../../../support/world.ts";

let world: World;
let location: string;
const VISITS = 285;

/** Many records that are as large as one may be; written by copying, for a call each would take minutes. */
before(async () => {
  world = await makeWorld();
  location = await buildLocation(world);
  const text = "x".repeat(60_000);
  const { _id } = await buildVisit(world, location, { text });
  const registered = (await world.post("/knownvisitors", { company_id: location, last_name: "Large", text })).body;
  const host = (await world.post("/visitees", { company_id: location, cn: "Large", text })).body;
  for (const [table, id] of [
    ["visits", _id],
    ["registered_visitors", registered._id],
    ["hosts", host._id],
  ] as const) {
    const { rows } = await world.db.pool.query<{ column_name: string }>(
      "select column_name from information_schema.columns where table_name = $1 and column_name <> '_id' and is_generated = 'NEVER' and is_identity = 'NO'",
      [table],
    );
    const columns = rows.map(({ column_name }) => `"${column_name}"`).join(", ");
    const ids = Array.from({ length: VISITS - 1 }, () => newId(location));
    await world.db.pool.query(
      `insert into ${table} (_id, ${columns}) select made.id, ${columns} from ${table}, unnest($1::text[]) as made (id) where _id = $2`,
      [ids, id],
    );
  }
});
after(() => world.close());

describe("a page of more than 16 MiB (rules 2)", () => {
  it("400: names count, on every list that has one, however it is filtered or sorted", async () => {
    const lists = [
      `/visitors/bycompany/${location}?page=1&count=`,
      `/visitors/bycompany/${location}?page=1&sorting[last_name]=asc&count=`,
      `/visitors/bycompany/${location}?page=1&filter[last_name]=jans&count=`,
      `/visitors/bycompany/${location}?page=1&filter[text]=xxx&count=`,
      `/visitors/bycompany/${location}?page=1&search=jans&total_at_most=100&count=`,
      `/visitors/signed_current/paged/${location}?page=1&count=`,
      `/knownvisitors/bycompany/${location}?page=1&count=`,
      `/visitees/bycompany/${location}?page=1&count=`,
    ];
    for (const list of lists) {
      for (const count of [VISITS, 10_000]) {
        const { status, body, text } = await world.get(`${list}${count}`);
        assert.equal(status, 400, `${list}${count} ${text.slice(0, 100)}`);
        assert.match(body.message, /"count"/);
      }
      const fits = await world.get(`${list}200`);
      assert.equal(fits.status, 200, list);
      assert.equal((fits.body.visitors ?? fits.body).length, 200, list);
      assert.ok(fits.text.length > 200 * 60_000);
    }
  });

  it("400: the plain list of hosts too, which takes a count", async () => {
    const { status, body } = await world.get(`/visitees/bycompany/${location}`);
    assert.equal(status, 400);
    assert.match(body.message, /"count"/);
  });

  it("200: who is inside is always told, all of them, in the order of the list", async () => {
    const { status, body, headers } = await world.get(`/visitors/signed_current/${location}`);
    assert.equal(status, 200);
    assert.equal(headers["content-type"], "application/json; charset=utf-8");
    const pages = [];
    for (const page of [1, 2, 3])
      pages.push(
        ...(await world.get(`/visitors/signed_current/paged/${location}?count=100&page=${page}`)).body.visitors,
      );
    assert.deepEqual(
      body.map(({ _id }: { _id: string }) => _id),
      pages.map(({ _id }) => _id),
    );
    assert.deepEqual(body[0], pages[0]);
    const head = await world.app.inject({
      method: "HEAD",
      url: `/api/visitors/signed_current/${location}`,
      headers: world.admin,
    });
    assert.deepEqual([head.statusCode, head.body], [200, ""]);
  });

  it("200: the whole log as CSV has them all", async () => {
    const { status, text } = await world.get(`/companies/${location}/visitors/export`);
    assert.deepEqual([status, text.trim().split("\n").length], [200, VISITS + 1]);
    assert.equal((await world.get(`/visitors/export/bycompany/${location}`)).status, 200);
  });

  it("200: six at once by one caller, one at a time", async () => {
    const read = () => world.get(`/visitors/bycompany/${location}?page=1&count=200`);
    const answers = await Promise.all(Array.from({ length: 6 }, read));
    for (const { status, body } of answers)
      assert.equal(status === 200 ? body.visitors.length : status, status === 200 ? 200 : 503);
    assert.equal((await read()).status, 200);
  });
});

describe("GET /companies/{company_id}/audit of more than 16 MiB", () => {
  it("400: names count; 200 with fewer, bodies and all", async () => {
    const own = await buildLocation(world);
    for (let n = 0; n < 68; n += 1) await buildVisit(world, own);
    await world.db.pool.query(
      `update log_bodies set body = '{"after":{"text":"' || repeat('x', 260000) || '"}}' where company_id = $1`,
      [own],
    );
    const { status, body } = await world.get(`/companies/${own}/audit`);
    assert.deepEqual([status, body.code, body.field], [400, "page_too_large", "count"]);
    const fits = await world.get(`/companies/${own}/audit?count=10`);
    assert.equal(fits.status, 200);
    assert.equal(fits.body.filter(({ after }: Body) => after?.text?.length === 260_000).length, 10);
  });
});

const calm = (): void => undefined;
const reader = (credential: string, hurry = calm) => ({ credential, hurry });

describe("turns of large lists", () => {
  it("two of a location at once, then those that wait, in their order; another location does not wait", async () => {
    const take = makeLargeListQueue();
    const [first, second] = [await take("a", reader("1")), await take("a", reader("2"))];
    const order: string[] = [];
    const third = take("a", reader("3")).then((release) => (order.push("third"), release));
    const fourth = take("a", reader("4")).then((release) => (order.push("fourth"), release));
    (await take("b", reader("3")))();
    assert.deepEqual(order, []);
    first();
    (await third)();
    (await fourth)();
    second();
    assert.deepEqual(order, ["third", "fourth"]);
    for (const release of [await take("a", reader("1")), await take("a", reader("2"))]) release();
  });

  it("a credential has one of the two, however many it asks for: the other is left to others, who pass its queue", async () => {
    const take = makeLargeListQueue();
    const slow = await take("a", reader("slow"));
    const order: string[] = [];
    const more = [1, 2, 3].map(() => take("a", reader("slow")).then((release) => (order.push("slow"), release)));
    for (const who of ["one", "another"])
      (await take("a", reader(who)).then((release) => (order.push(who), release)))();
    assert.deepEqual(order, ["one", "another"]);
    slow();
    for (const next of more) (await next)();
    assert.deepEqual(order, ["one", "another", "slow", "slow", "slow"]);
  });

  it("who reads is hurried as soon as others wait, also who began before they came", async () => {
    const take = makeLargeListQueue();
    const hurried: string[] = [];
    const hasty = (who: string) => reader(who, () => void hurried.push(who));
    const [first, second] = [await take("a", hasty("1")), await take("a", hasty("2"))];
    assert.deepEqual(hurried, []);
    const third = take("a", hasty("3"));
    assert.deepEqual(hurried, ["1", "2"]);
    first();
    second();
    (await third)();
  });

  it("503: a caller that waits too long, and delays no later one", async () => {
    const take = makeLargeListQueue(20);
    const [first, second] = [await take("a", reader("1")), await take("a", reader("2"))];
    await assert.rejects(take("a", reader("3")), { status: 503 });
    await assert.rejects(take("a", reader("1")), { status: 503 });
    first();
    second();
    for (const release of [await take("a", reader("1")), await take("a", reader("2"))]) release();
  });

  it("200: for a colleague, while two readers who take nothing hold both turns: they are cut off", async () => {
    await world.app.listen({ port: 0, host: "127.0.0.1" });
    const port = Number(new URL(world.app.listeningOrigin).port);
    const [one, two, colleague] = [
      await buildKey(world, [location]),
      await buildKey(world, [location]),
      await buildKey(world, [location]),
    ];
    const path = `/visitors/bycompany/${location}?page=1&count=200`;
    const stalled = [one, two].map(({ authorization }) => {
      const socket = connect(port, "127.0.0.1").on("error", calm).pause();
      socket.write(`GET /api${path} HTTP/1.1\r\nHost: x\r\nAuthorization: ${authorization}\r\n\r\n`);
      return socket;
    });
    // Both have begun to receive.
    for (const socket of stalled) while (socket.bytesRead === 0) await wait(20, socket.read(0));
    const read = () => world.call("GET", path, { as: colleague });
    const first = await read();
    // On a busy machine they are noticed later; the deadline of every answer ends them after more than two tries.
    const { status, body } = first.status === 503 ? await read() : first;
    assert.deepEqual([status, body.visitors?.length], [200, 200]);
    for (const socket of stalled) socket.destroy();
  });
});
