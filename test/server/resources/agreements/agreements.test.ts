import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { newId } from "../../../../server/platform/lib/record/ids.ts";
import {
  type Answer,
  type Body,
  buildKey,
  buildLocation,
  buildUser,
  eventsOf,
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

const path = (id = "", of = location): string => `/companies/${of}/agreements${id && `/${id}`}`;
const build = async (body: Record<string, unknown> = {}, of = location): Promise<Body> => {
  const answer = await world.post(path("", of), { name: "House rules", ...body });
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
};
const put = async (id: string, body: unknown, of = location): Promise<Body> => {
  const answer = await world.put(path(id, of), body);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
};

describe("GET /companies/{company_id}/agreements (rules 5)", () => {
  it("200: a plain array in the order of index, of this location only", async () => {
    const own = await buildLocation(world);
    await build({ name: "Third", index: 3 }, own);
    await build({ name: "First", index: 1, agreement_text: { nl: "Eerst" } }, own);
    await build({ name: "Elsewhere" });
    const names = ({ body }: Answer): string[] => body.map(({ name }: Body) => name);
    const answer = await world.get(path("", own));
    assert.deepEqual(names(answer), ["First", "Third"]);
    assert.deepEqual(answer.body[0].agreement_text, { nl: "Eerst" });
    assert.deepEqual(names(await world.get(`${path("", own)}?count=1&page=2`)), ["Third"]);
  });
});

describe("GET /companies/{company_id}/agreements/{agreement_id} (interface 4.5)", () => {
  it("200: the name in the language asked for, the text in every language that has some (interface 1, 2.3, 4.5)", async () => {
    const agreement_text = { en: "Be kind", nl: "Wees lief", de: "", fr: "  " };
    const { _id } = await build({ translations: { name: { nl: "Regels", fr: "Règles" } }, agreement_text });
    const named = async (language: string): Promise<string> => {
      const { body } = await world.get(`${path(_id)}?language_id=${language}`);
      assert.deepEqual(body.agreement_text, { en: "Be kind", nl: "Wees lief" });
      return body.name;
    };
    assert.deepEqual(
      [await named("NL-be"), await named("fr"), await named("tlh")],
      ["Regels", "Règles", "House rules"],
    );
    const french = await build({ name: undefined, translations: { name: { de: "Regeln", fr: "Règles" } } });
    assert.equal((await world.get(`${path(french._id)}?language_id=nl`)).body.name, "Règles");
  });

  it("200: every role may read them (rules 4)", async () => {
    const { _id } = await build();
    for (const role of ["receptionist", "security_guard", "employee"] as const) {
      const as = await buildUser(world, role, [location]);
      for (const at of [path(), path(_id)]) assert.equal((await world.get(at, { as })).status, 200, role);
    }
  });

  it("404: unknown and another location's look alike; a malformed id is 400", async () => {
    const { _id } = await build({}, await buildLocation(world));
    const answers = await Promise.all([_id, newId(location), "f".repeat(24)].map((id) => world.get(path(id))));
    for (const { status, text } of answers) assert.deepEqual([status, text], [404, answers[0]?.text]);
    assert.equal((await world.get(path("nonsense"))).status, 400);
  });
});

describe("POST /companies/{company_id}/agreements (interface 2.3, rules 4, 5)", () => {
  it("200: a name is enough; a text agreement of version 1, active, for no visit type yet (interface 2.3)", async () => {
    const { _id, create_date, mod_date, ...rest } = await build({ version: 7, expiry_days: null, index: "" });
    assert.equal(create_date, mod_date);
    assert.deepEqual(rest, {
      company_id: location,
      name: "House rules",
      active: true,
      type: "text",
      agreement_text: {},
      visit_types: [],
      version: 1,
      index: 0,
      group_only: false,
      translations: { name: { en: "House rules" }, video: {} },
    });
    assert.deepEqual((await world.get(path(_id))).body, { _id, create_date, mod_date, ...rest });
  });

  it("200: every field of interface 2.3 reads back as sent", async () => {
    const type = (await world.post(`/companies/${location}/visittypes`, { name: "Guest" })).body._id;
    const sent = {
      active: false,
      type: "video",
      agreement_text: { en: "Watch it\n\nto the end" },
      video: "https://example.org/a.mp4?x=1",
      visit_types: [type],
      index: 4,
      expiry_days: 0,
      group_only: true,
    };
    const { _id } = await build({ ...sent, visit_types: [type, type.toUpperCase()] });
    const { body } = await world.get(path(_id));
    assert.deepEqual(Object.fromEntries(Object.keys(sent).map((key) => [key, body[key]])), sent);
  });

  it("200: a body of 9 MiB; 413 above 16 MiB (rules 2)", async () => {
    const { _id } = await build({ agreement_text: { en: "long ".repeat(1_900_000) } });
    assert.equal((await world.get(path(_id))).body.agreement_text.en.length, 9_500_000);
    const huge = await world.post(path(), { name: "x", agreement_text: { en: "x".repeat(17 * 1024 * 1024) } });
    assert.equal(huge.status, 413);
  });

  it("400: more than 16 MiB of text in all agreements of a location; what is there can be made shorter, and removed", async () => {
    const own = await buildLocation(world);
    const text = (length: number) => ({ name: "Long", agreement_text: { en: "x".repeat(length) } });
    const first = await build(text(9_000_000), own);
    const second = await build(text(7_000_000), own);
    const refused = [
      await world.post(path("", own), text(1_000_000)),
      await world.put(path(second._id, own), text(8_000_000)),
    ];
    for (const { status, body } of refused)
      assert.deepEqual([status, body.code, body.field], [400, "too_large", "agreement_text"]);
    const both = [world.post(path("", own), text(500_000)), world.post(path("", own), text(500_000))];
    const statuses = (await Promise.all(both)).map(({ status }) => status);
    assert.deepEqual(
      statuses.toSorted((a, b) => a - b),
      [200, 400],
      "two at once do not pass it together",
    );
    await put(second._id, { agreement_text: { en: "short" } }, own);
    assert.equal((await world.remove(path(first._id, own))).status, 200);
    assert.equal((await world.get(path("", own))).body.length, 2);
  });

  it("400: more than 500 agreements of a location; those that are there can be changed", async () => {
    const own = await buildLocation(world);
    const { _id } = await build({}, own);
    const ids = Array.from({ length: 499 }, () => newId(own));
    await world.db.pool.query(
      `insert into agreements (company_id, _id, name, active, version, index, group_only, create_date, mod_date)
       select company_id, made.id, name, active, version, index, group_only, create_date, mod_date
       from agreements, unnest($1::text[]) as made (id) where _id = $2`,
      [ids, _id],
    );
    await world.db.pool.query(
      `insert into agreement_versions (company_id, agreement_id, version, type, agreement_text, video, pdf, create_date)
       select company_id, made.id, version, type, agreement_text, video, pdf, create_date
       from agreement_versions, unnest($1::text[]) as made (id) where agreement_id = $2`,
      [ids, _id],
    );
    const { status, body } = await world.post(path("", own), { name: "One more" });
    assert.deepEqual([status, body.code], [400, "too_many"]);
    await put(_id, { name: "A longer name than before" }, own);
  });

  it("400: without a name, or with a value of another type; the message names the field", async () => {
    const bad: [string, Record<string, unknown>][] = [
      ["name", {}],
      ["name", { name: " " }],
      ["name", { translations: { name: { en: "" } } }],
      ["type", { name: "x", type: "word" }],
      ["agreement_text", { name: "x", agreement_text: "Be kind" }],
      ["agreement_text.en", { name: "x", agreement_text: { en: 1 } }],
      ["index", { name: "x", index: -1 }],
      ["expiry_days", { name: "x", expiry_days: -1 }],
      ["expiry_days", { name: "x", expiry_days: 1.5 }],
      ["expiry_days", { name: "x", expiry_days: 99_999_999_999 }],
      ["active", { name: "x", active: "yes" }],
      ["group_only", { name: "x", group_only: 1 }],
      ["visit_types", { name: "x", visit_types: "all" }],
      ["video", { name: "x", video: "ftp://example.org/a" }],
      ["video", { name: "x", video: "javascript:alert(1)" }],
      ["video", { name: "x", translations: { video: { nl: "no url" } } }],
    ];
    for (const [field, body] of bad) {
      const { status, body: answer } = await world.post(path(), body);
      assert.deepEqual([status, answer.message?.includes(`"${field}`)], [400, true], JSON.stringify([body, answer]));
    }
  });

  it("403: for the roles that do not set a location up, and for other locations (rules 4)", async () => {
    for (const role of ["receptionist", "security_guard", "employee"] as const) {
      const as = await buildUser(world, role, [location]);
      assert.equal((await world.post(path(), { name: "x" }, { as })).status, 403, role);
    }
    const as = await buildKey(world, [await buildLocation(world)]);
    assert.equal((await world.post(path(), { name: "x" }, { as })).status, 403);
  });
});

describe("PUT /companies/{company_id}/agreements/{agreement_id} (interface 2.3, rules 5)", () => {
  it("200: the version rises by one with text, document, video and type alone (interface 2.3)", async () => {
    const { _id } = await build({ agreement_text: { en: "One" } });
    const version = async (body: Record<string, unknown>): Promise<number> => (await put(_id, body)).version;
    const same = { name: "Other", translations: { name: { nl: "Ander" } }, index: 3, expiry_days: 9, active: false };
    assert.equal(await version({ ...same, group_only: true, version: 40, agreement_text: { en: "One", nl: "" } }), 1);
    assert.equal(await version({ agreement_text: { en: "Two" } }), 2);
    assert.equal(await version({ translations: { agreement_text: { nl: "Twee" } } }), 3);
    assert.equal(await version({ video: "https://example.org/v" }), 4);
    assert.equal(await version({ type: "video" }), 5);
    assert.equal(await version({ agreement_text: null }), 6);
    assert.equal(await version({ agreement_text: {}, name: "Again" }), 6);
  });

  it("200: agreement_text replaces all languages, translations.agreement_text merges, null and blank remove", async () => {
    const { _id } = await build({ agreement_text: { en: "One", nl: "Een", fr: "Un" } });
    const merged = await put(_id, { translations: { agreement_text: { nl: "Eén", fr: null } } });
    assert.deepEqual(merged.agreement_text, { en: "One", nl: "Eén" });
    assert.deepEqual((await put(_id, { agreement_text: { de: "Eins", en: " " } })).agreement_text, { de: "Eins" });
    assert.deepEqual((await put(_id, { agreement_text: null })).agreement_text, {});
  });

  it("200: absent keys stay, null puts back what a new one starts from; the name stays", async () => {
    const { _id } = await build({
      active: false,
      index: 4,
      expiry_days: 5,
      group_only: true,
      video: "http://a.example",
    });
    const { active, index, expiry_days, group_only, video } = await put(_id, { name: "Other" });
    assert.deepEqual([active, index, expiry_days, group_only, video], [false, 4, 5, true, "http://a.example"]);
    const nulls = { active: null, index: null, expiry_days: null, group_only: null, video: null, type: null };
    const reset = await put(_id, nulls);
    assert.deepEqual([reset.active, reset.index, reset.group_only, reset.type], [true, 0, false, "text"]);
    assert.ok(!("expiry_days" in reset) && !("video" in reset));
    for (const body of [{ name: null }, { translations: { name: { en: null } } }])
      assert.equal((await world.put(path(_id), body)).status, 400);
  });

  it("200: what is read can be written back as it is and changes nothing", async () => {
    const { _id } = await build({ agreement_text: { en: "a", constructor: "b", nl: "c" }, video: "http://a.example" });
    const { body } = await world.get(path(_id));
    assert.deepEqual(await put(_id, body), body);
  });

  it("200: of many changes at once none is lost, and each content is a version of its own (interface 2.3)", async () => {
    const { _id } = await build();
    const answers = await Promise.all(
      Array.from({ length: 6 }, (_, n) => put(_id, { agreement_text: { en: `text ${n}` } })),
    );
    assert.deepEqual(
      answers.map(({ version }): number => version).toSorted((a, b) => a - b),
      [2, 3, 4, 5, 6, 7],
    );
    const { rows } = await world.db.pool.query(
      "select version, agreement_text ->> 'en' as text from agreement_versions where agreement_id = $1",
      [_id],
    );
    for (const { version, agreement_text } of answers)
      assert.equal(rows.find((row) => row.version === version).text, agreement_text.en);
  });
});

describe("DELETE /companies/{company_id}/agreements/{agreement_id} (rules 4)", () => {
  it("200 and then 404; new references are 400 and say how to create one", async () => {
    const { _id } = await build();
    assert.equal((await world.remove(path(_id))).status, 200);
    for (const { status } of [
      await world.get(path(_id)),
      await world.put(path(_id), {}),
      await world.remove(path(_id)),
    ])
      assert.equal(status, 404);
    const visit = await world.post("/visitors", { company_id: location, agreements: [_id] });
    const type = await world.post(`/companies/${location}/visittypes`, { name: "x", agreements: [_id] });
    for (const { status, body } of [visit, type]) {
      assert.equal(status, 400);
      assert.match(body.message, /"agreements".*POST \/companies\/\{company_id\}\/agreements/);
    }
  });
});

describe("company_updated (interface 6.2, rules 5): agreements", () => {
  it("200: fires once for create, change and remove, not for a change of nothing, and no visit type's", async () => {
    const own = await buildLocation(world);
    const type = (await world.post(`/companies/${own}/visittypes`, { name: "Guest" })).body._id;
    const { _id, mod_date } = await build({ visit_types: [type] }, own);
    const same = await world.put(path(_id, own), { name: "House rules", active: true, visit_types: [type, type] });
    assert.equal(same.body.mod_date, mod_date);
    assert.equal((await eventsOf(world, own)).length, 2);
    await put(_id, { visit_types: null }, own);
    await world.remove(path(_id, own));
    assert.deepEqual(await eventsOf(world, own), Array(4).fill("company_updated"));
  });
});
