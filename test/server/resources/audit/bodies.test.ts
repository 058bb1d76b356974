import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { after, before, describe, it } from "node:test";

import { WRITES } from "../../platform/events/writes.ts";
import { type Body, buildKey, buildLocation, buildVisit, makeWorld, type World } from "../../../support/world.ts";

let world: World;
let location: string;

before(async () => {
  world = await makeWorld();
  location = await buildLocation(world);
});
after(() => world.close());

type Entry = { act: string; subject_id: string; event: string | null; request_id: string; body: Body };

/** Entries after a number, with what was written down of each change. */
const since = async (seq: number): Promise<Entry[]> => {
  const { rows } = await world.db.pool.query(
    "select l.*, b.body from log l left join log_bodies b using (company_id, seq) where l.seq > $1 order by l.seq",
    [seq],
  );
  return rows.map(({ body, ...row }) => ({ ...row, body: body === null ? null : JSON.parse(body) }));
};
const newest = async (): Promise<number> =>
  Number((await world.db.pool.query("select coalesce(max(seq), 0) as n from log")).rows[0].n);

/** Acts without before and after, each with its reason. */
const WITHOUT: Record<string, string> = {
  "visit.ask_again": "nothing of the visit changes",
  "visit.release": "nothing of the visit changes",
  "watchlist.check": "nothing changes",
  "visit.tell": "nothing of the visit changes",
  "undelivered.again": "it names somebody of whom there is no visit that could be erased",
  "undelivered.discard": "it names somebody of whom there is no visit that could be erased",
};

/** What the acts of a name must have left: a creation only an after, a removal only a before, a change both. */
const expected = (act: string): string[] => {
  if (/\.(erase|expire|take_back)$/.test(act) || act === "registered_visitor.remove") return ["removed"];
  // A message that was sent or tried, and deliveries that are queued again, are recorded, although they are not records.
  if (/\.(create|start|start_quietly|add|send|test|replay)$/.test(act)) return ["after"];
  if (/\.(remove)$/.test(act)) return ["before"];
  return ["after", "before"];
};

describe("before and after of every write", () => {
  for (const [name, make] of Object.entries(WRITES))
    it(`${name} leaves what it found and what it left, and they differ`, async () => {
      const { path, body, csv } = await make(world, location);
      const from = await newest();
      const [method = ""] = name.split(" ");
      const sent = csv === undefined ? { body } : { raw: csv, headers: { "content-type": "text/csv" } };
      assert.equal((await world.call(method, path, sent)).status, 200);
      const entries = await since(from);
      assert.ok(entries.length > 0);
      const seen = new Set<string>();
      for (const { act, subject_id, body: kept } of entries) {
        // A second event of the same change does not repeat it.
        if (seen.has(`${act} ${subject_id}`)) continue;
        seen.add(`${act} ${subject_id}`);
        if (act in WITHOUT) continue;
        assert.ok(kept !== null, `${act} has none`);
        assert.deepEqual(Object.keys(kept).toSorted(), expected(act), act);
        if (kept.removed === undefined) assert.notDeepEqual(kept.before, kept.after);
        for (const side of [kept.before, kept.after])
          if (side?._id !== undefined) assert.equal(side._id, subject_id, act);
      }
    });
});

describe("what they contain", () => {
  const lastOf = async (subject: string): Promise<Body> =>
    (await since(0)).findLast(({ subject_id, body }) => subject_id === subject && body !== null)?.body;

  it("a visit as it was answered, before and after, extra keys and agreements included", async () => {
    const first = await buildVisit(world, location, { 'a"b\\': { x: [1, null] }, note: "é\u2028" });
    assert.deepEqual((await lastOf(first._id)).after, first);
    const { body: second } = await world.put(`/visitors/${first._id}`, { city: "Mons", note: null });
    assert.deepEqual(await lastOf(first._id), { before: first, after: second });
  });

  it("pictures by their SHA-256 alone", async () => {
    const sha256 = (text: string) => createHash("sha256").update(text).digest("hex");
    const [photo, other] = ["cGhvdG8tMQ==", "cGhvdG8tMg=="];
    const { _id } = await buildVisit(world, location, { photo });
    assert.equal((await lastOf(_id)).after.photo_sha256, sha256(photo));
    await world.put(`/visitors/${_id}`, { photo: other, signature: photo });
    const { before: was, after: became } = await lastOf(_id);
    assert.deepEqual([was.photo_sha256, was.signature_sha256], [sha256(photo), undefined]);
    assert.deepEqual([became.photo_sha256, became.signature_sha256], [sha256(other), sha256(photo)]);
    const { rows } = await world.db.pool.query("select 1 from log_bodies where body like any ($1)", [
      [`%${photo}%`, `%${other}%`],
    ]);
    assert.deepEqual(rows, []);
    const logo = Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>').toString("base64");
    await world.put(`/companies/${location}`, { logo });
    assert.equal((await lastOf(location)).after.logo_sha256, sha256(logo));
  });

  it("a configured record with its texts and timestamps as on the wire", async () => {
    const person = {
      email: "w@example.org",
      first_name: "2026-01-01",
      last_name: "Wouters",
      role: "employee",
      companies: [location],
    };
    const { body: user } = await world.post("/users", { ...person, password: "a-long-enough-password" });
    assert.deepEqual((await lastOf(user._id)).after, user);
    const { body: door } = await world.post(`/companies/${location}/entrypoints`, { name: "Door" });
    assert.deepEqual((await lastOf(door._id)).after.name, { en: "Door" });
    assert.equal((await lastOf(door._id)).after.create_date, door.create_date);
  });

  it("no secret: neither passwords nor digests of keys", async () => {
    const password = "a-secret-that-nobody-may-read";
    const { body: user } = await world.post("/users", {
      email: "s@example.org",
      password,
      role: "employee",
      companies: [location],
    });
    await world.put(`/users/${user._id}`, { password: `${password}-2`, first_name: "Sam" });
    await buildKey(world, [location]);
    const { rows } = await world.db.pool.query("select string_agg(body, ' ') as text from log_bodies");
    assert.ok(rows[0].text.includes("s@example.org"));
    assert.ok(!/argon2|a-secret|"password"|"digest"/.test(rows[0].text));
  });

  it("several records changed at once: each with its own, also when they are many", async () => {
    const ids = [];
    for (let n = 0; n < 20; n++) ids.push((await buildVisit(world, location, { first_name: `n${n}` }))._id);
    await world.post(`/companies/${location}/visitors/safe`, { ids });
    for (const [n, id] of ids.entries()) {
      const { before: was, after: became } = await lastOf(id);
      assert.deepEqual([was.first_name, was.safe, became._id, became.safe], [`n${n}`, false, id, true]);
    }
  });

  it("several registered visitors invited at once: each with its own", async () => {
    const ids = [];
    for (let n = 0; n < 5; n++) {
      const body = { company_id: location, first_name: `r${n}`, email: `r${n}@example.org` };
      ids.push((await world.post("/knownvisitors", body)).body._id);
    }
    assert.equal((await world.post(`/companies/${location}/knownvisitors/sendinvites`, ids)).body.queued, 5);
    for (const [n, id] of ids.entries()) {
      const { before: was, after: became } = await lastOf(id);
      assert.deepEqual([was.status, became.status, became.first_name], ["created", "invited", `r${n}`]);
    }
  });

  it("one for a change that fires two events", async () => {
    const { _id } = await buildVisit(world, location, {
      signed_in: "2026-01-05T10:00:00Z",
      signed_out: "2026-01-05T11:00:00Z",
    });
    const entries = (await since(0)).filter(({ subject_id }) => subject_id === _id);
    assert.deepEqual(
      entries.map(({ event, body }) => [event, body === null]),
      [
        ["visitor_signed_in", false],
        ["visitor_signed_out", true],
      ],
    );
  });

  it("a note is of its own record, and taken once", async () => {
    const { _id } = await buildVisit(world, location);
    await world.db.transaction(async (db) => {
      const take = async (id: string) =>
        (await db.rows<Body>({ sql: "select take_change($1) as change", parameters: [id] }))[0].change;
      await db.rows({ sql: "update visits set city = 'Mons' where _id = $1", parameters: [_id] });
      assert.equal(await take(location), null);
      assert.equal(JSON.parse(await take(_id)).after.city, "Mons");
      assert.equal(await take(_id), null);
    });
  });

  it("what a change really found, when many race: each before is the after of the one that went before it", async () => {
    const { _id } = await buildVisit(world, location);
    await Promise.all(Array.from({ length: 20 }, (_, n) => world.put(`/visitors/${_id}`, { city: `c${n}` })));
    const bodies = (await since(0)).filter(({ subject_id }) => subject_id === _id).map(({ body }) => body);
    assert.equal(bodies.length, 21);
    for (const [n, { before: was }] of bodies.entries()) if (n > 0) assert.deepEqual(was, bodies[n - 1].after);
  });

  it("nothing of a change that was rolled back or refused", async () => {
    const from = (await world.db.pool.query("select count(*) as n from log_bodies")).rows[0].n;
    await world.post("/visitors", { company_id: location, visit_type: "0".repeat(24) });
    await world.put(`/companies/${location}`, { timezone: "Nowhere/Land" });
    assert.equal((await world.db.pool.query("select count(*) as n from log_bodies")).rows[0].n, from);
  });
});
