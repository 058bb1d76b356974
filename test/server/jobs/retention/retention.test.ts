import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { countDue, eraseDue, type Pace } from "../../../../server/jobs/retention/retention.ts";
import { connectTo } from "../../../support/run/lock.ts";
import { makeRandom, seedOf } from "../../../support/run/random.ts";
import {
  type Body,
  buildLocation,
  buildVisit,
  eventsOf,
  logOf,
  makeWorld,
  type World,
} from "../../../support/world.ts";
import { startOf } from "../../../support/zone-days.ts";
import { firstDay, nextDay, oddDays, ZONES } from "./calendar.ts";

const SEED = seedOf();
const PACE: Pace = { batch: 4, restFactor: 0 };
const NEVER = new AbortController().signal;
const DAY_MS = 24 * 3_600_000;

let world: World;
before(async () => {
  world = await makeWorld();
});
after(() => world.close());

const rows = async (text: string, values: unknown[] = []): Promise<Body[]> =>
  (await world.db.pool.query(text, values)).rows;
const idsIn = async (location: string, table = "visits"): Promise<string[]> =>
  (await rows(`select _id from ${table} where company_id = $1 order by _id`, [location])).map(({ _id }) => _id);

/** A location that keeps visits for this many days. */
const keeping = (
  days: number | null,
  overrides: Record<string, unknown> = {},
  settings: Record<string, unknown> = {},
) => buildLocation(world, { ...overrides, settings: { retention_days: days, ...settings } });

const ago = (days: number, hours = 0): string => new Date(Date.now() - days * DAY_MS - hours * 3_600_000).toISOString();
/** A visit that began this many days ago and lasted a minute. */
const past = async (location: string, days: number, overrides: Record<string, unknown> = {}): Promise<string> => {
  const signed_in = ago(days);
  const signed_out = new Date(Date.parse(signed_in) + 60_000).toISOString();
  return (await buildVisit(world, location, { signed_in, signed_out, ...overrides }))._id;
};

const runAt = async (now: number): Promise<void> => {
  await eraseDue({ ...world.context, now: () => now }, NEVER, PACE);
};
const run = (): Promise<void> => runAt(Date.now());

describe("retention of visits", () => {
  it("erases what is older than the days, with everything kept of it, and nothing else", async () => {
    const location = await keeping(3);
    const forever = await keeping(null);
    const photo = Buffer.from("Kanarienvogel-photo").toString("base64");
    for (let n = 0; n < 11; n++) await past(location, 5 + n, { last_name: "Kanarienvogel", photo });
    const started: string = (await buildVisit(world, location))._id;
    const kept = [await past(location, 2), await past(location, 0), started];
    const old = await past(forever, 4000);
    await run();
    assert.deepEqual(await idsIn(location), kept.toSorted());
    assert.deepEqual(await idsIn(forever), [old]);
    for (const table of ["visits", "visit_images", "log_bodies", "log"])
      for (const trace of ["Kanarienvogel", photo])
        assert.deepEqual(await rows(`select 1 from ${table} t where position($1 in t::text) > 0`, [trace]), [], table);
    assert.equal((await rows("select 1 from erasures where company_id = $1", [location])).length, 11);
  });

  it("leaves one entry a visit, by the system, and fires nothing", async () => {
    const location = await keeping(1);
    for (let n = 0; n < 6; n++) await past(location, 10);
    const events = await eventsOf(world, location);
    const ids = await idsIn(location);
    await run();
    const entries = (await logOf(world, location)).filter(({ act }) => act === "visit.expire");
    assert.deepEqual(entries.map(({ subject_id }) => String(subject_id)).toSorted(), ids);
    for (const { actor_kind, event, subject } of entries)
      assert.deepEqual([actor_kind, event, subject], ["system", null, "visit"]);
    assert.deepEqual(await eventsOf(world, location), events);
    await run();
    assert.equal((await logOf(world, location)).filter(({ act }) => act === "visit.expire").length, 6);
  });

  it("erases no visitor who is inside; who forgot to sign out goes when the interval is over (rules 3)", async () => {
    const location = await keeping(1, {}, { signout_days: 20 });
    const inside = (await buildVisit(world, location, { signed_in: ago(15) }))._id;
    const forgotten = (await buildVisit(world, location, { signed_in: ago(25) }))._id;
    await run();
    assert.deepEqual(await idsIn(location), [inside]);
    const listed = await world.get(`/visitors/signed_current/${location}`);
    assert.deepEqual(
      listed.body.map(({ _id }: Body) => _id),
      [inside],
    );
    assert.equal((await world.get(`/visitors/${forgotten}`)).status, 404);
    await world.post(`/visitors/${inside}/signout`);
    await run();
    assert.deepEqual(await idsIn(location), []);
  });

  it(`the counters stay as they were, by a model of 300 random visits (TEST_SEED=${SEED})`, async () => {
    const random = makeRandom(SEED);
    const location = await keeping(null, { timezone: "Australia/Lord_Howe" });
    const day = (n: number): string =>
      new Date(Date.parse("2026-03-20T00:00Z") + n * DAY_MS).toISOString().slice(0, 10);
    const at = (): number => Date.parse("2026-03-20T00:00Z") + random.whole(0, 30 * 24 * 4) * 15 * 60_000;
    for (let n = 0; n < 300; n++) {
      const [a, b] = [at(), at()].toSorted((x, y) => x - y);
      const signed_out = random.chance(0.9) ? { signed_out: new Date(b ?? 0).toISOString() } : {};
      await buildVisit(world, location, { signed_in: new Date(a ?? 0).toISOString(), ...signed_out });
    }
    const counters = async (): Promise<unknown[]> => {
      const found = [];
      for (let n = 0; n < 31; n++) {
        const { body } = await world.get(`/companies/${location}/statistics/${day(n)}`);
        found.push([body.totalVisitorsIn, body.totalVisitorsOut, body.totalMonthlyVisitors]);
      }
      found.push((await world.get(`/visitors/perday/${location}/${day(0)}/${day(30)}`)).body);
      found.push((await world.get(`/companies/${location}/statistics/graph/${day(0)}/${day(30)}?interval=hour`)).body);
      return found;
    };
    const before = await counters();
    await world.put(`/companies/${location}`, { settings: { retention_days: 7 } });
    for (const n of [20, 27, 40]) {
      await runAt(Date.parse(`${day(n)}T12:00Z`));
      assert.deepEqual(await counters(), before, day(n));
    }
    assert.deepEqual(await idsIn(location), []);
  });

  it(`at the hour promised: ${ZONES.length} zones, on ordinary days and on those of 23 to 25 hours`, async () => {
    for (const zone of ZONES) {
      const location = await keeping(2, { timezone: zone });
      const days = [firstDay, "2026-07-01", ...oddDays(zone), ...oddDays(zone).map(nextDay)];
      for (const day of new Set(days)) {
        const [start, end] = [startOf(zone, day), startOf(zone, nextDay(day))];
        const visits = [start, end - 1].map((ms) => ({ signed_in: new Date(ms).toISOString() }));
        world.clock.frozen = true;
        world.clock.now = end;
        for (const visit of visits) await buildVisit(world, location, { ...visit, signed_out: visit.signed_in });
        world.clock.frozen = false;
        const promised = startOf(zone, nextDay(nextDay(nextDay(day))));
        await runAt(promised - 1);
        assert.equal((await idsIn(location)).length, 2, `${zone}, ${day}: too early`);
        await runAt(promised);
        assert.deepEqual(await idsIn(location), [], `${zone}, ${day}: not when promised`);
      }
      await world.put(`/companies/${location}`, { settings: { retention_days: null } });
    }
  });

  it("two processes at once erase each visit once", async () => {
    const location = await keeping(1);
    for (let n = 0; n < 30; n++) await past(location, 9);
    const second = await makeWorld({ database: world.database });
    await Promise.all([run(), eraseDue(second.context, NEVER, PACE), run(), eraseDue(second.context, NEVER, PACE)]);
    await run();
    await second.close();
    assert.deepEqual(await idsIn(location), []);
    assert.equal((await rows("select 1 from erased_visits where company_id = $1", [location])).length, 30);
    assert.equal((await logOf(world, location)).filter(({ act }) => act === "visit.expire").length, 30);
  });

  it("visits of the same moment go in one run, however many a batch takes", async () => {
    const location = await keeping(1);
    const signed_in = ago(9);
    for (let n = 0; n < 11; n++) await buildVisit(world, location, { signed_in, signed_out: signed_in });
    await run();
    assert.deepEqual(await idsIn(location), []);
  });

  it("waits for no lock: a visit that is being changed is left for the next time, the others go", async () => {
    const location = await keeping(1);
    const busy = await past(location, 9);
    for (let n = 0; n < 9; n++) await past(location, 8);
    const client = await connectTo(world);
    await client.query("begin");
    await client.query("select 1 from visits where _id = $1 for update", [busy]);
    await run();
    assert.deepEqual(await idsIn(location), [busy]);
    await client.query("commit");
    await client.end();
    await run();
    assert.deepEqual(await idsIn(location), []);
  });

  it("told to stop it ends after the batch in progress, and goes on from there the next time", async () => {
    await rows("update companies set settings = settings || '{\"retention_days\": null}'");
    const location = await keeping(1);
    for (let n = 0; n < 9; n++) await past(location, 9);
    await eraseDue(world.context, AbortSignal.abort(), PACE);
    assert.equal((await idsIn(location)).length, 9);
    const stopping = new AbortController();
    const db = {
      ...world.db,
      transaction: <T>(work: Parameters<typeof world.db.transaction<T>>[0]) =>
        world.db.transaction<T>(work).finally(() => stopping.abort()),
    };
    await eraseDue({ ...world.context, db }, stopping.signal, { batch: 4, restFactor: 1_000 });
    assert.equal((await idsIn(location)).length, 5);
    await run();
    assert.deepEqual(await idsIn(location), []);
  });

  it("a location that fails does not keep the others from their turn", async () => {
    const broken = await keeping(1);
    const location = await keeping(1);
    for (const place of [broken, location]) await past(place, 9);
    await rows("update companies set timezone = 'Nowhere/Land' where _id = $1", [broken]);
    await run();
    assert.equal((await idsIn(broken)).length, 1);
    assert.deepEqual(await idsIn(location), []);
    await rows("update companies set timezone = 'UTC' where _id = $1", [broken]);
  });

  it("counts beforehand just what it erases then", async () => {
    const location = await keeping(1, {}, { retention_covers_registered: true });
    for (let n = 0; n < 5; n++) await past(location, 9);
    const visiting_on = { startDate: "2026-01-01", endDate: "2026-01-02" };
    await world.post("/knownvisitors", { company_id: location, visiting_on });
    assert.deepEqual((await countDue(world.context)).get(location), { visits: 5, registered: 1 });
    assert.deepEqual((await eraseDue(world.context, NEVER, PACE)).get(location), { visits: 5, registered: 1 });
    assert.deepEqual((await countDue(world.context)).get(location), { visits: 0, registered: 0 });
  });
});

describe("retention of registered visitors (rules 4, settings)", () => {
  const covering = (covers = true) => keeping(3, {}, { retention_covers_registered: covers });
  const expected = async (location: string, overrides: Record<string, unknown> = {}): Promise<string> =>
    (await world.post("/knownvisitors", { company_id: location, last_name: "Expected", ...overrides })).body._id;
  const on = (from: number, to: number) => ({ visiting_on: { startDate: ago(from), endDate: ago(to) } });

  it("removes those whose visiting time is over; not the persistent, not the coming, not where it is off", async () => {
    const location = await covering();
    const off = await covering(false);
    for (let n = 0; n < 9; n++) await expected(location, on(20, 10));
    const kept = [
      await expected(location, { ...on(20, 10), persistent: true }),
      await expected(location, on(20, 2)),
      await expected(location, on(20, -5)),
      await expected(location, { visiting_on: { startDate: ago(20) } }),
      await expected(location),
    ];
    const elsewhere = await expected(off, on(20, 10));
    await run();
    assert.deepEqual(await idsIn(location, "registered_visitors"), kept.toSorted());
    assert.deepEqual(await idsIn(off, "registered_visitors"), [elsewhere]);
  });

  it("without an end it goes by the last change; a visit that is kept shows that they still come", async () => {
    const location = await covering();
    const [old, regular] = [await expected(location), await expected(location)];
    const later = Date.now() + 10 * DAY_MS;
    await buildVisit(world, location, { known_visitor_id: regular, signed_in: ago(0, 2), signed_out: ago(0, 1) });
    await rows("update visits set signed_in = $2 where known_visitor_id = $1", [regular, new Date(later - DAY_MS)]);
    await runAt(later);
    assert.deepEqual(await idsIn(location, "registered_visitors"), [regular]);
    assert.equal((await world.get(`/knownvisitors/${old}`)).status, 404);
    await runAt(later + 10 * DAY_MS);
    assert.deepEqual(await idsIn(location, "registered_visitors"), []);
  });

  it("removes no visitor who is inside, and tells of each removal once (interface 6.2)", async () => {
    const location = await keeping(3, {}, { retention_covers_registered: true, signout_days: 30 });
    const inside = await expected(location, on(20, 10));
    await buildVisit(world, location, { known_visitor_id: inside, signed_in: ago(12) });
    const gone = await expected(location, on(20, 10));
    await run();
    await run();
    assert.deepEqual(await idsIn(location, "registered_visitors"), [inside]);
    const told = (await logOf(world, location)).filter(({ event }) => event === "registered_visitor_deleted");
    assert.deepEqual(
      told.map(({ ids }) => ids),
      [{ knownVisitorId: gone }],
    );
  });
});
