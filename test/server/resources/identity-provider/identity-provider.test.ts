import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { newId } from "../../../../server/platform/lib/record/ids.ts";
import { type Application, newApplication, type Provider, startProvider } from "../../../support/outside/provider.ts";
import { bearer, type Body, buildLocation, buildUser, logOf, makeWorld, type World } from "../../../support/world.ts";

let provider: Provider;
let world: World;
let location: string;
let other: string;

before(async () => {
  provider = await startProvider();
  world = await makeWorld({ env: { IDP_AUTHORITY: provider.url } });
  location = await buildLocation(world);
  other = await buildLocation(world);
});
after(async () => {
  await world.close();
  await provider.stop();
});

const make = async (overrides: Record<string, unknown> = {}): Promise<Body> => {
  const body = { name: "application", companies: [location], ...newApplication(), ...overrides };
  const answer = await world.post("/idpcredentials", body);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
};

const as = (application: Application) => bearer(provider.token(application, "2.0"));
const statusOf = async (application: Application, path = `/companies/${location}`): Promise<number> =>
  (await world.get(path, { as: as(application) })).status;

describe("POST /idpcredentials (interface 5.8, rules 4, 5)", () => {
  it("200: the record has just the documented fields, GUIDs in lower case, each location once", async () => {
    const application = newApplication();
    const body = await make({
      name: "Doors",
      tenant_id: application.tenant_id.toUpperCase(),
      client_id: application.client_id.toUpperCase(),
      companies: [location, location.toUpperCase(), other],
    });
    const { _id, create_date, mod_date, ...rest } = body;
    assert.deepEqual(rest, { name: "Doors", ...application, companies: [location, other] });
    assert.match(_id, /^[0-9a-f]{24}$/);
    assert.equal(create_date, mod_date);
    assert.deepEqual((await world.get("/idpcredentials")).body.at(-1), body);
  });

  it("400: says which field, and registers nothing", async () => {
    const good = { name: "application", companies: [location], ...newApplication() };
    const wrong: [string, Record<string, unknown>][] = [
      ["name", { ...good, name: undefined }],
      ["name", { ...good, name: " " }],
      ["tenant_id", { ...good, tenant_id: undefined }],
      ["client_id", { ...good, client_id: undefined }],
      ["companies", { ...good, companies: undefined }],
      ["companies", { ...good, companies: [] }],
      ...["common", "", "contoso.onmicrosoft.com", `${good.tenant_id}/..`, `{${good.tenant_id}}`, `${good.tenant_id}\n`]
        .flatMap((id) => ["tenant_id", "client_id"].map((key) => [key, { ...good, [key]: id }] as const))
        .map(([key, body]): [string, Record<string, unknown>] => [key, body]),
    ];
    const count = (await world.get("/idpcredentials")).body.length;
    for (const [field, body] of wrong) {
      const answer = await world.post("/idpcredentials", body);
      assert.equal(answer.status, 400, JSON.stringify(body));
      assert.ok(answer.body.message.includes(`"${field}"`), answer.text);
    }
    assert.equal((await world.get("/idpcredentials")).body.length, count);
  });

  it("400: an application is registered once, in either letter case; 20 at the same moment make one", async () => {
    const application = newApplication();
    const body = { name: "application", companies: [location], ...application };
    const all = await Promise.all(Array.from({ length: 20 }, () => world.post("/idpcredentials", body)));
    assert.equal(all.filter(({ status }) => status === 200).length, 1);
    assert.equal(all.filter(({ status }) => status === 400).length, 19);
    const upper = { ...body, client_id: application.client_id.toUpperCase() };
    assert.match((await world.post("/idpcredentials", upper)).body.message, /"client_id" is already registered/);
    await make({ tenant_id: application.tenant_id });
    await make({ client_id: application.client_id });
  });

  it("403: no user gives a location that they do not have; a local admin registers nothing", async () => {
    for (const companies of [[newId()], ["malformed"], [location, newId()]])
      assert.equal((await world.post("/idpcredentials", { name: "x", ...newApplication(), companies })).status, 403);
    const local = await buildUser(world, "local_admin", [location]);
    assert.equal((await world.get("/idpcredentials", { as: local })).status, 403);
  });

  it("200: repeated with its Idempotency-Key it answers with the record as it is now (rules 2)", async () => {
    const body = { name: "once", companies: [location], ...newApplication() };
    const headers = { "idempotency-key": "idp" };
    const first = await world.post("/idpcredentials", body, { headers });
    await world.put(`/idpcredentials/${first.body._id}`, { name: "renamed" });
    const again = await world.post("/idpcredentials", body, { headers });
    assert.deepEqual([again.body._id, again.body.name], [first.body._id, "renamed"]);
  });
});

describe("PUT /idpcredentials/{id} (interface 5.6, rules 4)", () => {
  it("200: changes each field alone, keeps the others; the same again keeps mod_date", async () => {
    const old = await make();
    const next = newApplication();
    for (const change of [
      { name: "new" },
      { tenant_id: next.tenant_id },
      { client_id: next.client_id },
      { companies: [other] },
    ])
      assert.equal((await world.put(`/idpcredentials/${old._id}`, change)).status, 200);
    const { body } = await world.put(`/idpcredentials/${old._id}`, { tenant_id: next.tenant_id.toUpperCase() });
    assert.deepEqual(body, { ...old, name: "new", ...next, companies: [other], mod_date: body.mod_date });
    assert.equal((await world.put(`/idpcredentials/${old._id}`, {})).body.mod_date, body.mod_date);
  });

  it("400: no field can be removed, and an application of another credential can't be taken", async () => {
    const [one, two] = [await make(), await make()];
    for (const key of ["name", "tenant_id", "client_id", "companies"])
      assert.match(
        (await world.put(`/idpcredentials/${one._id}`, { [key]: null })).body.message,
        new RegExp(`"${key}"`),
      );
    const taken = { tenant_id: two.tenant_id, client_id: two.client_id };
    assert.equal((await world.put(`/idpcredentials/${one._id}`, taken)).status, 400);
    assert.deepEqual(
      (await world.get("/idpcredentials")).body.find(({ _id }: Body) => _id === one._id),
      one,
    );
  });

  it("400: of changes to one application at the same moment one succeeds", async () => {
    const records = await Promise.all(Array.from({ length: 8 }, () => make()));
    const next = newApplication();
    const all = await Promise.all(records.map(({ _id }) => world.put(`/idpcredentials/${_id}`, next)));
    const count = (status: number): number => all.filter((answer) => answer.status === status).length;
    assert.deepEqual([count(200), count(400)], [1, 7]);
  });

  it("403: narrowing of locations binds on the next call, and a location the caller lacks is not given", async () => {
    const record = await make({ companies: [location, other] });
    assert.equal(await statusOf(record), 200);
    await world.put(`/idpcredentials/${record._id}`, { companies: [other] });
    assert.equal(await statusOf(record), 403);
    assert.equal(await statusOf(record, `/companies/${other}`), 200);
    assert.equal((await world.put(`/idpcredentials/${record._id}`, { companies: [newId()] })).status, 403);
  });

  it("403: another application binds on the next call", async () => {
    const record = await make();
    assert.equal(await statusOf(record), 200);
    const next = newApplication();
    await world.put(`/idpcredentials/${record._id}`, next);
    assert.equal(await statusOf(record), 403);
    assert.equal(await statusOf(next), 200);
  });
});

describe("DELETE /idpcredentials/{id} (interface 5.6)", () => {
  it("403: its tokens are refused on the next call, it is gone from the list, and its application can be registered again", async () => {
    const record = await make();
    assert.equal(await statusOf(record), 200);
    assert.equal((await world.remove(`/idpcredentials/${record._id}`)).status, 200);
    assert.equal(await statusOf(record), 403);
    assert.ok((await world.get("/idpcredentials")).body.every(({ _id }: Body) => _id !== record._id));
    assert.equal((await world.remove(`/idpcredentials/${record._id}`)).status, 404);
    assert.equal((await world.put(`/idpcredentials/${record._id}`, { name: "x" })).status, 404);
    await make({ tenant_id: record.tenant_id, client_id: record.client_id });
    assert.equal(await statusOf(record), 200);
  });

  it("403: a location that was removed is covered no more, and takes nothing else from the credential", async () => {
    const gone = await buildLocation(world, { name: "gone" });
    const record = await make({ companies: [gone, location] });
    await world.call("DELETE", `/companies/${gone}`, { body: { name: "gone" } });
    assert.equal(await statusOf(record, `/companies/${gone}`), 403);
    assert.equal(await statusOf(record), 200);
    const { body } = await world.get("/idpcredentials");
    assert.deepEqual(body.find(({ _id }: Body) => _id === record._id).companies, [location]);
  });
});

describe("a token as a principal of its own (interface 5.4, 5.5, 5.8)", () => {
  it("200: it is a local_admin of its locations and says so at /users/me (rules 5)", async () => {
    const record = await make({ name: "doors", companies: [location, other] });
    const { body } = await world.get("/users/me", { as: as(record) });
    const expected = { _id: record._id, type: "idp_credential", name: "doors", role: "local_admin" };
    assert.deepEqual(body, { ...expected, companies: [location, other] });
  });

  it("200: what it does is in the log under its own id", async () => {
    const record = await make();
    await world.post("/visitors", { company_id: location }, { as: as(record) });
    const entry = (await logOf(world, location)).at(-1);
    assert.deepEqual([entry.actor_kind, entry.actor_id], ["idp_credential", record._id]);
  });

  it("403: locations, users, keys and credentials are closed to it whatever it covers", async () => {
    const record = await make({ companies: [location, other] });
    const closed: [string, string][] = [
      ["POST", "/companies"],
      ["DELETE", `/companies/${location}`],
      ["GET", "/users"],
      ["POST", "/users"],
      ["GET", "/apikeys"],
      ["POST", "/apikeys"],
      ["GET", "/idpcredentials"],
      ["POST", "/idpcredentials"],
      ["PUT", `/idpcredentials/${record._id}`],
      ["DELETE", `/idpcredentials/${record._id}`],
    ];
    for (const [method, path] of closed) {
      const answer = await world.call(method, path, { as: as(record), body: { name: "x" } });
      assert.equal(answer.text, '{"error":"Invalid API key"}', `${method} ${path}`);
    }
  });
});
