import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import {
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

const LENGTHS: readonly (readonly [string, number])[] = [
  ["notification_sign_in_subject", 200],
  ["notification_sign_in_text", 5_000],
  ["notification_sign_in_sms", 480],
  ["notification_sign_out_subject", 200],
  ["notification_sign_out_text", 5_000],
  ["notification_screening_subject", 200],
  ["notification_screening_text", 5_000],
  ["notification_screening_sms", 480],
  ["notification_confirmation_subject", 200],
  ["notification_confirmation_text", 5_000],
];
const path = (id = "", of = location): string => `/companies/${of}/visittypes${id && `/${id}`}`;
const build = async (body: Record<string, unknown> = {}, of = location): Promise<Body> => {
  const answer = await world.post(path("", of), { name: "Visitor", ...body });
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
};

describe("The texts of notifications of a visit type (rules 4)", () => {
  it("200: each is set and read by language under translations, and as a plain key in the language asked for", async () => {
    const keys = LENGTHS.map(([key]) => key);
    const translations = Object.fromEntries(keys.map((key) => [key, { nl: `${key} nl`, en: `${key} en` }]));
    const { _id } = await build({ translations });
    for (const [language, suffix] of [
      ["nl-BE", "nl"],
      ["en", "en"],
      ["tlh", "en"],
    ]) {
      const { body } = await world.get(`${path(_id)}?language_id=${language}`);
      for (const key of keys) {
        assert.equal(body[key], `${key} ${suffix}`);
        assert.deepEqual(body.translations[key], translations[key]);
      }
    }
  });

  it("200: one without texts is absent, plain and under translations", async () => {
    const type = await build();
    for (const [key] of LENGTHS) assert.deepEqual([key in type, key in type.translations], [false, false], key);
  });

  it("200: a plain text is the English one; null or empty removes a language, a plain null all of them", async () => {
    const key = "notification_sign_in_subject";
    const { _id } = await build({ [key]: "Here", translations: { [key]: { nl: "Er", fr: "Ici" } } });
    const put = async (body: Body): Promise<Body> => (await world.put(path(_id), body)).body;
    assert.deepEqual((await put({ [key]: "Here now" })).translations[key], { en: "Here now", nl: "Er", fr: "Ici" });
    assert.deepEqual((await put({ translations: { [key]: { nl: null } } })).translations[key], {
      en: "Here now",
      fr: "Ici",
    });
    assert.equal((await put({ [key]: "" }))[key], "Ici");
    const none = await put({ [key]: null });
    assert.deepEqual([key in none, key in none.translations], [false, false]);
  });

  it("200: other texts stay; the same texts again keep mod_date and fire nothing", async () => {
    const own = await buildLocation(world);
    const type = await build({ notification_sign_in_text: "A", notification_sign_out_text: "B" }, own);
    const { body } = await world.put(path(type._id, own), { ...type });
    assert.deepEqual(body, type);
    assert.deepEqual(await eventsOf(world, own), ["company_updated"]);
    const changed = (await world.put(path(type._id, own), { notification_sign_in_text: "C" })).body;
    assert.deepEqual([changed.notification_sign_in_text, changed.notification_sign_out_text], ["C", "B"]);
    assert.deepEqual(await eventsOf(world, own), ["company_updated", "company_updated"]);
  });

  it("400: a text that is too long or none, plain or by language, named with its limit", async () => {
    for (const [key, length] of LENGTHS) {
      assert.equal((await world.post(path(), { name: "x", [key]: "é".repeat(length) })).status, 200);
      for (const [body, field] of [
        [{ [key]: "x".repeat(length + 1) }, key],
        [{ translations: { [key]: { nl: "x".repeat(length + 1) } } }, `translations.${key}.nl`],
        [{ translations: { [key]: { nl: 5 } } }, `translations.${key}.nl`],
        [{ translations: { [key]: "text" } }, `translations.${key}`],
      ] as const) {
        const answer = await world.post(path(), { name: "x", ...body });
        assert.equal(answer.status, 400, JSON.stringify(body).slice(0, 80));
        assert.ok(answer.body.message.includes(`"${field}"`), answer.body.message);
      }
      const { body } = await world.post(path(), { name: "x", [key]: "x".repeat(length + 1) });
      assert.match(body.message, new RegExp(`at most ${length} characters`));
    }
  });

  it("403: for those who do not set a location up, and another location's key", async () => {
    const { _id } = await build();
    const elsewhere = await buildKey(world, [await buildLocation(world)]);
    for (const as of [await buildUser(world, "receptionist", [location]), elsewhere])
      assert.equal((await world.put(path(_id), { notification_sign_in_text: "x" }, { as })).status, 403);
  });
});
