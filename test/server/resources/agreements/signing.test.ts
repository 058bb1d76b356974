import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { newId } from "../../../../server/platform/lib/record/ids.ts";
import { type Body, buildLocation, buildVisit, eventsOf, makeWorld, type World } from "../../../support/world.ts";

let world: World;
let location: string;

before(async () => {
  world = await makeWorld();
  location = await buildLocation(world);
});
after(() => world.close());

const agreement = async (body: Record<string, unknown> = {}, of = location): Promise<string> => {
  const answer = await world.post(`/companies/${of}/agreements`, { name: "Rules", ...body });
  assert.equal(answer.status, 200, answer.text);
  return answer.body._id;
};
const change = async (visit: Body, body: Record<string, unknown>): Promise<Body> => {
  const answer = await world.put(`/visitors/${visit._id}`, body);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
};
const signedOf = async (visit: Body): Promise<Body[]> =>
  (await world.db.pool.query("select * from signed_agreements where visit_id = $1 order by agreement_id", [visit._id]))
    .rows;

describe("POST /visitors with agreements (interface 2.1, rules 4)", () => {
  it("200: stored in order, each once; on the visit and the inside lists, not in the log (interface 2.1, 4.2)", async () => {
    const own = await buildLocation(world);
    const [a, b] = [await agreement({}, own), await agreement({}, own)];
    const visit = await buildVisit(world, own, { agreements: [b, a.toUpperCase(), b, a] });
    assert.deepEqual(visit.agreements, [b, a]);
    assert.deepEqual((await world.get(`/visitors/${visit._id}`)).body.agreements, [b, a]);
    assert.deepEqual((await world.get(`/visitors/signed_current/${own}`)).body[0].agreements, [b, a]);
    const paged = await world.get(`/visitors/signed_current/paged/${own}?count=5&page=1`);
    assert.deepEqual(paged.body.visitors[0].agreements, [b, a]);
    const log = await world.get(`/visitors/bycompany/${own}?count=5&page=1`);
    assert.ok(!("agreements" in log.body.visitors[0]));
    assert.equal((await eventsOf(world, own)).filter((event) => event.startsWith("visitor")).length, 1);
  });

  it("200: keeps who signed which version in which language, and when (interface 2.3)", async () => {
    const id = await agreement({ agreement_text: { en: "Be kind", nl: "Wees lief" } });
    await world.put(`/companies/${location}/agreements/${id}`, { agreement_text: { en: "Be kinder", nl: "Liever" } });
    const signed_in = "2026-03-02T09:00:00.000Z";
    const body = { language_id: "nl-BE", signature: "AAAA", recipient: "Ann", company: "Acme", signed_in };
    const [row] = await signedOf(await buildVisit(world, location, { ...body, agreements: [id] }));
    assert.deepEqual([row.version, row.language, row.name, row.signature], [2, "nl", "Rules", "AAAA"]);
    assert.deepEqual(row.signer, { name: "Jo Janssens", company: "Acme", host: "Ann" });
    assert.equal(row.signed_at, signed_in);
  });

  it("200: signed in the language there is text in: English, the location's, the first (interface 1)", async () => {
    const own = await buildLocation(world, { default_language: "fr" });
    const languages = async (texts: Record<string, string>): Promise<string> => {
      const id = await agreement({ agreement_text: texts }, own);
      return (await signedOf(await buildVisit(world, own, { language_id: "pl", agreements: [id] })))[0].language;
    };
    assert.equal(await languages({ de: "d", fr: "f", en: "e" }), "en");
    assert.equal(await languages({ de: "d", fr: "f" }), "fr");
    assert.equal(await languages({ de: "d" }), "de");
    assert.equal(await languages({}), "pl");
  });

  it("400: unknown, removed and another location's agreements; no visit is made, nothing signed", async () => {
    const own = await buildLocation(world);
    const good = await agreement({}, own);
    const gone = await agreement({}, own);
    await world.remove(`/companies/${own}/agreements/${gone}`);
    for (const id of [newId(own), gone, await agreement()]) {
      const { status, body } = await world.post("/visitors", { company_id: own, agreements: [good, id] });
      assert.equal(status, 400);
      assert.match(body.message, /"agreements".*POST \/companies\/\{company_id\}\/agreements/);
    }
    assert.equal((await world.post("/visitors", { company_id: own, agreements: ["no id"] })).status, 400);
    assert.deepEqual((await world.get(`/visitors/signed_current/${own}`)).body, []);
    const { rows } = await world.db.pool.query("select 1 from signed_agreements where company_id = $1", [own]);
    assert.equal(rows.length, 0);
  });

  it("400: a wrong visit type beside good agreements leaves nothing behind", async () => {
    const body = { company_id: location, agreements: [await agreement()], visit_type: newId(location) };
    const { status, body: answer } = await world.post("/visitors", body);
    assert.deepEqual([status, answer.message.includes('"visit_type"')], [400, true]);
  });

  it("200: forms send them as agreements[]=… (rules 2)", async () => {
    const [a, b] = [await agreement(), await agreement()];
    const form = `company_id=${location}&agreements[]=${b}&agreements[]=${a}`;
    const { status, body } = await world.call("POST", "/visitors", { form });
    assert.deepEqual([status, body.agreements], [200, [b, a]]);
  });
});

describe("PUT /visitors/{visitorId} with agreements (rules 4)", () => {
  it("200: the list is replaced; what is new is signed now, what is left out is not signed any more", async () => {
    const [a, b, c] = [await agreement(), await agreement(), await agreement()];
    const visit = await buildVisit(world, location, { agreements: [a, b], signed_in: "2026-03-02T09:00:00Z" });
    const changed = await change(visit, { agreements: [c, b], signature: "BBBB" });
    assert.deepEqual(changed.agreements, [c, b]);
    const rows = await signedOf(visit);
    assert.deepEqual(rows.map(({ agreement_id }): string => agreement_id).toSorted(), [b, c].toSorted());
    const [old, fresh] = [b, c].map((id) => rows.find(({ agreement_id }) => agreement_id === id));
    assert.deepEqual([old.signature, fresh.signature], [null, "BBBB"]);
    assert.ok(fresh.signed_at > old.signed_at);
    assert.deepEqual((await change(visit, { agreements: null })).agreements, []);
    assert.deepEqual(await signedOf(visit), []);
  });

  it("200: a removed agreement stays on the visit, also when the list is sent again; elsewhere it is 400", async () => {
    const [a, b] = [await agreement(), await agreement()];
    const visit = await buildVisit(world, location, { agreements: [a] });
    await world.remove(`/companies/${location}/agreements/${a}`);
    assert.deepEqual((await world.get(`/visitors/${visit._id}`)).body.agreements, [a]);
    assert.deepEqual((await change(visit, { agreements: [a, b] })).agreements, [a, b]);
    const other = await buildVisit(world, location);
    assert.equal((await world.put(`/visitors/${other._id}`, { agreements: [a] })).status, 400);
    assert.deepEqual((await change(visit, { city: "Mons" })).agreements, [a, b]);
  });

  it("200: the same list changes nothing: mod_date, signatures and events stay (interface 6.2)", async () => {
    const own = await buildLocation(world);
    const ids = [await agreement({}, own), await agreement({}, own)];
    const visit = await buildVisit(world, own, { agreements: ids });
    const before = [await signedOf(visit), await eventsOf(world, own)];
    assert.equal((await change(visit, { agreements: [...ids, ids[0]] })).mod_date, visit.mod_date);
    assert.deepEqual([await signedOf(visit), await eventsOf(world, own)], before);
    assert.deepEqual((await change(visit, { agreements: ids.toReversed() })).agreements, ids.toReversed());
    assert.deepEqual(await signedOf(visit), before[0]);
    assert.equal((await eventsOf(world, own)).at(-1), "visitor_updated");
  });

  it("200: of changes at once each is done whole: the list and the signatures agree", async () => {
    const ids = await Promise.all([1, 2, 3, 4].map(() => agreement()));
    const visit = await buildVisit(world, location);
    await Promise.all(ids.map((id, n) => change(visit, { agreements: [id, ids[(n + 1) % 4]] })));
    const { agreements } = (await world.get(`/visitors/${visit._id}`)).body;
    assert.deepEqual(
      (await signedOf(visit)).map(({ agreement_id }) => agreement_id),
      agreements.toSorted(),
    );
  });
});

describe("DELETE /visitors/{visitorId} with agreements", () => {
  it("200: an erased visit takes its signatures along, one that is being signed too", async () => {
    const id = await agreement();
    const visit = await buildVisit(world, location, { agreements: [id], signature: "AAAA" });
    assert.equal((await world.remove(`/visitors/${visit._id}`)).status, 200);
    assert.deepEqual(await signedOf(visit), []);
    for (let n = 0; n < 3; n += 1) {
      const raced = await buildVisit(world, location);
      const path = `/visitors/${raced._id}`;
      await Promise.all([world.put(path, { agreements: [id], signature: "AAAA" }), world.remove(path)]);
      assert.deepEqual(await signedOf(raced), []);
    }
  });
});
