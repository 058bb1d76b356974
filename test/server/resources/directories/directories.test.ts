import assert from "node:assert/strict";
import { after, describe, it } from "node:test";

import { newId } from "../../../../server/platform/lib/record/ids.ts";
import { makeScim } from "../../../support/scim.ts";
import { type Body, buildLocation, makeWorld } from "../../../support/world.ts";

const world = await makeWorld();
const location = await buildLocation(world);
after(() => world.close());

const make = async (kind: string, name = "Entra ID"): Promise<Body> => {
  const { status, body, text } = await world.post("/directories", { kind, name });
  assert.equal(status, 200, text);
  return body;
};

describe("directories (docs/directories.md)", () => {
  it("200: created, listed, renamed with its settings, and removed", async () => {
    const made = await make("scim");
    const { _id, create_date: _create, mod_date: _mod, ...rest } = made;
    const expected = { kind: "scim", name: "Entra ID", settings: {}, people: 0, groups: 0, tokens: [] };
    assert.deepEqual(rest, expected);
    assert.deepEqual((await world.get(`/directories/${_id.toUpperCase()}`)).body, made);
    assert.deepEqual((await world.get("/directories")).body.at(-1), made);
    const changed = await world.put(`/directories/${_id}`, { name: "Okta", kind: "csv", settings: { note: "x" } });
    assert.deepEqual([changed.body.name, changed.body.kind, changed.body.settings], ["Okta", "scim", { note: "x" }]);
    assert.equal((await world.put(`/directories/${_id}`, {})).body.mod_date, changed.body.mod_date);
    assert.equal((await world.remove(`/directories/${_id}`)).status, 200);
    assert.equal((await world.get(`/directories/${_id}`)).status, 404);
  });

  it("400: another kind, no name; 404: an unknown one", async () => {
    for (const body of [{ kind: "ldap", name: "x" }, { kind: "scim" }, { kind: "scim", name: " " }, { name: "x" }])
      assert.equal((await world.post("/directories", body)).status, 400, JSON.stringify(body));
    for (const path of ["", "/rules", "/people", "/groups", "/requests"])
      assert.equal((await world.get(`/directories/${newId()}${path}`)).status, 404);
    assert.equal((await world.post(`/directories/${newId()}/sync`)).status, 404);
  });

  it("412: it has changed since it was read", async () => {
    const { _id } = await make("scim");
    const { headers } = await world.get(`/directories/${_id}`);
    const ifMatch = { headers: { "if-match": String(headers["etag"]) } };
    await world.put(`/directories/${_id}`, { name: "Other" });
    assert.equal((await world.put(`/directories/${_id}`, { name: "Third" }, ifMatch)).status, 412);
    assert.equal((await world.remove(`/directories/${_id}`, ifMatch)).status, 412);
  });
});

describe("tokens of a directory (docs/directories.md)", () => {
  it("200: shown once, stored by its digest alone, two at most; ended at once", async () => {
    const { _id } = await make("scim");
    const path = `/directories/${_id}/tokens`;
    const [one, two] = [await world.post(path), await world.post(path)];
    assert.match(one.body.token, /^scim_[0-9A-Za-z]{40}$/);
    assert.notEqual(one.body.token, two.body.token);
    const third = await world.post(path);
    assert.deepEqual([third.status, third.body.code], [400, "too_many"]);
    assert.ok(!JSON.stringify((await world.get(`/directories/${_id}`)).body).includes("scim_"));
    const { rows } = await world.db.pool.query("select t::text from directory_tokens t");
    assert.ok(!JSON.stringify(rows).includes(one.body.token));
    const ask = async (token: string): Promise<number> => {
      const url = "/scim/v2/Users";
      return (await world.app.inject({ url, headers: { authorization: `Bearer ${token}` } })).statusCode;
    };
    assert.deepEqual([await ask(one.body.token), await ask(two.body.token)], [200, 200]);
    assert.equal((await world.remove(`${path}/${one.body._id}`)).status, 200);
    assert.deepEqual([await ask(one.body.token), await ask(two.body.token)], [401, 200]);
    assert.equal((await world.remove(`${path}/${one.body._id}`)).status, 404);
    assert.equal((await world.post(path)).status, 200);
  });

  it("200: a repeated creation doesn't show the token again", async () => {
    const { _id } = await make("scim");
    const headers = { "idempotency-key": newId() };
    const first = await world.post(`/directories/${_id}/tokens`, undefined, { headers });
    const again = await world.post(`/directories/${_id}/tokens`, undefined, { headers });
    assert.deepEqual(again.body, { _id: first.body._id });
  });

  it("429 after 30 bad tokens, which count neither in /api nor against a good token", async () => {
    const scim = await makeScim(world);
    const from = "198.51.100.7";
    const bad = () => scim.call("GET", "/Users", undefined, { authorization: "Bearer scim_wrong", from });
    for (let n = 0; n < 30; n += 1) assert.equal((await bad()).status, 401);
    const { status, headers } = await bad();
    assert.deepEqual([status, Number(headers["retry-after"]) > 0], [429, true]);
    assert.equal((await scim.call("GET", "/Users", undefined, { from })).status, 200);
    assert.equal((await world.get("/companiesList", { from })).status, 200);
  });

  it("404: a token of one directory sees nothing of another", async () => {
    const [a, b] = [await makeScim(world), await makeScim(world)];
    const [user, group] = [await a.user("same@example.org"), await a.group("Same")];
    assert.notEqual(await b.user("same@example.org"), user);
    assert.notEqual(await b.group("Same"), group);
    for (const path of [`/Users/${user}`, `/Groups/${group}`]) {
      for (const method of ["GET", "DELETE"]) assert.equal((await b.call(method, path)).status, 404);
      assert.equal((await b.patch(path, { op: "replace", path: "displayName", value: "x" })).status, 404);
    }
    assert.equal((await b.call("GET", "/Users")).body.totalResults, 1);
    assert.equal((await a.find("/Users", `id eq "${user}"`)).totalResults, 1);
    assert.equal((await b.find("/Users", `id eq "${user}"`)).totalResults, 0);
  });
});

describe("rules of a directory (docs/directories.md)", () => {
  it("200: replaced as a whole, locations in lower case and each once", async () => {
    const { _id } = await make("scim");
    const rules = [
      { group: "Sales", hosts_at: [location.toUpperCase(), location] },
      { attribute: "department", value: "IT", hosts_at: [], role: "receptionist", users_at: [location] },
      { everyone: true, hosts_at: [location] },
    ];
    const { status, body, text } = await world.put(`/directories/${_id}/rules`, rules);
    assert.equal(status, 200, text);
    assert.deepEqual(body, [{ ...rules[0], hosts_at: [location] }, rules[1], rules[2]]);
    assert.deepEqual((await world.get(`/directories/${_id}/rules`)).body, body);
    assert.deepEqual((await world.put(`/directories/${_id}/rules`, [])).body, []);
  });

  it("400: names the rule", async () => {
    const { _id } = await make("scim");
    const good = { everyone: true, hosts_at: [location] };
    const wrong: [field: string, rule: object][] = [
      ["[1]", { hosts_at: [location] }],
      ["[1]", { group: "a", everyone: true, hosts_at: [location] }],
      ["[1].value", { attribute: "title", hosts_at: [location] }],
      ["[1].hosts_at", { everyone: true, hosts_at: [newId()] }],
      ["[1].hosts_at", { everyone: true, hosts_at: [] }],
      ["[1].users_at", { everyone: true, role: "employee" }],
      ["[1].role", { everyone: true, hosts_at: [location], users_at: [location] }],
      ["[1].role", { everyone: true, role: "owner", users_at: [location] }],
    ];
    for (const [field, rule] of wrong) {
      const answer = await world.put(`/directories/${_id}/rules`, [good, rule]);
      assert.deepEqual([answer.status, answer.body.field], [400, field], JSON.stringify(rule));
    }
    assert.deepEqual((await world.get(`/directories/${_id}/rules`)).body, []);
  });
});

describe("the requests of a directory (docs/directories.md)", () => {
  it("200: the last 200, newest first, with their outcome and nothing of a person", async () => {
    const scim = await makeScim(world);
    const id = await scim.user("secret@example.org");
    await scim.call("POST", "/Users", { userName: "secret@example.org" });
    await scim.call("GET", "/Users/secret@example.org");
    await scim.call("GET", '/Users?filter=userName eq "secret@example.org"');
    const { body } = await world.get(`/directories/${scim.directory}/requests`);
    assert.deepEqual(
      body.slice(0, 4).map(({ method, path, status }: Body) => `${method} ${path} ${status}`),
      ["GET /Users 200", "GET /Users/… 404", "POST /Users 400", "POST /Users 201"],
    );
    assert.match(body[2].detail, /schemas/);
    assert.ok(!JSON.stringify(body).includes("secret"));
    await Promise.all(Array.from({ length: 210 }, () => scim.call("GET", `/Users/${id}`)));
    const { length, 0: newest } = (await world.get(`/directories/${scim.directory}/requests`)).body;
    assert.deepEqual([length, newest.path], [200, `/Users/${id}`]);
  });
});
