import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import type { KeyRole } from "../../../../shared/roles.ts";
import type { Endpoint } from "../../../../server/platform/http/contract/contract.ts";
import { isAllowed, nameOf, requestOf, rowOf } from "../../../security/requests.ts";
import { makeObject, makeTenant, type Tenant } from "../../../security/tenant.ts";
import { type Answer, buildKey, makeWorld, type World } from "../../../support/world.ts";

let world: World;
let tenant: Tenant;

before(async () => {
  world = await makeWorld({ heartbeatMs: 30 });
  tenant = await makeTenant(world);
});
after(() => world.close());

/** The lines of the table that a key which changes nothing reads from (rules 4, "API keys take role"). */
const READS = new Set([
  "anything",
  "read visits, inside list",
  "dashboard, counters",
  "registered visitors, invitations",
  "read hosts",
]);
const EXPORTS = new Set([
  "/visitors/export/bycompany/{company_id}",
  "/companies/{company_id}/visitors/export",
  "/companies/{company_id}/visitors/workbook",
]);

const expected = (endpoint: Endpoint, role: KeyRole): number => {
  const row = rowOf(endpoint);
  if (role !== "read_only") return isAllowed(row, { role, key: true }) ? (row.own ?? 200) : 403;
  const reads = READS.has(row.line) || EXPORTS.has(endpoint.path);
  return endpoint.method === "GET" && reads && row.closedToKeys !== true ? 200 : 403;
};

const send = async (endpoint: Endpoint, as: Record<string, string>): Promise<Answer> => {
  const { object } = rowOf(endpoint);
  const shared = object === undefined ? {} : { [object]: await makeObject(world, tenant, object) };
  const { method, path, options } = requestOf(endpoint, { ...tenant, shared: { ...tenant.shared, ...shared } });
  return world.call(method, path, { as, ...options });
};

describe("a key with less (rules 4: API keys take role)", () => {
  for (const role of ["receptionist", "security_guard", "read_only"] as const)
    it(`200 or 403: ${role} may what the table says, and nothing that is closed to keys`, async () => {
      const as = await buildKey(world, [tenant.location], { role });
      for (const endpoint of world.endpoints) {
        const { status, text } = await send(endpoint, as);
        assert.equal(status, expected(endpoint, role), `${nameOf(endpoint)}: ${text}`);
        if (status === 403) assert.equal(text, '{"error":"Invalid API key"}');
      }
    });

  it("200: visits, hosts, registered visitors, visit types, agreements, reports and events are read by read_only", () => {
    const read = world.endpoints.filter((endpoint) => expected(endpoint, "read_only") === 200).map(({ path }) => path);
    const location = "{company_id}";
    for (const path of [
      `/visitors/bycompany/${location}`,
      `/visitors/signed_current/${location}`,
      "/visitors/{visitorId}",
      `/visitees/bycompany/${location}`,
      `/knownvisitors/bycompany/${location}`,
      `/companies/${location}/visittypes`,
      `/companies/${location}/agreements`,
      `/companies/${location}/statistics/{datetimestamp}`,
      `/companies/${location}/events`,
    ])
      assert.ok(read.includes(path), path);
    for (const path of read)
      assert.doesNotMatch(path, /poster|badge|webhook|audit|outbox|devices|users(?!\/me)|apikeys/);
  });

  it("403: a refusal by role does not count as a refused credential, and HEAD is refused as GET", async () => {
    const as = await buildKey(world, [tenant.location], { role: "read_only" });
    const from = "192.0.2.99";
    for (let n = 0; n < 40; n += 1)
      assert.equal((await world.post("/visitors", { company_id: tenant.location }, { as, from })).status, 403);
    assert.equal((await world.get("/companiesList", { as, from })).status, 200);
    const head = (url: string) => world.app.inject({ method: "HEAD", url: `/api${url}`, headers: as });
    assert.equal((await head(`/companies/${tenant.location}/webhooks`)).statusCode, 403);
    assert.equal((await head(`/visitors/signed_current/${tenant.location}`)).statusCode, 200);
  });
});

describe("POST and PUT /apikeys: role and scopes", () => {
  it("200: local_admin without scopes unless said; shown with the key and to itself", async () => {
    const plain = (await world.post("/apikeys", { name: "plain", companies: [tenant.location] })).body;
    assert.deepEqual([plain.role, plain.scopes], ["local_admin", []]);
    const body = { name: "less", companies: [tenant.location], role: "receptionist", scopes: ["trace", "trace"] };
    const made = (await world.post("/apikeys", body)).body;
    assert.deepEqual([made.role, made.scopes], ["receptionist", ["trace"]]);
    const listed = (await world.get("/apikeys")).body.find(({ _id }: { _id: string }) => _id === made._id);
    assert.deepEqual([listed.role, listed.scopes], ["receptionist", ["trace"]]);
    const me = (await world.get("/users/me", { as: { authorization: `Bearer ${made.key}` } })).body;
    assert.deepEqual([me.role, me.scopes, me.type], ["receptionist", ["trace"], "api_key"]);
  });

  it("200: a change binds on the next call; absent keys stay; no scope is left by null, and no role is 400", async () => {
    const made = (await world.post("/apikeys", { name: "change", companies: [tenant.location], scopes: ["watchlist"] }))
      .body;
    const as = { authorization: `Bearer ${made.key}` };
    const start = async () => (await world.post("/visitors", { company_id: tenant.location }, { as })).status;
    const change = async (body: object) => (await world.put(`/apikeys/${made._id}`, body)).body;
    assert.equal(await start(), 200);
    const less = await change({ role: "read_only" });
    assert.deepEqual([less.role, less.scopes], ["read_only", ["watchlist"]]);
    assert.equal(await start(), 403);
    assert.equal((await change({ name: "renamed" })).role, "read_only");
    assert.equal((await change({ role: null })).code, "not_removable");
    assert.equal(await start(), 403);
    assert.deepEqual((await change({ scopes: null })).scopes, []);
    assert.equal((await change({ role: "local_admin" })).role, "local_admin");
    assert.equal(await start(), 200);
  });

  it("400: a role or scope that there is not, named; roles of people alone too", async () => {
    for (const [key, value] of [
      ["role", "global_admin"],
      ["role", "employee"],
      ["role", "admin"],
      ["scopes", ["everything"]],
      ["scopes", "trace"],
    ] as const) {
      const { status, body } = await world.post("/apikeys", { name: "x", companies: [tenant.location], [key]: value });
      assert.equal(status, 400, `${key} ${String(value)}`);
      assert.match(body.message, new RegExp(`"${key}`));
    }
  });

  it("403: a stored role that there is not gives nothing, and ends a stream that goes on", async () => {
    const made = (await world.post("/apikeys", { name: "odd", companies: [tenant.location] })).body;
    const headers = { authorization: `Bearer ${made.key}` };
    const url = `/api/companies/${tenant.location}/events`;
    const { stream } = await world.app.inject({ url, headers, payloadAsStream: true });
    await world.db.pool.query("update api_keys set role = 'owner' where _id = $1", [made._id]);
    for await (const _part of stream()) void 0;
    assert.equal((await world.get("/companiesList", { as: headers, from: "192.0.2.5" })).status, 403);
  });

  it("200: the audit log notes the role before and after", async () => {
    const made = (await world.post("/apikeys", { name: "noted", companies: [tenant.location] })).body;
    await world.put(`/apikeys/${made._id}`, { role: "security_guard" });
    const { rows } = await world.db.pool.query(
      "select body from log_bodies where subject_id = $1 order by seq desc limit 1",
      [made._id],
    );
    const { before: was, after: became } = JSON.parse(rows[0].body);
    assert.deepEqual([was.role, became.role], ["local_admin", "security_guard"]);
  });
});
