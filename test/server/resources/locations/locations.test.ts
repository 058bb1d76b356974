import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import {
  type Body,
  buildKey,
  buildLocation,
  buildUser,
  eventsOf,
  logOf,
  makeWorld,
  type World,
} from "../../../support/world.ts";

let world: World;

before(async () => {
  world = await makeWorld();
});
after(() => world.close());

const DEFAULTS = {
  signout_days: 0,
  retention_days: null,
  retention_covers_registered: false,
  hosts_must_be_valid: true,
  kiosk_sign_out_button: true,
  kiosk_idle_seconds: 60,
  welcome_seconds: 8,
  visitor_numbers: false,
  registered_lookup_field: "_id",
  invite_cap_per_day: 500,
  employees_see: "all",
};

const read = async (location: string): Promise<Body> => (await world.get(`/companies/${location}`)).body;

describe("GET /companiesList (interface 4.1)", () => {
  it("200: lists the covered locations only, by name, with the item's keys (rules 4)", async () => {
    const b = await buildLocation(world, { name: "list b" });
    const a = await buildLocation(world, { name: "List A" });
    await buildLocation(world, { name: "list c" });
    const { body } = await world.get("/companiesList", { as: await buildKey(world, [b, a]) });
    assert.deepEqual(
      body.map(({ name }: Body) => name),
      ["List A", "list b"],
    );
    for (const item of body)
      assert.deepEqual(Object.keys(item).toSorted(), ["_id", "mod_date", "name", "tier", "timezone"]);
  });

  it("200: a global admin sees every location, a user theirs (rules 4)", async () => {
    const location = await buildLocation(world);
    const { rows } = await world.db.pool.query("select _id from companies");
    assert.equal((await world.get("/companiesList")).body.length, rows.length);
    for (const role of ["local_admin", "receptionist", "security_guard", "employee"] as const) {
      const { status, body } = await world.get("/companiesList", { as: await buildUser(world, role, [location]) });
      assert.equal(status, 200);
      assert.deepEqual(
        body.map(({ _id }: Body) => _id),
        [location],
        role,
      );
    }
  });

  it("200: count and page are optional and give a page of the plain array (rules 2.4)", async () => {
    const locations = await Promise.all(["p1", "p2", "p3"].map((name) => buildLocation(world, { name })));
    const as = await buildKey(world, locations);
    const { body } = await world.get("/companiesList?count=2&page=2", { as });
    assert.deepEqual(
      body.map(({ name }: Body) => name),
      ["p3"],
    );
    assert.deepEqual((await world.get("/companiesList?count=2&page=900719925474099", { as })).body, []);
  });
});

describe("GET /companies/{company_id} (rules 5)", () => {
  it("200: every role reads a location it covers (rules 4)", async () => {
    const location = await buildLocation(world, { name: "Readable" });
    const { status, body } = await world.get(`/companies/${location}`, {
      as: await buildUser(world, "employee", [location]),
    });
    assert.equal(status, 200);
    assert.equal(body.name, "Readable");
    assert.equal((await world.get(`/companies/${location.toUpperCase()}`)).body._id, location);
  });

  it("403: another location, an unknown one and a malformed one look alike (rules 1.3)", async () => {
    const as = await buildKey(world, [await buildLocation(world)]);
    for (const id of [await buildLocation(world), "f".repeat(24), "nonsense"]) {
      const { status, text } = await world.get(`/companies/${id}`, { as });
      assert.equal(status, 403);
      assert.equal(text, '{"error":"Invalid API key"}');
    }
  });
});

describe("POST /companies (rules 4, 5)", () => {
  it("200: needs a name only, the rest has the defaults of rules 4", async () => {
    const { status, body } = await world.post("/companies", { name: "Bare" });
    assert.equal(status, 200);
    const { _id, create_date, mod_date, ...rest } = body;
    assert.match(_id, /^[0-9a-f]{24}$/);
    assert.equal(create_date, mod_date);
    assert.deepEqual(rest, {
      name: "Bare",
      tier: "enterprise",
      timezone: "UTC",
      languages: ["en"],
      default_language: "en",
      settings: DEFAULTS,
    });
    assert.deepEqual(await read(_id), body);
  });

  it("200: stores what was sent and fills the other settings in", async () => {
    const given = {
      name: "Whole",
      tier: "business",
      timezone: "Europe/Brussels",
      languages: ["nl", "fr-BE"],
      default_language: "nl",
      address: "Nieuwstraat 1",
      zip_code: "1000",
      city: "Brussel",
      country: "BE",
      logo: "data:image/png;base64,iVBORw0KGgo=",
    };
    const { body } = await world.post("/companies", { ...given, settings: { signout_days: 2, retention_days: 90 } });
    const { _id, create_date: _created, mod_date: _changed, settings, ...rest } = body;
    assert.deepEqual(rest, given);
    assert.deepEqual(settings, { ...DEFAULTS, signout_days: 2, retention_days: 90 });
  });

  it("400: a logo or background that is not a picture; it is named", async () => {
    for (const field of ["logo", "kiosk_background"])
      for (const value of ["javascript:alert(1)", "https://example.org/logo.png", "<svg>"]) {
        const { status, body } = await world.post("/companies", { name: "L", [field]: value });
        assert.equal(status, 400, value);
        assert.ok(body.message.startsWith(`"${field}"`), body.message);
      }
  });

  it("400: a logo that no browser draws, whatever it is called; the pictures that one draws are stored as sent", async () => {
    const base64 = (text: string): string => Buffer.from(text, "latin1").toString("base64");
    for (const logo of [
      base64("hello world"),
      base64("%PDF-1.7"),
      base64("<html><svg/></html>"),
      `data:image/png;base64,${base64("hello world")}`,
      "data:image/svg+xml,<p>no</p>",
      "data:image/png;base64,",
    ]) {
      const { status, body } = await world.post("/companies", { name: "L", logo });
      assert.deepEqual([status, body.code, body.field], [400, "wrong_format", "logo"], logo);
    }
    const drawn = [
      "\u0089PNG\r\n\u001a\nx",
      "\u00ff\u00d8\u00ff\u00e0x",
      "GIF89ax",
      "RIFF1234WEBPx",
      "<svg xmlns='x'/>",
      '<?xml version="1.0"?><!-- Logo --><svg/>',
      "\u00ef\u00bb\u00bf<svg/>",
    ];
    for (const logo of [
      ...drawn.flatMap((text) => [base64(text), `data:image/png;base64,${base64(text)}`]),
      "data:image/svg+xml,%3Csvg/%3E",
    ]) {
      const { status, body } = await world.post("/companies", { name: "L", logo });
      assert.deepEqual([status, body.logo], [200, logo], body.message);
    }
  });

  it("200: a logo of an older version that isn't an image stays as it is when it is sent back", async () => {
    const location = await buildLocation(world);
    await world.db.pool.query("update companies set logo = 'aGVsbG8=' where _id = $1", [location]);
    assert.equal((await world.put(`/companies/${location}`, { logo: "aGVsbG8=", city: "Gent" })).status, 200);
    assert.equal((await world.put(`/companies/${location}`, { logo: "aGVsbG8h" })).status, 400);
  });

  it("200: accepts a form, whose settings become their types (rules 2)", async () => {
    const form = "name=Form&languages[]=en&languages[]=nl&settings[signout_days]=3&settings[visitor_numbers]=true";
    const { status, body } = await world.call("POST", "/companies", { form });
    assert.equal(status, 200);
    assert.deepEqual(body.languages, ["en", "nl"]);
    assert.deepEqual(body.settings, { ...DEFAULTS, signout_days: 3, visitor_numbers: true });
  });

  it("400: a value that does not fit, named with what was expected", async () => {
    const bad: [Record<string, unknown>, string][] = [
      [{}, "name"],
      [{ name: "" }, "name"],
      [{ name: " " }, "name"],
      [{ name: null }, "name"],
      [{ name: 7 }, "name"],
      [{ name: "x", timezone: "Europe/Nowhere" }, "timezone"],
      [{ name: "x", timezone: "+02:00" }, "timezone"],
      [{ name: "x", timezone: "" }, "timezone"],
      [{ name: "x", tier: "gold" }, "tier"],
      [{ name: "x", languages: "en" }, "languages"],
      [{ name: "x", default_language: "english please" }, "default_language"],
      [{ name: "x", settings: [] }, "settings"],
      [{ name: "x", settings: { signout_days: -1 } }, "settings.signout_days"],
      [{ name: "x", settings: { signout_days: "1" } }, "settings.signout_days"],
      [{ name: "x", settings: { retention_days: 0 } }, "settings.retention_days"],
      [{ name: "x", settings: { signoutdays: 1 } }, "settings.signoutdays"],
      [{ name: "x", settings: { constructor: 1 } }, "settings.constructor"],
    ];
    for (const [body, field] of bad) {
      const answer = await world.post("/companies", body);
      assert.equal(answer.status, 400, JSON.stringify(body));
      assert.ok(answer.body.message.includes(`"${field}"`), `${JSON.stringify(body)}: ${answer.body.message}`);
    }
  });

  it("403: only a global admin creates locations, and never a key (interface 5.5)", async () => {
    const location = await buildLocation(world);
    const { length } = (await world.get("/companiesList")).body;
    const others = [
      await buildKey(world, [location]),
      await buildUser(world, "local_admin", [location]),
      await buildUser(world, "employee", [location]),
    ];
    for (const as of others) {
      const { status, text } = await world.post("/companies", { name: "No" }, { as });
      assert.equal(status, 403);
      assert.equal(text, '{"error":"Invalid API key"}');
    }
    assert.equal((await world.get("/companiesList")).body.length, length);
  });

  it("200: an Idempotency-Key creates one location (rules 2)", async () => {
    const headers = { "idempotency-key": "one-location" };
    const first = await world.post("/companies", { name: "Once" }, { headers });
    const again = await world.post("/companies", { name: "Once" }, { headers });
    assert.deepEqual(again.body, first.body);
  });
});

describe("PUT /companies/{company_id} (rules 4, 5)", () => {
  it("200: an absent key stays, null removes or puts the default back", async () => {
    const location = await buildLocation(world, { name: "Old", city: "Gent", country: "BE", timezone: "Asia/Tokyo" });
    const { body } = await world.put(`/companies/${location}`, { name: "New", city: null, timezone: null });
    assert.equal(body.name, "New");
    assert.equal(body.country, "BE");
    assert.equal(body.timezone, "UTC");
    assert.ok(!("city" in body));
    assert.deepEqual(await read(location), body);
  });

  it("200: settings merge key by key; null puts one default back, settings of null all", async () => {
    const location = await buildLocation(world, { settings: { signout_days: 4, welcome_seconds: 20 } });
    const one = await world.put(`/companies/${location}`, { settings: { retention_days: 30, welcome_seconds: null } });
    assert.deepEqual(one.body.settings, { ...DEFAULTS, signout_days: 4, retention_days: 30 });
    const none = await world.put(`/companies/${location}`, { settings: { retention_days: null } });
    assert.deepEqual(none.body.settings, { ...DEFAULTS, signout_days: 4 });
    const all = await world.put(`/companies/${location}`, { settings: null });
    assert.deepEqual(all.body.settings, DEFAULTS);
  });

  it("200: every setting can be changed alone and reads back", async () => {
    const location = await buildLocation(world);
    const changed = {
      signout_days: 1,
      retention_days: 7,
      retention_covers_registered: true,
      hosts_must_be_valid: false,
      kiosk_sign_out_button: false,
      kiosk_idle_seconds: 30,
      welcome_seconds: 5,
      visitor_numbers: true,
      registered_lookup_field: "staff_no",
      invite_cap_per_day: 0,
      employees_see: "own",
    };
    for (const [key, value] of Object.entries(changed))
      assert.equal((await world.put(`/companies/${location}`, { settings: { [key]: value } })).status, 200, key);
    assert.deepEqual((await read(location)).settings, changed);
  });

  it("200: a zone is stored and given back under its name of today, whatever its case; old names stay valid (rules 4.2)", async () => {
    const location = await buildLocation(world);
    for (const [sent, given] of [
      ["Europe/Kyiv", "Europe/Kyiv"],
      ["Europe/Kiev", "Europe/Kyiv"],
      ["Asia/Calcutta", "Asia/Kolkata"],
      ["asia/kolkata", "Asia/Kolkata"],
      ["EUROPE/BRUSSELS", "Europe/Brussels"],
      ["Europe/Amsterdam", "Europe/Amsterdam"],
      ["America/Buenos_Aires", "America/Argentina/Buenos_Aires"],
      ["etc/utc", "UTC"],
      ["Etc/GMT+5", "Etc/GMT+5"],
    ]) {
      const { status, body } = await world.put(`/companies/${location}`, { timezone: sent });
      assert.deepEqual([status, body.timezone], [200, given], sent);
      assert.equal((await read(location)).timezone, given);
    }
    // Of a time before names were told apart.
    await world.db.pool.query("update companies set timezone = 'Asia/Saigon' where _id = $1", [location]);
    assert.equal((await read(location)).timezone, "Asia/Ho_Chi_Minh");
    const { body } = await world.get("/companiesList");
    assert.equal(body.find(({ _id }: { _id: string }) => _id === location).timezone, "Asia/Ho_Chi_Minh");
  });

  it("400: an unknown setting, a bad value, a removed name; nothing of the call is stored", async () => {
    const location = await buildLocation(world, { name: "Kept" });
    const before = await read(location);
    const bad = [
      { settings: { unknown: 1 } },
      { settings: { kiosk_idle_seconds: 1 } },
      { timezone: "Mars/Olympus" },
      { name: null },
      { name: "" },
      { tier: "free" },
    ];
    for (const body of bad) {
      const { status } = await world.put(`/companies/${location}`, { city: "Lost", ...body });
      assert.equal(status, 400, JSON.stringify(body));
    }
    assert.deepEqual(await read(location), before);
  });

  it("403: the tier is a global admin's to change; sent as it is, it changes nothing", async () => {
    const location = await buildLocation(world, { tier: "business" });
    for (const as of [await buildUser(world, "local_admin", [location]), await buildKey(world, [location])]) {
      assert.equal((await world.put(`/companies/${location}`, { tier: "enterprise" }, { as })).status, 403);
      assert.equal((await world.put(`/companies/${location}`, { tier: null }, { as })).status, 403);
      assert.equal((await world.put(`/companies/${location}`, { tier: "business", city: "Ok" }, { as })).status, 200);
    }
    assert.equal((await read(location)).tier, "business");
    assert.equal((await world.put(`/companies/${location}`, { tier: "starter" })).body.tier, "starter");
  });

  it("403: receptionist, guard and employee change no location (rules 4)", async () => {
    const location = await buildLocation(world);
    for (const role of ["receptionist", "security_guard", "employee"] as const) {
      const as = await buildUser(world, role, [location]);
      assert.equal((await world.put(`/companies/${location}`, { name: "No" }, { as })).status, 403, role);
    }
  });

  it("200: fires company_updated once per change, and nothing when nothing changes (rules 2.1)", async () => {
    const location = await buildLocation(world, { name: "Quiet" });
    const changed = await world.put(`/companies/${location}`, { city: "Gent", settings: { signout_days: 1 } });
    const same = await world.put(`/companies/${location}`, { city: "Gent", settings: { signout_days: 1 } });
    assert.deepEqual(same.body, changed.body);
    assert.deepEqual(await eventsOf(world, location), ["company_updated"]);
    assert.equal((await logOf(world, location))[0].ids, null);
  });

  it("200: two changes of different settings at once are both kept", async () => {
    const location = await buildLocation(world);
    const sent = [{ signout_days: 5 }, { welcome_seconds: 9 }, { visitor_numbers: true }, { kiosk_idle_seconds: 99 }];
    await Promise.all(sent.map((settings) => world.put(`/companies/${location}`, { settings })));
    assert.deepEqual((await read(location)).settings, { ...DEFAULTS, ...Object.assign({}, ...sent) });
  });
});

describe("what a location shows at its door: colour, background, privacy notice, keyboard", () => {
  it("200: absent until set, read back, removed by null; the notice in every language (rules 2.1 and 4.1)", async () => {
    const location = await buildLocation(world);
    const keys = ["colour", "kiosk_background", "privacy_notice", "translations"];
    const bare = await read(location);
    assert.deepEqual([keys.filter((key) => key in bare), "kiosk_keyboard" in bare.settings], [[], false]);
    const set = {
      colour: "#2543C6",
      kiosk_background: "data:image/png;base64,aGVsbG8=",
      translations: { privacy_notice: { en: "Only we", nl: "Alleen wij" } },
      settings: { kiosk_keyboard: true, kiosk_camera: true },
    };
    const { body } = await world.put(`/companies/${location}`, set);
    assert.deepEqual(
      [body.colour, body.kiosk_background, body.privacy_notice],
      ["#2543c6", set.kiosk_background, "Only we"],
    );
    assert.deepEqual(
      [body.translations, body.settings.kiosk_keyboard, body.settings.kiosk_camera],
      [set.translations, true, true],
    );
    const one = await world.put(`/companies/${location}`, { translations: { privacy_notice: { en: null } } });
    assert.deepEqual(
      [one.body.privacy_notice, one.body.translations],
      ["Alleen wij", { privacy_notice: { nl: "Alleen wij" } }],
    );
    const gone = {
      colour: null,
      kiosk_background: null,
      privacy_notice: null,
      settings: { kiosk_keyboard: null, kiosk_camera: null },
    };
    await world.put(`/companies/${location}`, gone);
    const left = await read(location);
    assert.deepEqual([keys.filter((key) => key in left), left.settings], [[], DEFAULTS]);
  });

  it("400: no colour, no picture, no boolean; the background is noted in the audit log by its digest alone", async () => {
    const location = await buildLocation(world);
    for (const [field, body] of [
      ["colour", { colour: "blue" }],
      ["colour", { colour: "#12345" }],
      ["kiosk_background", { kiosk_background: "not base64!" }],
      ["settings.kiosk_keyboard", { settings: { kiosk_keyboard: "yes" } }],
      ["settings.kiosk_camera", { settings: { kiosk_camera: "yes" } }],
    ] as const) {
      const { status, body: answer } = await world.put(`/companies/${location}`, body);
      assert.deepEqual([status, answer.message.startsWith(`"${field}" `)], [400, true], answer.message);
    }
    await world.put(`/companies/${location}`, { kiosk_background: "aGVsbG8gd29ybGQ=" });
    const { rows } = await world.db.pool.query("select body from log_bodies where company_id = $1", [location]);
    const noted = JSON.stringify(rows);
    assert.ok(noted.includes("kiosk_background_sha256") && !noted.includes("aGVsbG8gd29ybGQ="));
  });
});
