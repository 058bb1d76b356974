import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { arrive, atKiosk, buildAgreement, buildSite, newestVisit, PICTURE, type Site } from "../../../support/door.ts";
import { inviteVisitor, tokenOf, visitorCall } from "../../../support/visitor.ts";
import { eventsOf, logOf, makeWorld, type World } from "../../../support/world.ts";

const HOUR_MS = 60 * 60_000;
const QUESTIONS = {
  fields: [
    { label: "Plate", required: true },
    { label: "Guests", type: "number" },
  ],
};

let world: World;
let site: Site;
before(async () => {
  world = await makeWorld();
  site = await buildSite(world, QUESTIONS);
});
after(() => world.close());

const on = (fromHours: number, toHours: number) => ({
  visiting_on: {
    startDate: new Date(Date.now() + fromHours * HOUR_MS).toISOString(),
    endDate: new Date(Date.now() + toHours * HOUR_MS).toISOString(),
  },
});
const invite = (at: Site, overrides: Record<string, unknown> = {}) =>
  inviteVisitor(world, at.location, { visit_type: at.type._id, recipient: "Ann Peeters", ...on(24, 26), ...overrides });
const read = (token: string) => visitorCall(world, "GET", "/invitation", { token });
const save = (token: string, body: unknown) => visitorCall(world, "PUT", "/invitation", { token, body });

describe("GET /visit/api/invitation", () => {
  it("200: the visit itself, its questions but the host's, what is known, and the code; nothing of others", async () => {
    const { visitor, token } = await invite(site, { company: "Acme", note: "internal" });
    const { status, body, text } = await read(token);
    assert.equal(status, 200, text);
    assert.deepEqual(
      body.fields.map(({ field_name }: { field_name: string }) => field_name),
      ["first_name", "last_name", "company", "plate", "guests"],
    );
    assert.deepEqual(body.answers, { first_name: "Rosa", last_name: "Known", company: "Acme" });
    assert.deepEqual([body.host, body.status, body.visiting_on], ["Ann Peeters", "invited", visitor.visiting_on]);
    assert.equal(tokenOf(body.code), token);
    assert.ok(!text.includes("internal") && !text.includes("settings"));
  });

  it("403: one answer for a visit that is over, was called off, moved away from or has begun (interface 7)", async () => {
    Object.assign(world.clock, { frozen: true, now: Date.now() });
    const over = await invite(site, on(1, 2));
    const removed = await invite(site);
    const begun = await invite(site);
    const erased = await invite(site);
    await world.remove(`/knownvisitors/${removed.visitor._id}`);
    await world.post(`/companies/${site.location}/knownvisitors/delete`, [erased.visitor._id]);
    await world.post(`/knownvisitors/${begun.visitor._id}/signin`);
    world.clock.now += 3 * HOUR_MS;
    for (const { token } of [over, removed, begun, erased])
      for (const answer of [await read(token), await save(token, { draft: true })])
        assert.deepEqual([answer.status, answer.body], [403, { error: "Invalid API key" }]);
    world.clock.frozen = false;
    assert.equal((await read((await invite(site)).token)).status, 200);
  });
});

describe("PUT /visit/api/invitation (interface 3, 6.2; rules 5)", () => {
  it("200: the first completed save makes them pre-registered and fires once; later ones and drafts fire nothing", async () => {
    const own = await buildSite(world, QUESTIONS);
    const { visitor, token } = await invite(own);
    const fired = async () =>
      (await logOf(world, own.location)).filter(({ event }) => event?.startsWith("registered_visitor_pre"));
    assert.equal((await save(token, { draft: true, answers: { guests: 2 } })).body.status, "invited");
    assert.deepEqual(await fired(), []);
    const { body } = await save(token, { answers: { plate: "1-ABC-234" }, language_id: "nl" });
    assert.deepEqual([body.status, body.answers.guests, body.language_id], ["preregistered", 2, "nl"]);
    await save(token, { answers: { plate: "2-DEF-567" } });
    await save(token, { answers: { plate: "2-DEF-567" } });
    const [entry, ...more] = await fired();
    assert.deepEqual([entry.ids, entry.actor_kind, more], [{ knownVisitorId: visitor._id }, "invitation", []]);
    assert.ok(!(await eventsOf(world, own.location)).includes("registered_visitor_updated"));
    const stored = (await world.get(`/knownvisitors/${visitor._id}`)).body;
    assert.deepEqual(
      [stored.plate, stored.status, stored.preregistered_date],
      ["2-DEF-567", "preregistered", body.preregistered_date],
    );
  });

  it("200: of two completed saves at once one fires", async () => {
    const own = await buildSite(world, QUESTIONS);
    const { token } = await invite(own);
    const answers = await Promise.all(["1", "2", "3", "4"].map((plate) => save(token, { answers: { plate } })));
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, 200],
    );
    const fired = (await eventsOf(world, own.location)).filter((event) => event === "registered_visitor_preregistered");
    assert.equal(fired.length, 1);
  });

  it("400: required and typed answers, a key that is not a question, the host; `field` names it (rules 4)", async () => {
    const { token } = await invite(site);
    for (const [field, answers] of [
      ["plate", {}],
      ["plate", { plate: null }],
      ["guests", { plate: "x", guests: "many" }],
      ["recipient", { plate: "x", recipient: "Somebody Else" }],
      ["status", { plate: "x", status: "preregistered" }],
      ["first_name", { plate: "x", first_name: null }],
    ] as const) {
      const { status, body } = await save(token, { answers });
      assert.deepEqual([status, body.field], [400, field], body.message);
    }
    assert.equal((await read(token)).body.status, "invited");
  });

  it("200: null takes an answer back; a photo too", async () => {
    const own = await buildSite(world, { ...QUESTIONS, photo: "optional" });
    const { token } = await invite(own);
    assert.equal((await save(token, { answers: { plate: "x", guests: 3 }, photo: PICTURE })).body.has_photo, true);
    const { body } = await save(token, { answers: { guests: null }, photo: null });
    assert.deepEqual([body.answers.guests, body.answers.plate, body.has_photo], [undefined, "x", false]);
  });

  it("200: answers, agreements and photo move to the visit, and are not asked again at the kiosk (interface 2.3)", async () => {
    const own = await buildSite(world, { ...QUESTIONS, photo: "required" });
    const rules = await buildAgreement(world, own);
    const { token } = await invite(own, on(0, 2));
    const agreements = [{ _id: rules._id, version: 1 }];
    assert.equal((await save(token, { answers: { plate: "x" }, agreements })).body.field, "signature");
    const saved = await save(token, { answers: { plate: "x" }, agreements, signed_name: "Rosa Known", photo: PICTURE });
    assert.deepEqual(saved.body.signed, [rules._id]);
    const seen = (await atKiosk(world, own, "/recognise", { code: saved.body.code })).body;
    assert.deepEqual([seen.signed, seen.photo, seen.answers.plate], [[rules._id], true, "x"]);
    assert.equal((await arrive(world, own, { recognition: seen.recognition, answers: seen.answers })).status, 200);
    const visit = await newestVisit(world, own);
    assert.deepEqual([visit.agreements, visit.photo, visit.plate], [[rules._id], PICTURE, "x"]);
    const { rows } = await world.db.pool.query("select signer, signed_at from signed_agreements where visit_id = $1", [
      visit._id,
    ]);
    assert.equal(rows[0].signer.name, "Rosa Known");
    assert.equal(
      (await world.db.pool.query("select 1 from preregistrations where company_id = $1", [own.location])).rowCount,
      0,
    );
  });

  it("400, 200: each agreement keeps the title and the signature it was given, whatever changes or is signed afterwards", async () => {
    const own = await buildSite(world, QUESTIONS);
    const rules = await buildAgreement(world, own, { name: "House rules" });
    const { token } = await invite(own, on(0, 2));
    const shown = { _id: rules._id, version: 1, name: "House rules", language: "nl" };
    const first = { answers: { plate: "x" }, agreements: [shown], signature: PICTURE };
    assert.equal((await save(token, first)).status, 200);
    await world.put(`/companies/${own.location}/agreements/${rules._id}`, { name: "Penalties" });
    const safety = await buildAgreement(world, own, { name: "Safety" });
    for (const wrong of [shown, { _id: safety._id, version: 2 }, { _id: safety._id, version: 1, language: "fr" }]) {
      const { status, body } = await save(token, { agreements: [wrong], signature: PICTURE });
      assert.deepEqual([status, body.code, body.field], [400, "agreement_changed", "agreements"]);
    }
    const second = [{ _id: safety._id, version: 1, name: "Safety", language: "en" }];
    const saved = await save(token, { agreements: second, signed_name: "Rosa Known" });
    const seen = (await atKiosk(world, own, "/recognise", { code: saved.body.code })).body;
    assert.equal((await arrive(world, own, { recognition: seen.recognition, answers: seen.answers })).status, 200);
    const { rows } = await world.db.pool.query(
      "select name, language, signature is not null as drawn from signed_agreements where company_id = $1 order by name",
      [own.location],
    );
    assert.deepEqual(rows, [
      { name: "House rules", language: "nl", drawn: true },
      { name: "Safety", language: "en", drawn: false },
    ]);
  });

  it("200: they move with a sign-in at the desk too, not with one by name alone", async () => {
    const own = await buildSite(world, QUESTIONS);
    const rules = await buildAgreement(world, own);
    const agreements = [{ _id: rules._id, version: 1 }];
    const { visitor, token } = await invite(own, on(0, 2));
    await save(token, { answers: { plate: "x" }, agreements, signature: PICTURE });
    const name = { first_name: "Rosa", last_name: "Known" };
    const { recognition } = (await atKiosk(world, own, "/expected", name)).body;
    assert.equal((await arrive(world, own, { recognition, answers: name })).body.field, "agreements");
    const { body } = await world.post(`/knownvisitors/${visitor._id}/signin`);
    assert.deepEqual(body.agreements, [rules._id]);
  });

  it("200: to a name alone nothing given before moves: no photo, no signature; it waits for the code", async () => {
    const own = await buildSite(world, { ...QUESTIONS, photo: "optional" });
    const { token } = await invite(own, on(0, 2));
    await save(token, { answers: { plate: "x" }, photo: PICTURE });
    const name = { first_name: "Rosa", last_name: "Known" };
    const { recognition } = (await atKiosk(world, own, "/expected", name)).body;
    assert.equal((await arrive(world, own, { recognition, answers: name })).status, 200);
    assert.ok(!("photo" in (await newestVisit(world, own))));
    const kept = await world.db.pool.query("select 1 from preregistrations where company_id = $1", [own.location]);
    assert.equal(kept.rowCount, 1);
  });

  it("200: a sign-in from a queue whose visitor is inside by now leaves them for the next visit", async () => {
    const own = await buildSite(world, { ...QUESTIONS, photo: "optional" });
    const { token } = await invite(own, on(0, 2));
    const saved = await save(token, { answers: { plate: "x" }, photo: PICTURE });
    const { recognition } = (await atKiosk(world, own, "/recognise", { code: saved.body.code })).body;
    const name = { first_name: "Rosa", last_name: "Known" };
    const byName = (await atKiosk(world, own, "/expected", name)).body;
    assert.equal((await arrive(world, own, { recognition: byName.recognition, answers: name })).status, 200);
    const queued = {
      queued_at: new Date(world.context.now()).toISOString(),
      sent_at: new Date(world.context.now()).toISOString(),
    };
    assert.equal((await arrive(world, own, { recognition, answers: name, queued })).status, 200);
    assert.ok(!("known_visitor_id" in (await newestVisit(world, own))));
    const kept = await world.db.pool.query("select 1 from preregistrations where company_id = $1", [own.location]);
    assert.equal(kept.rowCount, 1);
  });

  it("200: a new version of an agreement is asked again", async () => {
    const own = await buildSite(world, QUESTIONS);
    const rules = await buildAgreement(world, own);
    const { token } = await invite(own);
    await save(token, { answers: { plate: "x" }, agreements: [{ _id: rules._id, version: 1 }], signed_name: "R" });
    await world.put(`/companies/${own.location}/agreements/${rules._id}`, { agreement_text: { en: "New" } });
    assert.deepEqual((await read(token)).body.signed, []);
    const stale = { agreements: [{ _id: rules._id, version: 1 }], signed_name: "R", draft: true };
    assert.equal((await save(token, stale)).body.field, "agreements");
  });

  it("nothing given before the visit is left when the visitor is removed", async () => {
    const own = await buildSite(world, { ...QUESTIONS, photo: "optional" });
    const { visitor, token } = await invite(own);
    await save(token, { answers: { plate: "Kanarienvogel" }, photo: PICTURE });
    await world.remove(`/knownvisitors/${visitor._id}`);
    assert.equal(
      (await world.db.pool.query("select 1 from preregistrations where registered_visitor_id = $1", [visitor._id]))
        .rowCount,
      0,
    );
    const { rows } = await world.db.pool.query("select body from log_bodies where company_id = $1", [own.location]);
    assert.ok(!JSON.stringify(rows).includes("Kanarienvogel"));
  });
});

describe("GET /visit/api/invitation/calendar", () => {
  it("200: the entry of the mail, the same UID each time; 404 without a date; 403 once it has ended", async () => {
    const { visitor, token } = await invite(site);
    const get = (path = "") => visitorCall(world, "GET", `/invitation/calendar${path}`, { token });
    const { text, headers } = await get("?language_id=nl");
    assert.match(String(headers["content-type"]), /^text\/calendar/);
    assert.match(text, /METHOD:PUBLISH/);
    assert.ok(text.includes(`UID:${visitor._id}@`) && (await get()).text.includes(`UID:${visitor._id}@`));
    assert.ok(text.includes(`DTSTART:${visitor.visiting_on.startDate.replaceAll(/[-:]|\.\d+/g, "")}`));
    const undated = await inviteVisitor(world, site.location);
    assert.equal((await visitorCall(world, "GET", "/invitation/calendar", { token: undated.token })).status, 404);
    await world.remove(`/knownvisitors/${visitor._id}`);
    assert.equal((await get()).status, 403);
  });
});
