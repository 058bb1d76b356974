import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { eraseDue } from "../../../../server/jobs/retention/retention.ts";
import { type Kiosk, kioskCall, pairKiosk } from "../../../support/kiosk.ts";
import { type Answer, type Body, buildLocation, buildUser, makeWorld, type World } from "../../../support/world.ts";

let world: World;

before(async () => {
  world = await makeWorld();
});
after(() => world.close());

const MINUTE_MS = 60_000;
const ago = (minutes: number): string => new Date(Date.now() - minutes * MINUTE_MS).toISOString();
const item = (ref: string, overrides: Record<string, unknown> = {}): Body => ({
  ref,
  kind: "sign_in",
  queued_at: ago(10),
  name: "Jo Janssens",
  company: "Acme",
  field: "agreements",
  tries: 1,
  ...overrides,
});

const report = (kiosk: Kiosk, items: Body[], sent_at = new Date().toISOString()): Promise<Answer> =>
  kioskCall(world, "POST", "/undelivered", { as: kiosk.as, body: { sent_at, items } });

const site = async (place: Record<string, unknown> = {}) => {
  const location = await buildLocation(world, place);
  const kiosk = await pairKiosk(world, location, { name: "Lobby" });
  const path = `/companies/${location}/undelivered`;
  return { location, kiosk, path, listed: async (): Promise<Body[]> => (await world.get(path)).body };
};

describe("POST /kiosk/api/undelivered (nothing fails silently)", () => {
  it("200: what a kiosk keeps is listed with kiosk, name, reason and time, whatever the clock of the kiosk shows", async () => {
    const { location, kiosk, listed } = await site();
    const fast = (minutes: number): string => new Date(Date.now() + (180 - minutes) * MINUTE_MS).toISOString();
    const told = await report(kiosk, [item("7", { queued_at: fast(10) })], fast(0));
    assert.deepEqual([told.status, told.body], [200, { again: [], discard: [] }]);
    const [one, ...others] = await listed();
    assert.deepEqual(others, []);
    const { _id, done_at, create_date, mod_date, ...rest } = one;
    assert.deepEqual(rest, {
      company_id: location,
      device_id: kiosk.device._id,
      device: "Lobby",
      kind: "sign_in",
      name: "Jo Janssens",
      company: "Acme",
      field: "agreements",
    });
    assert.ok(Math.abs(Date.parse(done_at) - (Date.now() - 10 * MINUTE_MS)) < MINUTE_MS, done_at);
    assert.ok(_id && create_date === mod_date);
  });

  it("200: what a clock that jumped says is kept, and was done in 1970 at the earliest", async () => {
    const { kiosk, listed } = await site();
    const jumped = [item("1", { queued_at: "0001-01-01T00:00:00Z" }), item("2", { queued_at: "9999-12-31T00:00:00Z" })];
    assert.equal((await report(kiosk, jumped, "9999-12-30T00:00:00Z")).status, 200);
    const [first, second, ...others] = await listed();
    assert.deepEqual([first.done_at, others], ["1970-01-01T00:00:00.000Z", []]);
    assert.ok(Math.abs(Date.parse(second.done_at) - Date.now()) < MINUTE_MS, second.done_at);
  });

  it("200: the same report again changes nothing and leaves no entry; what is left out is settled", async () => {
    const { location, kiosk, listed } = await site();
    const entries = async (): Promise<number> => {
      const text = "select 1 from log where company_id = $1 and subject = 'undelivered'";
      return (await world.db.pool.query(text, [location])).rows.length;
    };
    await report(kiosk, [item("1"), item("2", { queued_at: ago(20) })]);
    const before = await listed();
    assert.equal(await entries(), 2);
    await report(kiosk, [item("1"), item("2", { queued_at: ago(20) })]);
    assert.deepEqual(await listed(), before);
    assert.equal(await entries(), 2);
    await report(kiosk, [item("1")]);
    assert.deepEqual(
      (await listed()).map(({ _id }) => _id),
      [before[1]?._id],
    );
    await world.remove(`/companies/${location}/devices/${kiosk.device._id}`);
    assert.deepEqual(await listed(), []);
  });

  it("200: what the location keeps no longer is to be discarded, and goes even when the kiosk is never heard again", async () => {
    const { location, kiosk, listed } = await site({ settings: { retention_days: 2 } });
    const old = item("old", { queued_at: ago(5 * 24 * 60) });
    assert.deepEqual((await report(kiosk, [old, item("new")])).body, { again: [], discard: ["old"] });
    assert.equal((await listed()).length, 1);
    await world.db.pool.query("update undelivered set done_at = now() - interval '5 days' where company_id = $1", [
      location,
    ]);
    await eraseDue(world.context, new AbortController().signal);
    assert.deepEqual(await listed(), []);
  });

  it("200: the log has no name", async () => {
    const { location, kiosk, path, listed } = await site();
    await report(kiosk, [item("1", { name: "Kanarie Vogel" })]);
    await world.remove(`${path}/${(await listed())[0]?._id}`);
    await report(kiosk, []);
    const { rows } = await world.db.pool.query(
      "select l::text || coalesce(b.body, '') as text from log l left join log_bodies b using (company_id, seq) where company_id = $1",
      [location],
    );
    assert.ok(rows.length > 3 && !rows.some(({ text }) => text.includes("Kanarie")));
  });

  it("403 without a credential of a kiosk, 400 for what is not a report", async () => {
    const { kiosk } = await site();
    assert.equal((await kioskCall(world, "POST", "/undelivered", { body: { items: [] } })).status, 403);
    const wrong = [item("a b"), item("1", { kind: "visit" }), item("1", { tries: 0 }), item("1", { name: "x\u0000" })];
    for (const one of wrong) assert.equal((await report(kiosk, [one])).status, 400, JSON.stringify(one));
  });
});

describe("POST /companies/{company_id}/undelivered/{id}/again and DELETE", () => {
  it("200: a kiosk is told until it has tried; refused again, the item waits for a decision again", async () => {
    const { kiosk, path, listed } = await site();
    await report(kiosk, [item("1")]);
    const [{ _id }] = (await listed()) as [Body];
    const decided = await world.post(`${path}/${_id}/again`);
    assert.deepEqual([decided.status, decided.body.decision], [200, "again"]);
    // The answer may have been lost: it comes with each report until the kiosk has tried.
    for (let n = 0; n < 2; n += 1) assert.deepEqual((await report(kiosk, [item("1")])).body.again, ["1"]);
    const tried = await report(kiosk, [item("1", { tries: 2, field: "photo" })]);
    assert.deepEqual(tried.body, { again: [], discard: [] });
    const [now] = await listed();
    assert.deepEqual([now?._id, now?.field, now?.decision], [_id, "photo", undefined]);
  });

  it("200: what is discarded stays listed as such until the kiosk has erased it, and it can't be taken back", async () => {
    const { kiosk, path, listed } = await site();
    await report(kiosk, [item("1"), item("2")]);
    const [one] = await listed();
    assert.equal((await world.remove(`${path}/${one?._id}`)).status, 200);
    assert.equal((await listed()).find(({ _id }) => _id === one?._id)?.decision, "discard");
    const { discard } = (await report(kiosk, [item("1"), item("2")])).body;
    assert.equal(discard.length, 1);
    await report(kiosk, [item(discard[0] === "1" ? "2" : "1")]);
    assert.equal((await listed()).length, 1);
    assert.equal((await world.remove(`${path}/${one?._id}`)).status, 404);
  });

  it("a receptionist may, a guard may not: it is about signing visitors in (rules 4)", async () => {
    const { location, kiosk, path } = await site();
    await report(kiosk, [item("1")]);
    for (const [role, status] of [
      ["receptionist", 200],
      ["security_guard", 403],
    ] as const) {
      const as = await buildUser(world, role, [location]);
      assert.equal((await world.get(path, { as })).status, status, role);
    }
  });
});
