import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";

import type { Endpoint } from "../../../../server/platform/http/contract/contract.ts";
import { fingerprint, isAllowed, nameOf, requestOf, rowOf } from "../../../security/requests.ts";
import { type Caller, callersOf, makeTenant, type Tenant, tokenCallersOf } from "../../../security/tenant.ts";
import { newApplication, startProvider } from "../../../support/outside/provider.ts";
import {
  type Answer,
  basic,
  bearer,
  buildKey,
  buildLocation,
  buildUser,
  makeWorld,
  unknownKey,
  type World,
} from "../../../support/world.ts";

/** A way to be refused: the headers, and what the log (and nothing else) says about it. */
type Cause = { name: string; as: Record<string, string> | null; reason: RegExp; location?: string };

const provider = await startProvider();
const world: World = await makeWorld({ env: { IDP_AUTHORITY: provider.url } });
const secrets: string[] = [];
let tenant: Tenant;
let elsewhere: string;
let callers: Caller[];
let causes: Cause[];
let calls = 0;

const addressOf = (call: number): string => `10.0.${call >> 8}.${call & 255}`;

/** A new source address for every call: refusals are limited by address. */
const nextAddress = (): string => {
  calls += 1;
  return addressOf(calls);
};

/** A key in a state in which it is refused. */
const spoiltKey = async (overrides: Record<string, unknown>, spoil?: "revoke"): Promise<Record<string, string>> => {
  const { body } = await world.post("/apikeys", { name: "spoilt", companies: [tenant.location], ...overrides });
  if (spoil === "revoke") await world.remove(`/apikeys/${body._id}`);
  return bearer(body.key);
};

/** A token of a registered application that differs in these claims. */
const spoiltToken = async (claims: Record<string, unknown>): Promise<Record<string, string>> => {
  const application = newApplication();
  await world.post("/idpcredentials", { name: "spoilt", companies: [tenant.location], ...application });
  return bearer(provider.token(application, "1.0", { claims }));
};

const inactive = async (): Promise<Record<string, string>> =>
  buildUser(world, "local_admin", [tenant.location], { active: false });

before(async () => {
  tenant = await makeTenant(world);
  elsewhere = await buildLocation(world);
  callers = [...(await callersOf(world, tenant.location)), ...(await tokenCallersOf(world, provider, tenant.location))];
  const key = await buildKey(world, [tenant.location]);
  const anyone = basic("nobody@example.org", "wrong-password-1");
  causes = [
    { name: "no credential", as: null, reason: /^no credential$/ },
    { name: "unknown key", as: unknownKey(), reason: /^unknown API key$/ },
    { name: "unknown key in X-API-Key", as: { "x-api-key": "svc_nothing_here" }, reason: /^unknown API key$/ },
    { name: "a wrong secret", as: bearer(`${key.authorization.slice(7, -1)}!`), reason: /^unknown API key$/ },
    { name: "revoked key", as: await spoiltKey({}, "revoke"), reason: /^revoked API key$/ },
    { name: "expired key", as: await spoiltKey({ expires_at: "2020-01-01T00:00:00Z" }), reason: /^expired API key$/ },
    { name: "wrong source address", as: await spoiltKey({ ip_ranges: ["192.0.2.1"] }), reason: /address/ },
    { name: "unknown user", as: anyone, reason: /^unknown user or wrong password$/ },
    { name: "wrong password", as: basic("admin@example.org", "wrong-password-2"), reason: /^unknown user or wrong/ },
    { name: "inactive user", as: await inactive(), reason: /^user is not active$/ },
    { name: "Basic without a colon", as: { authorization: "Basic bm9wZQ==" }, reason: /^unreadable credential$/ },
    { name: "another scheme", as: { authorization: "Digest realm=x" }, reason: /^unreadable credential$/ },
    { name: "unreadable token", as: bearer("eyJhbGciOiJub25lIn0.e30."), reason: /^unreadable token$/ },
    { name: "token of nobody", as: bearer(provider.token(newApplication(), "2.0")), reason: /^token: unregistered/ },
    { name: "expired token", as: await spoiltToken({ exp: 1 }), reason: /^token: expired$/ },
    { name: "delegated token", as: await spoiltToken({ scp: "x" }), reason: /^token: not from the client/ },
    { name: "Bearer without a key", as: { authorization: "Bearer" }, reason: /^unknown API key$/ },
  ];
  for (const as of [...causes.map((cause) => cause.as), ...callers.map((caller) => caller.as), key])
    for (const value of Object.values(as ?? {})) secrets.push(value.replace(/^\w+ /, ""));
  secrets.push("wrong-password-1", "wrong-password-2", "a-long-enough-password");
});
after(async () => {
  await world.close();
  await provider.stop();
});

const send = (endpoint: Endpoint, as: Cause["as"], location?: string): Promise<Answer> => {
  const { method, path, options } = requestOf(endpoint, tenant, location === undefined ? {} : { location });
  return world.call(method, path, { ...options, as, from: nextAddress() });
};

/** Why the last call was refused: by its own line, since the service logs of its own accord as well. */
const lastReason = (): string => {
  const from = addressOf(calls);
  const own = world.log.findLast(({ msg, address }) => msg === "request refused" && address === from);
  return String(own?.["reason"]);
};

const isRefused = (answer: Answer, label: string): string => {
  assert.equal(answer.status, 403, label);
  assert.equal(answer.text, '{"error":"Invalid API key"}', label);
  return fingerprint(answer);
};

const BY_ROLE = /^role \w+ isn't allowed/;

/** Why a key is refused. */
const ofKey = ({ closedToKeys, scoped }: ReturnType<typeof rowOf>): RegExp => {
  if (closedToKeys === true) return /closed/;
  return scoped === true ? /^the key lacks the scope/ : BY_ROLE;
};

/** The same wrong passwords at every endpoint: an account takes 30 of them, which test/server/platform/auth/basic.test.ts shows. */
const forgetAccounts = () => world.db.pool.query("delete from refusals where source like 'basic-account:%'");
beforeEach(forgetAccounts);

describe("every endpoint (interface 5.7, rules 1)", () => {
  for (const endpoint of world.endpoints)
    it(`403: ${nameOf(endpoint)} refuses for every cause with the same bytes and headers; the log says why`, async () => {
      const forms = new Set<string>();
      for (const { name, as, reason } of causes) {
        forms.add(isRefused(await send(endpoint, as), `${nameOf(endpoint)}: ${name}`));
        assert.match(lastReason(), reason, name);
      }
      const row = rowOf(endpoint);
      for (const caller of callers.filter((one) => !isAllowed(row, one))) {
        forms.add(isRefused(await send(endpoint, caller.as), `${nameOf(endpoint)}: ${caller.name}`));
        assert.match(lastReason(), caller.key ? ofKey(row) : BY_ROLE);
      }
      if (endpoint.path.includes("{company_id}"))
        for (const caller of callers) {
          forms.add(isRefused(await send(endpoint, caller.as, elsewhere), `${nameOf(endpoint)}: uncovered location`));
          assert.match(lastReason(), /^location is not covered$/);
        }
      assert.equal(forms.size, 1, [...forms].join("\n"));
      everyForm.add([...forms][0] ?? "");
    });
});

const everyForm = new Set<string>();

describe("paths that are not endpoints (rules 1)", () => {
  it("403: unknown paths and methods refuse as every endpoint does", async () => {
    const bare = [
      ["GET", "/nothing"],
      ["PATCH", "/companiesList"],
      ["OPTIONS", "/visitors"],
      ["GET", "/"],
      ["PUT", "/openapi.json"],
    ];
    for (const [method = "", path = ""] of bare)
      for (const { as, name } of causes)
        everyForm.add(
          isRefused(await world.call(method, path, { as, from: nextAddress() }), `${method} ${path}: ${name}`),
        );
  });

  it("403: a location in the body that is not covered refuses as every endpoint does", async () => {
    const key = await buildKey(world, [tenant.location]);
    const answer = await world.post("/visitors", { company_id: elsewhere }, { as: key, from: nextAddress() });
    everyForm.add(isRefused(answer, "body"));
    assert.match(lastReason(), /^location in the body is not covered$/);
  });
});

describe("all refusals together", () => {
  it("403: there is one form of a refusal in the whole interface", () => {
    assert.equal(everyForm.size, 1, [...everyForm].join("\n"));
  });

  it("the log holds no key, no password and nothing of an Authorization header", () => {
    const lines = JSON.stringify(world.log);
    assert.ok(world.log.length >= calls);
    for (const secret of secrets.filter((text) => text.length > 8)) assert.ok(!lines.includes(secret), secret);
  });

  it("says how many refusals were compared", (context) => {
    context.diagnostic(`refusals: ${calls} calls, ${world.endpoints.length} endpoints, 1 form`);
  });
});
