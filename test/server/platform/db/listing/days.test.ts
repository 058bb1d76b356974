import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { makeRandom, seedOf } from "../../../../support/run/random.ts";
import { buildLocation, buildVisit, makeWorld, type World } from "../../../../support/world.ts";

const SEED = seedOf();
const VISITS = 3_000;

let world: World;
let location: string;
before(async () => {
  world = await makeWorld();
  location = await buildLocation(world);
});
after(() => world.close());

const query = async <T extends object>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await world.db.pool.query<T>(text, values)).rows;

/** Visits on many days, some at the same moment and some at midnight, with days between on which no visit began. */
const fill = async (of: string, visits: number): Promise<void> => {
  // One statement for all is cut off on a busy machine.
  for (let first = 1; first <= visits; first += 500) await insertVisits(of, first, Math.min(first + 499, visits));
};

const insertVisits = (of: string, first: number, last: number): Promise<object[]> =>
  query(
    `insert into visits (company_id, _id, last_name, signed_in, signed_in_source, create_date, mod_date)
     select $1, substr(md5($1 || n), 1, 24), 'V' || n,
       '2024-02-25T00:00:00Z'::timestamptz + (n / 7) * interval '1 hour' + (n / 1000) * interval '30 days', 0, now(), now()
     from generate_series($2::integer, $3::integer) n`,
    [of, first, last],
  );

type Counted = { company_id: string; day: string; n: number };

/** Days as they are counted, and as they are. */
const bothCounts = async (): Promise<[Counted[], Counted[]]> => [
  await query<Counted>("select company_id, day::text, n from visit_days where n <> 0 order by 1, 2"),
  await query<Counted>(
    `select company_id, (signed_in at time zone 'UTC')::date::text as day, count(*)::int as n from visits
     group by 1, 2 order by 1, 2`,
  ),
];

const assertCounted = async (): Promise<void> => {
  const [counted, real] = await bothCounts();
  assert.ok(real.length > 0);
  assert.deepEqual(counted, real);
};

const idsOnPage = async (paging: string): Promise<{ total: number; ids: string[] }> => {
  const { status, body, text } = await world.get(`/visitors/bycompany/${location}?${paging}`);
  assert.equal(status, 200, text);
  return { total: body.total, ids: body.visitors.map(({ _id }: { _id: string }) => _id) };
};

describe("GET /visitors/bycompany/{company_id}: total and far pages (interface 4.2)", () => {
  before(() => fill(location, VISITS));

  for (const direction of ["asc", "desc"])
    it(`200: any page sorted by signed_in ${direction} is that part of all rows, however far back`, async () => {
      const all = (
        await query<{ _id: string }>(
          `select _id from visits where company_id = $1 order by signed_in ${direction}, _id ${direction}`,
          [location],
        )
      ).map(({ _id }) => _id);
      for (const [count, page] of [
        [50, 1],
        [50, 21],
        [50, 40],
        [7, 144],
        [999, 2],
        [999, 3],
        [999, 4],
        [1_000, 3],
        [1, VISITS],
        [1, VISITS + 1],
        [50, 99_999],
      ] as const)
        // prettier-ignore
        assert.deepEqual(
          await idsOnPage(`count=${count}&page=${page}&sorting[signed_in]=${direction}`),
          { total: VISITS, ids: all.slice((page - 1) * count, page * count) },
          `count=${count}&page=${page}`,
        );
    });

  it("200: a location without visits has none on a far page either", async () => {
    const empty = await buildLocation(world);
    const { body } = await world.get(`/visitors/bycompany/${empty}?count=50&page=1000`);
    assert.deepEqual(body, { total: 0, visitors: [] });
  });
});

describe("the visits of each day are counted", () => {
  it(`after random starts, changes of signed_in, sign-outs and erasures by several clients at once (TEST_SEED=${SEED})`, async () => {
    const random = makeRandom(SEED);
    const place = await buildLocation(world);
    const visits = await Promise.all(
      Array.from({ length: 40 }, (_, n) => buildVisit(world, place, { last_name: `R${n}` })),
    );
    await Promise.all(
      visits.map(({ _id }) => {
        const day = `2025-0${random.whole(1, 3)}-11T23:59:59.999Z`;
        if (random.chance(0.4)) return world.put(`/visitors/${_id}`, { signed_in: day });
        return random.chance(0.5) ? world.remove(`/visitors/${_id}`) : world.post(`/visitors/${_id}/signout`, {});
      }),
    );
    await assertCounted();
  });

  it("after all visits of a location were removed with it", async () => {
    const place = await buildLocation(world, { name: "Gone" });
    await fill(place, 100);
    await world.remove(`/companies/${place}`, { body: { name: "Gone" } });
    await assertCounted();
    assert.deepEqual(await query("select 1 from visit_days where company_id = $1", [place]), []);
  });
});
