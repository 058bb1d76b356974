import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { buildIndexes, dropIndexes } from "../../demo/indexes.ts";
import { makePlans } from "../../demo/plan.ts";
import { type SeedResult, seed } from "../../demo/seed.ts";
import { randomFor } from "../../demo/random.ts";
import { arrival, spreadOverDays } from "../../demo/day-rhythm.ts";
import { assertValuesOfVisits } from "../support/database/values.ts";
import { buildLocation, makeWorld, type World } from "../support/world.ts";

/** A Wednesday afternoon in Brussels, an evening in Singapore. */
const NOW = Date.parse("2026-11-18T14:00:00.000Z");
const VISITS = 1_200;

const rowsOf = <T>(world: World, sql: string, parameters: unknown[] = []): Promise<T[]> =>
  world.db.rows<T>({ sql, parameters });

const countOf = async (world: World, condition: string): Promise<number> =>
  (await rowsOf<{ n: number }>(world, `select count(*) as n from visits v where ${condition}`))[0]?.n ?? -1;

/** All that was made, in an order of its own. */
const snapshot = async (world: World): Promise<unknown[]> => {
  const tables = ["companies", "hosts", "visit_types", "entry_points", "visits", "registered_visitors"];
  const all = await Promise.all(tables.map((table) => rowsOf(world, `select * from ${table} order by _id`)));
  return all;
};

describe("foyer seed", () => {
  let world: World;
  let made: SeedResult;

  before(async () => {
    world = await makeWorld({ copies: true });
    world.clock.now = NOW;
    world.clock.frozen = true;
    made = await seed({ db: world.db, visits: VISITS, now: NOW, secretKey: world.context.secretKey });
  });
  after(() => world.close());

  it("200: makes three locations in three time zones, 200 hosts and exactly the visits asked for", async () => {
    assert.equal(made.locations.length, 3);
    assert.equal(new Set(made.locations.map(({ timezone }) => timezone)).size, 3);
    assert.equal(made.hosts, 200);
    assert.equal((await rowsOf(world, "select 1 from hosts")).length, 200);
    assert.equal(await countOf(world, "true"), VISITS);
  });

  it("200: the same seed number and moment give the same data, another number gives other data", async () => {
    const [again, other] = await Promise.all([makeWorld({ copies: true }), makeWorld({ copies: true })]);
    await seed({ db: again.db, visits: VISITS, now: NOW });
    await seed({ db: other.db, visits: VISITS, now: NOW, seedNumber: 2 });
    const [mine, same, different] = await Promise.all([snapshot(world), snapshot(again), snapshot(other)]);
    await again.close();
    await other.close();
    assert.deepEqual(same, mine);
    assert.notDeepEqual(different, mine);
  });

  it("200: ids have the shape of ids: the second the visit began and the tag of its location", async () => {
    const wrong = `substr(v._id, 1, 8) <> lpad(to_hex(extract(epoch from date_trunc('second', v.signed_in))::bigint), 8, '0')
      or substr(v._id, 9, 6) <> substr(v.company_id, 9, 6) or v._id !~ '^[0-9a-f]{24}$'`;
    assert.equal(await countOf(world, wrong), 0);
  });

  it("200: no visitor leaves before they came, and nothing is in the future", async () => {
    assert.equal(await countOf(world, "signed_out < signed_in"), 0);
    const latest = "greatest(signed_in, signed_out, create_date, mod_date)";
    assert.equal(await countOf(world, `${latest} > '${new Date(NOW).toISOString()}'`), 0);
  });

  it("200: every visit names a visit type, an entry point and a host of its own location, with the host's mail", async () => {
    const found = `exists (select 1 from visit_types t where t.company_id = v.company_id and t._id = v.visit_type)
      and exists (select 1 from entry_points e where e.company_id = v.company_id and e._id = v.entrypoint_id)
      and exists (select 1 from hosts h where h.company_id = v.company_id and h.cn = v.recipient and h.mail = v.recipient_mail)`;
    assert.equal(await countOf(world, found), VISITS);
  });

  it("200: the stored answer of a visit and the values that filters use are what they derive from (rules 2)", async () => {
    assert.equal(await countOf(world, "doc = visit_doc(v)"), VISITS);
    await assertValuesOfVisits(world);
  });

  it("200: only screened visit types have decisions, and sources are plausible", async () => {
    const screened =
      "(select t.screening from visit_types t where t.company_id = v.company_id and t._id = v.visit_type)";
    assert.equal(await countOf(world, `(approval is not null) <> ${screened}`), 0);
    assert.ok((await countOf(world, "approval = 'approved'")) > 0);
    assert.ok((await countOf(world, "approval = 'rejected'")) > 0);
    assert.equal(await countOf(world, "(signed_out is null) <> (signed_out_source is null)"), 0);
  });

  it("200: of a delivery only the carrier is known, not who brings it", async () => {
    const delivery =
      "(select t.name ->> 'en' = 'Delivery' from visit_types t where t.company_id = v.company_id and t._id = v.visit_type)";
    const named = "coalesce(first_name, last_name, email, phone) is not null";
    assert.ok((await countOf(world, `${delivery} and company is not null`)) > 0);
    assert.equal(await countOf(world, `${delivery} and (company is null or ${named})`), 0);
    assert.equal(await countOf(world, `not ${delivery} and last_name is null`), 0);
  });

  it("200: weekends and nights are quiet, noon is quieter than ten o'clock", async () => {
    const local = "signed_in at time zone (select timezone from companies c where c._id = v.company_id)";
    const hour = (of: number): Promise<number> => countOf(world, `extract(hour from ${local}) = ${of}`);
    assert.ok((await countOf(world, `extract(isodow from ${local}) > 5`)) < VISITS / 15);
    assert.ok((await countOf(world, `extract(hour from ${local}) not between 5 and 21`)) < VISITS / 20);
    assert.ok((await hour(12)) < (await hour(10)) / 2);
  });

  it("200: some forgot to sign out, and a few stayed for days", async () => {
    const old = `signed_in < '${new Date(NOW - 6 * 86_400_000).toISOString()}'`;
    const forgotten = await countOf(world, `signed_out is null and ${old}`);
    const long = await countOf(world, "signed_out - signed_in > interval '20 hours'");
    assert.ok(forgotten > 0 && forgotten < VISITS * 0.03, `${forgotten} forgotten`);
    assert.ok(long > 0 && long < VISITS * 0.03, `${long} over days`);
  });

  it("200: email addresses and numbers are unassigned", async () => {
    assert.equal(await countOf(world, "email !~ '\\.example$' or recipient_mail !~ '\\.example$'"), 0);
    assert.equal((await rowsOf(world, "select 1 from hosts where mail !~ '\\.example$'")).length, 0);
    assert.equal(await countOf(world, "phone !~ '^\\+[0-9]{8,14}$'"), 0);
  });

  it("200: each location has people inside, and the interface lists them (4.2)", async () => {
    for (const { _id } of made.locations) {
      const { status, body } = await world.get(`/visitors/signed_current/${_id}`);
      assert.equal(status, 200);
      assert.ok(body.length >= 8, `${body.length} inside`);
    }
  });

  it("200: the visitor log, the hosts, fields and visit types read back through the API (interface 4.1, 4.2, 4.4)", async () => {
    let total = 0;
    for (const { _id } of made.locations) {
      const log = await world.get(`/visitors/bycompany/${_id}?count=50&page=1&sorting[signed_in]=desc`);
      total += log.body.total;
      const hosts = await world.get(`/visitees/bycompany/${_id}`);
      assert.ok(hosts.body.length > 0);
      const types = await world.get(`/companies/${_id}/visittypes?language_id=nl`);
      assert.deepEqual(
        types.body.map(({ name }: { name: string }) => name),
        ["Bezoeker", "Extern bedrijf", "Sollicitatie", "Levering"],
      );
      const fields = await world.get(`/companies/${_id}/fields?language_id=de`);
      assert.ok(fields.body.some(({ label }: { label: string }) => label === "Kennzeichen"));
    }
    assert.equal(total, VISITS);
  });

  it("200: a custom field keeps its name when its visit type is written again (rules 4)", async () => {
    const [{ _id } = { _id: "" }] = made.locations;
    const { body: types } = await world.get(`/companies/${_id}/visittypes`);
    for (const type of types) {
      const sent = type.fields.map(({ label, type: kind, translations }: Record<string, unknown>) => ({
        label,
        type: kind,
        translations,
      }));
      const { body } = await world.post(`/companies/${_id}/visittypes`, { name: "Copy", fields: sent });
      const custom = (fields: { _id?: string; field_name: string }[]): string[] =>
        fields.filter((field) => field._id !== undefined).map((field) => field.field_name);
      const names = custom(type.fields);
      assert.deepEqual(
        custom(body.fields).filter((name) => names.includes(name)),
        names,
      );
    }
  });

  it("200: each location has registered visitors who are expected today, on other days and always (4.6a)", async () => {
    for (const { _id } of made.locations) {
      const list = `/knownvisitors/bycompany/${_id}?count=100&page=1`;
      const total = async (filter: string): Promise<number> => (await world.get(`${list}&${filter}`)).body.total;
      const [day, next] = ["2026-11-18", "2026-11-19"];
      const today = await total(`filter[visiting_on][startDate]=${day}&filter[visiting_on][endDate]=${next}`);
      const later = await total(`filter[visiting_on][startDate]=${next}`);
      const always = await total("filter[persistent]=true");
      assert.ok(today >= 5 && later >= 5 && always >= 5, `${today} today, ${later} later, ${always} always`);
      for (const status of ["created", "invited", "preregistered"])
        assert.ok((await total(`filter[status]=${status}`)) > 0);
      const { body } = await world.get(list);
      assert.ok(body.visitors.every(({ email = ".example" }: { email?: string }) => email.endsWith(".example")));
      // One whose host needn't approve them: those who wait are counted below.
      const { body: types } = await world.get(`/companies/${_id}/visittypes`);
      const screened = new Set(
        types.flatMap((type: { _id: string; screening: boolean }) => (type.screening ? [type._id] : [])),
      );
      const known = body.visitors.find(({ visit_type }: { visit_type: string }) => !screened.has(visit_type));
      assert.equal((await world.post(`/knownvisitors/${known._id}/signin`)).body.known_visitor_id, known._id);
    }
  });

  it("200: the desk has two to decide and three who should have left, whatever the hour", async () => {
    for (const { _id } of made.locations) {
      const { body } = await world.get(`/visitors/signed_current/${_id}`);
      assert.equal(body.filter(({ approval }: { approval?: string }) => approval === "pending").length, 2);
      const over = await rowsOf<{ n: number }>(
        world,
        `select count(*) as n from visits v left join registered_visitors r on r.company_id = v.company_id and r._id = v.known_visitor_id
         where v.company_id = $1 and v.signed_out is null and v.signed_in > $2::timestamptz - interval '2 days'
           and (r.visiting_to < $2 or v.signed_in < $2::timestamptz - interval '12 hours')`,
        [_id, new Date(NOW).toISOString()],
      );
      assert.equal(over[0]?.n, 3);
    }
  });

  it("200: those awaited today come at quarter hours: one is late, four to one meeting", async () => {
    const [{ _id } = { _id: "" }] = made.locations;
    const { body } = await world.get(
      `/knownvisitors/bycompany/${_id}?count=100&page=1&filter[visiting_on][startDate]=2026-11-18&filter[visiting_on][endDate]=2026-11-19`,
    );
    type Known = { persistent: boolean; recipient: string; visiting_on: { startDate: string; endDate: string } };
    const today = body.visitors.filter(({ persistent }: Known) => !persistent) as Known[];
    const starts = today.map(({ visiting_on }) => Date.parse(visiting_on.startDate));
    assert.deepEqual([...new Set(starts.map((start) => start % (15 * 60_000)))], [0]);
    assert.ok(today.filter(({ visiting_on }) => Date.parse(visiting_on.startDate) > NOW).length >= 12);
    const meetings = Map.groupBy(today, ({ recipient, visiting_on }) => `${recipient} ${visiting_on.startDate}`);
    assert.equal(Math.max(...[...meetings.values()].map(({ length }) => length)), 4);
  });

  it("200: answers to custom questions can be filtered by (4.2)", async () => {
    const [{ _id } = { _id: "" }] = made.locations;
    const { body } = await world.get(`/visitors/bycompany/${_id}?count=5&page=1&filter[purpose]=training`);
    assert.ok(body.total > 0);
    assert.ok(body.visitors.every(({ purpose }: { purpose: string }) => purpose === "Training"));
  });

  it("200: beside locations that are there already, even the same demo, everything gets ids of its own", async () => {
    const second = await makeWorld({ copies: true });
    await buildLocation(second);
    await seed({ db: second.db, visits: 30, now: NOW });
    await seed({ db: second.db, visits: 30, now: NOW });
    const [row] = await rowsOf<{ n: number }>(second, "select count(distinct tag) as n from companies");
    await second.close();
    assert.equal(row?.n, 7);
  });

  it("200: few visits are enough", async () => {
    const few = await makeWorld({ copies: true });
    for (const visits of [0, 1, 40, 200, 400]) await seed({ db: few.db, visits, now: NOW });
    assert.equal((await rowsOf(few, "select 1 from visits")).length, 641);
    await few.close();
  });

  it("200: a load that fails leaves nothing behind", async () => {
    const other = await makeWorld({ copies: true });
    await other.db.rows({
      sql: "alter table visits add constraint refuse check (first_name <> 'nobody' and false) not valid",
      parameters: [],
    });
    await assert.rejects(seed({ db: other.db, visits: 50, now: NOW }), /refuse/);
    const counts = await Promise.all(
      ["companies", "hosts", "visits"].map((table) => rowsOf(other, `select 1 from ${table}`)),
    );
    await other.close();
    assert.deepEqual(
      counts.map(({ length }) => length),
      [0, 0, 0],
    );
  });
});

describe("foyer seed in bulk", () => {
  it("200: a million visits go to twenty locations, exactly 300,000 to the first", () => {
    const plans = makePlans({ visits: 1_000_000, now: NOW, seedNumber: 1, taken: new Set() });
    const sums = plans.map(({ days, scene }) => days.reduce((sum, { visits }) => sum + visits, scene.visits.length));
    assert.equal(plans.length, 20);
    assert.equal(sums[0], 300_000);
    assert.equal(
      sums.reduce((sum, part) => sum + part, 0),
      1_000_000,
    );
  });

  it("200: indexes that were dropped for the load are there again, each as it was", async () => {
    const world = await makeWorld({ copies: true });
    const all = "select indexdef from pg_indexes where tablename = 'visits' order by 1";
    const was = await rowsOf(world, all);
    const client = await world.db.pool.connect();
    const dropped = await dropIndexes(client, "visits");
    const between = await rowsOf(world, all);
    await buildIndexes(client, dropped, () => undefined);
    client.release();
    const is = await rowsOf(world, all);
    await world.close();
    assert.equal(between.length, 1);
    assert.deepEqual(is, was);
  });
});

describe("the rhythm of visits", () => {
  const span = { timezone: "Europe/Brussels", quietDays: [], days: 90, now: NOW, visits: 997 };

  it("200: the visits of all days add up exactly, and public holidays are quiet", () => {
    const days = spreadOverDays({ ...span, now: Date.parse("2027-01-20T12:00:00Z") });
    const on = (date: string): number => days.find((day) => day.date === date)?.visits ?? -1;
    assert.equal(
      days.reduce((sum, { visits }) => sum + visits, 0),
      997,
    );
    assert.ok(on("2026-12-25") <= 1 && on("2026-12-15") > 5);
  });

  it("200: no visitor arrives later than now, not even just after midnight", () => {
    const now = Date.parse("2026-11-17T23:03:00.000Z");
    const day = { date: "2026-11-18", start: Date.parse("2026-11-17T23:00:00.000Z"), visits: 100 };
    const random = randomFor(1, "arrivals");
    for (let n = 0; n < 100; n += 1) {
      const at = arrival(random, day, now);
      assert.ok(at >= day.start && at <= now);
    }
  });
});
