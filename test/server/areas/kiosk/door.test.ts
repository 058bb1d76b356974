import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { arrive, atKiosk, buildAgreement, buildSite, newestVisit, type Site } from "../../../support/door.ts";
import { kioskCall } from "../../../support/kiosk.ts";
import { badgeOf, inviteVisitor, visitorCall } from "../../../support/visitor.ts";
import { type Body, buildRegistered, makeWorld, type World } from "../../../support/world.ts";

const DAY_MS = 24 * 60 * 60_000;
const NAME = { first_name: "Rosa", last_name: "Known" };

let world: World;
let site: Site;
before(async () => {
  world = await makeWorld();
  site = await buildSite(world);
});
after(() => world.close());

const expectedOn = (from: number, to: number) => ({
  visiting_on: { startDate: new Date(from).toISOString(), endDate: new Date(to).toISOString() },
});

describe("GET /kiosk/api/door", () => {
  it("200: callers who ask while the door is being read share the next reading, and see what was changed before they asked", async () => {
    const own = await buildSite(world);
    await buildAgreement(world, own);
    await atKiosk(world, own, "/door");
    const { db } = world.context;
    let readings = 0;
    world.context.db = {
      ...db,
      named: (statement, values) => {
        if (statement.name === "list-agreements") readings += 1;
        return db.named(statement, values);
      },
    };
    try {
      const before = Array.from({ length: 10 }, () => atKiosk(world, own, "/door"));
      await world.put(`/companies/${own.location}`, { name: "Renamed" });
      const after = await Promise.all(Array.from({ length: 10 }, () => atKiosk(world, own, "/door")));
      await Promise.all(before);
      assert.deepEqual(new Set(after.map(({ body }) => body.door.location.name)), new Set(["Renamed"]));
      assert.ok(readings < 10, `${readings} readings for 20 callers`);
    } finally {
      world.context.db = db;
    }
  });

  it("200: all that is asked, in all languages; hidden questions, inactive types and the rest of the location are not there", async () => {
    const own = await buildSite(
      world,
      {
        fields: [
          { label: "Plate", translations: { label: { nl: "Nummerplaat" } } },
          { label: "Hidden", visible: false },
        ],
      },
      {
        colour: "#2543C6",
        privacy_notice: "Only we see this",
        translations: { privacy_notice: { nl: "Alleen wij" } },
        settings: { kiosk_keyboard: true, kiosk_camera: true, retention_days: 90 },
      },
    );
    await world.post(`/companies/${own.location}/visittypes`, { name: "Off", active: false });
    const rules = await buildAgreement(world, own);
    const ofGroups = await buildAgreement(world, own, { name: "Groups", group_only: true, index: 1 });
    const { body } = await atKiosk(world, own, "/door");
    const { door } = body;
    assert.deepEqual(
      [door.location.colour, door.settings.kiosk_keyboard, door.settings.kiosk_camera, door.settings.retention_days],
      ["#2543c6", true, true, 90],
    );
    assert.deepEqual(door.privacy_notice, { en: "Only we see this", nl: "Alleen wij" });
    assert.deepEqual(door.entry_point, { name: { en: "Front" } });
    assert.deepEqual(
      door.visit_types.map(({ name }: Body) => name.en),
      ["Guest"],
    );
    const names = door.visit_types[0].fields.map(({ field_name }: Body) => field_name);
    assert.deepEqual(names, ["first_name", "last_name", "company", "recipient", "plate"]);
    assert.deepEqual(door.visit_types[0].fields.at(-1).label, { en: "Plate", nl: "Nummerplaat" });
    assert.deepEqual(
      door.agreements.map(({ _id }: Body) => _id),
      [rules._id, ofGroups._id],
    );
    assert.deepEqual(
      [door.visit_types[0].agreements, door.visit_types[0].group_agreements],
      [[rules._id], [rules._id, ofGroups._id]],
    );
    assert.deepEqual(door.agreements[0].text, { en: "Wear your badge.", nl: "Draag uw badge." });
    assert.ok(!JSON.stringify(body).includes("invite_cap") && !JSON.stringify(body).includes("Hidden"));
  });

  it("200: the version changes with any of it and is all that is answered to who has it", async () => {
    const own = await buildSite(world);
    const seen = new Set<string>();
    const look = async (): Promise<void> => {
      const { version } = (await atKiosk(world, own, "/door")).body;
      assert.ok(!seen.has(version));
      seen.add(version);
      assert.deepEqual((await atKiosk(world, own, `/door?version=${version}`)).body, { version });
    };
    await look();
    await world.put(`/companies/${own.location}`, { settings: { welcome_seconds: 9 } });
    await look();
    await world.put(`/companies/${own.location}/visittypes/${own.type._id}`, { welcome_message: "Hi" });
    await look();
    await buildAgreement(world, own);
    await look();
  });

  it("200: the document of an agreement, of this location alone", async () => {
    const other = await buildSite(world);
    const pdf = Buffer.from("%PDF-1.4\nstartxref\n%%EOF").toString("base64");
    const { _id } = await buildAgreement(world, other, { type: "pdf", pdf });
    const path = `/kiosk/api/agreements/${_id}/pdf`;
    const there = await world.app.inject({ url: path, headers: other.kiosk.as });
    assert.deepEqual([there.statusCode, there.headers["content-type"]], [200, "application/pdf"]);
    assert.equal((await world.app.inject({ url: path, headers: site.kiosk.as })).statusCode, 404);
    await world.put(`/companies/${other.location}/agreements/${_id}`, { active: false });
    assert.equal((await world.app.inject({ url: path, headers: other.kiosk.as })).statusCode, 404);
  });
});

describe("GET /kiosk/api/hosts", () => {
  it("200: from two letters on, four at most, by name alone; pinned ones without letters; external ones too", async () => {
    const own = await buildSite(world);
    for (const cn of ["John Smith", "Jürgen Müller", "Jo Jonson", "Jon Snow", "Jonathan Livingston", "Joni Mitchell"])
      await world.post("/visitees", {
        company_id: own.location,
        cn,
        mail: "x@example.org",
        sticky: cn === "John Smith",
      });
    await world.post(`/companies/${own.location}/visitees/bulk`, [{ cn: "Extern Al", mail: "e@example.org" }]);
    const find = async (q: string): Promise<string[]> =>
      (await atKiosk(world, own, `/hosts?q=${encodeURIComponent(q)}`)).body.map(({ cn }: Body) => cn);
    assert.equal((await find("Jon")).length, 4);
    assert.ok((await find("Jon Smit")).includes("John Smith"));
    assert.deepEqual(
      [await find("muller"), await find("extern"), await find("j")],
      [["Jürgen Müller"], ["Extern Al"], []],
    );
    const { body } = await atKiosk(world, own, "/hosts");
    assert.deepEqual(
      body.map((host: Body) => Object.keys(host).toSorted()),
      [["_id", "cn", "sticky"]],
    );
    const all = (await atKiosk(world, own, "/hosts/all")).body;
    assert.equal(all.hosts.length, 8);
    assert.deepEqual((await atKiosk(world, own, `/hosts/all?version=${all.version}`)).body, { version: all.version });
  });
});

describe("POST /kiosk/api/recognise", () => {
  it("200: an invitation's code fills the form, on its day until midnight, and links the visit (interface 2.1)", async () => {
    Object.assign(world.clock, { frozen: true, now: Date.UTC(2026, 10, 23, 8) });
    const own = await buildSite(world);
    const { visitor, token } = await inviteVisitor(world, own.location, {
      visit_type: own.type._id,
      company: "Acme",
      licenseplate: "1-ABC-234",
      secret: "not asked",
      recipient: "Ann Peeters",
      ...expectedOn(Date.UTC(2026, 10, 24, 9), Date.UTC(2026, 10, 24, 10)),
    });
    const look = async () => (await atKiosk(world, own, "/recognise", { code: `http://x/visit/#i=${token}` })).body;
    const early = await look();
    assert.deepEqual([early.outcome, early.visiting_on, "answers" in early], ["not_today", visitor.visiting_on, false]);
    world.clock.now = Date.UTC(2026, 10, 24, 18);
    const { outcome, recognition, answers, visit_type } = await look();
    assert.deepEqual([outcome, visit_type], ["expected", own.type._id]);
    assert.deepEqual(answers, { ...NAME, company: "Acme", recipient: "Ann Peeters", licenseplate: "1-ABC-234" });
    assert.equal((await arrive(world, own, { recognition, answers })).status, 200);
    const visit = await newestVisit(world, own);
    assert.deepEqual([visit.known_visitor_id, visit.secret], [visitor._id, "not asked"]);
    assert.equal((await look()).outcome, "inside");
    world.clock.now = Date.UTC(2026, 10, 25, 0);
    assert.equal((await look()).outcome, "unknown");
    world.clock.frozen = false;
  });

  it("200: a badge's code fills the form with that visit's answers; inside, it says so; elsewhere it is unknown", async () => {
    const { body } = await arrive(world, site, { answers: { company: "Acme" } });
    const look = async (at: Site) => (await atKiosk(world, at, "/recognise", { code: body.code })).body;
    assert.deepEqual(await look(site), { outcome: "inside", first_name: "Jo" });
    await world.post(`/visitors/${(await newestVisit(world, site))._id}/signout`);
    const back = await look(site);
    assert.deepEqual([back.outcome, back.answers.company, back.first_name], ["returning", "Acme", "Jo"]);
    assert.equal((await look(await buildSite(world))).outcome, "unknown");
    for (const code of ["", "x", "https://example.org/?token=x", "a.1.b"])
      assert.equal((await atKiosk(world, site, "/recognise", { code })).body.outcome, "unknown");
  });

  it("200: agreements are skipped while valid: current version, within expiry_days, for a code alone (interface 2.3)", async () => {
    Object.assign(world.clock, { frozen: true, now: Date.now() });
    const own = await buildSite(world);
    const rules = await buildAgreement(world, own, { expiry_days: 30 });
    const agreements = [{ _id: rules._id, version: 1 }];
    const { body } = await arrive(world, own, { agreements, signed_name: "Jo Janssens" });
    await world.post(`/visitors/${(await newestVisit(world, own))._id}/signout`);
    const look = async () => (await atKiosk(world, own, "/recognise", { code: body.code })).body;
    const { recognition, signed } = await look();
    assert.deepEqual(signed, [rules._id]);
    world.clock.now += 1_000;
    assert.equal((await arrive(world, own, { recognition })).status, 200);
    assert.deepEqual((await newestVisit(world, own)).agreements, []);
    world.clock.now += 31 * DAY_MS;
    assert.deepEqual((await look()).signed, []);
    world.clock.now -= 31 * DAY_MS;
    await world.put(`/companies/${own.location}/agreements/${rules._id}`, { agreement_text: { en: "New" } });
    assert.deepEqual((await look()).signed, []);
    assert.equal((await arrive(world, own, { recognition })).body.field, "agreements");
    world.clock.frozen = false;
  });

  it("200: a visitor who comes back again and again signs once, and again when what they signed was erased (rules 4: agreements)", async () => {
    const own = await buildSite(world);
    const rules = await buildAgreement(world, own);
    const first = { agreements: [{ _id: rules._id, version: 1 }], signed_name: "Jo Janssens" };
    const leave = async () => {
      const { _id } = await newestVisit(world, own);
      await world.post(`/visitors/${_id}/signout`);
      return String(_id);
    };
    let { code } = (await arrive(world, own, first)).body;
    const signedOn = await leave();
    const signedBy = async () => (await atKiosk(world, own, "/recognise", { code })).body;
    for (let n = 0; n < 3; n += 1) {
      const { recognition, signed } = await signedBy();
      assert.deepEqual(signed, [rules._id], `visit ${n + 2}`);
      code = (await arrive(world, own, { recognition })).body.code;
      await leave();
    }
    const stranger = await arrive(world, own, {});
    assert.equal(stranger.body.field, "agreements");
    await world.remove(`/visitors/${signedOn}`);
    assert.deepEqual((await signedBy()).signed, []);
  });
});

describe("POST /kiosk/api/expected", () => {
  it("200: case and accents aside, only the whole name is found, and it tells no more than was typed", async () => {
    const own = await buildSite(world);
    await buildRegistered(world, own.location, {
      first_name: "Renée",
      last_name: "Škoda",
      company: "Secret Company",
      recipient: "Ann Peeters",
      visit_type: own.type._id,
    });
    const ask = async (first_name: string, last_name: string) =>
      atKiosk(world, own, "/expected", { first_name, last_name });
    const { body, text } = await ask("renee", " SKODA ");
    assert.deepEqual(
      [body.outcome, body.first_name, body.visit_type, body.known],
      ["expected", "renee", own.type._id, ["company", "recipient"]],
    );
    assert.deepEqual(body.answers, { first_name: "renee", last_name: " SKODA " });
    for (const secret of ["Secret", "Ann", "Renée"]) assert.ok(!text.includes(secret));
    for (const [first, last] of [
      ["Ren", "Škoda"],
      ["Renée", "Skod"],
      ["%", "%"],
      ["Renée", ""],
      ["Škoda", ""],
      ["Renée Škoda", ""],
    ] as const)
      assert.deepEqual((await ask(first, last)).body, { outcome: "unknown" });
  });

  it("200: apostrophes, hyphens and blanks of any kind, special letters and the order of the names don't matter", async () => {
    const own = await buildSite(world);
    const ask = async (first_name: string, last_name: string) =>
      (await atKiosk(world, own, "/expected", { first_name, last_name })).body;
    const cases: [string, string, [string, string][]][] = [
      [
        "Jean-Luc",
        "O’Brien",
        [
          ["Jean Luc", "O'Brien"],
          ["jeanluc", "obrien"],
          ["Jean\u2011Luc", "O\u00a0`Brien\u200b"],
        ],
      ],
      [
        "Mary Ann",
        "Weiß",
        [
          ["Maryann", "WEISS"],
          ["Mary", "Ann Weiss"],
        ],
      ],
      ["Søren", "Łukasiewicz", [["Soren", "Lukasiewicz"]]],
      ["Ægir", "Þórðarson", [["Aegir", "Thordarson"]]],
      ["Işıl", "Đorđević", [["Isil", "Dordevic"]]],
    ];
    for (const [first_name, last_name, typed] of cases) {
      await buildRegistered(world, own.location, { first_name, last_name });
      for (const [first, last] of typed) {
        const given = await ask(first, last);
        assert.deepEqual([given.outcome, given.answers], ["expected", { first_name: first, last_name: last }], last);
      }
      const [[first, last]] = typed as [[string, string]];
      assert.deepEqual((await ask(last, first)).answers, { first_name: first, last_name: last }, "turned round");
    }
  });

  it("200: one name is enough for a visitor who has only one, who isn't asked for another", async () => {
    const own = await buildSite(world);
    await buildRegistered(world, own.location, { first_name: "Sukarno", last_name: null });
    for (const name of [{ first_name: "sukarno" }, { last_name: "Sukarno", first_name: "" }]) {
      const { body } = await atKiosk(world, own, "/expected", name);
      assert.deepEqual([body.outcome, Object.keys(body.answers)], ["expected", ["first_name"]]);
      assert.ok(body.known.includes("last_name"));
    }
    const { recognition, answers } = (await atKiosk(world, own, "/expected", { first_name: "Sukarno" })).body;
    const { status, text } = await atKiosk(world, own, "/visits", {
      client_ref: "has-one-name",
      recognition,
      answers: { ...answers, recipient: "Ann Peeters" },
    });
    assert.equal(status, 200, text);
    const { first_name, last_name } = await newestVisit(world, own);
    assert.deepEqual([first_name, last_name], ["Sukarno", undefined]);
  });

  it("400: no name at all", async () => {
    const { status, body } = await atKiosk(world, site, "/expected", { first_name: " ", last_name: "" });
    assert.deepEqual([status, body.field], [400, "first_name"]);
  });

  it("200: nothing that was not typed comes back with the sign-in; its code opens nothing, and the visit is whole", async () => {
    const own = await buildSite(world, { welcome_message: "Welcome %first_name% of %company%, %recipient%" });
    await buildRegistered(world, own.location, { company: "Secret Company", recipient: "Ann Peeters" });
    const { recognition } = (await atKiosk(world, own, "/expected", NAME)).body;
    const { body, text, status } = await arrive(world, own, { recognition, answers: { ...NAME, recipient: "" } });
    assert.equal(status, 200, text);
    for (const secret of ["Secret", "Ann"]) assert.ok(!text.includes(secret), text);
    assert.equal((await newestVisit(world, own)).company, "Secret Company");
    assert.equal((await visitorCall(world, "GET", "/data", { token: body.token })).status, 403);
    const back = await atKiosk(world, own, "/recognise", { code: body.code });
    assert.deepEqual(back.body, { outcome: "inside" });
  });

  it("200: a dated visitor on their day only, an undated one always, one who is inside and namesakes never", async () => {
    const own = await buildSite(world);
    const ask = async () => (await atKiosk(world, own, "/expected", NAME)).body.outcome;
    const tomorrow = Date.now() + DAY_MS;
    const { _id } = await buildRegistered(world, own.location, expectedOn(tomorrow, tomorrow + 1_000));
    assert.equal(await ask(), "unknown");
    await world.put(`/knownvisitors/${_id}`, expectedOn(Date.now() - 1_000, tomorrow));
    assert.equal(await ask(), "expected");
    await world.put(`/knownvisitors/${_id}`, { visiting_on: null });
    assert.equal(await ask(), "expected");
    const { body } = await world.post(`/knownvisitors/${_id}/signin`);
    assert.equal(await ask(), "unknown");
    await world.post(`/visitors/${body._id}/signout`);
    await buildRegistered(world, own.location);
    assert.equal(await ask(), "unknown");
  });

  it("400: a recognition of another location, of other use, or half an hour old", async () => {
    Object.assign(world.clock, { frozen: true, now: Date.now() });
    const other = await buildSite(world);
    await buildRegistered(world, other.location);
    const { recognition } = (await atKiosk(world, other, "/expected", NAME)).body;
    const code = badgeOf(world, other.location, "f".repeat(24));
    for (const [at, sent] of [
      [site, recognition],
      [other, code],
      [other, "x"],
    ] as const)
      assert.equal((await arrive(world, at, { recognition: sent })).body.field, "recognition");
    world.clock.now += 30 * 60_000;
    assert.equal((await arrive(world, other, { recognition })).body.field, "recognition");
    world.clock.frozen = false;
  });

  it("429: after 60 unknown names within 15 minutes, at this kiosk", async () => {
    const own = await buildSite(world);
    await buildRegistered(world, own.location);
    for (let n = 0; n < 60; n += 1)
      assert.equal((await atKiosk(world, own, "/expected", { first_name: "A", last_name: `${n}` })).status, 200);
    assert.equal((await atKiosk(world, own, "/expected", { first_name: "A", last_name: "B" })).status, 429);
    assert.equal((await atKiosk(world, own, "/expected", NAME)).status, 200);
    assert.equal((await atKiosk(world, site, "/expected", NAME)).status, 200);
  });
});

describe("POST /kiosk/api/signout", () => {
  const out = (at: Site, body: Record<string, unknown>) =>
    atKiosk(world, at, "/signout", { client_ref: crypto.randomUUID(), ...body });
  const JO = { first_name: "jo", last_name: "Janssens" };

  it("200: by the badge's code or by name: source 1, message filled, one event (interface 2.1, 3)", async () => {
    for (const by of ["code", "name"]) {
      const own = await buildSite(world);
      const { body } = await arrive(world, own);
      const answer = await out(own, by === "code" ? { code: body.code } : JO);
      assert.deepEqual([answer.body.outcome, answer.body.message], ["signed_out", "Bye Jo"], answer.text);
      const visit = await newestVisit(world, own);
      assert.deepEqual([visit.signed_out_source, visit.signed_out], [1, answer.body.signed_out]);
      assert.equal((await out(own, JO)).body.outcome, "unknown");
    }
  });

  it("200: two of one name are told apart by their company, never shown", async () => {
    const own = await buildSite(world);
    for (const company of ["Acme", "Other"]) await arrive(world, own, { answers: { company } });
    assert.deepEqual((await out(own, JO)).body, { outcome: "several" });
    assert.equal((await out(own, { ...JO, company: "other" })).body.outcome, "signed_out");
    assert.equal((await out(own, JO)).body.outcome, "signed_out");
  });

  it("200: by company alone, the newest visit without a name; one with a name is not found by it", async () => {
    const own = await buildSite(world);
    const deliver = async (): Promise<string> =>
      (await world.post("/visitors", { company_id: own.location, company: "DPD" })).body._id;
    await arrive(world, own, { answers: { company: "Acme" } });
    const [first, last] = [await deliver(), await deliver()];
    const answer = await out(own, { company: " dpd " });
    assert.deepEqual([answer.body.outcome, answer.body.first_name], ["signed_out", undefined], answer.text);
    const inside = (await world.get(`/visitors/signed_current/${own.location}`)).body;
    const isInside = (id: string): boolean => inside.some(({ _id }: Body) => _id === id);
    assert.deepEqual([isInside(first), isInside(last)], [true, false]);
    for (const company of ["Acme", "UPS"]) assert.equal((await out(own, { company })).body.outcome, "unknown");
  });

  it("400: by half a name, with or without the company", async () => {
    for (const half of [{ first_name: "Jo" }, { last_name: "Janssens", company: "Acme" }, {}]) {
      const { status, body } = await out(site, half);
      assert.deepEqual([status, body.code, body.field], [400, "missing_key", "code"]);
    }
  });

  it("200: the same client_ref again closes no later visit, and answers the same", async () => {
    const own = await buildSite(world);
    await arrive(world, own);
    const client_ref = "sign-out-of-today";
    const first = await out(own, { ...JO, client_ref });
    await arrive(world, own);
    const again = await out(own, { ...JO, client_ref });
    assert.deepEqual(again.body, first.body);
    assert.ok(!("signed_out" in (await newestVisit(world, own))));
  });

  it("200: done offline, with its original time, by the reference of the sign-in", async () => {
    const own = await buildSite(world);
    Object.assign(world.clock, { frozen: true, now: Date.now() });
    const at = (minutes: number) => new Date(minutes * 60_000).toISOString();
    const client_ref = "offline-sign-in";
    await arrive(world, own, { client_ref, queued: { queued_at: at(0), sent_at: at(30) } });
    const queued = { queued_at: at(20), sent_at: at(30) };
    const { body } = await out(own, { visit_ref: client_ref, queued });
    assert.equal(body.signed_out, new Date(world.clock.now - 10 * 60_000).toISOString());
    world.clock.frozen = false;
  });

  it("200: the code of a badge that was printed offline is the sign-in's reference; it signs out and opens nothing", async () => {
    const own = await buildSite(world);
    await arrive(world, own, { client_ref: "printed-offline" });
    const code = "printed-offline";
    assert.deepEqual((await atKiosk(world, own, "/recognise", { code })).body, { outcome: "inside" });
    assert.deepEqual((await atKiosk(world, site, "/recognise", { code })).body, { outcome: "unknown" });
    assert.equal((await out(own, { code })).body.outcome, "signed_out");
    assert.deepEqual((await atKiosk(world, own, "/recognise", { code })).body, { outcome: "unknown" });
  });

  it("200: no visitor of another location, whatever is shown; 400 when no visitor is named", async () => {
    const other = await buildSite(world);
    const { body } = await arrive(world, other, { client_ref: "their-sign-in" });
    for (const shown of [{ code: body.code }, { visit_ref: "their-sign-in" }, JO, { code: "x" }])
      assert.deepEqual((await out(await buildSite(world), shown)).body, { outcome: "unknown" });
    assert.ok(!("signed_out" in (await newestVisit(world, other))));
    assert.equal((await out(other, {})).status, 400);
    assert.equal((await out(other, { first_name: "Jo" })).status, 400);
  });
});

describe("a kiosk of one location beside others", () => {
  it("no answer of the door holds anything of another location", async () => {
    const other = await buildSite(world, { name: "Canary type" }, { name: "Canary place" });
    await buildAgreement(world, other, { name: "Canary rules" });
    await world.post("/visitees", { company_id: other.location, cn: "Canary Host", sticky: true });
    for (const path of ["/door", "/hosts", "/hosts?q=canary", "/hosts/all"]) {
      const { text } = await kioskCall(world, "GET", path, { as: site.kiosk.as });
      assert.ok(!text.includes("Canary"), path);
    }
  });
});
