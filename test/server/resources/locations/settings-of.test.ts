import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { type Body, buildLocation, makeWorld, type World } from "../../../support/world.ts";

let world: World;
before(async () => {
  world = await makeWorld();
});
after(() => world.close());

const made = async (path: string, body: Body): Promise<Body> => {
  const answer = await world.post(path, body);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
};
const listOf = async (location: string, kind: string): Promise<Body[]> =>
  (await world.get(`/companies/${location}/${kind}`)).body;

const OWN = new Set(["_id", "company_id", "index", "create_date", "mod_date"]);

/** A record without what every record has of its own. */
const shared = (record: Body): Body => Object.fromEntries(Object.entries(record).filter(([key]) => !OWN.has(key)));

describe("POST /companies: settings_of", () => {
  it("200: begins as another location is set up, without its hosts, and is its own from then on", async () => {
    const first = await buildLocation(world, {
      languages: ["nl", "en"],
      default_language: "nl",
      settings: { retention_days: 90, kiosk_idle_seconds: 33, phone_country: "BE" },
      privacy_notice: "We keep it for 90 days.",
    });
    const agreement = await made(`/companies/${first}/agreements`, {
      name: "Rules",
      agreement_text: { en: "Be kind.", nl: "Wees lief." },
    });
    await world.put(`/companies/${first}/agreements/${agreement._id}`, { agreement_text: { en: "Be kinder." } });
    await made(`/companies/${first}/visittypes`, {
      name: "Guest",
      fields: [{ label: "Plate", translations: { label: { nl: "Nummerplaat" } }, type: "text" }],
      agreements: [agreement._id],
      translations: { name: { nl: "Bezoeker" }, email_in: { nl: "Hier is %first_name%" } },
    });
    await made(`/companies/${first}/visittypes`, { name: "Courier" });
    await made("/visitees", { company_id: first, cn: "Ann" });
    const second = await made("/companies", {
      name: "Second",
      timezone: "Europe/Brussels",
      settings_of: first,
      settings: { retention_days: 30 },
    });
    const before = (await world.get(`/companies/${first}`)).body;
    assert.deepEqual(second.settings, { ...before.settings, retention_days: 30 });
    assert.deepEqual([second.languages, second.privacy_notice], [["nl", "en"], "We keep it for 90 days."]);
    const [agreements, old] = [await listOf(second._id, "agreements"), await listOf(first, "agreements")];
    assert.equal(agreements[0]?.version, 1);
    assert.deepEqual(agreements[0]?.agreement_text, old[0]?.agreement_text);
    const [types, oldTypes] = [await listOf(second._id, "visittypes"), await listOf(first, "visittypes")];
    assert.deepEqual(
      types.map(({ name }) => name),
      oldTypes.map(({ name }) => name),
    );
    const without = (list: Body[]) =>
      list.map(({ agreements: _agreements, fields, ...type }) => [shared(type), fields.map(shared)]);
    assert.deepEqual(without(types), without(oldTypes));
    const guest = types.find(({ name }) => name === "Guest");
    assert.deepEqual(guest?.agreements, [agreements[0]?._id]);
    assert.deepEqual(await listOf(second._id, "entrypoints"), []);
    assert.deepEqual((await world.get(`/visitees/bycompany/${second._id}`)).body, []);
    await world.put(`/companies/${second._id}/visittypes/${guest?._id}`, { name: "Visitor" });
    assert.ok((await listOf(first, "visittypes")).some(({ name }) => name === "Guest"));
  });

  it("400 for a location that there isn't, and nothing is made", async () => {
    const count = async () => ((await world.get("/companiesList")).body as Body[]).length;
    const before = await count();
    const { status, body } = await world.post("/companies", { name: "X", settings_of: "0123456789abcdef01234567" });
    assert.deepEqual([status, body.code, body.field], [400, "unknown_reference", "settings_of"]);
    assert.equal(await count(), before);
  });
});
