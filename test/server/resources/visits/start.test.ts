import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { hostNamed } from "../../../../shared/text/host-name.ts";
import { newId } from "../../../../server/platform/lib/record/ids.ts";
import {
  type Body,
  buildKey,
  buildLocation,
  buildVisit,
  eventsOf,
  logOf,
  makeWorld,
  type World,
} from "../../../support/world.ts";

const MINUTE_MS = 60_000;
const PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==";

let world: World;
let location: string;
let elsewhere: string;

before(async () => {
  world = await makeWorld();
  location = await buildLocation(world, { timezone: "Europe/Brussels" });
  elsewhere = await buildLocation(world);
});
after(() => world.close());

const make = async (path: string, body: Record<string, unknown>): Promise<Body> => {
  const answer = await world.post(path, body);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
};
const visitType = (body: Record<string, unknown> = {}, at = location): Promise<Body> =>
  make(`/companies/${at}/visittypes`, { name: "Guest", ...body });
const start = (body: Record<string, unknown>) => world.post("/visitors", { company_id: location, ...body });
const read = async (id: string): Promise<Body> => (await world.get(`/visitors/${id}`)).body;
const fromNow = (ms: number): string => new Date(world.clock.now + ms).toISOString();
const freeze = (): void => void Object.assign(world.clock, { now: Date.now(), frozen: true });

describe("POST /visitors: what a visit begins with (interface 2.1, rules 4 and 5)", () => {
  it("200: nothing but a location is required; the defaults are, absent values are left out", async () => {
    freeze();
    const { status, body } = await world.post("/visitors", { company_id: location });
    assert.equal(status, 200);
    const { _id, user_id, signed_in_user, ...rest } = body;
    assert.match(_id, /^[0-9a-f]{24}$/);
    assert.ok(typeof user_id === "string" && typeof signed_in_user === "string");
    const now = fromNow(0);
    assert.deepEqual(rest, {
      company_id: location,
      signed_in: now,
      signed_in_source: 0,
      safe: false,
      create_date: now,
      mod_date: now,
      agreements: [],
    });
  });

  it("200: reads back every documented field as it was sent", async () => {
    const type = await visitType();
    const door = await make(`/companies/${location}/entrypoints`, { name: "Front door" });
    const sent = {
      first_name: "Zoë",
      last_name: 'O\'Neil \\ "x"',
      company: "Acme % _",
      email: "Zoe@Example.org",
      phone: "+32 (2) 555",
      address: "Main street 1",
      zip_code: "01000",
      city: "Brussels",
      recipient: "Ann Peeters",
      recipient_mail: "Ann@Example.org",
      language_id: "nl",
      visit_type: type._id,
      entrypoint_id: door._id,
      safe: true,
    };
    const visit = await buildVisit(world, location, sent);
    const stored = await read(visit._id);
    assert.deepEqual(stored, visit);
    for (const [key, value] of Object.entries(sent)) assert.equal(stored[key], value, key);
  });

  it("200: extra keys are stored unchanged, whatever their name (interface 1)", async () => {
    const extra = {
      constructor: 1,
      $ne: null,
      "a.b": [1, { c: "d" }],
      "": "empty",
      toString: "x",
      hasOwnProperty: false,
      doc: "d",
      rev: 7,
      search: [],
      client_ref: "r",
      total: {},
      ключ: true,
    };
    const visit = await buildVisit(world, location, extra);
    const stored = await read(visit._id);
    for (const [key, value] of Object.entries(extra)) assert.deepEqual(stored[key], value, key);
  });

  it("200: a form is accepted; documented fields are converted, extra keys stay text", async () => {
    const { body } = await world.call("POST", "/visitors", {
      form: `company_id=${location}&first_name=Jo&email=&safe=true&signed_in_source=1&age=7&tags[]=a&tags[]=b&nested[x]=1`,
    });
    assert.equal(body.safe, true);
    assert.ok(!("email" in body));
    assert.equal(body.age, "7");
    assert.deepEqual(body.tags, ["a", "b"]);
    assert.deepEqual(body.nested, { x: "1" });
  });

  it("200: null in a documented field is as absent, null in an extra key is stored (rules 2.1)", async () => {
    const visit = await buildVisit(world, location, { first_name: null, signed_out: null, safe: null, badge: null });
    assert.ok(!("first_name" in visit) && !("signed_out" in visit));
    assert.equal(visit.safe, false);
    assert.equal(visit.badge, null);
  });

  it("200: a blank email, date, id or boolean is as absent; a blank text is kept", async () => {
    const blank = { email: "", recipient_mail: " ", visit_type: "", entrypoint_id: "", signed_in: "", safe: "" };
    const visit = await buildVisit(world, location, { ...blank, first_name: "" });
    for (const key of ["email", "recipient_mail", "visit_type", "entrypoint_id"]) assert.ok(!(key in visit), key);
    assert.equal(visit.safe, false);
    assert.equal(visit.first_name, "");
  });

  it("200: what the server sets is ignored in a body (rules 2)", async () => {
    const sent = {
      _id: "a".repeat(24),
      create_date: "2001-01-01T00:00:00Z",
      mod_date: "2001-01-01T00:00:00Z",
      approval: "approved",
      user_id: "somebody",
      signed_in_user: "Somebody",
      signed_out_user: "Somebody",
    };
    const visit = await buildVisit(world, location, sent);
    for (const [key, value] of Object.entries(sent)) assert.notEqual(visit[key], value, key);
    assert.ok(!("approval" in visit) && !("signed_out_user" in visit));
  });

  it("200: notify_host is a control key and is not stored (rules 4)", async () => {
    const visit = await buildVisit(world, location, { notify_host: false });
    assert.ok(!("notify_host" in visit));
    assert.ok(!("notify_host" in (await read(visit._id))));
    assert.equal((await start({ notify_host: "no" })).status, 400);
  });

  it("200: says who signed the visitor in: a key by its id and name", async () => {
    const key = await buildKey(world, [location], { name: "Gate" });
    const { body } = await world.post("/visitors", { company_id: location }, { as: key });
    assert.equal(body.signed_in_user, "Gate");
    assert.match(body.user_id, /^[0-9a-f]{24}$/);
  });
});

describe("POST /visitors: times (rules 5)", () => {
  it("200: signed_in may be given with Z, an offset or none, and is answered in UTC with milliseconds", async () => {
    for (const [sent, stored] of [
      ["2026-03-01T09:00:00+01:00", "2026-03-01T08:00:00.000Z"],
      ["2026-03-01T09:00", "2026-03-01T09:00:00.000Z"],
      ["2026-03-01T09:00:00.1239Z", "2026-03-01T09:00:00.123Z"],
    ])
      assert.equal((await buildVisit(world, location, { signed_in: sent })).signed_in, stored);
  });

  it("200: both times may be up to 5 minutes ahead; 400: beyond that", async () => {
    freeze();
    const ahead = fromNow(5 * MINUTE_MS);
    assert.equal((await buildVisit(world, location, { signed_in: ahead })).signed_in, ahead);
    assert.equal((await buildVisit(world, location, { signed_out: ahead })).signed_out, ahead);
    const beyond = fromNow(5 * MINUTE_MS + 1);
    for (const body of [{ signed_in: beyond }, { signed_out: beyond }]) {
      const { status, body: answer } = await start(body);
      assert.equal(status, 400);
      assert.match(answer.message, new RegExp(`"${Object.keys(body)[0]}".*5 minutes`));
    }
  });

  it("400: signed_out before signed_in; 200: a visit may end the moment it began", async () => {
    const signed_in = "2026-03-01T09:00:00Z";
    assert.equal((await start({ signed_in, signed_out: "2026-03-01T08:59:59.999Z" })).status, 400);
    const visit = await buildVisit(world, location, { signed_in, signed_out: signed_in });
    assert.equal(visit.signed_out, "2026-03-01T09:00:00.000Z");
    assert.equal((await start({ signed_out: "2026-03-01T08:59:59Z" })).status, 400, "it began now");
  });

  it("400: text that is not a timestamp, and days that do not exist", async () => {
    for (const signed_in of ["yesterday", "2026-02-30T10:00:00Z", "2026-03-01T25:00:00Z", "10:00", 5, ["2026-03-01"]])
      assert.equal((await start({ signed_in })).status, 400, String(signed_in));
  });

  it("200: a visit recorded with both times is closed by the same source and user, and fires both events in order", async () => {
    const visit = await buildVisit(world, location, {
      signed_in: "2026-03-01T08:00:00Z",
      signed_out: "2026-03-01T10:00:00Z",
    });
    assert.equal(visit.signed_out_source, 0);
    assert.equal(visit.signed_out_user, visit.signed_in_user);
    const entries = (await logOf(world, location)).filter(({ subject_id }) => subject_id === visit._id);
    assert.deepEqual(
      entries.map(({ event }) => event),
      ["visitor_signed_in", "visitor_signed_out"],
    );
  });
});

describe("POST /visitors: signed_in_source (rules 5)", () => {
  it("200: 0, 1, 2 or the digit as text; what is stored follows the credential", async () => {
    for (const signed_in_source of [0, 1, 2, "0", "1", "2"])
      assert.equal((await buildVisit(world, location, { signed_in_source })).signed_in_source, 0);
    const closed = await buildVisit(world, location, { signed_out: new Date().toISOString(), signed_out_source: "2" });
    assert.equal(closed.signed_out_source, 0);
  });

  it("400: anything else, naming the field", async () => {
    for (const value of [3, -1, 1.5, "3", "01", "kiosk", true, [1]])
      for (const field of ["signed_in_source", "signed_out_source"]) {
        const { status, body } = await start({ [field]: value });
        assert.equal(status, 400, `${field} ${JSON.stringify(value)}`);
        assert.match(body.message, new RegExp(`"${field}" must be 0 .*1 .*2 `));
      }
  });
});

describe("POST /visitors: references (rules 4)", () => {
  it("400: a reference that names nothing says how to create one", async () => {
    for (const [field, value, how] of [
      ["visit_type", newId(location), "POST /companies/{company_id}/visittypes"],
      ["entrypoint_id", newId(location), "POST /companies/{company_id}/entrypoints"],
      ["known_visitor_id", newId(location), "POST /knownvisitors"],
      ["agreements", [newId(location)], "POST /companies/{company_id}/agreements"],
    ] as const) {
      const { status, body } = await start({ [field]: value });
      assert.equal(status, 400, field);
      assert.ok(body.message.includes(`"${field}"`) && body.message.includes(how), body.message);
    }
  });

  it("400: a visit type or entry point of another location, or a removed one, starts nothing", async () => {
    const foreign = await visitType({}, elsewhere);
    const gone = await visitType();
    await world.remove(`/companies/${location}/visittypes/${gone._id}`);
    const before = await logOf(world, location);
    for (const visit_type of [foreign._id, gone._id]) assert.equal((await start({ visit_type })).status, 400);
    const door = await make(`/companies/${elsewhere}/entrypoints`, { name: "Door" });
    assert.equal((await start({ entrypoint_id: door._id })).status, 400);
    assert.equal((await logOf(world, location)).length, before.length);
  });

  it("400: a malformed id; 200: either letter case, answered in lower case (rules 2)", async () => {
    assert.equal((await start({ visit_type: "visitor" })).status, 400);
    const type = await visitType();
    const { status, body } = await start({ visit_type: type._id.toUpperCase(), company_id: location.toUpperCase() });
    assert.equal(status, 200);
    assert.equal(body.visit_type, type._id);
    assert.equal(body.company_id, location);
  });

  it("400: no company_id; 403: one that is not covered", async () => {
    assert.equal((await world.post("/visitors", { first_name: "Jo" })).status, 400);
    const key = await buildKey(world, [location]);
    assert.equal((await world.post("/visitors", { company_id: elsewhere }, { as: key })).status, 403);
  });
});

describe("POST /visitors: recipient_mail (rules 4)", () => {
  it("200: is filled from the host whose name is equal after NFC, case and blanks are evened out (rules 4.3)", async () => {
    await make("/visitees", { company_id: location, cn: "Ann Peeters", mail: "Ann@Example.org" });
    await make("/visitees", { company_id: elsewhere, cn: "Far Away", mail: "far@example.org" });
    assert.equal((await buildVisit(world, location, { recipient: "Ann Peeters" })).recipient_mail, "ann@example.org");
    for (const recipient of ["Ann", "Ann  Peeter", "AnnPeeters", "Far Away", "nobody"])
      assert.ok(!("recipient_mail" in (await buildVisit(world, location, { recipient }))), recipient);
    await make("/visitees", { company_id: location, cn: "J\u00fcrgen Gro\u00df", mail: "jg@example.org" });
    for (const recipient of [
      "j\u00fcrgen gro\u00df",
      "J\u00dcRGEN GROSS",
      " J\u00fcrgen  Gro\u00df ",
      "J\u00fcrgen\u00a0Gro\u00df",
      "J\u00fcrgen\u202fGro\u00df\t",
      "Ju\u0308rgen Gro\u00df",
    ]) {
      const visit = await buildVisit(world, location, { recipient });
      assert.deepEqual([visit.recipient, visit.recipient_mail], [recipient, "jg@example.org"]);
    }
    for (const recipient of ["Jurgen Gro\u00df", "J\u00fcrgen-Gro\u00df"])
      assert.ok(!("recipient_mail" in (await buildVisit(world, location, { recipient }))), recipient);
  });

  it("200: of several that fit, from the one that is equal to the letter, else the first", async () => {
    for (const [cn, mail] of [
      ["ada byron", "first@example.org"],
      ["Ada Byron", "second@example.org"],
      ["ADA BYRON", "third@example.org"],
    ])
      await make("/visitees", { company_id: location, cn, mail });
    for (const [recipient, mail] of [
      ["Ada Byron", "second@example.org"],
      ["ADA BYRON", "third@example.org"],
      ["Ada  byron", "first@example.org"],
    ]) {
      const visit = await buildVisit(world, location, { recipient });
      assert.equal(visit.recipient_mail, mail, recipient);
    }
    const { _id } = await buildVisit(world, location, { recipient: "Ada Byron" });
    const moved = await world.put(`/visitors/${_id}`, { recipient: " ada BYRON" });
    assert.equal(moved.body.recipient_mail, "first@example.org");
  });

  it("the console finds a host by the same rule as the service does", async () => {
    const names = [
      "Jürgen Groß",
      "JÜRGEN GROSS",
      "Ju\u0308rgen\u00a0 Groß ",
      "Ζευς",
      "ΖΕΥΣ",
      "Ann\tB",
      "ann b",
      "O’Brien",
      "o'brien",
    ];
    const pairs = names.flatMap((one) => names.map((other) => [one, other] as const));
    const { rows } = await world.db.pool.query<{ same: boolean }>(
      "select host_name(one) = host_name(other) as same from unnest($1::text[], $2::text[]) as pair (one, other)",
      [pairs.map(([one]) => one), pairs.map(([, other]) => other)],
    );
    const found = pairs.map(([cn, recipient]) => hostNamed([{ cn }], recipient) !== undefined);
    assert.deepEqual(
      found,
      rows.map(({ same }) => same),
    );
    assert.ok(found.filter(Boolean).length > names.length);
  });

  it("200: the first host of a name decides, external ones too", async () => {
    await make(`/companies/${location}/visitees/bulk`, [{ cn: "Eve External", mail: "eve@example.org" }] as never);
    await make("/visitees", { company_id: location, cn: "Eve External", mail: "later@example.org" });
    assert.equal((await buildVisit(world, location, { recipient: "Eve External" })).recipient_mail, "eve@example.org");
  });

  it("200: is kept when sent", async () => {
    await make("/visitees", { company_id: location, cn: "Bob", mail: "bob@example.org" });
    const visit = await buildVisit(world, location, { recipient: "Bob", recipient_mail: "desk@example.org" });
    assert.equal(visit.recipient_mail, "desk@example.org");
  });
});

describe("POST /visitors: photo and signature (rules 2)", () => {
  it("200: are read back as sent on the single visit and left out of every list (interface 2.1)", async () => {
    const photo = `data:image/png;base64,${PIXEL}`;
    const signature = PIXEL.replaceAll("=", "");
    const visit = await buildVisit(world, location, { photo, signature, last_name: "Pictured" });
    assert.equal(visit.photo, photo);
    const stored = await read(visit._id);
    assert.deepEqual([stored.photo, stored.signature], [photo, signature]);
    for (const path of [
      `/visitors/bycompany/${location}?count=10&page=1&filter[last_name]=Pictured`,
      `/visitors/signed_current/paged/${location}?count=10&page=1&filter[last_name]=Pictured`,
      `/visitors/signed_current/${location}`,
    ]) {
      const { text } = await world.get(path);
      assert.ok(text.includes(visit._id), path);
      assert.ok(!text.includes('"photo"') && !text.includes('"signature"') && !text.includes(PIXEL), path);
    }
  });

  it("200: 2 MiB decoded; 400: more, and what is not Base64", async () => {
    const largest = Buffer.alloc(2 * 1024 * 1024, 1).toString("base64");
    const visit = await buildVisit(world, location, { photo: largest });
    assert.equal((await read(visit._id)).photo, largest);
    const larger = Buffer.alloc(2 * 1024 * 1024 + 3, 1).toString("base64");
    for (const photo of [larger, "not base64!", "data:image/png;base64,a", 5])
      assert.equal((await start({ photo })).status, 400, String(photo).slice(0, 30));
  });
});

describe("POST /visitors: visitor_number (rules 2 and 4)", () => {
  it("200: counts up without gaps while numbering is on, also for parallel starts; a number sent is ignored", async () => {
    const numbered = await buildLocation(world, { settings: { visitor_numbers: true } });
    const key = await buildKey(world, [numbered]);
    const visits = await Promise.all(
      Array.from({ length: 12 }, () =>
        world.post("/visitors", { company_id: numbered, visitor_number: 900, visit_type: "" }, { as: key }),
      ),
    );
    const numbers = visits.map(({ body }) => body.visitor_number).toSorted((a: number, b: number) => a - b);
    assert.deepEqual(
      numbers,
      Array.from({ length: 12 }, (_, n) => n + 1),
    );
    await world.post("/visitors", { company_id: numbered, visit_type: newId(numbered) }, { as: key });
    assert.equal((await buildVisit(world, numbered)).visitor_number, 13, "a refused start takes no number");
  });

  it("200: with numbering on a number can't be changed or removed; with it off it is an ordinary key", async () => {
    const numbered = await buildLocation(world, { settings: { visitor_numbers: true } });
    const visit = await buildVisit(world, numbered);
    for (const visitor_number of [50, null]) {
      const { body } = await world.put(`/visitors/${visit._id}`, { visitor_number });
      assert.equal(body.visitor_number, 1);
      assert.equal(body.mod_date, visit.mod_date);
    }
    const plain = await buildVisit(world, location, { visitor_number: "B-7" });
    assert.equal(plain.visitor_number, "B-7");
    assert.equal((await world.put(`/visitors/${plain._id}`, { visitor_number: 8 })).body.visitor_number, 8);
  });
});

describe("POST /visitors: the event (interface 6.2, rules 5)", () => {
  it("200: visitor_signed_in carries visitorId and visitTypeId; what has no value is left out", async () => {
    const type = await visitType();
    const typed = await buildVisit(world, location, { visit_type: type._id });
    const plain = await buildVisit(world, location);
    const entries = (await logOf(world, location)).slice(-2);
    assert.deepEqual(
      entries.map(({ event, subject, subject_id, ids }) => ({ event, subject, subject_id, ids })),
      [
        {
          event: "visitor_signed_in",
          subject: "visit",
          subject_id: typed._id,
          ids: { visitorId: typed._id, visitTypeId: type._id },
        },
        { event: "visitor_signed_in", subject: "visit", subject_id: plain._id, ids: { visitorId: plain._id } },
      ],
    );
  });

  it("400: a refused start leaves no entry and no visit", async () => {
    const fresh = await buildLocation(world);
    assert.equal((await world.post("/visitors", { company_id: fresh, email: "no mail" })).status, 400);
    assert.deepEqual(await eventsOf(world, fresh), []);
    assert.equal((await world.get(`/visitors/bycompany/${fresh}?count=1&page=1`)).body.total, 0);
  });
});
