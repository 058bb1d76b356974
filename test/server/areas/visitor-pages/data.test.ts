import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { signToken } from "../../../../server/platform/lib/secret/signed-token.ts";
import {
  arrival,
  arrive,
  atKiosk,
  buildAgreement,
  buildSite,
  newestVisit,
  PICTURE,
  type Site,
} from "../../../support/door.ts";
import { badgeOf, inviteVisitor, posterOf, tokenOf, visitorCall } from "../../../support/visitor.ts";
import { buildUser, buildVisit, eventsOf, logOf, makeWorld, type World } from "../../../support/world.ts";

let world: World;
let site: Site;
before(async () => {
  world = await makeWorld();
  site = await buildSite(world);
});
after(() => world.close());

/** Signs in on a phone; the token of the link to the visitor's own data. */
const arriveByPhone = async (own: Site, overrides: Record<string, unknown> = {}): Promise<string> => {
  const poster = await posterOf(world, own.location, own.door);
  const answer = await visitorCall(world, "POST", "/visits", { token: poster, body: arrival(own, overrides) });
  assert.equal(answer.status, 200, answer.text);
  return tokenOf(answer.body.data);
};
const read = (token: string) => visitorCall(world, "GET", "/data", { token });
const ask = (token: string) => visitorCall(world, "POST", "/data/erasure", { token });
const requests = async ({ location }: Site) => (await world.get(`/companies/${location}/erasurerequests`)).body;
const decide = (at: Site, id: string, how: "confirm" | "decline") =>
  world.post(`/companies/${at.location}/erasurerequests/${id}/${how}`);

describe("GET /visit/api/data (the visitor's own data)", () => {
  it("200: the link of a sign-in on a phone opens that one visit, photo and what was signed included; no names of the desk", async () => {
    const own = await buildSite(world, { photo: "required" });
    const rules = await buildAgreement(world, own);
    const agreements = [{ _id: rules._id, version: 1 }];
    const answers = { licenseplate: "1-A" };
    const token = await arriveByPhone(own, { photo: PICTURE, agreements, signed_name: "Jo", answers });
    await buildVisit(world, own.location, { last_name: "Somebody else" });
    const data = await read(token);
    assert.equal(data.status, 200, data.text);
    assert.deepEqual(
      [data.body.visits.length, data.body.visits[0].photo, data.body.visits[0].licenseplate],
      [1, PICTURE, "1-A"],
    );
    assert.deepEqual(
      data.body.signed_agreements.map(({ name, version }: { name: string; version: number }) => [name, version]),
      [["House rules", 1]],
    );
    assert.deepEqual(data.body.labels.licenseplate, { en: "License plate" });
    assert.ok(!data.text.includes("signed_in_user") && !data.text.includes("Somebody else"));
  });

  it("200: whether a visit was rejected, but not the reason that reception noted", async () => {
    const { body: type } = await world.post(`/companies/${site.location}/visittypes`, {
      name: "Screened",
      screening: true,
    });
    const visit = await buildVisit(world, site.location, { visit_type: type._id });
    await world.post(`/visitors/${visit._id}/reject`, { rejection_reason: "Kanarienvogel" });
    const { status, body, text } = await read(badgeOf(world, site.location, visit._id));
    assert.deepEqual([status, body.visits[0].approval], [200, "rejected"]);
    assert.ok(!text.includes("Kanarienvogel"));
  });

  it("200: the PDF of what was signed, the same bytes as the location's; 404 with the link of another visitor", async () => {
    const own = await buildSite(world);
    const rules = await buildAgreement(world, own);
    const signing = { agreements: [{ _id: rules._id, version: 1 }], signed_name: "Jo" };
    const [token, other] = [await arriveByPhone(own, signing), await arriveByPhone(own, signing)];
    const { visits, signed_agreements } = (await read(token)).body;
    assert.equal(signed_agreements[0].agreement_id, rules._id);
    const pdfAt = async (area: string, headers: Record<string, string>) => {
      const url = `${area}/${visits[0]._id}/agreements/${rules._id}/pdf`;
      return world.app.inject({ url, headers });
    };
    const copy = await pdfAt("/visit/api/data/visits", { authorization: `Bearer ${token}` });
    assert.deepEqual([copy.statusCode, copy.headers["content-type"]], [200, "application/pdf"]);
    assert.deepEqual(copy.rawPayload, (await pdfAt("/api/visitors", world.admin)).rawPayload);
    assert.equal((await pdfAt("/visit/api/data/visits", { authorization: `Bearer ${other}` })).statusCode, 404);
  });

  it("200: an invitation opens the registered visitor with all their visits and mails, also once they have come", async () => {
    const { visitor, token } = await inviteVisitor(world, site.location, { note: "as it is stored" });
    const visit = (await world.post(`/knownvisitors/${visitor._id}/signin`)).body;
    const { body } = await read(token);
    assert.deepEqual(
      [body.registered_visitor.note, body.visits.map(({ _id }: { _id: string }) => _id)],
      ["as it is stored", [visit._id]],
    );
    assert.equal(body.inside, true);
    assert.deepEqual(
      body.messages.map(({ to }: { to: string }) => to),
      ["rosa@example.org"],
    );
    assert.equal((await visitorCall(world, "GET", "/invitation", { token })).status, 403);
    await world.post(`/visitors/${visit._id}/signout`);
    assert.equal((await read(token)).body.inside, false);
  });

  it("403: what is printed on a badge, by a kiosk or the desk, and a code of before badges opened nothing", async () => {
    const { body } = await arrive(world, site);
    const { _id } = await newestVisit(world, site);
    const { code } = (await world.get(`/visitors/${_id}/badge`)).body;
    const before = signToken(
      world.context.secretKey,
      "badge",
      `${site.location}-${_id}`,
      Date.now() + 24 * 60 * 60_000,
    );
    assert.ok(!("data" in body));
    for (const token of [body.token, tokenOf(body.code), tokenOf(code), before])
      assert.deepEqual([(await read(token)).status, (await ask(token)).status], [403, 403]);
    const token = await posterOf(world, site.location, site.door);
    const atPoster = await visitorCall(world, "POST", "/signout", { token, body: { client_ref: "a-stranger", code } });
    assert.equal(atPoster.body.outcome, "unknown", "a phone does not read the code of a badge");
    const out = { client_ref: "old-badge", code: before };
    assert.equal((await atKiosk(world, site, "/signout", out)).body.outcome, "signed_out");
  });

  it("403: once the link's time has passed, retention_days after the visit or 90, and when the visit was erased", async () => {
    Object.assign(world.clock, { frozen: true, now: Date.now() });
    const short = await buildSite(world, {}, { settings: { retention_days: 10 } });
    const [ten, ninety] = [await arriveByPhone(short), await arriveByPhone(site)];
    const statuses = async () => [(await read(ten)).status, (await read(ninety)).status];
    world.clock.now += 9 * 24 * 60 * 60_000;
    assert.deepEqual(await statuses(), [200, 200]);
    world.clock.now += 24 * 60 * 60_000;
    assert.deepEqual(await statuses(), [403, 200]);
    world.clock.now += 80 * 24 * 60 * 60_000;
    assert.deepEqual(await statuses(), [403, 403]);
    world.clock.frozen = false;
    const token = await arriveByPhone(site);
    await world.remove(`/visitors/${(await newestVisit(world, site))._id}`);
    const { status, body } = await read(token);
    assert.deepEqual([status, body], [403, { error: "Invalid API key" }]);
  });
});

describe("POST /visit/api/data/erasure and its answer", () => {
  it("200: asked twice it is one request, and the administrators of the location get one mail, without a name", async () => {
    const own = await buildSite(world);
    await buildUser(world, "local_admin", [own.location], { language_id: "nl" });
    const token = await arriveByPhone(own);
    assert.deepEqual([(await ask(token)).body.state, (await ask(token)).body.state], ["pending", "pending"]);
    assert.equal((await requests(own)).length, 1);
    const outbox = (await world.get(`/companies/${own.location}/outbox`)).body;
    const mails = outbox.filter(({ template }: { template: string }) => template === "notice");
    assert.equal(mails.length, 1);
    assert.match(mails[0].subject, /Wisverzoek van een bezoeker/);
    assert.ok(!JSON.stringify(mails).includes("Janssens"));
    assert.equal((await read(token)).body.erasure.state, "pending");
    const entry = (await logOf(world, own.location)).findLast(({ act }) => act === "erasure_request.ask");
    assert.equal(entry.actor_kind, "badge");
  });

  it("400, then 200: confirmed once they have left, it erases the visit and all that is kept of it; counters stay", async () => {
    const own = await buildSite(world, { photo: "required" });
    const token = await arriveByPhone(own, { photo: PICTURE });
    const visit = await newestVisit(world, own);
    await ask(token);
    const [request] = await requests(own);
    assert.deepEqual(
      [request.subject_id, request.first_name, request.visits, request.inside],
      [visit._id, "Jo", 1, true],
    );
    assert.equal((await decide(own, request._id, "confirm")).status, 400);
    await world.post(`/visitors/${visit._id}/signout`);
    const before = (await eventsOf(world, own.location)).length;
    assert.equal((await decide(own, request._id, "confirm")).status, 200);
    assert.equal((await world.get(`/visitors/${visit._id}`)).status, 404);
    for (const table of ["visit_images", "messages", "erasure_requests"])
      assert.equal(
        (await world.db.pool.query(`select 1 from ${table} where company_id = $1`, [own.location])).rowCount,
        0,
        table,
      );
    assert.deepEqual([(await requests(own)).length, (await read(token)).status], [0, 403]);
    assert.equal((await eventsOf(world, own.location)).length, before);
    const acts = (await logOf(world, own.location)).map(({ act }) => act);
    assert.deepEqual(acts.slice(-2), ["erasure_request.confirm", "visit.erase"]);
    const today = new Date().toISOString().slice(0, 10);
    assert.equal((await world.get(`/companies/${own.location}/statistics/${today}`)).body.totalVisitorsIn, 1);
  });

  it("200: a registered visitor goes with all their visits, and with no other visitor's", async () => {
    const own = await buildSite(world);
    const { visitor, token } = await inviteVisitor(world, own.location);
    for (let n = 0; n < 2; n += 1) {
      const { body } = await world.post(`/knownvisitors/${visitor._id}/signin`);
      await world.post(`/visitors/${body._id}/signout`);
    }
    const other = await buildVisit(world, own.location);
    await ask(token);
    const [request] = await requests(own);
    assert.deepEqual([request.subject, request.visits], ["registered_visitor", 2]);
    await decide(own, request._id, "confirm");
    assert.equal((await world.get(`/knownvisitors/${visitor._id}`)).status, 404);
    const { body } = await world.get(`/visitors/bycompany/${own.location}?count=10&page=1`);
    assert.deepEqual(
      body.visitors.map(({ _id }: { _id: string }) => _id),
      [other._id],
    );
    assert.equal((await ask(token)).status, 403);
  });

  it("200: declined, the visitor sees it, and may ask again after a day", async () => {
    const own = await buildSite(world);
    Object.assign(world.clock, { frozen: true, now: Date.now() });
    const token = await arriveByPhone(own);
    await ask(token);
    const [request] = await requests(own);
    assert.equal((await decide(own, request._id, "decline")).body.state, "declined");
    assert.deepEqual([(await read(token)).body.erasure.state, (await ask(token)).body.state], ["declined", "declined"]);
    world.clock.now += 24 * 60 * 60_000;
    assert.equal((await ask(token)).body.state, "pending");
    world.clock.frozen = false;
  });

  it("200: of two confirmations at once one erases; the other finds nothing any more", async () => {
    const own = await buildSite(world);
    const { _id } = await buildVisit(world, own.location);
    await world.post(`/visitors/${_id}/signout`);
    await ask(badgeOf(world, own.location, _id));
    const [request] = await requests(own);
    const answers = await Promise.all([1, 2].map(() => decide(own, request._id, "confirm")));
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 404],
    );
  });
});
