import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { answerToken } from "../../../../server/platform/auth/visitor-tokens.ts";
import { arrival, buildSite, newestVisit, type Site } from "../../../support/door.ts";
import { badgeOf, inviteLeader, inviteVisitor, posterOf, tokenOf, visitorCall } from "../../../support/visitor.ts";
import { pairKiosk } from "../../../support/kiosk.ts";
import { buildKey, buildVisit, eventsOf, logOf, makeWorld, type World } from "../../../support/world.ts";

const REFUSED = { error: "Invalid API key" };

let world: World;
let site: Site;
let poster: string;
let calls = 0;
const newSource = (): string => {
  calls += 1;
  return `10.7.${calls >> 8}.${calls & 255}`;
};

before(async () => {
  world = await makeWorld();
  site = await buildSite(world);
  poster = await posterOf(world, site.location, site.door);
});
after(() => world.close());

const arrive = (at: Site, token: string, overrides: Record<string, unknown> = {}, from = newSource()) =>
  visitorCall(world, "POST", "/visits", { token, from, body: arrival(at, overrides) });
const path = ({ location, door }: Site): string => `/companies/${location}/entrypoints/${door}/poster`;

describe("GET and POST /companies/{company_id}/entrypoints/{id}/poster (contactless)", () => {
  it("200: one address a door, the token behind the #, the same each time", async () => {
    const { body } = await world.get(path(site));
    assert.match(body.url, /^http:\/\/127\.0\.0\.1:8080\/visit\/#p=[\w.-]+$/);
    assert.deepEqual((await world.get(path(site))).body, body);
  });

  it("200: a replaced poster is refused at once, the new one works; company_updated fires (rules 5)", async () => {
    const own = await buildSite(world);
    const old = await posterOf(world, own.location, own.door);
    const { body } = await world.post(path(own));
    assert.equal(body.generation, 2);
    assert.deepEqual([(await arrive(own, old)).status, (await arrive(own, tokenOf(body.url))).status], [403, 200]);
    const entry = (await logOf(world, own.location)).findLast(({ act }) => act === "entry_point.replace_poster");
    assert.equal(entry.event, "company_updated");
  });

  it("403: of a door that was closed or removed; open again, the poster works again", async () => {
    const own = await buildSite(world);
    const token = await posterOf(world, own.location, own.door);
    const entryPoint = path(own).replace("/poster", "");
    await world.put(entryPoint, { active: false });
    assert.equal((await arrive(own, token)).status, 403);
    await world.put(entryPoint, { active: true });
    assert.equal((await arrive(own, token)).status, 200);
    await world.remove(entryPoint);
    assert.deepEqual((await arrive(own, token)).body, REFUSED);
  });
});

describe("POST /visit/api/visits", () => {
  it("200: a visit of source 2 at the poster's door, with one event (interface 2.1, 6.2)", async () => {
    const own = await buildSite(world);
    const token = await posterOf(world, own.location, own.door);
    const { status, body, text } = await arrive(own, token);
    assert.equal(status, 200, text);
    const visit = await newestVisit(world, own);
    assert.deepEqual([visit.signed_in_source, visit.entrypoint_id, visit.user_id], [2, own.door, own.door]);
    const entry = (await logOf(world, own.location)).findLast(({ event }) => event === "visitor_signed_in");
    assert.deepEqual([entry.actor_kind, entry.actor_id], ["poster", own.door]);
    const out = await visitorCall(world, "POST", "/signout", {
      token,
      body: { client_ref: "phone-out", code: body.token },
    });
    assert.equal(out.body.outcome, "signed_out");
    assert.equal((await newestVisit(world, own)).signed_out_source, 2);
    assert.deepEqual((await eventsOf(world, own.location)).slice(-2), ["visitor_signed_in", "visitor_signed_out"]);
  });

  it("400: required and typed answers as at a kiosk; no name signs out; no list of all hosts (rules 4)", async () => {
    const { body } = await arrive(site, poster, { answers: { last_name: "" } });
    assert.equal(body.field, "last_name");
    const named = { client_ref: "phone-name", first_name: "Jo", last_name: "Janssens" };
    assert.equal((await visitorCall(world, "POST", "/signout", { token: poster, body: named })).status, 400);
    assert.equal((await visitorCall(world, "GET", "/hosts/all", { token: poster })).status, 404);
    assert.equal((await visitorCall(world, "GET", "/hosts?q=ann", { token: poster })).body[0].cn, "Ann Peeters");
  });

  it("200: what a phone says of another time does not count, and excuses no missing answer", async () => {
    const queued = { queued_at: "2026-01-01T00:00:00Z", sent_at: "2026-01-02T00:00:00Z" };
    assert.equal((await arrive(site, poster, { queued, answers: { last_name: "" } })).status, 400);
    const { body } = await arrive(site, poster, { queued });
    assert.ok(Date.now() - Date.parse(body.signed_in) < 60_000);
  });

  it("429: documents, or one's own data, more than 120 times an address, with an invitation; all else of it works on", async () => {
    Object.assign(world.clock, { frozen: true, now: Date.now() });
    const { token } = await inviteVisitor(world, site.location);
    const from = newSource();
    const statuses: number[] = [];
    for (let n = 0; n < 121; n += 1)
      statuses.push(
        (await visitorCall(world, "GET", `/invitation/agreements/${site.location}/pdf`, { token, from })).status,
      );
    assert.deepEqual([new Set(statuses.slice(0, 120)), statuses[120]], [new Set([404]), 429]);
    const data: number[] = [];
    for (let n = 0; n < 121; n += 1) data.push((await visitorCall(world, "GET", "/data", { token, from })).status);
    assert.deepEqual([new Set(data.slice(0, 120)), data[120]], [new Set([200]), 429]);
    assert.equal((await visitorCall(world, "GET", "/invitation", { token, from })).status, 200);
    world.clock.frozen = false;
  });

  it("429: reading the door more than 120 times an address; signing in still works from there", async () => {
    Object.assign(world.clock, { frozen: true, now: Date.now() });
    const own = await buildSite(world);
    const token = await posterOf(world, own.location, own.door);
    const from = newSource();
    const statuses: number[] = [];
    for (let n = 0; n < 121; n += 1)
      statuses.push((await visitorCall(world, "GET", "/door?version=old", { token, from })).status);
    assert.deepEqual([new Set(statuses.slice(0, 120)), statuses[120]], [new Set([200]), 429]);
    assert.equal((await arrive(own, token, {}, from)).status, 200);
    assert.equal((await visitorCall(world, "GET", "/door", { token, from: newSource() })).status, 200);
    world.clock.frozen = false;
  });

  it("429: 30 times an address and 200 times a poster within 15 minutes; kiosks and others are not touched", async () => {
    Object.assign(world.clock, { frozen: true, now: Date.now() });
    const own = await buildSite(world);
    const token = await posterOf(world, own.location, own.door);
    const bad = (from: string) => visitorCall(world, "POST", "/visits", { token, from, body: {} });
    const from = newSource();
    for (let n = 0; n < 30; n += 1) assert.equal((await bad(from)).status, 400);
    const refused = await arrive(own, token, {}, from);
    assert.deepEqual([refused.status, refused.headers["retry-after"]], [429, "900"]);
    assert.equal((await visitorCall(world, "GET", "/door", { token, from })).status, 200);
    assert.equal((await arrive(site, poster, {}, from)).status, 200);
    for (let n = 30; n < 200; n += 1) assert.equal((await bad(newSource())).status, 400);
    assert.equal((await arrive(own, token)).status, 429);
    world.clock.now += 15 * 60_000;
    assert.equal((await arrive(own, token, {}, from)).status, 200);
    world.clock.frozen = false;
  });

  it("an Idempotency-Key at a poster shows no visitor what another was answered (rules 2)", async () => {
    const headers = { "idempotency-key": "same" };
    const one = await visitorCall(world, "POST", "/visits", {
      token: poster,
      headers,
      body: arrival(site),
      from: newSource(),
    });
    const two = await visitorCall(world, "POST", "/visits", {
      token: poster,
      headers,
      body: arrival(site),
      from: newSource(),
    });
    assert.deepEqual([one.status, two.status], [200, 200]);
    assert.notEqual(one.body.token, two.body.token);
  });
});

const ENDPOINTS: readonly (readonly ["GET" | "POST" | "PUT" | "DELETE", string, unknown, readonly string[]])[] = [
  ["GET", "/door", undefined, ["poster"]],
  ["GET", "/hosts", undefined, ["poster"]],
  ["POST", "/recognise", { code: "x" }, ["poster"]],
  ["POST", "/expected", { first_name: "A", last_name: "B" }, ["poster"]],
  ["POST", "/visits", {}, ["poster"]],
  ["POST", "/visits/state", { token: "x" }, ["poster"]],
  ["POST", "/signout", { client_ref: "12345678", code: "x" }, ["poster"]],
  ["GET", `/agreements/${"f".repeat(24)}/pdf`, undefined, ["poster"]],
  ["GET", "/invitation", undefined, ["invitation"]],
  ["PUT", "/invitation", { draft: true }, ["invitation"]],
  ["POST", "/invitation/group/members", { first_name: "A", last_name: "B" }, ["invitation"]],
  ["DELETE", `/invitation/group/members/${"f".repeat(24)}`, undefined, ["invitation"]],
  ["GET", "/invitation/calendar", undefined, ["invitation"]],
  ["GET", `/invitation/agreements/${"f".repeat(24)}/pdf`, undefined, ["invitation"]],
  ["GET", "/data", undefined, ["invitation", "badge"]],
  ["POST", "/data/erasure", undefined, ["invitation", "badge"]],
  ["GET", "/answer", undefined, ["answer"]],
  ["GET", "/answer/state", undefined, ["answer"]],
];

describe("tokens below /visit/api, each for its own endpoints alone (rules 5)", () => {
  it("403: every kind of token at every endpoint it is not for; let in at its own, of its own location alone", async () => {
    const visit = await buildVisit(world, site.location);
    const { token: invitation } = await inviteLeader(world, site.location);
    const kiosk = await pairKiosk(world, site.location);
    const key = await buildKey(world, [site.location]);
    const recognised = await visitorCall(world, "POST", "/recognise", {
      token: poster,
      body: { code: badgeOf(world, site.location, visit._id) },
    });
    const tokens: Record<string, string> = {
      poster,
      invitation,
      badge: badgeOf(world, site.location, visit._id),
      exit: badgeOf(world, site.location, visit._id, "exit"),
      answer: answerToken(
        world.context.secretKey,
        { location: site.location, visit: visit._id },
        String(visit["signed_in"]),
      ),
      recognition: recognised.body.recognition ?? "a.1.b",
      device: kiosk.as.authorization.slice("Bearer ".length),
      key: key.authorization.slice("Bearer ".length),
      pairing: kiosk.token,
    };
    for (const [method, at, body, accepted] of ENDPOINTS)
      for (const [kind, token] of Object.entries(tokens)) {
        const answer = await visitorCall(world, method, at, { token, body, from: newSource() });
        if (accepted.includes(kind)) assert.notEqual(answer.status, 403, `${kind} at ${at}`);
        else assert.deepEqual([answer.status, answer.body], [403, REFUSED], `${kind} at ${at}`);
      }
  });

  it("403: every changed character of a token, and none of them under /kiosk/api or /api", async () => {
    const { token: invitation } = await inviteVisitor(world, site.location);
    for (const [token, at] of [
      [poster, "/door"],
      [invitation, "/invitation"],
    ] as const) {
      for (let n = 0; n < token.length - 1; n += 1) {
        const changed = `${token.slice(0, n)}${token[n] === "1" ? "2" : "1"}${token.slice(n + 1)}`;
        assert.equal((await visitorCall(world, "GET", at, { token: changed, from: newSource() })).status, 403, `${n}`);
      }
      const headers = { authorization: `Bearer ${token}` };
      for (const url of ["/kiosk/api/door", "/api/companiesList"])
        assert.equal((await world.app.inject({ url, headers, remoteAddress: newSource() })).statusCode, 403);
    }
  });

  it("429: invalid ones after 30 invalid tokens, in a counter of its own, while a valid one is served; expired and missing ones are not counted", async () => {
    Object.assign(world.clock, { frozen: true, now: Date.now() });
    const from = newSource();
    const { visitor, token } = await inviteVisitor(world, site.location);
    await world.remove(`/knownvisitors/${visitor._id}`);
    for (let n = 0; n < 40; n += 1)
      assert.equal((await visitorCall(world, "GET", "/invitation", { token, from })).status, 403);
    for (let n = 0; n < 40; n += 1) assert.equal((await visitorCall(world, "GET", "/door", { from })).status, 403);
    for (let n = 0; n < 30; n += 1)
      assert.equal((await visitorCall(world, "GET", "/door", { token: `x${n}`, from })).status, 403);
    for (const bad of ["x", undefined]) {
      const { status, headers } = await visitorCall(world, "GET", "/door", { token: bad, from });
      assert.deepEqual([status, headers["retry-after"]], [429, "900"]);
    }
    assert.equal((await visitorCall(world, "GET", "/door", { token: poster, from })).status, 200);
    assert.equal((await world.get("/companiesList", { from })).status, 200);
    assert.equal((await visitorCall(world, "GET", "/door", { token: poster, from: newSource() })).status, 200);
    world.clock.frozen = false;
  });

  it("403, 404: an unknown endpoint is told to the holder of a link only", async () => {
    assert.equal((await visitorCall(world, "GET", "/nothing", { from: newSource() })).status, 403);
    assert.equal((await visitorCall(world, "GET", "/nothing", { token: poster })).status, 404);
  });
});
