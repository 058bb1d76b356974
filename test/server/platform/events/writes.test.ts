import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";

import { DEPENDENT_TABLES } from "../../../../server/platform/events/erasure.ts";
import { SERVICE_LOCATION } from "../../../../server/platform/lib/record/ids.ts";
import { isKnownAction, actionTextKey } from "../../../../web/console/pages/audit/actions.ts";
import { differencesOf } from "../../../../web/console/pages/audit/differences.ts";
import { pathSteps } from "../../../../web/console/pages/audit/fields.ts";
import { type Body, buildLocation, makeWorld, type World } from "../../../support/world.ts";
import { WRITES, type Write } from "./writes.ts";

let world: World;
let location: string;
let me: string;

// The tests are made of the endpoints there are, so the service is built before they are declared.
const ready = makeWorld();
const listed = (await ready).endpoints.filter(
  // A dry run writes nothing.
  ({ method, path }) => method !== "GET" && !path.endsWith("/dry-run"),
);

before(async () => {
  world = await ready;
  location = await buildLocation(world);
  me = (await world.get("/users/me")).body._id;
});
after(() => world.close());

const catalogue = (namespace: string): Body =>
  JSON.parse(readFileSync(join(import.meta.dirname, `../../../../texts/en/${namespace}.json`), "utf8"));
const english = catalogue("audit");
const FIELD_NAMES = { ...catalogue("console").field, ...english.field };
const textAt = (key: string | undefined): unknown =>
  (key ?? "").split(".").reduce((texts: Body, part) => texts?.[part], english);
/** A key that the writes of this test add to a record, as an integrator may. */
const OWN_KEY = "odd";
const hasWords = (field: string): boolean => {
  const [first] = pathSteps(field, (part) => part in FIELD_NAMES);
  return first !== undefined && "field" in first;
};

const newest = async (): Promise<number> =>
  Number((await world.db.pool.query("select coalesce(max(seq), 0) as n from log")).rows[0].n);
const since = async (seq: number): Promise<Body[]> =>
  (await world.db.pool.query("select * from log where seq > $1 order by seq", [seq])).rows;
const send = (method: string, { path, body, csv }: Write, headers = {}) =>
  csv === undefined
    ? world.call(method, path, { body, headers })
    : world.call(method, path, { raw: csv, headers: { ...headers, "content-type": "text/csv" } });

describe("the log entry of every write endpoint (rules 5)", () => {
  it("every write endpoint of the interface is known here, and no other", () => {
    const names = listed.map(({ method, path }) => `${method} ${path}`);
    assert.deepEqual(names.toSorted(), Object.keys(WRITES).toSorted());
  });

  for (const { method, path } of listed) {
    const make = WRITES[`${method} ${path}`];
    if (make === undefined) continue;

    it(`200: ${method} ${path} leaves entries with actor, request id and just its events`, async () => {
      const write = await make(world, location);
      const from = await newest();
      const answer = await send(method, write);
      assert.equal(answer.status, 200, answer.text);
      const entries = await since(from);
      assert.ok(entries.length > 0, "no entry");
      assert.deepEqual(
        entries.map(({ event }) => event).filter((event) => event !== null),
        write.events,
      );
      for (const entry of entries) {
        assert.deepEqual([entry.actor_kind, entry.actor_id], ["user", me]);
        assert.match(entry.request_id, /^[0-9a-f]{24}$/);
        assert.match(entry.company_id, /^[0-9a-f]{24}$/);
        assert.ok(entry.act !== "" && entry.subject !== "" && entry.subject_id !== "" && entry.at !== null);
        if (entry.event?.startsWith("visitor_")) assert.equal(entry.ids.visitorId, entry.subject_id);
      }
      assert.equal(new Set(entries.map(({ request_id }) => request_id)).size, 1);
    });

    if (method === "PUT")
      it(`200: ${method} ${path} sent again changes nothing, keeps mod_date and leaves none`, async () => {
        const write = await make(world, location);
        // The location itself was renamed by the test above; every other record is new.
        const first = await send(method, write);
        const from = await newest();
        const again = await send(method, write);
        assert.equal(again.status, 200, again.text);
        assert.deepEqual(again.body, first.body);
        assert.deepEqual(await since(from), []);
      });

    if (method !== "DELETE")
      it(`200: ${method} ${path} repeated with its Idempotency-Key leaves no second entry (rules 2)`, async () => {
        const write = await make(world, location);
        const headers = { "idempotency-key": `${method} ${path}` };
        const first = await send(method, write, headers);
        assert.equal(first.status, 200, first.text);
        const from = await newest();
        assert.equal((await send(method, write, headers)).status, 200);
        assert.deepEqual(await since(from), []);
      });
  }

  it("the console has words for everything that a location's log tells of", async () => {
    const { rows } = await world.db.pool.query("select distinct act from log where company_id <> $1", [
      SERVICE_LOCATION,
    ]);
    const acts = rows.map(({ act }: Body) => act);
    assert.ok(acts.length > 30, `${acts.length} acts`);
    assert.deepEqual(
      acts.filter((act) => !isKnownAction(act)),
      [],
    );
  });

  it("the console tells a drill from an evacuation, and safe from not safe, by what the entries hold", async () => {
    const { rows } = await world.db.pool.query(
      `select l.act, b.body::json as body from log l join log_bodies b using (company_id, seq)
where l.company_id <> $1 and l.act in ('visit.safe', 'evacuation.start', 'evacuation.end', 'emergency.send')`,
      [SERVICE_LOCATION],
    );
    const acts = new Set(rows.map(({ act }) => act));
    assert.equal(acts.size, 4, [...acts].join());
    for (const { act, body } of rows) {
      const flag = act === "visit.safe" ? "safe" : "drill";
      assert.equal(typeof body.after[flag], "boolean", act);
      const words = [true, false].map((value) =>
        textAt(actionTextKey({ act, after: { ...body.after, [flag]: value } })),
      );
      assert.equal(new Set([...words, textAt(actionTextKey({ act }))]).size, 3, String(words));
      for (const word of words) assert.equal(typeof word, "string", act);
    }
  });

  it("the console has words for every field that a change can leave in a location's log", async () => {
    const { rows } = await world.db.pool.query("select body::json as body from log_bodies where company_id <> $1", [
      SERVICE_LOCATION,
    ]);
    const fields = new Set(
      rows.flatMap(({ body }) => differencesOf(body.before, body.after).map(({ field }) => field)),
    );
    assert.ok(fields.size > 60, `${fields.size} fields`);
    assert.deepEqual(
      [...fields].filter((field) => field !== OWN_KEY && !hasWords(field)),
      [],
    );
    assert.deepEqual(
      DEPENDENT_TABLES.map(({ table }) => table).filter((table) => !(table in english.goneWith)),
      [],
    );
  });

  for (const name of [
    "POST /visitors/{visitorId}/signout",
    "POST /companies/{company_id}/visitors/safe",
    "POST /companies/{company_id}/visitees/bulk",
    "POST /companies/{company_id}/knownvisitors/delete",
  ])
    it(`200: ${name} a second time changes nothing and leaves none`, async () => {
      const write = (await WRITES[name]?.(world, location)) ?? assert.fail();
      await send("POST", write);
      const from = await newest();
      assert.equal((await send("POST", write)).status, 200);
      assert.deepEqual(await since(from), []);
    });

  it("400, 403 and 404: a refused write leaves none", async () => {
    const from = await newest();
    const nowhere = { path: "", body: undefined, events: [] };
    for (const { method, path } of listed) {
      const named = path.replace("{company_id}", location).replaceAll(/\{\w+\}/g, "0".repeat(24));
      const { status } = await send(method, { ...nowhere, path: named, body: path.endsWith("/bulk") ? [{}] : {} });
      // An empty body changes nothing and is accepted.
      if (method === "PUT" && ["/companies/{company_id}", "/loginrules", "/me/settings"].includes(path)) continue;
      if (path.endsWith("/safe") || path === "/companies/{company_id}") assert.equal(status, 400, `${method} ${path}`);
      // A file of another kind is refused before anything else.
      else if (path.endsWith("/imports") || path.endsWith("/import")) assert.equal(status, 415);
      else assert.ok(status === 400 || status === 404, `${method} ${path}: ${status}`);
      assert.equal((await world.call(method, named, { as: null, body: {} })).status, 403);
    }
    assert.deepEqual(await since(from), []);
  });
});
