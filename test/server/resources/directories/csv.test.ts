import assert from "node:assert/strict";
import { after, describe, it } from "node:test";

import { COLUMNS } from "../../../../server/resources/directories/people-contract.ts";
import { type Answer, type Body, buildLocation, makeWorld } from "../../../support/world.ts";

const world = await makeWorld();
after(() => world.close());

type List = { path: string; location: string };

const makeList = async (): Promise<List> => {
  const location = await buildLocation(world);
  const { body } = await world.post("/directories", { kind: "csv", name: "Staff list" });
  await world.put(`/directories/${body._id}/rules`, [{ everyone: true, hosts_at: [location] }]);
  return { path: `/directories/${body._id}`, location };
};

const send = ({ path }: List, lines: readonly string[], header: string = COLUMNS.join(",")): Promise<Answer> =>
  world.call("PUT", `${path}/people`, {
    raw: [header, ...lines].join("\r\n"),
    headers: { "content-type": "text/csv" },
  });
const sync = async ({ path }: List, body: object = { dry_run: false }): Promise<Body> => {
  const { status, body: answer, text } = await world.post(`${path}/sync`, body);
  assert.equal(status, 200, text);
  return answer;
};
const names = async ({ location }: List): Promise<string[]> =>
  (await world.get(`/visitees/bycompany/${location}`)).body.map(({ cn }: Body) => cn);
const line = (n: number, more = ""): string => `E${n},p${n}@example.org,Person,${n}${more}`;
const lines = (from: number, to: number): string[] => Array.from({ length: to - from }, (_, n) => line(from + n));
const NOTHING = { created: 0, changed: 0, hidden: 0, removed: 0 };

describe("people from a list (docs/directories.md)", () => {
  it("200: a list changes nothing until a sync, which shows before what it does, and does it once", async () => {
    const list = await makeList();
    const row = "E1,ann@example.org,Ann,Peeters,+32 2 1,+32 470 1,Sales,Boss,nl,Sales;Brussels,true";
    const { status, body, text } = await send(list, [row, line(2), "", ",,,,,,,,,,"]);
    assert.equal(status, 200, text);
    assert.deepEqual([body.received, body.plan, body.stopped], [2, { ...NOTHING, created: 2 }, undefined]);
    assert.deepEqual(
      body.samples.map(({ what, name, external_id }: Body) => [what, name, external_id]),
      [
        ["created", "Ann Peeters", "E1"],
        ["created", "Person 2", "E2"],
      ],
    );
    assert.deepEqual(await names(list), []);
    assert.deepEqual((await sync(list, {})).plan, { ...NOTHING, created: 2 });
    assert.deepEqual((await sync(list)).plan, { ...NOTHING, created: 2 });
    assert.deepEqual(await names(list), ["Ann Peeters", "Person 2"]);
    const [host] = (await world.get(`/visitees/bycompany/${list.location}`)).body;
    const { mail, telephoneNumber, mobile, external_id } = host;
    assert.deepEqual([mail, telephoneNumber, mobile, external_id], ["ann@example.org", "+32 2 1", "+32 470 1", "E1"]);
    const before = (await world.db.pool.query("select xmin, * from hosts order by _id")).rows;
    assert.deepEqual((await send(list, [row, line(2)])).body.plan, NOTHING);
    assert.deepEqual((await sync(list)).plan, NOTHING);
    assert.deepEqual((await world.db.pool.query("select xmin, * from hosts order by _id")).rows, before);
    const people = (await world.get(`${list.path}/people`)).body;
    assert.deepEqual([people[0].groups.toSorted(), people[0].hosts_at], [["Brussels", "Sales"], [list.location]]);
    assert.deepEqual((await world.get(`${list.path}/people?count=1&page=2`)).body, [people[1]]);
    const groups = (await world.get(`${list.path}/groups`)).body;
    assert.deepEqual(
      groups.map(({ name, members, unknown }: Body) => [name, members, unknown]),
      [
        ["Sales", 1, 0],
        ["Brussels", 1, 0],
      ],
    );
    const { body: directory } = await world.get(list.path);
    assert.deepEqual([directory.people, directory.groups, typeof directory.last_sync], [2, 2, "string"]);
  });

  it("200: who is changed, not active or missing is so after the sync", async () => {
    const list = await makeList();
    await send(list, lines(1, 5));
    await sync(list);
    const { body } = await send(list, ["E1,p1@example.org,Renamed,1", "E2,p2@example.org,Person,2,,,,,,,no", line(3)]);
    assert.deepEqual(body.plan, { created: 0, changed: 1, hidden: 1, removed: 1 });
    assert.deepEqual(
      body.samples.map(({ what, name }: Body) => `${what} ${name}`),
      ["changed Renamed 1", "hidden Person 2", "removed Person 4"],
    );
    await sync(list);
    assert.deepEqual(await names(list), ["Person 3", "Renamed 1"]);
  });

  it("200 with stopped: a plan that takes more than 10 and more than a tenth off the lists waits for confirm", async () => {
    const list = await makeList();
    await send(list, lines(0, 120));
    await sync(list);
    assert.equal((await send(list, lines(12, 120))).body.stopped, undefined, "12 of 120");
    const { body } = await send(list, lines(13, 120));
    assert.deepEqual([body.plan.removed, body.stopped], [13, true]);
    const stopped = await sync(list);
    assert.deepEqual([stopped.stopped, stopped.plan.removed, (await names(list)).length], [true, 13, 120]);
    const confirmed = await sync(list, { dry_run: false, confirm: true });
    assert.deepEqual([confirmed.stopped, (await names(list)).length], [undefined, 107]);
  });

  it("200: an empty list of few people is no accident, of many it is", async () => {
    const list = await makeList();
    await send(list, lines(0, 10));
    await sync(list);
    assert.equal((await send(list, [])).body.stopped, undefined);
    await send(list, lines(0, 11));
    await sync(list);
    assert.equal((await world.put(`${list.path}/people`, [])).body.stopped, true);
    assert.equal((await names(list)).length, 11);
  });

  it("200: two people of one address are reported, and no one is doubled or removed", async () => {
    const list = await makeList();
    const { body } = await send(list, [line(1), "E2,P1@example.org,Twin,2"]);
    assert.equal(body.plan.created, 1);
    const [, problem] = body.samples;
    assert.deepEqual([problem.what, problem.reason, problem.external_id], ["problem", "same_email", "E2"]);
    await sync(list);
    assert.deepEqual(await names(list), ["Person 1"]);
  });

  it("200: JSON, with groups as a list; people without an external_id are known by their address", async () => {
    const list = await makeList();
    const people = [
      { email: "json@example.org", first_name: "Jay", groups: ["A", "B"], active: true, department: null },
      { external_id: "2", first_name: "No", last_name: "Mail" },
    ];
    const { status, text } = await world.put(`${list.path}/people`, people);
    assert.equal(status, 200, text);
    await sync(list);
    assert.deepEqual(await names(list), ["Jay", "No Mail"]);
    assert.equal((await world.get(`${list.path}/people`)).body[0].external_id, "json@example.org");
  });

  it("400: one bad row refuses the list, by its number, and nothing of it is kept", async () => {
    const list = await makeList();
    await send(list, [line(1)]);
    const wrong: [code: string, field: string, row: string][] = [
      ["wrong_format", "[1].email", "E2,nobody"],
      ["missing_key", "[1].external_id", ",,Ann"],
      ["already_taken", "[1].external_id", "e1,other@example.org"],
      ["wrong_format", "[1].active", "E2,e2@example.org,,,,,,,,,perhaps"],
      ["too_large", "[1].phone", `E2,e2@example.org,,,${"1".repeat(101)}`],
    ];
    for (const [code, field, row] of wrong) {
      const { status, body } = await send(list, [line(1), row]);
      assert.deepEqual([status, body.code, body.field], [400, code, field], row);
      assert.match(body.message, /^Row 2: /);
    }
    assert.equal((await send(list, ["x"], "name")).body.code, "unreadable_body");
    assert.equal((await send(list, ["1,2"], "email,email")).body.code, "unreadable_body");
    for (const people of [[1], [{ external_id: 5 }], [{ external_id: "1", groups: [1] }]])
      assert.equal((await world.put(`${list.path}/people`, people)).status, 400);
    assert.equal((await world.get(`${list.path}/people`)).body.length, 1);
  });

  it("400: a directory that sends its people itself takes no list, and a list has no tokens", async () => {
    const { body } = await world.post("/directories", { kind: "scim", name: "Okta" });
    assert.equal((await world.put(`/directories/${body._id}/people`, [])).body.code, "wrong_directory_kind");
    const list = await makeList();
    assert.equal((await world.post(`${list.path}/tokens`)).body.code, "wrong_directory_kind");
  });

  it("200: rules that change are shown by a sync, and carried out by it", async () => {
    const list = await makeList();
    await send(list, [line(1, ",,,Sales"), line(2)]);
    await sync(list);
    const other = await buildLocation(world);
    await world.put(`${list.path}/rules`, [{ attribute: "department", value: "sales", hosts_at: [other] }]);
    assert.deepEqual(await names(list), ["Person 1", "Person 2"]);
    assert.deepEqual((await sync(list, {})).plan, { ...NOTHING, changed: 1, hidden: 1 });
    await sync(list);
    assert.deepEqual([await names(list), await names({ ...list, location: other })], [[], ["Person 1"]]);
  });
});
