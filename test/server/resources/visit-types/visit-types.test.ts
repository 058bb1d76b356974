import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { newId } from "../../../../server/platform/lib/record/ids.ts";
import {
  type Answer,
  type Body,
  buildKey,
  buildLocation,
  buildUser,
  buildVisit,
  eventsOf,
  logOf,
  makeWorld,
  type World,
} from "../../../support/world.ts";

let world: World;
let location: string;

before(async () => {
  world = await makeWorld();
  location = await buildLocation(world, { default_language: "fr" });
});
after(() => world.close());

const path = (id = "", of = location): string => `/companies/${of}/visittypes${id && `/${id}`}`;
const build = async (body: Record<string, unknown> = {}, of = location): Promise<Body> => {
  const answer = await world.post(path("", of), { name: "Visitor", ...body });
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
};
const read = async (id: string, language = "en"): Promise<Body> =>
  (await world.get(`${path(id)}?language_id=${language}`)).body;

const BUILT_INS = "first_name last_name company email phone address zip_code city recipient".split(" ");

describe("the visit types of a location, which every door reads at once", () => {
  it("400: more than 4 MiB of them; what is there can be made shorter", async () => {
    const own = await buildLocation(world);
    const long = { name: "Long", welcome_message: "x".repeat(1_000_000) };
    const first = await build(long, own);
    for (let n = 0; n < 3; n += 1) await build(long, own);
    const { status, body } = await world.post(path("", own), long);
    assert.deepEqual([status, body.code, body.field], [400, "too_large", "fields"]);
    const shorter = await world.put(path(first._id, own), { welcome_message: "Welcome" });
    assert.equal(shorter.status, 200, shorter.text);
    await build(long, own);
  });

  it("400: more than 500", async () => {
    const own = await buildLocation(world);
    const { _id } = await build({}, own);
    const { rows } = await world.db.pool.query<{ column_name: string }>(
      "select column_name from information_schema.columns where table_name = 'visit_types' and column_name <> '_id'",
    );
    const columns = rows.map(({ column_name }) => `"${column_name}"`).join(", ");
    await world.db.pool.query(
      `insert into visit_types (_id, ${columns}) select made.id, ${columns} from visit_types, unnest($1::text[]) as made (id) where _id = $2`,
      [Array.from({ length: 499 }, () => newId(own)), _id],
    );
    const { status, body } = await world.post(path("", own), { name: "One more" });
    assert.deepEqual([status, body.code], [400, "too_many"]);
  });
});

describe("GET /companies/{company_id}/visittypes (rules 5)", () => {
  it("200: a plain array in the order of index, of this location only", async () => {
    const own = await buildLocation(world);
    await build({ name: "Third", index: 3 }, own);
    await build({ name: "First", index: 1 }, own);
    await build({ name: "Elsewhere" });
    const names = ({ body }: Answer): string[] => body.map(({ name }: Body) => name);
    assert.deepEqual(names(await world.get(path("", own))), ["First", "Third"]);
    assert.deepEqual(names(await world.get(`${path("", own)}?count=1&page=2`)), ["Third"]);
  });

  it("200: every role may read them, 403 for another location (rules 4)", async () => {
    const { _id } = await build();
    for (const role of ["receptionist", "security_guard", "employee"] as const) {
      const as = await buildUser(world, role, [location]);
      assert.equal((await world.get(path(), { as })).status, 200, role);
      assert.equal((await world.get(path(_id), { as })).status, 200, role);
    }
    const as = await buildKey(world, [await buildLocation(world)]);
    assert.equal((await world.get(path(), { as })).status, 403);
    assert.equal((await world.get(path(_id), { as })).status, 403);
  });
});

describe("POST /companies/{company_id}/visittypes (rules 4)", () => {
  it("200: a name is enough; the rest has its defaults", async () => {
    const { _id, create_date, mod_date, fields, ...rest } = await build({ name: "Supplier" });
    assert.equal(create_date, mod_date);
    assert.deepEqual(rest, {
      company_id: location,
      name: "Supplier",
      active: true,
      index: 0,
      screening: false,
      screening_by: "host",
      watchlist: false,
      registered_visitors: true,
      agreements: [],
      photo: "off",
      signature: "off",
      badge: false,
      host_notifications: { email_in: true, sms_in: true, email_out: true },
      translations: { name: { en: "Supplier" }, welcome_message: {}, signout_message: {} },
    });
    assert.deepEqual(
      fields.map(({ field_name }: Body) => field_name),
      BUILT_INS,
    );
    assert.equal((await read(_id)).name, "Supplier");
  });

  it("200: stores screening, pictures, badge and messages as sent", async () => {
    const given = {
      active: false,
      index: 5,
      screening: true,
      screening_mail: "guard@example.org",
      registered_visitors: false,
      photo: "required",
      signature: "optional",
      badge: true,
      host_notifications: { email_in: false, sms_in: false, email_out: false },
      welcome_message: "Welcome, %first_name%.{ Ask for %recipient%.}",
      signout_message: "Bye",
    };
    const { _id } = await build(given);
    const stored = await read(_id);
    for (const [key, value] of Object.entries(given)) assert.deepEqual(stored[key], value, key);
    assert.deepEqual(stored.translations.signout_message, { en: "Bye" });
  });

  it("400: a value that does not fit, named with what was expected", async () => {
    const bad: [Record<string, unknown>, string][] = [
      [{ name: null }, "name"],
      [{ name: "" }, "name"],
      [{ name: " " }, "name"],
      [{ name: undefined }, "name"],
      [{ photo: "maybe" }, "photo"],
      [{ signature: true }, "signature"],
      [{ screening: "yes" }, "screening"],
      [{ screening_mail: "nobody" }, "screening_mail"],
      [{ host_notifications: { email_in: "no" } }, "host_notifications.email_in"],
      [{ host_notifications: { emailin: false } }, "host_notifications"],
      [{ fields: [{ label: "x", type: "slider" }] }, "fields.0.type"],
      [{ fields: [{ label: 5 }] }, "fields.0.label"],
      [{ fields: ["name"] }, "fields.0"],
      [{ fields: {} }, "fields"],
      [{ index: -1 }, "index"],
      [{ translations: { name: { nl: 5 } } }, "translations.name.nl"],
    ];
    for (const [body, field] of bad) {
      const answer = await world.post(path(), { name: "x", ...body });
      assert.equal(answer.status, 400, JSON.stringify(body));
      assert.ok(answer.body.message.includes(`"${field}"`), `${JSON.stringify(body)}: ${answer.body.message}`);
    }
  });

  it("400: agreements that the location does not have, and how to create one (rules 4)", async () => {
    const { status, body } = await world.post(path(), { name: "x", agreements: ["f".repeat(24)] });
    assert.equal(status, 400);
    assert.match(body.message, /"agreements".*POST \/companies\/\{company_id\}\/agreements/);
    assert.equal((await world.post(path(), { name: "x", agreements: ["nonsense"] })).status, 400);
  });

  it("403: for the roles that do not set a location up; a key and a local admin may (rules 4)", async () => {
    for (const role of ["receptionist", "security_guard", "employee"] as const) {
      const as = await buildUser(world, role, [location]);
      assert.equal((await world.post(path(), { name: "x" }, { as })).status, 403, role);
    }
    for (const as of [await buildKey(world, [location]), await buildUser(world, "local_admin", [location])])
      assert.equal((await world.post(path(), { name: "x" }, { as })).status, 200);
  });
});

describe("texts by language (interface 1, rules 2, 4): visit types", () => {
  const texts = { nl: "Bezoeker", en: "Visitor", fr: "Visiteur" };

  it("200: nl-BE, NL and nl answer Dutch; an unknown language English", async () => {
    const { _id } = await build({ name: undefined, translations: { name: texts, welcome_message: texts } });
    for (const language of ["nl-BE", "NL", "nl", "nl-BE-x"]) assert.equal((await read(_id, language)).name, "Bezoeker");
    for (const language of ["tlh", "x", "", "%20"]) assert.equal((await read(_id, language)).name, "Visitor", language);
    const french = await read(_id, "fr-CA");
    assert.deepEqual([french.name, french.welcome_message], ["Visiteur", "Visiteur"]);
    const list = (await world.get(`${path()}?language_id=nl`)).body;
    assert.equal(list.find((type: Body) => type._id === _id).name, "Bezoeker");
  });

  it("200: without English the location's default, else the first there is", async () => {
    const french = await build({ name: undefined, translations: { name: { de: "Besucher", fr: "Visiteur" } } });
    assert.equal((await read(french._id, "nl")).name, "Visiteur");
    const german = await build({ name: undefined, translations: { name: { de: "Besucher" } } });
    assert.equal((await read(german._id, "nl")).name, "Besucher");
  });

  it("200: an empty text is as absent: another language is shown instead", async () => {
    const { _id } = await build({ translations: { name: { nl: "" } }, welcome_message: "" });
    const dutch = await read(_id, "nl");
    assert.equal(dutch.name, "Visitor");
    assert.ok(!("welcome_message" in dutch));
    assert.deepEqual(dutch.translations.name, { en: "Visitor" });
  });

  it("200: a regional text goes before the plain one", async () => {
    const { _id } = await build({ translations: { name: { nl: "Bezoeker", "nl-BE": "Bezoeker uit België" } } });
    assert.equal((await read(_id, "nl-be")).name, "Bezoeker uit België");
    assert.equal((await read(_id, "nl-NL")).name, "Bezoeker");
  });

  it("200: a plain name sets the English text, translations merge, null removes a language", async () => {
    const { _id } = await build({ name: "Old", translations: { name: { nl: "Oud", fr: "Vieux" } } });
    const body = { name: "New", translations: { name: { fr: null, de: "Neu" }, signout_message: { nl: "Dag" } } };
    const changed = (await world.put(path(_id), body)).body;
    assert.deepEqual(changed.translations, {
      name: { en: "New", nl: "Oud", de: "Neu" },
      welcome_message: {},
      signout_message: { nl: "Dag" },
    });
    const removed = (await world.put(path(_id), { signout_message: null })).body;
    assert.deepEqual(removed.translations.signout_message, {});
    assert.ok(!("signout_message" in removed));
  });

  it("200: the answer of a write is in the language asked for too", async () => {
    const answer = await world.post(`${path()}?language_id=nl`, { translations: { name: texts } });
    assert.equal(answer.body.name, "Bezoeker");
    const changed = await world.put(`${path(answer.body._id)}?language_id=fr`, { index: 2 });
    assert.equal(changed.body.name, "Visiteur");
  });
});

describe("PUT /companies/{company_id}/visittypes/{id} (rules 4, 5)", () => {
  it("200: an absent key stays, null puts the default back", async () => {
    const { _id } = await build({
      index: 7,
      badge: true,
      photo: "required",
      screening: true,
      screening_mail: "a@example.org",
      registered_visitors: false,
    });
    const changed = await world.put(path(_id), {
      index: null,
      photo: null,
      screening_mail: null,
      registered_visitors: null,
    });
    const { index, photo, badge, screening, registered_visitors } = changed.body;
    assert.deepEqual([index, photo, badge, screening, registered_visitors], [0, "off", true, true, true]);
    assert.ok(!("screening_mail" in changed.body));
    assert.deepEqual(await read(_id), changed.body);
  });

  it("200: host_notifications merge key by key; null puts them back", async () => {
    const { _id } = await build({ host_notifications: { sms_in: false } });
    const one = await world.put(path(_id), { host_notifications: { email_out: false } });
    assert.deepEqual(one.body.host_notifications, { email_in: true, sms_in: false, email_out: false });
    const all = await world.put(path(_id), { host_notifications: null });
    assert.deepEqual(all.body.host_notifications, { email_in: true, sms_in: true, email_out: true });
  });

  it("200: a change of nothing keeps mod_date and fires nothing (rules 2.1)", async () => {
    const own = await buildLocation(world);
    const type = await build({ fields: [{ label: "Plate", options: [] }], badge: true }, own);
    const { name, badge, fields, translations } = type;
    const again = await world.put(path(type._id, own), { name, badge, fields, translations });
    assert.deepEqual(again.body, type);
    assert.deepEqual(await eventsOf(world, own), ["company_updated"]);
  });

  it("200: company_updated fires for create, change and remove, with no ids (interface 6.2)", async () => {
    const own = await buildLocation(world);
    const { _id } = await build({}, own);
    await world.put(path(_id, own), { name: "Other" });
    await world.remove(path(_id, own));
    assert.deepEqual(await eventsOf(world, own), ["company_updated", "company_updated", "company_updated"]);
    for (const { ids } of await logOf(world, own)) assert.equal(ids, null);
  });

  it("400: the name can't be removed, in its last language either", async () => {
    const { _id } = await build();
    assert.equal((await world.put(path(_id), { name: null })).status, 400);
    assert.equal((await world.put(path(_id), { translations: { name: { en: null } } })).status, 400);
    assert.equal((await read(_id)).name, "Visitor");
  });

  it("404: unknown, or of another location; 400: malformed", async () => {
    const { _id } = await build({}, await buildLocation(world));
    for (const id of [_id, "f".repeat(24)]) {
      assert.equal((await world.get(path(id))).status, 404);
      assert.equal((await world.put(path(id), { name: "x" })).status, 404);
      assert.equal((await world.remove(path(id))).status, 404);
    }
    assert.equal((await world.put(path("nonsense"), { name: "x" })).status, 400);
  });
});

describe("DELETE /companies/{company_id}/visittypes/{id} (rules 4)", () => {
  it("200: stays on old visits, which may still change; a new reference is 400", async () => {
    const { _id } = await build({ fields: [{ label: "Plate" }] });
    const visit = await buildVisit(world, location, { visit_type: _id, plate: "1-ABC" });
    assert.equal((await world.remove(path(_id))).status, 200);
    assert.equal((await world.remove(path(_id))).status, 404);
    const old = (await world.put(`/visitors/${visit._id}`, { first_name: "Changed" })).body;
    assert.deepEqual([old.visit_type, old.plate], [_id, "1-ABC"]);
    const again = await world.post("/visitors", { company_id: location, visit_type: _id });
    assert.equal(again.status, 400);
    assert.match(again.body.message, /"visit_type".*POST \/companies\/\{company_id\}\/visittypes/);
    const other = await buildVisit(world, location);
    assert.equal((await world.put(`/visitors/${other._id}`, { visit_type: _id })).status, 400);
  });

  it("200: a pending visit of a removed type can still be decided", async () => {
    const { _id } = await build({ screening: true });
    const visit = await buildVisit(world, location, { visit_type: _id });
    assert.equal(visit.approval, "pending");
    await world.remove(path(_id));
    assert.equal((await world.post(`/visitors/${visit._id}/approve`)).body.approval, "approved");
  });
});

describe("null inside an object of a body (rules 2.1)", () => {
  it("200: is as absent, at any depth", async () => {
    const { host_notifications, fields } = await build({
      name: "Nulls",
      host_notifications: { email_in: null, sms_in: false },
      translations: { name: null },
      fields: [{ label: "Badge", visible: null, type: null, options: null, translations: null }],
    });
    assert.deepEqual(host_notifications, { email_in: true, sms_in: false, email_out: true });
    const badge = fields.find(({ label }: Body) => label === "Badge");
    assert.deepEqual([badge.type, badge.visible, badge.field_name], ["text", true, "badge"]);
  });
});

describe("a text that a write names twice (rules 4)", () => {
  it("200: what was changed after reading counts, in the name, the messages and the labels", async () => {
    const read_ = await build({ name: "A", welcome_message: "B", fields: [{ label: "C" }] });
    const sent = {
      ...read_,
      name: "A2",
      welcome_message: "B2",
      fields: read_.fields.map((field: Body) => (field.label === "C" ? { ...field, label: "C2" } : field)),
    };
    const { body } = await world.put(path(read_._id), sent);
    assert.deepEqual([body.name, body.welcome_message], ["A2", "B2"]);
    assert.ok(body.fields.some(({ label }: Body) => label === "C2"));
  });
});
