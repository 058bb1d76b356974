import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { setTimeout } from "node:timers/promises";

import { newId } from "../../../../server/platform/lib/record/ids.ts";
import { type Body, buildLocation, makeWorld, type World } from "../../../support/world.ts";

let world: World;
let location: string;

before(async () => {
  world = await makeWorld();
  location = await buildLocation(world);
});
after(() => world.close());

type Kind = "agreements" | "visittypes";
const path = (kind: Kind, id = "", of = location): string => `/companies/${of}/${kind}${id && `/${id}`}`;
const build = async (kind: Kind, body: Record<string, unknown> = {}): Promise<string> => {
  const answer = await world.post(path(kind), { name: "One", ...body });
  assert.equal(answer.status, 200, answer.text);
  return answer.body._id;
};
const typesOf = async (id: string): Promise<string[]> => (await world.get(path("agreements", id))).body.visit_types;
const agreementsOf = async (id: string): Promise<string[]> => (await world.get(path("visittypes", id))).body.agreements;

describe("visit_types of an agreement and agreements of a visit type (interface 2.3, rules 4)", () => {
  it("200: one truth: what is set on one side shows on the other, in the order given (interface 2.3)", async () => {
    const types = [await build("visittypes"), await build("visittypes"), await build("visittypes")];
    const [a = "", b = "", c = ""] = types;
    const first = await build("agreements", { visit_types: [c, a] });
    const second = await build("agreements", { visit_types: [a] });
    assert.deepEqual(
      [await typesOf(first), await agreementsOf(a)],
      [
        [c, a],
        [first, second],
      ],
    );
    await world.put(path("visittypes", a), { agreements: [second, first] });
    assert.deepEqual(
      [await agreementsOf(a), await typesOf(first)],
      [
        [second, first],
        [c, a],
      ],
    );
    await world.put(path("visittypes", b), { agreements: [first, first.toUpperCase()] });
    assert.deepEqual([await agreementsOf(b), await typesOf(first)], [[first], [c, a, b]]);
    await world.put(path("agreements", first), { visit_types: [b, c] });
    assert.deepEqual([await typesOf(first), await agreementsOf(a), await agreementsOf(c)], [[b, c], [second], [first]]);
    const listed = (await world.get(path("visittypes"))).body;
    assert.deepEqual(listed.find(({ _id }: Body) => _id === b).agreements, [first]);
  });

  it("200: a list in the same order changes nothing; another order does", async () => {
    const types = [await build("visittypes"), await build("visittypes")];
    const id = await build("agreements", { visit_types: types });
    const { mod_date } = (await world.get(path("agreements", id))).body;
    const same = await world.put(path("agreements", id), { visit_types: types });
    assert.equal(same.body.mod_date, mod_date);
    const turned = await world.put(path("agreements", id), { visit_types: types.toReversed() });
    assert.deepEqual([turned.body.visit_types, turned.body.version], [types.toReversed(), 1]);
    assert.deepEqual((await world.put(path("agreements", id), { visit_types: null })).body.visit_types, []);
    assert.deepEqual(await agreementsOf(types[0] ?? ""), []);
  });

  it("200: what is removed leaves the lists of the other side", async () => {
    const [type, other] = [await build("visittypes"), await build("visittypes")];
    const [id, gone] = [await build("agreements"), await build("agreements")];
    await world.put(path("visittypes", type), { agreements: [gone, id] });
    await world.put(path("visittypes", other), { agreements: [id] });
    await world.remove(path("agreements", gone));
    assert.deepEqual(await agreementsOf(type), [id]);
    await world.remove(path("visittypes", type));
    assert.deepEqual(await typesOf(id), [other]);
  });

  it("400: unknown, another location's and removed ones, with how to create one; nothing is changed", async () => {
    const there = await buildLocation(world);
    const elsewhere = {
      type: (await world.post(path("visittypes", "", there), { name: "x" })).body._id,
      agreement: (await world.post(path("agreements", "", there), { name: "x" })).body._id,
    };
    const id = await build("agreements");
    const type = await build("visittypes", { agreements: [id] });
    for (const wrong of [elsewhere.type, newId(location), id]) {
      const { status, body } = await world.put(path("agreements", id), { name: "New", visit_types: [type, wrong] });
      assert.equal(status, 400);
      assert.match(body.message, /"visit_types".*POST \/companies\/\{company_id\}\/visittypes/);
    }
    for (const wrong of [elsewhere.agreement, newId(location), type])
      assert.equal((await world.put(path("visittypes", type), { agreements: [wrong] })).status, 400);
    assert.deepEqual([await typesOf(id), await agreementsOf(type)], [[type], [id]]);
    assert.equal((await world.get(path("agreements", id))).body.name, "One");
  });

  it("200: changes of both sides at once never block each other, and both lists agree afterwards", async () => {
    const types = await Promise.all([1, 2, 3].map(() => build("visittypes")));
    const ids = await Promise.all([1, 2, 3].map(() => build("agreements")));
    const calls = Array.from({ length: 8 }, (_, n) => [
      world.put(path("agreements", ids[n % 3]), { visit_types: n % 2 ? types : types.toReversed().slice(1) }),
      world.put(path("visittypes", types[n % 3]), { agreements: n % 2 ? ids.toReversed() : ids.slice(1) }),
    ]).flat();
    for (const { status, text } of await Promise.all(calls)) assert.equal(status, 200, text);
    for (const type of types)
      for (const id of ids) assert.equal((await agreementsOf(type)).includes(id), (await typesOf(id)).includes(type));
  });

  it("400: a visit type that is being removed: the call waits and then knows", async () => {
    const [type, id] = [await build("visittypes"), await build("agreements")];
    const client = await world.db.pool.connect();
    await client.query("begin");
    await client.query("delete from visit_types where _id = $1", [type]);
    const call = { answered: false };
    const put = world.put(path("agreements", id), { visit_types: [type] }).finally(() => (call.answered = true));
    const waiting = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    while (!call.answered && (await world.db.pool.query(waiting)).rows.length === 0) await setTimeout(5);
    await client.query("commit");
    client.release();
    assert.equal((await put).status, 400);
    assert.deepEqual(await typesOf(id), []);
  });
});
