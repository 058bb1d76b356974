import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";

import { newId } from "../../../../server/platform/lib/record/ids.ts";
import {
  type Body,
  buildKey,
  buildLocation,
  buildRegistered,
  logOf,
  makeWorld,
  type World,
} from "../../../support/world.ts";

const MINUTE_MS = 60_000;

let world: World;
let location: string;
let elsewhere: string;

before(async () => {
  world = await makeWorld();
  location = await buildLocation(world, { timezone: "Europe/Brussels" });
  elsewhere = await buildLocation(world);
});
after(() => world.close());
// Every change happens a minute after the last, so that a kept mod_date shows.
beforeEach(
  () => void Object.assign(world.clock, { now: Math.max(world.clock.now, Date.now()) + MINUTE_MS, frozen: true }),
);

const later = (): number => (world.clock.now += MINUTE_MS);
const now = (): string => new Date(world.clock.now).toISOString();
const register = (body: Record<string, unknown>) => world.post("/knownvisitors", { company_id: location, ...body });
const change = ({ _id }: Body, body: Record<string, unknown>) => world.put(`/knownvisitors/${_id}`, body);
const read = async ({ _id }: Body): Promise<Body> => (await world.get(`/knownvisitors/${_id}`)).body;
const entriesOf = async ({ _id }: Body): Promise<Body[]> =>
  (await logOf(world, location)).filter(({ subject_id }) => subject_id === _id);
const make = async (path: string, body: Record<string, unknown>): Promise<Body> => {
  const answer = await world.post(path, body);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
};
const newType = (at = location): Promise<Body> => make(`/companies/${at}/visittypes`, { name: "Guest" });
const newDoor = (at = location): Promise<Body> => make(`/companies/${at}/entrypoints`, { name: "Front door" });

describe("POST /knownvisitors: what a registered visitor begins with (interface 2.6, rules 4)", () => {
  it("200: nothing but a location is required; the defaults are, absent values are left out", async () => {
    const { status, body } = await world.post("/knownvisitors", { company_id: location.toUpperCase() });
    assert.equal(status, 200);
    const { _id, ...rest } = body;
    assert.match(_id, /^[0-9a-f]{24}$/);
    const dates = { create_date: now(), mod_date: now() };
    assert.deepEqual(rest, { company_id: location, persistent: false, status: "created", ...dates });
  });

  it("200: reads back every documented field as it was sent", async () => {
    const sent = {
      visit_type: (await newType())._id,
      first_name: "Zoë",
      last_name: 'O\'Neil \\ "x"',
      company: "Acme % _",
      email: "Zoe@Example.org",
      phone: "+32 (2) 555",
      recipient: "Nobody In Particular",
      visiting_on: { startDate: "2026-12-01T08:00:00.000Z", endDate: "2026-12-01T17:30:00.000Z" },
      persistent: true,
      entrypoint_id: (await newDoor())._id,
      language_id: "nl",
      status: "invited",
      invited_date: "2026-11-01T10:00:00.000Z",
      preregistered_date: "2026-11-02T10:00:00.000Z",
    };
    const { status, body } = await register(sent);
    assert.equal(status, 200);
    const stored = await read(body);
    assert.deepEqual(stored, body);
    for (const [key, value] of Object.entries(sent)) assert.deepEqual(stored[key], value, key);
  });

  it("200: custom fields and extra keys are stored unchanged, whatever their name (interface 1)", async () => {
    const extra = {
      badge: 7,
      constructor: 1,
      $ne: null,
      "a.b": [1, { c: "d" }],
      "": "",
      doc: "d",
      search: [],
      rev: {},
    };
    const visits = { signed_in: "soon", address: "Main street 1", recipient_mail: "no mail", safe: "yes", photo: 5 };
    const stored = await read(await buildRegistered(world, location, { ...extra, ...visits }));
    for (const [key, value] of Object.entries({ ...extra, ...visits })) assert.deepEqual(stored[key], value, key);
  });

  it("200: a form is accepted; documented fields are converted, extra keys stay text (interface 1)", async () => {
    const form = `company_id=${location}&persistent=on&email=&visiting_on[startDate]=2026-12-01T08:00Z&visiting_on[endDate]=&age=7`;
    const { status, body } = await world.call("POST", "/knownvisitors", { form });
    assert.equal(status, 200);
    assert.deepEqual([body.persistent, body.age, "email" in body], [true, "7", false]);
    assert.deepEqual(body.visiting_on, { startDate: "2026-12-01T08:00:00.000Z" });
  });

  it("200: null and blank documented values are as absent; what the server sets is ignored (rules 2)", async () => {
    const dates = { create_date: "2001-01-01T00:00:00Z", mod_date: "2001-01-01T00:00:00Z" };
    const blank = {
      email: " ",
      visit_type: "",
      entrypoint_id: "",
      invited_date: "",
      persistent: "",
      visiting_on: null,
    };
    const { body } = await register({ _id: newId(location), ...dates, ...blank, first_name: null, badge: null });
    for (const key of ["email", "visit_type", "entrypoint_id", "invited_date", "visiting_on", "first_name"])
      assert.ok(!(key in body), key);
    assert.deepEqual([body.create_date, body.mod_date, body.badge], [now(), now(), null]);
  });

  it("200: fires registered_visitor_created with knownVisitorId and visitTypeId (interface 6.2)", async () => {
    const visit_type = (await newType())._id;
    const [typed, plain] = [await register({ visit_type }), await register({})];
    const ids = await Promise.all([typed, plain].map(({ body }) => entriesOf(body)));
    assert.deepEqual(
      ids.flat().map((entry) => [entry.event, entry.ids]),
      [
        ["registered_visitor_created", { knownVisitorId: typed.body._id, visitTypeId: visit_type }],
        ["registered_visitor_created", { knownVisitorId: plain.body._id }],
      ],
    );
  });

  it("400: no company_id; 403: one that is not covered", async () => {
    assert.equal((await world.post("/knownvisitors", { first_name: "Jo" })).status, 400);
    const key = await buildKey(world, [location]);
    assert.equal((await world.post("/knownvisitors", { company_id: elsewhere }, { as: key })).status, 403);
  });

  it("400: a value of the wrong kind, naming the field and where to look (interface 7)", async () => {
    for (const [field, value] of [
      ["email", "no mail"],
      ["visit_type", "guest"],
      ["persistent", "maybe"],
      ["status", "gone"],
      ["first_name", 5],
      ["invited_date", "2026-02-30T10:00:00Z"],
      ["visiting_on", "2026-12-01"],
      ["visiting_on", { start: "2026-12-01" }],
      ["visiting_on.startDate", "tomorrow"],
    ] as const) {
      const [name, inner] = field.split(".");
      const { status, body } = await register({ [name ?? ""]: inner === undefined ? value : { [inner]: value } });
      assert.equal(status, 400, field);
      assert.ok(body.message.includes(`"${field}"`) && body.message.includes("POST /knownvisitors"), body.message);
    }
  });

  it("400: references to nothing, to another location's records and to removed ones say how to create one", async () => {
    const gone = await newType();
    await world.remove(`/companies/${location}/visittypes/${gone._id}`);
    for (const [field, ids, how] of [
      ["visit_type", [newId(location), gone._id, (await newType(elsewhere))._id], "visittypes"],
      ["entrypoint_id", [newId(location), (await newDoor(elsewhere))._id], "entrypoints"],
    ] as const)
      for (const id of ids) {
        const { status, body } = await register({ [field]: id });
        assert.equal(status, 400, field);
        assert.ok(body.message.includes(`"${field}"`) && body.message.includes(how), body.message);
      }
  });

  it("400: more extra data than a record may carry (rules 2)", async () => {
    const many = Object.fromEntries(Array.from({ length: 201 }, (_, n) => [`k${n}`, n]));
    for (const extra of [many, { ["k".repeat(129)]: 1 }, { large: "x".repeat(64 * 1024) }])
      assert.equal((await register(extra)).status, 400);
  });
});

describe("visiting_on (rules 2 and 4)", () => {
  const spanOf = async (visiting_on: unknown): Promise<unknown> => (await register({ visiting_on })).body.visiting_on;

  it("200: a plain date is the start of that day in the location's zone, as endDate its end, of 23 and 25 hours too", async () => {
    for (const [startDate, endDate, from, to] of [
      ["2026-03-28", "2026-03-28", "2026-03-27T23:00:00.000Z", "2026-03-28T23:00:00.000Z"],
      ["2026-03-29", "2026-03-29", "2026-03-28T23:00:00.000Z", "2026-03-29T22:00:00.000Z"],
      ["2026-10-25", "2026-10-25", "2026-10-24T22:00:00.000Z", "2026-10-25T23:00:00.000Z"],
      ["2026-12-01", "2026-12-02", "2026-11-30T23:00:00.000Z", "2026-12-02T23:00:00.000Z"],
      ["2026-12-01T10:00:00Z", "2026-12-01", "2026-12-01T10:00:00.000Z", "2026-12-01T23:00:00.000Z"],
      ["2026-12-01", "2026-12-01T10:00:00Z", "2026-11-30T23:00:00.000Z", "2026-12-01T10:00:00.000Z"],
      [undefined, "9999-12-31", undefined, "9999-12-31T23:00:00.000Z"],
    ])
      assert.deepEqual(
        await spanOf({ startDate, endDate }),
        { ...(from === undefined ? {} : { startDate: from }), endDate: to },
        `${startDate} ${endDate}`,
      );
  });

  it("200: what was answered, sent back, stays as it is", async () => {
    const { body } = await register({ visiting_on: { startDate: "2026-12-01", endDate: "2026-12-01" } });
    const again = await world.put(`/knownvisitors/${body._id}`, { visiting_on: body.visiting_on });
    assert.deepEqual([again.body.visiting_on, again.body.mod_date], [body.visiting_on, body.mod_date]);
  });

  it("400: a last day that is over when the span begins", async () => {
    for (const startDate of ["2026-12-02", "2026-12-01T23:00:00Z", "2026-12-05"]) {
      const { status, body } = await register({ visiting_on: { startDate, endDate: "2026-12-01" } });
      assert.equal(status, 400, startDate);
      assert.match(body.message, /visiting_on\.endDate/);
    }
  });

  it("200: the other dates of a body are days of the location, too", async () => {
    const dates = { invited_date: "2026-07-01", preregistered_date: "2026-07-02" };
    const { body } = await register(dates);
    assert.deepEqual(
      [body.invited_date, body.preregistered_date],
      ["2026-06-30T22:00:00.000Z", "2026-07-01T22:00:00.000Z"],
    );
    const { body: changed } = await world.put(`/knownvisitors/${body._id}`, { invited_date: "2026-07-03" });
    assert.equal(changed.invited_date, "2026-07-02T22:00:00.000Z");
  });

  it("200: one bound alone stays alone, blank and null bounds are as absent, none at all is always", async () => {
    assert.deepEqual(await spanOf({ endDate: "2026-12-01T10:00+02:00", startDate: "" }), {
      endDate: "2026-12-01T08:00:00.000Z",
    });
    assert.deepEqual(await spanOf({ startDate: "2026-12-01T10:00", endDate: null }), {
      startDate: "2026-12-01T10:00:00.000Z",
    });
    for (const nothing of [{}, { startDate: null }, { startDate: "", endDate: "" }])
      assert.equal(await spanOf(nothing), undefined);
  });

  it("400: an end before the start; 200: an end at the start", async () => {
    const startDate = "2026-12-01T10:00:00.000Z";
    assert.equal((await register({ visiting_on: { startDate, endDate: "2026-12-01T09:59:59.999Z" } })).status, 400);
    assert.deepEqual(await spanOf({ startDate, endDate: startDate }), { startDate, endDate: startDate });
  });
});

describe("PUT /knownvisitors/{id} (rules 2.1)", () => {
  it("200: sent keys are set, absent ones stay, null removes, documented or extra", async () => {
    const known = await buildRegistered(world, location, {
      company: "Acme",
      email: "a@example.org",
      persistent: true,
      status: "invited",
      badge: 1,
      note: "x",
    });
    later();
    const { status, body } = await change(known, {
      company: null,
      badge: null,
      persistent: null,
      status: null,
      phone: "1",
      extra: [],
    });
    assert.equal(status, 200);
    const { company: _company, badge: _badge, ...rest } = known;
    const expected = { ...rest, persistent: false, status: "created", phone: "1", extra: [], mod_date: now() };
    assert.deepEqual(body, expected);
    assert.deepEqual(await read(known), body);
  });

  it("200: visiting_on is replaced whole; with null and {} the visitor is always expected", async () => {
    const span = { startDate: "2026-12-01T08:00:00.000Z", endDate: "2026-12-01T17:00:00.000Z" };
    const known = await buildRegistered(world, location, { visiting_on: span });
    assert.deepEqual((await change(known, { company: "Acme" })).body.visiting_on, span);
    const open = { startDate: "2026-12-02T08:00:00.000Z" };
    assert.deepEqual((await change(known, { visiting_on: open })).body.visiting_on, open);
    assert.ok(!("visiting_on" in (await change(known, { visiting_on: null })).body));
    await change(known, { visiting_on: span });
    assert.ok(!("visiting_on" in (await change(known, { visiting_on: {} })).body));
  });

  it("200: fires registered_visitor_updated with its ids (interface 6.2)", async () => {
    const known = await buildRegistered(world, location);
    const visit_type = (await newType())._id;
    await change(known, { visit_type });
    const [, entry] = await entriesOf(known);
    assert.deepEqual(
      [entry.event, entry.ids],
      ["registered_visitor_updated", { knownVisitorId: known._id, visitTypeId: visit_type }],
    );
  });

  it("200: a write that changes nothing keeps mod_date and fires nothing", async () => {
    const visiting_on = { startDate: "2026-12-01" };
    const known = await buildRegistered(world, location, { visiting_on, note: { b: 1, a: 2 }, company: "Acme" });
    later();
    const same = {
      company: "Acme",
      note: { a: 2, b: 1 },
      visiting_on,
      email: null,
      badge: null,
      mod_date: "2001-01-01",
    };
    assert.deepEqual((await change(known, same)).body, known);
    assert.equal((await entriesOf(known)).length, 1);
  });

  it("200: company_id of another covered location is ignored; 403: of one that is not (rules 1)", async () => {
    const known = await buildRegistered(world, location);
    assert.equal((await change(known, { company_id: elsewhere, company: "A" })).body.company_id, location);
    const as = await buildKey(world, [location]);
    const answer = await world.put(`/knownvisitors/${known._id}`, { company_id: elsewhere }, { as });
    assert.equal(answer.status, 403);
  });

  it("200: a reference to what was removed later stays; 400: a new one to it", async () => {
    const type = await newType();
    const known = await buildRegistered(world, location, { visit_type: type._id });
    await world.remove(`/companies/${location}/visittypes/${type._id}`);
    assert.equal((await change(known, { visit_type: type._id, company: "A" })).body.visit_type, type._id);
    await change(known, { visit_type: null });
    assert.equal((await change(known, { visit_type: type._id })).status, 400);
  });

  it("400: extra keys that add up to more than a record may carry, and nothing is changed", async () => {
    const known = await buildRegistered(world, location, { a: "x".repeat(40_000) });
    assert.equal((await change(known, { b: "x".repeat(40_000) })).status, 400);
    assert.deepEqual(await read(known), known);
  });

  it("200: of changes at once none is lost", async () => {
    const known = await buildRegistered(world, location);
    const names = Array.from({ length: 12 }, (_, n) => `key${n}`);
    await Promise.all(names.map((name) => change(known, { [name]: name })));
    const stored = await read(known);
    for (const name of names) assert.equal(stored[name], name);
  });

  it("404: unknown, foreign and removed ones look alike", async () => {
    const gone = await buildRegistered(world, location);
    await world.remove(`/knownvisitors/${gone._id}`);
    const foreign = await buildRegistered(world, elsewhere);
    const as = await buildKey(world, [location]);
    const texts = new Set<string>();
    for (const id of [newId(location), gone._id, foreign._id])
      for (const [method, path] of [
        ["GET", ""],
        ["PUT", ""],
        ["DELETE", ""],
        ["POST", "/signin"],
      ] as const) {
        const { status, text } = await world.call(method, `/knownvisitors/${id}${path}`, {
          as,
          ...(method === "PUT" ? { body: {} } : {}),
        });
        assert.equal(status, 404, `${method} ${path}`);
        texts.add(text);
      }
    assert.equal(texts.size, 1);
  });
});

describe("doc and search of a registered visitor", () => {
  it("equal what they derive from, also after a change that bypasses the service", async () => {
    const texts = { company: "É", email: "E@example.org", phone: "+32", recipient: "Ann Peeters", language_id: "nl" };
    const known = await buildRegistered(world, location, { ...texts, badge: "Straße", n: 5 });
    await world.db.pool.query(
      "update registered_visitors set last_name = 'Ümlaut', doc = '{}', search = '' where _id = $1",
      [known._id],
    );
    const { rows } = await world.db.pool.query("select doc, search from registered_visitors where _id = $1", [
      known._id,
    ]);
    assert.deepEqual(JSON.parse(rows[0].doc), { ...known, last_name: "Ümlaut" });
    const expected = ["rosa", "umlaut", "e", "e@example.org", "+32", "ann peeters", "nl", "5", "strasse"];
    assert.equal(rows[0].search, expected.join("\u0001"));
  });
});

describe("a blank visiting_on (rules 2.2)", () => {
  it("200: is as absent, in a form and in JSON", async () => {
    for (const options of [
      { body: { company_id: location, visiting_on: "" } },
      { form: `company_id=${location}&visiting_on=` },
    ]) {
      const { status, body, text } = await world.call("POST", "/knownvisitors", options);
      assert.equal(status, 200, text);
      assert.ok(!("visiting_on" in body));
    }
  });
});
