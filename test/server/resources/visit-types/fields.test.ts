import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import {
  type Body,
  buildKey,
  buildLocation,
  buildUser,
  buildVisit,
  makeWorld,
  type World,
} from "../../../support/world.ts";

let world: World;
let location: string;

before(async () => {
  world = await makeWorld();
  location = await buildLocation(world);
});
after(() => world.close());

const path = (id = "", of = location): string => `/companies/${of}/visittypes${id && `/${id}`}`;
const build = async (fields: unknown[], of = location): Promise<Body> => {
  const answer = await world.post(path("", of), { name: "Visitor", fields });
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
};
const put = async (id: string, fields: unknown[], of = location): Promise<Body> => {
  const answer = await world.put(path(id, of), { fields });
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
};
const BUILT_INS = new Set("first_name last_name company email phone address zip_code city recipient".split(" "));
const customOf = ({ fields }: Body): Body[] => fields.filter(({ field_name }: Body) => !BUILT_INS.has(field_name));
const namesOf = (type: Body): string[] => customOf(type).map(({ field_name }) => field_name);

describe("field_name (rules 4)", () => {
  it("200: the English label in lower case, with letters and digits of any script only", async () => {
    const labels: [string, string][] = [
      ["License plate", "licenseplate"],
      ["  N° 2 – Größe!", "n2größe"],
      ["Ключ №7", "ключ7"],
      ["名前 (漢字)", "名前漢字"],
      ["ΟΔΟΣ", "οδος"],
    ];
    const type = await build(labels.map(([label]) => ({ label })));
    assert.deepEqual(
      namesOf(type),
      labels.map(([, name]) => name),
    );
  });

  it("200: comes from the English translation before any other language", async () => {
    const type = await build([
      { translations: { label: { nl: "Nummerplaat", en: "Plate" } } },
      { translations: { label: { nl: "Badgenummer" } } },
    ]);
    assert.deepEqual(namesOf(type), ["plate", "badgenummer"]);
  });

  it("200: 2, 3, … where nothing is left of the label", async () => {
    assert.deepEqual(namesOf(await build([{ label: "?!" }, { label: "" }, {}, { label: "–" }])), ["2", "3", "4", "5"]);
  });

  it("200: a collision with another question gets 2, 3, …", async () => {
    const type = await build([{ label: "Plate" }, { label: "plate!" }, { label: "P-late" }, { label: "Plate 2" }]);
    assert.deepEqual(namesOf(type), ["plate", "plate2", "plate3", "plate22"]);
  });

  it("200: a documented or reserved key is never taken", async () => {
    const labels = [
      "Email",
      "Phone",
      "Company",
      "City",
      "Recipient",
      "Approval",
      "Safe",
      "Photo",
      "Signature",
      "Status",
      "Persistent",
      "Agreements",
    ];
    const type = await build(labels.map((label) => ({ label })));
    assert.deepEqual(
      namesOf(type),
      labels.map((label) => `${label.toLowerCase()}2`),
    );
  });

  it("200: never changes when the label does; a label written again is the same question", async () => {
    const type = await build([{ label: "Plate", required: true }]);
    const [{ _id }] = customOf(type);
    const renamed = await put(type._id, [{ field_name: "plate", label: "Car" }]);
    assert.deepEqual(
      customOf(renamed).map((field) => [field._id, field.field_name, field.label, field.required]),
      [[_id, "plate", "Car", true]],
    );
    const again = await put(type._id, [{ label: "Plate", type: "number" }]);
    assert.deepEqual(
      customOf(again).map((field) => [field._id, field.field_name, field.type]),
      [[_id, "plate", "number"]],
    );
  });

  it("200: a name of the caller's own for a new question is not taken over", async () => {
    assert.deepEqual(namesOf(await build([{ field_name: "mine", label: "Plate" }])), ["plate"]);
  });

  it("200: a very long label in letters beyond the first plane stays storable text", async () => {
    const [name = ""] = namesOf(await build([{ label: `a${"𝒳".repeat(120)}` }]));
    assert.ok(name.isWellFormed() && name.length <= 128 && name.startsWith("a𝒳"));
    const visit = await buildVisit(world, location, { [name]: "answer" });
    assert.equal(visit[name], "answer");
  });

  it("200: two visit types may share one, and an answer has it as key (interface 1)", async () => {
    const own = await buildLocation(world);
    const [one, two] = [await build([{ label: "Plate" }], own), await build([{ label: "Plate" }], own)];
    assert.deepEqual([namesOf(one), namesOf(two)], [["plate"], ["plate"]]);
    const visit = await buildVisit(world, own, { visit_type: two._id, plate: "1-ABC-234" });
    assert.equal((await world.get(`/visitors/${visit._id}`)).body.plate, "1-ABC-234");
    const { body } = await world.get(`/visitors/bycompany/${own}?count=5&page=1&filter[plate]=abc`);
    assert.equal(body.total, 1);
  });
});

describe("fields of a visit type (rules 4)", () => {
  it("200: every type of question; text, visible and optional when nothing is said", async () => {
    const types = ["text", "textarea", "number", "date", "checkbox", "dropdown", "radio", "phone", "email"];
    const isOneOf = (name: string): boolean => name === "dropdown" || name === "radio";
    const type = await build([
      { label: "Plain" },
      ...types.map((name) => ({ label: `a ${name}`, type: name, ...(isOneOf(name) ? { options: ["x", "y"] } : {}) })),
    ]);
    const [plain, ...others] = customOf(type);
    const { _id, index: _index, ...rest } = plain;
    assert.match(_id, /^[0-9a-f]{24}$/);
    assert.deepEqual(rest, {
      field_name: "plain",
      label: "Plain",
      type: "text",
      required: false,
      visible: true,
      options: [],
      translations: { label: { en: "Plain" }, options: {} },
    });
    assert.deepEqual(
      others.map((field) => field.type),
      types,
    );
  });

  it("200: options by language, plain ones are the English", async () => {
    const options = { nl: ["Ja", "Nee"], fr: null };
    const type = await build([{ label: "Sure?", type: "radio", options: ["Yes", "No"], translations: { options } }]);
    assert.deepEqual(customOf(type)[0].options, ["Yes", "No"]);
    const dutch = (await world.get(`${path(type._id)}?language_id=nl-BE`)).body;
    assert.deepEqual(customOf(dutch)[0].options, ["Ja", "Nee"]);
    assert.deepEqual(customOf(dutch)[0].translations.options, { en: ["Yes", "No"], nl: ["Ja", "Nee"] });
  });

  it("400: a dropdown or radio question without two different options, in every language that has any; it is named", async () => {
    const question = { label: "Sure?", translations: { label: { nl: "Zeker?" } } };
    for (const type of ["dropdown", "radio"])
      for (const options of [
        {},
        { options: [] },
        { options: ["Yes"] },
        { options: ["Yes", "Yes"] },
        { options: ["Yes", " "] },
        { translations: { options: { nl: ["Ja"] } } },
        { options: ["Yes", "No"], translations: { options: { nl: ["Ja"] } } },
      ]) {
        const fields = [{ label: "Plate" }, { ...question, type, ...options }];
        const { status, body } = await world.post(path(), { name: "Guest", fields });
        assert.equal(status, 400, JSON.stringify(options));
        assert.match(body.message, /^"fields\[1\]\.options" /);
      }
  });

  it("400: options taken from a dropdown, and another type made a radio; the question stays as it was", async () => {
    const fields = [{ label: "Floor", type: "dropdown", options: ["1", "2"] }, { label: "Why?" }];
    const type = await build(fields);
    for (const sent of [
      { field_name: "floor", options: ["1"] },
      { field_name: "floor", options: [] },
      { field_name: "why", type: "radio" },
    ])
      assert.equal((await world.put(path(type._id), { fields: [sent] })).status, 400, JSON.stringify(sent));
    assert.deepEqual((await world.get(path(type._id))).body.fields, type.fields);
    assert.equal(customOf(await put(type._id, [{ field_name: "floor", options: ["1", "2", "3"] }])).length, 1);
  });

  it("200: a question from before the rule is read, and written back as it is; 400: with another single option", async () => {
    const type = await build([{ label: "Floor", type: "dropdown", options: ["1", "2"] }]);
    const sql = `update visit_types set fields = (select jsonb_agg(f || case f ->> 'type' when 'dropdown' then $2::jsonb
      else '{}' end) from jsonb_array_elements(fields) f) where _id = $1`;
    await world.db.rows({ sql, parameters: [type._id, JSON.stringify({ options: { en: ["1"] } })] });
    const { body } = await world.get(path(type._id));
    assert.deepEqual(customOf(body)[0].options, ["1"]);
    const written = await world.put(path(type._id), { fields: body.fields, name: "Renamed" });
    assert.deepEqual([written.status, written.body.name], [200, "Renamed"]);
    assert.equal((await world.put(path(type._id), { fields: [{ field_name: "floor", required: true }] })).status, 200);
    assert.equal((await world.put(path(type._id), { fields: [{ field_name: "floor", options: ["2"] }] })).status, 400);
  });

  it("200: labels merge by language, null removes one; other keys of a question stay", async () => {
    const labels = { en: "Plate", nl: "Plaat", fr: "Plaque" };
    const type = await build([{ translations: { label: labels }, required: true, type: "number", options: ["1"] }]);
    const changed = await put(type._id, [{ field_name: "plate", translations: { label: { fr: null, de: "Schild" } } }]);
    const [field] = customOf(changed);
    assert.deepEqual(field.translations.label, { en: "Plate", nl: "Plaat", de: "Schild" });
    assert.deepEqual([field.required, field.type, field.options], [true, "number", ["1"]]);
  });

  it("200: built-in fields can be hidden, optional or required, stay when left out, and keep their type", async () => {
    const sent = [
      { field_name: "phone", visible: true, required: true, type: "text" },
      { field_name: "recipient", visible: false, required: false },
      { field_name: "last_name", required: false, label: "Family name" },
    ];
    const type = await build(sent);
    const by = new Map<string, Body>(type.fields.map((field: Body) => [field.field_name, field]));
    assert.equal(by.size, 9);
    const shape = (name: string): unknown[] => [by.get(name).visible, by.get(name).required, by.get(name).type];
    assert.deepEqual(shape("phone"), [true, true, "phone"]);
    assert.deepEqual(shape("recipient"), [false, false, "text"]);
    assert.equal(by.get("last_name").label, "Family name");
    assert.ok(!("_id" in by.get("phone")));
    const later = await put(type._id, [{ label: "Plate" }]);
    assert.equal(later.fields.length, 10);
    const phone = later.fields.find(({ field_name }: Body) => field_name === "phone");
    assert.deepEqual([phone.visible, phone.required], [true, true]);
  });

  it("200: PUT replaces the custom ones: sent ones stay with their id, others go; null puts the built-in ones back", async () => {
    const type = await build([{ label: "One" }, { label: "Two" }]);
    const [, two] = customOf(type);
    const changed = await put(type._id, [{ field_name: "two" }, { label: "Three" }]);
    assert.deepEqual(namesOf(changed), ["two", "three"]);
    assert.equal(customOf(changed)[0]._id, two._id);
    const untouched = (await world.put(path(type._id), { badge: true })).body;
    assert.deepEqual(namesOf(untouched), ["two", "three"]);
    const reset = (await world.put(path(type._id), { fields: null })).body;
    assert.deepEqual([reset.fields.length, namesOf(reset)], [9, []]);
  });

  it("200: a body read and sent back changes nothing; a new order is kept", async () => {
    const type = await build([{ label: "One" }, { label: "Two", options: ["a"] }]);
    assert.deepEqual((await put(type._id, type.fields)).fields, type.fields);
    const reversed = type.fields.toReversed().map(({ field_name }: Body) => ({ field_name }));
    const order = (await put(type._id, reversed)).fields.map(({ field_name }: Body) => field_name);
    assert.deepEqual(
      order,
      reversed.map(({ field_name }: Body) => field_name),
    );
  });

  it("400: over 300 fields", async () => {
    const fields = Array.from({ length: 301 }, (_, n) => ({ label: `q${n}` }));
    assert.equal((await world.post(path(), { name: "x", fields })).status, 400);
  });
});

describe("GET /companies/{company_id}/fields (interface 4.1, rules 4)", () => {
  it("200: custom fields only, each once, with the visit types that have it, in order", async () => {
    const own = await buildLocation(world);
    const one = await build(
      [
        { label: "Plate", index: 20, required: true },
        { label: "Badge", index: 10 },
      ],
      own,
    );
    const two = await build([{ label: "Plate", index: 30 }], own);
    const { body } = await world.get(`/companies/${own}/fields`);
    assert.deepEqual(
      body.map(({ field_name, visit_types }: Body) => [field_name, new Set(visit_types)]),
      [
        ["badge", new Set([one._id])],
        ["plate", new Set([one._id, two._id])],
      ],
    );
    const keys = ["_id", "field_name", "index", "label", "options", "required", "type", "visit_types"];
    for (const field of body) assert.deepEqual(Object.keys(field).toSorted(), keys);
    await world.remove(path(one._id, own));
    const later = (await world.get(`/companies/${own}/fields`)).body;
    assert.deepEqual(
      later.map(({ field_name, visit_types }: Body) => [field_name, visit_types]),
      [["plate", [two._id]]],
    );
  });

  it("200: label and options in the language asked for", async () => {
    const own = await buildLocation(world, { default_language: "fr" });
    const translations = { label: { en: "Sure", nl: "Zeker" }, options: { en: ["Yes"], nl: ["Ja"] } };
    await build([{ translations }, { translations: { label: { fr: "Plaque", de: "Schild" } } }], own);
    const shown = async (language: string): Promise<unknown> =>
      (await world.get(`/companies/${own}/fields?language_id=${language}`)).body.map(({ label, options }: Body) => [
        label,
        options,
      ]);
    assert.deepEqual(await shown("nl-BE"), [
      ["Zeker", ["Ja"]],
      ["Plaque", []],
    ]);
    assert.deepEqual(await shown("tlh"), [
      ["Sure", ["Yes"]],
      ["Plaque", []],
    ]);
  });

  it("200: an empty array without any; count and page; every role; 403 elsewhere", async () => {
    const own = await buildLocation(world);
    assert.deepEqual((await world.get(`/companies/${own}/fields`)).body, []);
    await build([{ label: "One" }, { label: "Two" }], own);
    const { body } = await world.get(`/companies/${own}/fields?count=1&page=2`);
    assert.equal(body[0].field_name, "two");
    const as = await buildUser(world, "security_guard", [own]);
    assert.equal((await world.get(`/companies/${own}/fields`, { as })).status, 200);
    const key = await buildKey(world, [location]);
    assert.equal((await world.get(`/companies/${own}/fields`, { as: key })).status, 403);
  });

  it("200: a question named by its _id stays the same one; a new one in a part of the list comes last (rules 4)", async () => {
    const path = `/companies/${location}/visittypes`;
    const fields = [{ label: "Badge" }, { label: "Colour", type: "dropdown", options: ["red", "blue"] }];
    const made = (await world.post(path, { name: "Ids", fields })).body;
    const names = (type: Body): string[] => type.fields.map(({ field_name }: Body) => field_name);
    assert.deepEqual(names(made).slice(-2), ["badge", "colour"]);
    const { _id } = made.fields.at(-1);
    const { body } = await world.put(`${path}/${made._id}`, { fields: [{ _id, required: true }, { label: "Extra" }] });
    assert.deepEqual(names(body).slice(-2), ["colour", "extra"]);
    assert.deepEqual(body.fields.at(-2).options, ["red", "blue"]);
    assert.equal(body.fields.at(-2).required, true);
  });
});
