import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { newId } from "../../../../server/platform/lib/record/ids.ts";
import {
  type Application,
  buildToken,
  newApplication,
  type Odd,
  type Provider,
  startProvider,
  type Version,
} from "../../../support/outside/provider.ts";
import {
  type Answer,
  bearer,
  buildLocation,
  lastReason,
  makeWorld,
  unknownKey,
  type World,
} from "../../../support/world.ts";
import { fingerprint } from "../../../security/requests.ts";
import { mutations } from "./mutations.ts";

const VERSIONS: readonly Version[] = ["1.0", "2.0"];

let provider: Provider;
let world: World;
let location: string;
let app: Application;
let calls = 0;

/** A source address that no other test uses. */
const newSource = (): string => {
  calls += 1;
  return `10.3.${calls >> 8}.${calls & 255}`;
};

const send = (token: string, from = newSource()): Promise<Answer> =>
  world.get(`/companies/${location}`, { as: bearer(token), from });
const statusOf = async (version: Version, odd: Odd = {}): Promise<number> =>
  (await send(provider.token(app, version, odd))).status;
const countOf = async (from: string): Promise<number> =>
  (await world.db.pool.query("select n from refusals where source = $1", [`${from}/32`])).rows[0]?.n ?? 0;

before(async () => {
  provider = await startProvider();
  world = await makeWorld({ env: { IDP_AUTHORITY: `${provider.url}/` } });
  location = await buildLocation(world);
  app = newApplication();
  await world.post("/idpcredentials", { name: "application", companies: [location], ...app });
});
after(async () => {
  await world.close();
  await provider.stop();
});

describe("Authorization: Bearer <ACCESS_TOKEN> (interface 5.8)", () => {
  it("200: tokens of both versions, with and without the claims that an application may turn on", async () => {
    const id = app.client_id;
    for (const version of VERSIONS)
      for (const claims of [
        {},
        { idtyp: "app" },
        { roles: ["Visits.Read"], groups: ["g"], wids: [], unknown: { deep: [1] } },
        { ver: undefined, aio: undefined, rh: undefined, uti: undefined },
        { oid: undefined, sub: id },
        { oid: undefined, sub: undefined },
        { idtyp: "app", oid: undefined },
        { idtyp: "app", sub: "another-subject" },
        { appid: id, azp: id },
        { appid: id, azp: undefined },
        { appid: undefined, azp: id },
        { aud: id.toUpperCase() },
        { nbf: undefined, iat: undefined },
      ])
        assert.equal(
          await statusOf(version, { claims }),
          200,
          `${version} ${JSON.stringify(claims)}: ${String(lastReason(world))}`,
        );
    assert.equal(await statusOf("1.0", { claims: { aud: `api://${id}` } }), 200);
    assert.equal(await statusOf("1.0", { claims: { appidacr: "2" } }), 200);
    assert.equal(await statusOf("2.0", { claims: { azpacr: "2" } }), 200);
  });

  it("200: issuers of the public provider, of its Chinese one and of the authority itself", async () => {
    const tid = app.tenant_id;
    assert.equal(await statusOf("1.0", { claims: { iss: `https://sts.chinacloudapi.cn/${tid}/` } }), 200);
    assert.equal(await statusOf("1.0", { claims: { iss: `${provider.url}/${tid}/` } }), 200);
    assert.equal(await statusOf("2.0", { claims: { iss: `https://login.microsoftonline.com/${tid}/v2.0` } }), 200);
  });

  it("200: typ may be absent or in lower case, the scheme in any letter case", async () => {
    assert.equal(await statusOf("2.0", { header: { typ: undefined } }), 200);
    assert.equal(await statusOf("2.0", { header: { typ: "jwt", x5t: undefined } }), 200);
    const authorization = `bEARER   ${provider.token(app, "1.0")}  `;
    assert.equal((await world.get("/companiesList", { as: { authorization }, from: newSource() })).status, 200);
  });

  it("403: 150 mutated tokens and more, none accepted, each for its own reason, each counted, all the same bytes", async (context) => {
    const forms = new Set([fingerprint(await world.get("/companiesList", { as: unknownKey(), from: newSource() }))]);
    const all = mutations(provider, app);
    for (const { name, token, reason } of all) {
      const from = newSource();
      const answer = await send(token, from);
      assert.equal(answer.status, 403, name);
      assert.match(String(lastReason(world)), reason, name);
      assert.equal(await countOf(from), 1, name);
      forms.add(fingerprint(answer));
    }
    assert.equal(forms.size, 1);
    for (const version of VERSIONS) assert.equal(await statusOf(version), 200);
    assert.ok(all.length >= 150);
    context.diagnostic(`mutated tokens: ${all.length}, 0 accepted`);
  });

  it("403: a token is not a key in X-API-Key, nor without its scheme", async () => {
    const token = provider.token(app, "2.0");
    for (const as of [{ "x-api-key": token }, { authorization: token }, { authorization: `Basic ${token}` }])
      assert.equal((await world.get("/companiesList", { as, from: newSource() })).status, 403);
  });

  it("403: the app-only token of another application of the directory for our audience, registered or not", async () => {
    const other = newApplication().client_id;
    const token = () => provider.token({ ...app, client_id: other }, "2.0", { claims: { aud: app.client_id } });
    assert.equal((await send(token())).status, 403);
    await world.post("/idpcredentials", {
      name: "x",
      companies: [location],
      tenant_id: app.tenant_id,
      client_id: other,
    });
    assert.equal((await send(token())).status, 403);
    assert.match(String(lastReason(world)), /another audience/);
  });

  it("403: the same application in two directories is two: a token of one does not open what the other covers", async () => {
    const elsewhere = await buildLocation(world);
    const twin = { ...newApplication(), client_id: app.client_id };
    await world.post("/idpcredentials", { name: "twin", companies: [elsewhere], ...twin });
    const as = bearer(provider.token(twin, "2.0"));
    assert.equal((await world.get(`/companies/${elsewhere}`, { as, from: newSource() })).status, 200);
    assert.equal((await world.get(`/companies/${location}`, { as, from: newSource() })).status, 403);
  });

  it("403: a token ends at the very second it expires, and begins 30 seconds early at most, by our clock", async () => {
    const at = Date.parse("2026-11-21T12:00:00Z");
    const claims = { iat: at / 1000, nbf: at / 1000, exp: at / 1000 + 3600 };
    Object.assign(world.clock, { frozen: true, now: at - 30_000 });
    assert.equal(await statusOf("2.0", { claims }), 200);
    world.clock.now = at - 30_001;
    assert.equal(await statusOf("2.0", { claims }), 403);
    world.clock.now = at + 3_599_999;
    assert.equal(await statusOf("2.0", { claims }), 200);
    world.clock.now = at + 3_600_000;
    assert.equal(await statusOf("2.0", { claims }), 403);
    world.clock.frozen = false;
  });

  it("429: bad tokens count like bad keys, the 31st is too many, and then a good one too (interface 8)", async () => {
    const from = newSource();
    for (let n = 0; n < 30; n += 1) assert.equal((await send("nothing", from)).status, 403);
    assert.equal((await send("nothing", from)).status, 429);
    assert.equal((await send(provider.token(app, "2.0"), from)).status, 429);
  });

  it("200: 200 good tokens never count", async () => {
    const from = newSource();
    for (let n = 0; n < 200; n += 1) assert.equal((await send(provider.token(app, "2.0"), from)).status, 200);
    assert.equal(await countOf(from), 0);
  });

  it("200: an Idempotency-Key belongs to the credential: another token of it finds the same record (rules 2)", async () => {
    const headers = { "idempotency-key": newId() };
    const post = (version: Version) =>
      world.post("/visitors", { company_id: location }, { as: bearer(provider.token(app, version)), headers });
    const first = await post("1.0");
    assert.equal((await post("2.0")).body._id, first.body._id);
    const other = await buildToken(world, provider, [location], "2.0");
    assert.notEqual(
      (await world.post("/visitors", { company_id: location }, { as: other, headers })).body._id,
      first.body._id,
    );
  });

  it("no part of a token reaches the log", async () => {
    const token = provider.token(app, "2.0");
    await send(token);
    await send(`${token}x`);
    const lines = JSON.stringify(world.log);
    for (const part of token.split(".")) assert.ok(!lines.includes(part));
  });
});
