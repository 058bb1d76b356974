import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { DEPENDENT_TABLES } from "../../../../server/platform/events/erasure.ts";
import { type Body, buildLocation, buildVisit, makeWorld, type World } from "../../../support/world.ts";

let world: World;
let location: string;

before(async () => {
  world = await makeWorld();
  location = await buildLocation(world);
});
after(() => world.close());

const rows = async (text: string, values: unknown[] = []): Promise<Body[]> =>
  (await world.db.pool.query(text, values)).rows;

/** Columns that name a person's record and stay when it is erased, each with its reason. */
const STAYS: Record<string, string> = {
  "log.subject_id": "the log is append-only; it holds ids alone",
  "erasures.subject_id": "so that a restored backup erases it again",
  "client_refs.visit_id": "so that a kiosk that sends a sign-in again does not bring it back; ids alone",
  "visit_postings.visit_id": "goes with the values of the visit, by its trigger",
  "visit_changes.visit_id":
    "of a location that is being indexed: gone once that is caught up with, and it takes the values along",
  "visits.known_visitor_id": "the visits of a removed registered visitor keep naming them (rules 4)",
};

const NAMING = ["subject_id", "visit_id", "visitor_id", "known_visitor_id", "registered_visitor_id", "registered_id"];

describe("what is erased with a person", () => {
  it("every column that names a visit or registered visitor is erased with it, or stays for a reason", async () => {
    const found = await rows(
      `select table_name || '.' || column_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
       where table_schema = 'public' and table_type = 'BASE TABLE' and column_name = any ($1)`,
      [NAMING],
    );
    const known = [...DEPENDENT_TABLES.map(({ table, column }) => `${table}.${column}`), ...Object.keys(STAYS)];
    assert.deepEqual(found.map(({ name }) => String(name)).toSorted(), known.toSorted());
  });

  it("an id of one kind erases nothing of a record of another kind", async () => {
    const { body: known } = await world.post("/knownvisitors", { company_id: location, last_name: "Jansen" });
    await rows(
      `insert into messages (company_id, _id, kind, recipient, template, parameters, state, subject_id, create_date)
       values ($1, 'm', 'mail', 'x@example.org', 'invitation', '{}', 'queued', $2, now())`,
      [location, known._id],
    );
    assert.equal((await world.remove(`/visitors/${known._id}`)).status, 404);
    assert.equal((await rows("select 1 from messages where subject_id = $1", [known._id])).length, 1);
    assert.equal((await rows("select 1 from log_bodies where subject_id = $1", [known._id])).length, 1);
    assert.equal((await world.remove(`/knownvisitors/${known._id}`)).status, 200);
    assert.equal((await rows("select 1 from messages where subject_id = $1", [known._id])).length, 0);
  });

  it("a registered visitor leaves ids only, alone and in bulk: the log has nothing of what was changed", async () => {
    const name = "Kanarienvogel-Ω";
    const made = async () => {
      const { body } = await world.post("/knownvisitors", { company_id: location, last_name: name, note: name });
      await world.put(`/knownvisitors/${body._id}`, { company: name });
      return String(body._id);
    };
    const [one, two, three] = [await made(), await made(), await made()];
    const bodies = () => rows("select subject_id, body from log_bodies where body like $1", [`%${name}%`]);
    assert.equal((await bodies()).length, 6);
    await world.remove(`/knownvisitors/${one}`);
    await world.post(`/companies/${location}/knownvisitors/delete`, [two, three]);
    assert.deepEqual(await bodies(), []);
    for (const id of [one, two, three]) {
      assert.deepEqual(await rows("select body from log_bodies where subject_id = $1", [id]), [
        { body: '{"removed":{"log_bodies": 2}}' },
      ]);
      const [erasure] = await rows("select company_id, subject from erasures where subject_id = $1", [id]);
      assert.deepEqual(erasure, { company_id: location, subject: "registered_visitor" });
    }
  });

  it("signed agreements and kept documents go with the visit, and those of others stay", async () => {
    const [mine, other] = [await buildVisit(world, location), await buildVisit(world, location)];
    for (const { _id } of [mine, other])
      await rows(
        `insert into signed_agreements (company_id, visit_id, agreement_id, version, name, language, text_hash, signed_at, signer, signature, pdf)
         values ($1, $2, 'a', 1, 'NDA', 'en', 'x', now(), '{"first_name": "Jo"}', 'c2ln', 'pdf')`,
        [location, _id],
      );
    await world.remove(`/visitors/${mine._id}`);
    assert.deepEqual(await rows("select visit_id from signed_agreements"), [{ visit_id: other._id }]);
    const [{ body }] = await rows("select body from log_bodies where subject_id = $1", [mine._id]);
    assert.deepEqual(JSON.parse(body).removed, { log_bodies: 1, signed_agreements: 1 });
  });

  it("of what a receiver of webhooks answered nothing stays; that it was told does", async () => {
    const { _id } = await buildVisit(world, location);
    await rows(
      `insert into deliveries (company_id, _id, kind, state, event, event_id, subject_id, url, http_method, head, create_date, mod_date)
       values ($1, 'd', 'event', 'delivered', 'visitor_signed_in', 'e', $2, 'https://example.org', 'POST', 'Kanarienvogel', now(), now())`,
      [location, _id],
    );
    await world.remove(`/visitors/${_id}`);
    assert.deepEqual(await rows("select state, head from deliveries where subject_id = $1", [_id]), [
      { state: "delivered", head: null },
    ]);
  });

  it("what was erased stays noted by id, with when, for a backup that is older", async () => {
    const { _id } = await buildVisit(world, location);
    const before = Date.now();
    await world.remove(`/visitors/${_id}`);
    const [{ at, ...rest }] = await rows(
      "select company_id, subject, subject_id, at from erasures where subject_id = $1",
      [_id],
    );
    assert.deepEqual(rest, { company_id: location, subject: "visit", subject_id: _id });
    assert.ok(Date.parse(at) >= before && Date.parse(at) <= Date.now());
  });
});
