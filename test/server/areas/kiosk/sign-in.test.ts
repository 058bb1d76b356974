import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, describe, it } from "node:test";

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
import { roundsOf } from "../../../support/run/size.ts";
import { buildRegistered, eventsOf, logOf, makeWorld, type World } from "../../../support/world.ts";

const QUESTIONS = [
  { label: "Plate", type: "text", required: true },
  { label: "Guests", type: "number" },
  { label: "Until", type: "date" },
  { label: "Parking", type: "dropdown", options: ["Yes", "No"], translations: { options: { nl: ["Ja", "Nee"] } } },
  { label: "Second phone", type: "phone" },
  { label: "Other mail", type: "email" },
  { label: "Agreed", type: "checkbox", required: true },
];
const GOOD = { plate: "1-ABC-234", agreed: true };

/** The promise is for 500; FOYER_LONG=1 shows it. */
const QUEUED = roundsOf(100, 500);

let world: World;
let site: Site;
before(async () => {
  world = await makeWorld({ env: { SMTP_URL: "smtp://127.0.0.1:9" } });
  site = await buildSite(world);
});
after(() => world.close());

describe("POST /kiosk/api/visits (rules 4, 5)", () => {
  it("200: starts a visit of source 1 at the kiosk's door, by the device, with one event (interface 2.1, 6.2)", async () => {
    const own = await buildSite(world);
    const answer = await arrive(world, own, { answers: { licenseplate: "1-ABC-234", company: "Acme" } });
    assert.equal(answer.status, 200, answer.text);
    const visit = await newestVisit(world, own);
    assert.deepEqual(
      [
        visit.first_name,
        visit.licenseplate,
        visit.recipient_mail,
        visit.signed_in_source,
        visit.entrypoint_id,
        visit.user_id,
      ],
      ["Jo", "1-ABC-234", "ann@example.org", 1, own.door, own.kiosk.device._id],
    );
    const entry = (await logOf(world, own.location)).findLast(({ event }) => event === "visitor_signed_in");
    assert.deepEqual([entry.actor_kind, entry.ids], ["device", { visitorId: visit._id, visitTypeId: own.type._id }]);
  });

  it("200: answers what the done screen and the badge show: message filled, host told, code, no id of the visit", async () => {
    const { body } = await arrive(world, site, { answers: { company: "Acme" } });
    assert.equal(body.message, "Welcome Jo of Acme, Ann Peeters knows");
    assert.deepEqual(
      [body.first_name, body.host, body.host_told, body.welcome_seconds],
      ["Jo", "Ann Peeters", true, 8],
    );
    assert.deepEqual(body.badge, {
      name: "Jo Janssens",
      company: "Acme",
      host: "Ann Peeters",
      visit_type: "Guest",
      location: "Head office",
      photo: false,
    });
    assert.match(body.code, /^F[\dA-V]{37}$/);
    assert.ok(!("_id" in body));
  });

  it("200: the same client_ref again is the same visit with one event, also days later", async () => {
    const own = await buildSite(world);
    const sent = arrival(own);
    const answers = await Promise.all([1, 2, 3].map(() => atKiosk(world, own, "/visits", sent)));
    Object.assign(world.clock, { frozen: true, now: Date.now() + 3 * 24 * 60 * 60_000 });
    answers.push(await atKiosk(world, own, "/visits", sent));
    world.clock.frozen = false;
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200]);
    assert.equal(new Set(answers.map(({ body }) => body.token)).size, 1);
    assert.equal((await eventsOf(world, own.location)).filter((name) => name === "visitor_signed_in").length, 1);
  });

  it("404: a client_ref whose visit was erased brings nothing back", async () => {
    const own = await buildSite(world);
    const sent = arrival(own);
    await atKiosk(world, own, "/visits", sent);
    await world.remove(`/visitors/${(await newestVisit(world, own))._id}`);
    assert.equal((await atKiosk(world, own, "/visits", sent)).status, 404);
    assert.deepEqual((await world.get(`/visitors/signed_current/${own.location}`)).body, []);
  });

  it("200: two locations may use one client_ref", async () => {
    const other = await buildSite(world);
    const client_ref = randomUUID();
    const one = await arrive(world, site, { client_ref });
    const two = await arrive(world, other, { client_ref });
    assert.deepEqual([one.status, two.status], [200, 200]);
    assert.notEqual(one.body.token, two.body.token);
  });

  it("400: required and typed answers are enforced; `field` names the answer (rules 4)", async () => {
    const own = await buildSite(world, { fields: QUESTIONS });
    const wrong: [string, Record<string, unknown>][] = [
      ["plate", { plate: " " }],
      ["agreed", { agreed: false }],
      ["first_name", { first_name: "" }],
      ["guests", { guests: "many" }],
      ["until", { until: "2026-02-30" }],
      ["parking", { parking: "Perhaps" }],
      ["secondphone", { secondphone: "call me" }],
      ["othermail", { othermail: "jo@" }],
      ["approval", { approval: "approved" }],
      ["email", { email: "jo@example.org" }],
    ];
    for (const [field, answers] of wrong) {
      const { status, body } = await arrive(world, own, { answers: { ...GOOD, ...answers } });
      assert.deepEqual([status, body.field], [400, field], body.message);
      assert.match(body.message, new RegExp(`^"${field}" `));
    }
    const right = { ...GOOD, guests: 2, until: "2026-11-30", parking: "Ja", secondphone: "+32 2 555 01 00" };
    assert.equal((await arrive(world, own, { answers: right })).status, 200);
    assert.equal((await newestVisit(world, own)).parking, "Ja");
  });

  it("400: a host of no such name while hosts must be valid; free text once they need not be (rules 4)", async () => {
    const own = await buildSite(world);
    const stranger = { answers: { recipient: "Nobody Known" } };
    assert.deepEqual((await arrive(world, own, stranger)).body.field, "recipient");
    await world.put(`/companies/${own.location}`, { settings: { hosts_must_be_valid: false } });
    assert.equal((await arrive(world, own, stranger)).status, 200);
    const there = await buildSite(world);
    assert.equal((await arrive(world, own, { host: there.host._id })).body.field, "host");
  });

  it("200: the host who was picked gets the mail, of two of one name", async () => {
    const own = await buildSite(world);
    const { body } = await world.post("/visitees", {
      company_id: own.location,
      cn: "Ann Peeters",
      mail: "other@example.org",
    });
    await arrive(world, own, { host: body._id });
    assert.equal((await newestVisit(world, own)).recipient_mail, "other@example.org");
  });

  it("400, 200: agreements must be signed in the version shown, by drawing or by name (interface 2.3)", async () => {
    const own = await buildSite(world);
    const rules = await buildAgreement(world, own);
    const agreements = [{ _id: rules._id, version: 1 }];
    for (const [sent, field] of [
      [{}, "agreements"],
      [{ agreements }, "signature"],
      [{ agreements, signature: "aGVsbG8=" }, "signature"],
      [{ agreements: [{ _id: rules._id, version: 2 }], signed_name: "Jo" }, "agreements"],
    ] as const)
      assert.deepEqual((await arrive(world, own, sent)).body.field, field);
    assert.equal((await arrive(world, own, { agreements, signed_name: "Jo Janssens", language_id: "nl" })).status, 200);
    const visit = await newestVisit(world, own);
    assert.deepEqual(visit.agreements, [rules._id]);
    const { rows } = await world.db.pool.query(
      "select version, language, signer from signed_agreements where visit_id = $1",
      [visit._id],
    );
    assert.deepEqual([rows[0].version, rows[0].language, rows[0].signer.name], [1, "nl", "Jo Janssens"]);
    assert.equal((await arrive(world, own, { agreements, signature: PICTURE })).status, 200);
    assert.equal((await newestVisit(world, own)).signature, PICTURE);
  });

  it("400, 200: a photo where the type wants one; none is kept where it is off", async () => {
    const own = await buildSite(world, { photo: "required" });
    assert.equal((await arrive(world, own)).body.field, "photo");
    assert.equal((await arrive(world, own, { photo: "aGVsbG8=" })).body.field, "photo");
    assert.equal((await arrive(world, own, { photo: PICTURE })).body.badge.photo, true);
    assert.equal((await newestVisit(world, own)).photo, PICTURE);
    await arrive(world, site, { photo: PICTURE });
    assert.ok(!("photo" in (await newestVisit(world, site))));
  });

  it("200: a screened visit waits; its state follows the decision (interface 3)", async () => {
    const own = await buildSite(world, { screening: true });
    const { body } = await arrive(world, own);
    assert.equal(body.approval, "pending");
    await world.post(`/visitors/${(await newestVisit(world, own))._id}/approve`);
    const state = await atKiosk(world, own, "/visits/state", { token: body.token });
    assert.deepEqual(state.body, { approval: "approved", signed_out: false });
    const elsewhere = await atKiosk(world, site, "/visits/state", { token: body.token });
    assert.equal(elsewhere.status, 400);
  });

  it("400: a visit type that is inactive, of another location, or none where there are several", async () => {
    const own = await buildSite(world);
    const { body } = await world.post(`/companies/${own.location}/visittypes`, { name: "Off", active: false });
    assert.equal((await arrive(world, own, { visit_type: undefined })).status, 200);
    for (const visit_type of [body._id, site.type._id])
      assert.equal((await arrive(world, own, { visit_type })).body.field, "visit_type");
    await world.post(`/companies/${own.location}/visittypes`, { name: "Second" });
    assert.equal((await arrive(world, own, { visit_type: undefined })).body.field, "visit_type");
  });

  it("200: a kiosk whose door was removed since goes on without one (rules 4)", async () => {
    const own = await buildSite(world);
    await world.remove(`/companies/${own.location}/entrypoints/${own.door}`);
    assert.equal((await arrive(world, own)).status, 200);
    assert.ok(!("entrypoint_id" in (await newestVisit(world, own))));
  });

  it("403: once the device was removed; nothing is stored", async () => {
    const own = await buildSite(world);
    await world.remove(`/companies/${own.location}/devices/${own.kiosk.device._id}`);
    assert.equal((await arrive(world, own)).status, 403);
    assert.ok(!(await eventsOf(world, own.location)).includes("visitor_signed_in"));
  });

  it("an Idempotency-Key keeps no answer at a kiosk: client_ref does that, and answers hold names", async () => {
    const { rowCount } = await world.db.pool.query("select 1 from idempotency");
    await world.app.inject({
      method: "POST",
      url: "/kiosk/api/visits",
      headers: { ...site.kiosk.as, "idempotency-key": "kiosk-key" },
      payload: arrival(site),
    });
    assert.equal((await world.db.pool.query("select 1 from idempotency")).rowCount, rowCount);
  });
});

describe("POST /kiosk/api/visits offline (exactly once)", () => {
  const MINUTE_MS = 60_000;
  const at = (ms: number): string => new Date(ms).toISOString();

  it("200: keeps the original time, whatever the kiosk's clock shows", async () => {
    const own = await buildSite(world);
    Object.assign(world.clock, { frozen: true, now: Date.now() });
    const wrong = Date.UTC(1999, 0, 1);
    const queued = { queued_at: at(wrong), sent_at: at(wrong + 90 * MINUTE_MS) };
    const { body } = await arrive(world, own, { queued });
    assert.equal(body.signed_in, at(world.clock.now - 90 * MINUTE_MS));
    assert.equal(body.host_told, false);
    for (const sent of [wrong - 1, wrong + 40 * 24 * 60 * MINUTE_MS]) {
      const odd = await arrive(world, own, { queued: { queued_at: at(wrong), sent_at: at(sent) } });
      assert.equal(odd.body.signed_in, at(world.clock.now));
    }
    world.clock.frozen = false;
  });

  it("200: a sign-in by questions that changed since is taken; by those of now it is judged", async () => {
    const own = await buildSite(world);
    const { version } = (await atKiosk(world, own, "/door")).body;
    const queued = { queued_at: at(0), sent_at: at(1_000) };
    const bad = { queued, version, answers: { recipient: "Gone Host", first_name: "" } };
    assert.equal((await arrive(world, own, bad)).status, 400);
    await world.remove(`/companies/${own.location}/visittypes/${own.type._id}`);
    assert.equal((await arrive(world, own, bad)).status, 200);
    const visit = await newestVisit(world, own);
    assert.deepEqual([visit.last_name, visit.recipient, "visit_type" in visit], ["Janssens", "Gone Host", false]);
  });

  it("200: a host who is gone since keeps no visitor out who went in offline; at the door they are asked again", async () => {
    const own = await buildSite(world);
    const { version } = (await atKiosk(world, own, "/door")).body;
    await world.remove(`/visitees/${own.host._id}`);
    const sent = { version, host: own.host._id, answers: { recipient: "Ann Peeters" } };
    const refused = await arrive(world, own, sent);
    assert.deepEqual([refused.status, refused.body.field], [400, "host"]);
    assert.equal((await arrive(world, own, { ...sent, queued: { queued_at: at(0), sent_at: at(1_000) } })).status, 200);
    assert.equal((await newestVisit(world, own)).recipient, "Ann Peeters");
  });

  it("200: what was signed is the version that was shown, also when a newer one exists by now", async () => {
    const own = await buildSite(world);
    const rules = await buildAgreement(world, own);
    await world.put(`/companies/${own.location}/agreements/${rules._id}`, { agreement_text: { en: "New" } });
    const queued = { queued_at: at(0), sent_at: at(1_000) };
    const sent = { queued, version: "old", agreements: [{ _id: rules._id, version: 1 }], signed_name: "Jo" };
    assert.equal((await arrive(world, own, sent)).status, 200);
    const { rows } = await world.db.pool.query("select version from signed_agreements where company_id = $1", [
      own.location,
    ]);
    assert.deepEqual(rows, [{ version: 1 }]);
  });

  it(`${QUEUED} visits, each sent three times, are ${QUEUED} visits and events in their original order (promise)`, async () => {
    const own = await buildSite(world);
    const start = Date.now() - 10 * 60 * MINUTE_MS;
    const sent = Array.from({ length: QUEUED }, (_, n) =>
      arrival(own, {
        answers: { last_name: `Guest ${String(n).padStart(3, "0")}` },
        queued: { queued_at: at(start + n * 1_000), sent_at: at(Date.now()) },
      }),
    );
    for (const one of sent) {
      const answers = await Promise.all([0, 1, 2].map(() => atKiosk(world, own, "/visits", one)));
      assert.deepEqual(
        answers.map(({ status }) => status),
        [200, 200, 200],
      );
    }
    const log = (await logOf(world, own.location)).filter(({ event }) => event === "visitor_signed_in");
    const { rows } = await world.db.pool.query(
      "select _id, last_name from visits where company_id = $1 order by signed_in, _id",
      [own.location],
    );
    assert.equal(log.length, QUEUED);
    assert.deepEqual(
      rows.map(({ last_name }) => last_name),
      sent.map(({ answers }) => Object(answers).last_name),
    );
    assert.deepEqual(
      log.map(({ ids }) => ids.visitorId),
      rows.map(({ _id }) => _id),
    );
  });

  it("200: an expected visitor who is inside by now is signed in without the link, not lost", async () => {
    const own = await buildSite(world);
    const known = await buildRegistered(world, own.location);
    const name = { first_name: "Rosa", last_name: "Known" };
    const { recognition } = (await atKiosk(world, own, "/expected", name)).body;
    await world.post(`/knownvisitors/${known._id}/signin`);
    assert.equal((await arrive(world, own, { recognition, answers: name })).status, 400);
    const queued = { queued_at: at(0), sent_at: at(1_000) };
    assert.equal((await arrive(world, own, { recognition, answers: name, queued })).status, 200);
    assert.ok(!("known_visitor_id" in (await newestVisit(world, own))));
  });
});
