import assert from "node:assert/strict";
import { after, describe, it } from "node:test";

import { newId } from "../../../../server/platform/lib/record/ids.ts";
import { buildKey, buildUser, makeWorld } from "../../../support/world.ts";
import { addEntry, come, inAMonth, made, makeWatched } from "./watched.ts";

const world = await makeWorld();
after(() => world.close());

const codeOf = ({ status, body }: { status: number; body: { code?: string; field?: string } }) => [
  status,
  body.code,
  body.field,
];

describe("Watch lists (decision 0068)", () => {
  it("200: add, list, read, change, remove; a list counts its entries", async () => {
    const watched = await makeWatched(world);
    await addEntry(world, watched, ["Jo Janssens"]);
    const { body } = await world.get(watched.path);
    assert.deepEqual([body.length, body[0].name, body[0].kind, body[0].entries], [1, "Barred", "denied", 1]);
    const changed = await world.put(`${watched.path}/${watched.list}`, { name: "Guests of honour", kind: "vip" });
    assert.deepEqual([changed.body.name, changed.body.kind, changed.body.entries], ["Guests of honour", "vip", 1]);
    assert.equal((await world.remove(`${watched.path}/${watched.list}`)).status, 200);
    assert.equal((await world.get(`${watched.path}/${watched.list}`)).status, 404);
    const left = await world.db.rows({ sql: "select 1 from watch_names", parameters: [] });
    assert.equal(left.length, 0);
  });

  it("200: an entry keeps its note sealed, and gives it back", async () => {
    const watched = await makeWatched(world);
    const entry = await addEntry(world, watched, ["Jo Janssens", "Joke J."], {
      born: "1980-02-29",
      emails: ["jo@example.org"],
      phones: ["+32 470 00 00 00"],
      note: "Ask for the manager",
    });
    const path = `${watched.path}/${watched.list}/entries`;
    assert.deepEqual((await world.get(`${path}/${entry._id}`)).body, entry);
    assert.deepEqual((await world.get(path)).body, [entry]);
    assert.equal(entry["note"], "Ask for the manager");
    const [stored] = await world.db.rows<{ note: string }>({ sql: "select note from watch_entries", parameters: [] });
    assert.match(stored?.note ?? "", /^1\./);
    const { body } = await world.put(`${path}/${entry._id}`, { note: null, born: null, names: ["Jo Janssen"] });
    assert.deepEqual(
      [body.note, body.born, body.names, body.emails],
      [undefined, undefined, ["Jo Janssen"], ["jo@example.org"]],
    );
    assert.equal((await world.remove(`${path}/${entry._id}`)).status, 200);
    assert.deepEqual((await world.get(path)).body, []);
  });

  it("400: keys that are missing, dates, reasons", async () => {
    const { path, list } = await makeWatched(world);
    const year = new Date(Date.now() + 400 * 86_400_000).toISOString().slice(0, 10);
    const good = { names: ["Jo Janssens"], reason_code: "other", review_on: inAMonth() };
    const cases: [object, string, string][] = [
      [{ ...good, names: undefined }, "missing_key", "names"],
      [{ ...good, names: [] }, "too_few", "names"],
      [{ ...good, reason_code: "theft" }, "wrong_format", "reason_code"],
      [{ ...good, review_on: undefined }, "missing_key", "review_on"],
      [{ ...good, review_on: year }, "out_of_range", "review_on"],
      [{ ...good, review_on: "2026-02-30" }, "wrong_format", "review_on"],
      [{ ...good, born: "1980-13-01" }, "wrong_format", "born"],
    ];
    for (const [body, code, field] of cases)
      assert.deepEqual(codeOf(await world.post(`${path}/${list}/entries`, body)), [400, code, field]);
    assert.deepEqual(codeOf(await world.post(path, { name: "A" })), [400, "missing_key", "kind"]);
    assert.equal((await world.post(`${path}/${newId()}/entries`, good)).status, 404);
  });

  it("403: keys without the scope, and all but administrators", async () => {
    const { location, path } = await makeWatched(world);
    const without = await buildKey(world, [location]);
    const scoped = await buildKey(world, [location], { scopes: ["watchlist"] });
    assert.equal((await world.get(path, { as: without })).status, 403);
    assert.equal((await world.get(`${path}/hits`, { as: without })).status, 403);
    assert.equal((await world.get(path, { as: scoped })).status, 200);
    for (const role of ["receptionist", "security_guard", "employee"] as const) {
      const user = await buildUser(world, role, [location]);
      assert.equal((await world.get(path, { as: user })).status, 403, role);
    }
    assert.equal((await world.get(path, { as: await buildUser(world, "local_admin", [location]) })).status, 200);
  });

  it("200: a check says which entries fit, is in the audit log without the name, and makes no hit", async () => {
    const watched = await makeWatched(world);
    const entry = await addEntry(world, watched, ["Mohammed Hussein"]);
    const found = await made(world, `${watched.path}/check`, { first_name: "محمد", last_name: "حسين" });
    assert.deepEqual([found.length, found[0].entry_id, found[0].list_id], [1, entry._id, watched.list]);
    assert.ok(found[0].score >= 0.8 && found[0].parts.length > 0);
    assert.deepEqual(await made(world, `${watched.path}/check`, { first_name: "Ada", last_name: "Lovelace" }), []);
    const { text } = await world.get(`/companies/${watched.location}/audit?count=100&page=1`);
    assert.equal(text.split("watchlist.check").length, 3);
    assert.doesNotMatch(text, /Hussein|حسين/);
    assert.deepEqual((await world.get(`${watched.path}/hits`)).body, []);
  });

  it("400: a visit type compares visitors only if it screens them", async () => {
    const { location, type } = await makeWatched(world);
    const path = `/companies/${location}/visittypes`;
    assert.deepEqual(codeOf(await world.post(path, { name: "A", watchlist: true })), [400, "missing_key", "screening"]);
    assert.deepEqual(codeOf(await world.put(`${path}/${type}`, { screening: false })), [
      400,
      "missing_key",
      "screening",
    ]);
    const { body } = await world.get(`${path}/${type}`);
    assert.deepEqual([body.watchlist, body.screening_by], [true, "host"]);
  });

  it("nothing of lists, entries and hits is in answers to those without the right", async () => {
    const watched = await makeWatched(world, { screening_by: "watchlist" });
    await addEntry(world, watched, ["Canary Zyxwvut"], { note: "canarynote" });
    const visit = await come(world, watched, "Canari Zyxwvutt");
    const { location } = watched;
    const reads = [
      `/visitors/${visit._id}`,
      `/visitors/${visit._id}/timeline`,
      `/visitors/bycompany/${location}?count=10&page=1&search=Zyxwvut`,
      `/visitors/signed_current/${location}`,
      `/companies/${location}/visittypes`,
      `/companies/${location}/audit?count=100&page=1`,
      `/companies/${location}/outbox?count=10&page=1`,
    ];
    const key = await buildKey(world, [location]);
    for (const path of reads) {
      const { text } = await world.get(path, { as: key });
      assert.doesNotMatch(text, /Canary Zyxwvut|zyxwvut"|canarynote|site_ban.*zyx/i, path);
    }
    assert.doesNotMatch(JSON.stringify(world.log), /zyxwvut|canarynote/i);
  });
});
