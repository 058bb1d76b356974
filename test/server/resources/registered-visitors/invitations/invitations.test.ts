import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { newId } from "../../../../../server/platform/lib/record/ids.ts";
import { deleteOldInvitationCounts } from "../../../../../server/resources/registered-visitors/invitations/invitations.ts";
import {
  type Answer,
  type Body,
  buildKey,
  buildLocation,
  buildUser,
  eventsOf,
  logOf,
  makeWorld,
  type World,
} from "../../../../support/world.ts";

let world: World;
let location: string;

before(async () => {
  world = await makeWorld();
  location = await buildLocation(world);
});
after(() => world.close());

const build = async (of = location, overrides: Record<string, unknown> = {}): Promise<string> => {
  const body = { company_id: of, first_name: "Jo", email: "jo@example.org", ...overrides };
  const answer = await world.post("/knownvisitors", body);
  assert.equal(answer.status, 200, answer.text);
  return answer.body._id;
};
const buildMany = (n: number, of = location): Promise<string[]> =>
  Promise.all(Array.from({ length: n }, (_, i) => build(of, { email: `jo${i}@example.org` })));

const path = (of = location): string => `/companies/${of}/knownvisitors/sendinvites`;
const send = (ids: unknown, of = location, options = {}): Promise<Answer> => world.post(path(of), ids, options);
const outbox = async (of = location): Promise<Body[]> => (await world.get(`/companies/${of}/outbox`)).body;
const read = async (id: string): Promise<Body> => (await world.get(`/knownvisitors/${id}`)).body;
const counts = (requested: number, queued: number, skippedNoEmail = 0, skippedRateLimited = 0) => ({
  requested,
  queued,
  skippedNoEmail,
  skippedRateLimited,
});
const capped = (cap: number): Promise<string> => buildLocation(world, { settings: { invite_cap_per_day: cap } });

describe("POST /companies/{company_id}/knownvisitors/sendinvites (interface 4.6)", () => {
  it("200: queues a mail to each, and says so in four counts (interface 4.6)", async () => {
    const own = await buildLocation(world);
    const ids = [await build(own), await build(own, { email: "an@example.org" })];
    assert.deepEqual((await send(ids, own)).body, counts(2, 2));
    const messages = await outbox(own);
    assert.deepEqual(new Set(messages.map(({ to }) => to)), new Set(["an@example.org", "jo@example.org"]));
    assert.deepEqual(new Set(messages.map(({ subject_id }) => subject_id)), new Set(ids));
  });

  it("200: an empty list gives zeros and queues nothing (rules 5)", async () => {
    const own = await buildLocation(world);
    assert.deepEqual((await send([], own)).body, counts(0, 0));
    assert.deepEqual(await outbox(own), []);
  });

  it("200: a repeated id counts once, in either letter case (rules 5)", async () => {
    const own = await buildLocation(world);
    const id = await build(own);
    assert.deepEqual((await send([id, id.toUpperCase(), id], own)).body, counts(1, 1));
    assert.equal((await outbox(own)).length, 1);
  });

  it("200: who has no address counts in skippedNoEmail and fails nothing (interface 4.6)", async () => {
    const ids = [await build(location, { email: undefined }), await build(), await build(location, { email: "" })];
    assert.deepEqual((await send(ids)).body, counts(3, 1, 2));
    assert.equal((await read(ids[0] ?? "")).status, "created");
  });

  it("200: unknown, removed, other locations' and other records' ids count in skippedNoEmail (rules 5)", async () => {
    const elsewhere = await buildLocation(world);
    const foreign = await build(elsewhere);
    const removed = await build();
    await world.remove(`/knownvisitors/${removed}`);
    const visit = (await world.post("/visitors", { company_id: location, email: "v@example.org" })).body._id;
    assert.deepEqual((await send([foreign, removed, visit, newId(), newId(location)])).body, counts(5, 0, 5));
    assert.deepEqual(await outbox(elsewhere), []);
    assert.equal((await read(foreign)).status, "created");
  });

  it("200: a form sends the ids as []= (rules 2)", async () => {
    const ids = await buildMany(2);
    const form = ids.map((id) => `[]=${id}`).join("&");
    assert.deepEqual((await world.post(path(), undefined, { form })).body, counts(2, 2));
    assert.deepEqual((await world.post(path(), undefined, { form: `%5B%5D=${ids[0]}` })).body, counts(1, 1));
    assert.deepEqual((await world.post(path(), undefined, { form: "[]=" })).body, counts(0, 0));
  });

  it("400: one element that is not an id, and nothing happens (rules 5)", async () => {
    const own = await buildLocation(world);
    const id = await build(own);
    for (const bad of ["", "x", id.slice(1), `${id}0`, null, 7, {}, [id], `g${id.slice(1)}`]) {
      const answer = await send([id, bad], own);
      assert.equal(answer.status, 400, JSON.stringify(bad));
      assert.match(answer.body.message, /"1" must be an ID.*sendinvites/);
    }
    assert.deepEqual(await outbox(own), []);
    assert.equal((await read(id)).status, "created");
  });

  it("400: a body that is not an array, or none at all (interface 4.6)", async () => {
    for (const bad of [{}, { ids: [] }, "x", null, 1, undefined])
      assert.equal((await send(bad)).status, 400, JSON.stringify(bad));
  });

  it("403: for roles that do not invite, and for other locations (interface 4.6, rules 4)", async () => {
    const id = await build();
    const other = await buildLocation(world);
    const guard = await buildUser(world, "security_guard", [location]);
    assert.equal((await send([id], location, { as: guard })).status, 403);
    assert.equal((await send([id], location, { as: await buildKey(world, [other]) })).status, 403);
    const employee = await buildUser(world, "employee", [location]);
    assert.equal((await send([id], location, { as: employee })).status, 200);
  });
});

describe("The record of an invited registered visitor (interface 3, rules 4, 5)", () => {
  it("200: becomes invited with invited_date; mod_date moves, and no event fires (interface 6.2, rules 5)", async () => {
    const own = await buildLocation(world);
    const id = await build(own);
    const first = await read(id);
    await send([id], own);
    const invited = await read(id);
    assert.equal(invited.status, "invited");
    assert.match(invited.invited_date, /^\d{4}-.*Z$/);
    assert.equal(invited.mod_date, invited.invited_date);
    assert.ok(invited.mod_date >= first.mod_date);
    assert.deepEqual(await eventsOf(world, own), ["registered_visitor_created"]);
    const entry = (await logOf(world, own)).at(-1);
    assert.deepEqual(
      [entry.act, entry.subject, entry.subject_id],
      ["registered_visitor.invite", "registered_visitor", id],
    );
  });

  it("200: who has pre-registered stays pre-registered, and is invited again", async () => {
    const id = await build();
    await world.db.pool.query("update registered_visitors set status = 'preregistered' where _id = $1", [id]);
    assert.deepEqual((await send([id])).body, counts(1, 1));
    const { status, invited_date } = await read(id);
    assert.equal(status, "preregistered");
    assert.ok(invited_date);
  });
});

describe("The cap on bulk invitations (interface 8, rules 5)", () => {
  it("200: the first of the ids in their order are queued, the others counted in skippedRateLimited (interface 4.6)", async () => {
    const own = await capped(3);
    const ids = await buildMany(5, own);
    const without = await build(own, { email: undefined });
    const asked = [ids[4], without, ids[2], ids[0], ids[1], ids[3]];
    assert.deepEqual((await send(asked, own)).body, counts(6, 3, 1, 2));
    const invited = (await outbox(own)).map(({ subject_id }) => subject_id);
    assert.deepEqual([invited.length, new Set(invited)], [3, new Set([ids[4], ids[2], ids[0]])]);
    assert.equal((await read(ids[1] ?? "")).status, "created");
    assert.deepEqual((await send([ids[1]], own)).body, counts(1, 0, 0, 1));
  });

  it("200: ten calls at once queue exactly the cap (interface 8)", async () => {
    const own = await capped(7);
    const ids = await buildMany(20, own);
    const answers = await Promise.all(Array.from({ length: 10 }, (_, n) => send(ids.slice(n * 2, n * 2 + 2), own)));
    const sum = (key: string): number => answers.reduce((total, { body }) => total + body[key], 0);
    assert.deepEqual([sum("queued"), sum("skippedRateLimited")], [7, 13]);
    assert.equal((await outbox(own)).length, 7);
  });

  it("200: it is of a rolling day, of each location, and does not open again when visitors are erased", async () => {
    const own = await capped(2);
    const ids = await buildMany(3, own);
    world.clock.now = Date.now();
    world.clock.frozen = true;
    assert.equal((await send(ids, own)).body.queued, 2);
    await world.post(`/companies/${own}/knownvisitors/delete`, ids.slice(0, 2));
    await deleteOldInvitationCounts(world.db, world.clock.now);
    assert.deepEqual((await send([ids[2]], own)).body, counts(1, 0, 0, 1));
    world.clock.now += 24 * 60 * 60_000 - 1;
    assert.equal((await send([ids[2]], own)).body.queued, 0);
    world.clock.now += 1;
    assert.equal((await send([ids[2]], own)).body.queued, 1);
    world.clock.frozen = false;
    assert.equal((await send([await build()])).body.queued, 1);
  });

  it("200: a cap of 0 queues no mail; a raised one binds on the next call", async () => {
    const own = await capped(0);
    const id = await build(own);
    assert.deepEqual((await send([id], own)).body, counts(1, 0, 0, 1));
    await world.put(`/companies/${own}`, { settings: { invite_cap_per_day: null } });
    assert.deepEqual((await send([id], own)).body, counts(1, 1));
    const { settings } = (await world.get(`/companies/${own}`)).body;
    assert.equal(settings.invite_cap_per_day, 500);
  });

  it("200: repeated with its Idempotency-Key it queues once and answers the same counts (rules 2)", async () => {
    const own = await capped(2);
    const id = await build(own);
    const headers = { "idempotency-key": "invite" };
    const answers = [await send([id], own, { headers }), await send([id], own, { headers })];
    assert.deepEqual(
      answers.map(({ body }) => body),
      [counts(1, 1), counts(1, 1)],
    );
    assert.equal((await outbox(own)).length, 1);
  });

  it("200: 3,000 at once are queued by one call", async () => {
    const own = await capped(1_000_000);
    await world.db.pool.query(
      `insert into registered_visitors (company_id, _id, email, create_date, mod_date, doc, search)
       select $1, substr($1, 1, 14) || lpad(to_hex(n), 10, '0'), 'a' || n || '@example.org', now(), now(), '', '' from generate_series(1, 3000) n`,
      [own],
    );
    const { rows } = await world.db.pool.query("select _id from registered_visitors where company_id = $1", [own]);
    assert.deepEqual(
      (
        await send(
          rows.map(({ _id }) => _id),
          own,
        )
      ).body,
      counts(3000, 3000),
    );
  });
});
