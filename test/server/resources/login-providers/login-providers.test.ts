import assert from "node:assert/strict";
import { after, describe, it } from "node:test";

import { SETTINGS_PROVIDER } from "../../../../server/platform/auth/credential.ts";
import { newId } from "../../../../server/platform/lib/record/ids.ts";
import { isSealedWith } from "../../../../server/platform/lib/secret/sealing.ts";
import { resealLoginProviders } from "../../../../server/resources/login-providers/resealing.ts";
import { startProvider } from "../../../support/outside/oidc-provider.ts";
import { type Body, buildKey, buildLocation, makeWorld } from "../../../support/world.ts";

const provider = await startProvider();
const world = await makeWorld({ env: { CONNECT_ALLOWED_NETWORKS: "127.0.0.0/8" } });
const location = await buildLocation(world);
after(async () => {
  await world.close();
  await provider.close();
});

const SECRET = "a-secret-of-the-client";

const make = async (more: object = {}): Promise<Body> => {
  const { status, body, text } = await world.post("/loginproviders", { name: "Entra ID", ...more });
  assert.equal(status, 200, text);
  return body;
};

describe("login providers (docs/sessions.md)", () => {
  it("200: added by a name, completed, turned on, changed and removed; the secret is never read back", async () => {
    const made = await make();
    const { _id, create_date: _create, mod_date: _mod, ...rest } = made;
    assert.deepEqual(rest, {
      name: "Entra ID",
      has_secret: false,
      scopes: "openid email",
      groups_claim: "groups",
      active: false,
      rules: [],
      redirect_uri: `http://127.0.0.1:8080/session/oidc/${_id}/callback`,
      from_settings: false,
    });
    const path = `/loginproviders/${_id}`;
    const given = { issuer: provider.issuer, client_id: "foyer", client_secret: SECRET, active: true };
    const complete = await world.put(path, given);
    assert.deepEqual([complete.status, complete.body.has_secret, complete.body.active], [200, true, true]);
    assert.equal((await world.put(path, { name: "Microsoft", scopes: "openid email groups" })).body.has_secret, true);
    const { rows } = await world.db.pool.query("select client_secret from login_providers where _id = $1", [_id]);
    assert.ok(isSealedWith(world.context.secretKey, rows[0].client_secret));
    const log = await world.db.pool.query("select string_agg(b.body::text, ' ') as bodies from log_bodies b");
    const shown = [complete.text, (await world.get(path)).text, (await world.get("/loginproviders")).text];
    for (const text of [...shown, JSON.stringify(log.rows), JSON.stringify(world.log)])
      assert.ok(!text.includes(SECRET));
    assert.ok(!JSON.stringify(log.rows).includes(rows[0].client_secret));
    assert.equal((await world.put(path, {})).body.mod_date, (await world.get(path)).body.mod_date);
    assert.equal((await world.put(path, { scopes: null, groups_claim: null })).body.scopes, "openid email");
    assert.equal((await world.remove(path)).status, 200);
    assert.equal((await world.get(path)).status, 404);
  });

  it("400: an issuer that can be changed on the way, an incomplete one that is turned on, a wrong rule", async () => {
    const { _id } = await make();
    const complete = { issuer: "https://id.example.org", client_id: "foyer", client_secret: SECRET };
    const wrong: [field: string, body: object][] = [
      ["issuer", { issuer: "http://id.example.org" }],
      ["issuer", { issuer: "id.example.org" }],
      ["name", { name: null }],
      ["name", { name: " " }],
      ["issuer", { active: true }],
      ["client_secret", { ...complete, client_secret: null, active: true }],
      ["client_id", { client_id: "a\nb" }],
      ["rules[0].users_at", { rules: [{ group: "a", role: "receptionist" }] }],
      [
        "rules[1].users_at",
        {
          rules: [
            { group: "a", role: "global_admin" },
            { group: "b", role: "employee", users_at: [newId()] },
          ],
        },
      ],
      ["rules[0].role", { rules: [{ group: "a", role: "owner", users_at: [location] }] }],
      ["rules[0].group", { rules: [{ role: "global_admin" }] }],
    ];
    for (const [field, body] of wrong) {
      const answer = await world.put(`/loginproviders/${_id}`, body);
      assert.deepEqual([answer.status, answer.body.field], [400, field], JSON.stringify(body));
    }
    assert.equal((await world.post("/loginproviders", { name: "x", active: true })).status, 400);
    assert.equal((await world.put(`/loginproviders/${_id}`, { ...complete, active: true })).status, 200);
    assert.equal((await world.put(`/loginproviders/${_id}`, { client_id: null })).body.field, "client_id");
  });

  it("412: it has changed since it was read; 403: for keys and everyone but a global administrator", async () => {
    const { _id } = await make();
    const path = `/loginproviders/${_id}`;
    const { headers } = await world.get(path);
    const ifMatch = { headers: { "if-match": String(headers["etag"]) } };
    await world.put(path, { client_secret: SECRET });
    assert.equal((await world.put(path, { name: "Third" }, ifMatch)).status, 412);
    assert.equal((await world.remove(path, ifMatch)).status, 412);
    const as = await buildKey(world, [location]);
    for (const one of ["/loginproviders", path, "/loginproviders/x/y", "/connections"])
      assert.equal((await world.get(one, { as })).status, 403, one);
  });

  it("404: the provider of the settings is on the list, tested like the others, and changed on the server alone", async () => {
    const env = { OIDC_ISSUER: provider.issuer, OIDC_CLIENT_ID: "foyer", OIDC_CLIENT_SECRET: SECRET, OIDC_NAME: "SSO" };
    const own = await makeWorld({ database: world.database, env });
    const [configured] = (await own.get("/loginproviders")).body;
    assert.deepEqual(
      [configured._id, configured.name, configured.from_settings, configured.active, configured.redirect_uri],
      [SETTINGS_PROVIDER, "SSO", true, true, "http://127.0.0.1:8080/session/oidc/callback"],
    );
    const path = `/loginproviders/${SETTINGS_PROVIDER}`;
    assert.deepEqual((await own.get(path)).body, configured);
    for (const answer of [await own.put(path, { name: "x" }), await own.remove(path)])
      assert.deepEqual([answer.status, /OIDC_ISSUER/.test(answer.body.message)], [404, true]);
    // What the operator has set can be anywhere: CONNECT_ALLOWED_NETWORKS is not set here.
    assert.deepEqual((await own.post(`${path}/test`)).body, { works: true });
    assert.equal((await world.get(path)).status, 404);
    await own.close();
  });

  it("200: secrets are sealed anew after a change of the key, and stay what they were", async () => {
    const { _id } = await make({ client_secret: SECRET });
    const keys = { secretKey: "n".repeat(32), previousKey: world.context.secretKey };
    const context = { ...world.context, ...keys };
    const { resealed, lost } = await resealLoginProviders({ context, db: world.context.db });
    assert.ok(resealed > 0);
    assert.equal(lost, 0);
    const { rows } = await world.db.pool.query("select client_secret from login_providers where _id = $1", [_id]);
    assert.ok(isSealedWith(keys.secretKey, rows[0].client_secret));
    const other = { ...world.context, secretKey: "o".repeat(32) };
    assert.ok((await resealLoginProviders({ context: other, db: world.context.db })).lost > 0);
    await world.db.pool.query("delete from login_providers");
  });
});

describe("POST /loginproviders/{id}/test (docs/sessions.md)", () => {
  const test = async (issuer: string | undefined): Promise<Body> => {
    const { _id } = await make(issuer === undefined ? {} : { issuer });
    const { status, body, text } = await world.post(`/loginproviders/${_id}/test`);
    assert.equal(status, 200, text);
    return body;
  };

  it("200: reads the configuration and the keys", async () => {
    const before = provider.asked.length;
    assert.deepEqual(await test(provider.issuer), { works: true });
    assert.deepEqual(provider.asked.slice(before), ["/.well-known/openid-configuration", "/jwks"]);
    const acts = "select act from log where subject = 'login_provider' order by seq desc limit 1";
    assert.equal((await world.db.pool.query(acts)).rows[0].act, "login_provider.test");
  });

  it("200: says in words what is wrong", async () => {
    const says = async (words: RegExp, issuer: string | undefined = provider.issuer): Promise<void> => {
      const { works, problem } = await test(issuer);
      assert.equal(works, false);
      assert.match(problem, words);
    };
    assert.deepEqual(await test(undefined), { works: false, problem: "Enter the issuer first." });
    await says(/responded with 404\. Check the issuer/, `${provider.issuer}/elsewhere`);
    provider.behaviour.metadata = { issuer: "https://another.example" };
    await says(/calls itself https:\/\/another\.example/);
    provider.behaviour.metadata = { jwks_uri: undefined };
    await says(/publishes no jwks_uri/);
    provider.behaviour.metadata = { token_endpoint: "x" };
    await says(/publishes no token_endpoint/);
    provider.behaviour.metadata = { jwks_uri: `${provider.issuer}/nothing` };
    await says(/nothing responded with 404/);
    provider.behaviour.metadata = { jwks_uri: "https://10.1.2.3/keys" };
    await says(/10\.1\.2\.3 doesn't have a public address.*CONNECT_ALLOWED_NETWORKS/);
    provider.reset();
    await says(/could not be reached \(ECONNREFUSED\)/, "http://127.0.0.1:1");
    await says(/did not resolve/, "https://nowhere.invalid");
  });
});
