import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import {
  type Answer,
  type Body,
  buildKey,
  buildLocation,
  buildUser,
  buildVisit,
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

const path = (id = "", of = location): string => `/companies/${of}/entrypoints${id && `/${id}`}`;
const build = async (body: Record<string, unknown> = { name: "Door" }, of = location): Promise<Body> => {
  const answer = await world.post(path("", of), body);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
};

describe("GET /companies/{company_id}/entrypoints (rules 5)", () => {
  it("200: a plain array in the order of index, of this location only", async () => {
    const own = await buildLocation(world);
    await build({ name: "Third", index: 3 }, own);
    await build({ name: "First", index: 1 }, own);
    await build({ name: "Elsewhere" });
    const names = ({ body }: Answer): string[] => body.map(({ name }: Body) => name);
    assert.deepEqual(names(await world.get(path("", own))), ["First", "Third"]);
    assert.deepEqual(names(await world.get(`${path("", own)}?count=1&page=2`)), ["Third"]);
  });

  it("200: every role may read them (rules 4)", async () => {
    const { _id } = await build();
    for (const role of ["receptionist", "security_guard", "employee"] as const) {
      const as = await buildUser(world, role, [location]);
      assert.equal((await world.get(path(), { as })).status, 200, role);
      assert.equal((await world.get(path(_id), { as })).status, 200, role);
    }
  });
});

describe("POST /companies/{company_id}/entrypoints (rules 4, 5)", () => {
  it("200: a name is enough; active and first in order", async () => {
    const { _id, create_date, mod_date, ...rest } = await build({ name: "Gate" });
    assert.equal(create_date, mod_date);
    assert.deepEqual(rest, {
      company_id: location,
      name: "Gate",
      active: true,
      index: 0,
      translations: { name: { en: "Gate" } },
    });
    assert.equal((await world.get(path(_id))).body.name, "Gate");
  });

  it("200: answers in the language asked for, else English, else the location's, else the first", async () => {
    const all = await build({ translations: { name: { nl: "Deur", en: "Door", fr: "Porte" } } });
    const noEnglish = await build({ translations: { name: { de: "Tür", fr: "Porte" } } });
    const german = await build({ translations: { name: { de: "Tür" } } });
    const named = async (id: string, language: string): Promise<string> =>
      (await world.get(`${path(id)}?language_id=${language}`)).body.name;
    assert.equal(await named(all._id, "NL-be"), "Deur");
    assert.equal(await named(all._id, "tlh"), "Door");
    assert.equal(await named(noEnglish._id, "nl"), "Porte");
    assert.equal(await named(german._id, "nl"), "Tür");
    assert.equal(german.name, "Tür");
  });

  it("400: without a name in any language, or with a value of another type", async () => {
    const bad = [
      {},
      { name: "" },
      { name: " " },
      { translations: { name: { en: "", nl: " " } } },
      { name: null },
      { translations: { name: {} } },
      { translations: { name: { en: null } } },
      { name: "x", active: "yes" },
      { name: "x", index: -1 },
      { name: "x", index: 1.5 },
    ];
    for (const body of bad) assert.equal((await world.post(path(), body)).status, 400, JSON.stringify(body));
  });

  it("403: for the roles that do not set a location up, and for other locations (rules 4)", async () => {
    const other = await buildLocation(world);
    for (const role of ["receptionist", "security_guard", "employee"] as const) {
      const as = await buildUser(world, role, [location]);
      assert.equal((await world.post(path(), { name: "x" }, { as })).status, 403, role);
    }
    const as = await buildKey(world, [other]);
    assert.equal((await world.post(path(), { name: "x" }, { as })).status, 403);
    assert.equal((await world.post(path("", other), { name: "x" }, { as })).status, 200);
  });
});

describe("PUT /companies/{company_id}/entrypoints/{id} (rules 4, 5)", () => {
  it("200: merges; a plain name sets the English text, translations merge, null removes a language", async () => {
    const { _id } = await build({ translations: { name: { nl: "Deur", fr: "Porte" } }, index: 4 });
    const body = { name: "Door", translations: { name: { de: "Tür", fr: null } } };
    const changed = (await world.put(path(_id), body)).body;
    assert.deepEqual(changed.translations.name, { en: "Door", nl: "Deur", de: "Tür" });
    assert.equal(changed.index, 4);
    const reset = (await world.put(path(_id), { index: null, active: false })).body;
    assert.deepEqual([reset.index, reset.active, reset.name], [0, false, "Door"]);
  });

  it("400: the name, or its last language, can't be removed", async () => {
    const { _id } = await build();
    assert.equal((await world.put(path(_id), { name: null })).status, 400);
    assert.equal((await world.put(path(_id), { translations: { name: { en: null } } })).status, 400);
  });

  it("404: unknown, malformed only 400, and one of another location", async () => {
    const other = await buildLocation(world);
    const { _id } = await build({ name: "There" }, other);
    for (const id of [_id, "f".repeat(24)]) {
      assert.equal((await world.get(path(id))).status, 404);
      assert.equal((await world.put(path(id), { name: "x" })).status, 404);
      assert.equal((await world.remove(path(id))).status, 404);
    }
    assert.equal((await world.get(path("nonsense"))).status, 400);
  });
});

describe("DELETE /companies/{company_id}/entrypoints/{id} (rules 4)", () => {
  it("200: stays on old visits, a new reference is 400 and says how to create one", async () => {
    const { _id } = await build();
    const visit = await buildVisit(world, location, { entrypoint_id: _id });
    assert.equal((await world.remove(path(_id))).status, 200);
    assert.equal((await world.get(path(_id))).status, 404);
    assert.equal((await world.get(`/visitors/${visit._id}`)).body.entrypoint_id, _id);
    const again = await world.post("/visitors", { company_id: location, entrypoint_id: _id });
    assert.equal(again.status, 400);
    assert.match(again.body.message, /"entrypoint_id".*POST \/companies\/\{company_id\}\/entrypoints/);
    const kept = await world.put(`/visitors/${visit._id}`, { first_name: "Changed" });
    assert.equal(kept.status, 200);
  });

  it("400: a visit names an entry point of another location", async () => {
    const { _id } = await build({ name: "There" }, await buildLocation(world));
    assert.equal((await world.post("/visitors", { company_id: location, entrypoint_id: _id })).status, 400);
  });
});

describe("company_updated (interface 6.2, rules 5): entry points", () => {
  it("200: fires for create, change and remove, not for a change of nothing", async () => {
    const own = await buildLocation(world);
    const { _id, mod_date } = await build({ name: "Door" }, own);
    const same = await world.put(path(_id, own), { name: "Door", active: true });
    assert.equal(same.body.mod_date, mod_date);
    assert.deepEqual(await eventsOf(world, own), ["company_updated"]);
    await world.put(path(_id, own), { name: "Gate" });
    await world.remove(path(_id, own));
    assert.deepEqual(await eventsOf(world, own), ["company_updated", "company_updated", "company_updated"]);
  });
});
