import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { indexSome } from "../../../../../server/resources/visits/indexing.ts";
import { makeRandom, type Random, seedOf } from "../../../../support/run/random.ts";
import { assertValuesOfVisits } from "../../../../support/database/values.ts";
import { buildLocation, buildVisit, makeWorld, type World } from "../../../../support/world.ts";

const SEED = seedOf();
const VISITS = 300;
const LONG = `${"Ä long text ".repeat(40)}END`;
const NAMES = ["Ann", "Bo", "Élodie", "O'Neil", "100 %", "a_b", LONG, "", " ", "İstanbul", "ΟΔΟΣ"];

let world: World;
before(async () => {
  world = await makeWorld();
});
after(() => world.close());

const query = async <T extends object>(text: string, values: unknown[] = []): Promise<T[]> =>
  (await world.db.pool.query<T>(text, values)).rows;

const someTexts = (random: Random) => ({
  first_name: random.one(NAMES),
  last_name: random.one(NAMES),
  ...(random.chance(0.9) ? { company: random.one(["Acme", "Acme", random.one(NAMES)]) } : {}),
  ...(random.chance(0.3) ? { badge_colour: random.one([1, true, "red", { a: "É" }]) } : {}),
});

const changeAny = (random: Random, id: string): Promise<unknown> => {
  if (random.chance(0.2)) return world.remove(`/visitors/${id}`);
  if (random.chance(0.3)) return world.post(`/visitors/${id}/signout`, {});
  if (random.chance(0.3)) return world.put(`/visitors/${id}`, { signed_in: "2025-02-11T23:59:59.999Z" });
  return world.put(`/visitors/${id}`, { ...someTexts(random), phone: null });
};

describe("the values of visits (docs/decisions/0056-one-list-engine.md)", () => {
  it(`are those of the visits after random changes by several clients at once (TEST_SEED=${SEED})`, async () => {
    const random = makeRandom(SEED);
    const places = [await buildLocation(world), await buildLocation(world)];
    const visits = await Promise.all(
      Array.from({ length: VISITS / 2 }, () => buildVisit(world, random.one(places), someTexts(random))),
    );
    for (let round = 0; round < 3; round += 1)
      await Promise.all(visits.filter(() => random.chance(0.5)).map(({ _id }) => changeAny(random, _id)));
    await assertValuesOfVisits(world);
  });

  it(`keep the visits of each in their order, however they come and go (TEST_SEED=${SEED})`, async () => {
    const random = makeRandom(SEED);
    const place = await buildLocation(world);
    const minutes: number[] = [];
    const add = async (from: number, to: number): Promise<void> => {
      for (let minute = from; minute !== to; minute += Math.sign(to - from)) {
        await query(
          `insert into visits (company_id, _id, last_name, signed_in, signed_in_source, create_date, mod_date)
           values ($1, substr(md5($1 || $2::integer), 1, 24), 'Same', timestamptz '2026-02-25' + $2::integer * interval '1 minute', 0, now(), now())`,
          [place, minute],
        );
        minutes.push(minute);
      }
    };
    const remove = async (some: readonly number[]): Promise<void> => {
      const text =
        "delete from visits where company_id = $1 and _id = any (select substr(md5($1 || n), 1, 24) from unnest($2::integer[]) n)";
      await query(text, [place, some]);
      minutes.splice(0, minutes.length, ...minutes.filter((minute) => !some.includes(minute)));
      await assertValuesOfVisits(world);
    };
    const newest = (count: number): number[] => minutes.toSorted((a, b) => b - a).slice(0, count);
    for (const [from, to] of [[500, 560], [499, 440], [600, 640], [599, 560]] as const) await add(from, to); // prettier-ignore
    await remove(minutes.filter(() => random.chance(0.2)));
    await remove(newest(40));
    await add(700, 720);
    await remove(minutes.toSorted((a, b) => a - b).slice(0, 40));
    await add(400, 380);
    await remove(newest(minutes.length - 2));
    await remove(minutes);
    assert.deepEqual(
      await query("select 1 from visit_values where company_id = $1 and field = 'last_name'", [place]),
      [],
    );
  });

  it("go with the last visit that has them, and with their location", async () => {
    const place = await buildLocation(world, { name: "Gone" });
    const names = () =>
      query("select head, n from visit_values where company_id = $1 and field = 'last_name'", [place]);
    const [one, two] = [
      await buildVisit(world, place, { last_name: "Same" }),
      await buildVisit(world, place, { last_name: "same" }),
    ];
    assert.deepEqual(await names(), [{ head: "same", n: 2 }]);
    await world.remove(`/visitors/${one._id}`);
    assert.deepEqual(await names(), [{ head: "same", n: 1 }]);
    await world.put(`/visitors/${two._id}`, { last_name: "Other" });
    assert.deepEqual(await names(), [{ head: "other", n: 1 }]);
    await world.remove(`/companies/${place}`, { body: { name: "Gone" } });
    assert.deepEqual(await names(), []);
    await assertValuesOfVisits(world);
  });
});

const FILTERS = [
  "filter[last_name]=n",
  "filter[last_name]=visitor%201",
  "filter[first_name]=%C3%A9lod",
  "filter[badge_colour]=red",
  "filter[last_name]=end",
  "filter[last_name]=visitor&filter[first_name]=o",
  "filter[company]=acme&sorting[company]=desc",
];
/** Sorted by a text that all have, that some have, and by a key whose values are of all kinds; also where no row has it any more. */
const SORTS = ["last_name", "company", "first_name", "badge_colour"].flatMap((field) =>
  ["asc", "desc"].flatMap((direction) =>
    [1, 7, 15, 23, 30].map((page) => `sorting[${field}]=${direction}&page=${page}`),
  ),
);

const listed = async (place: string): Promise<unknown[]> => {
  const answers: unknown[] = [];
  for (const filter of [...FILTERS.map((one) => `${one}&page=2`), ...SORTS]) {
    const { status, body, text } = await world.get(`/visitors/bycompany/${place}?count=10&${filter}`);
    assert.equal(status, 200, text);
    answers.push([filter, body.total, body.visitors.map(({ _id }: { _id: string }) => _id)]);
  }
  return answers;
};

/** As a location is after an upgrade or a restore: no value is there, and all of its visits wait. */
const forget = async (place: string): Promise<void> => {
  await query("delete from visit_values where company_id = $1", [place]);
  await query("insert into visits_to_index (company_id) values ($1)", [place]);
};

const isPending = async (place: string): Promise<boolean> =>
  (await query("select 1 from visits_to_index where company_id = $1", [place])).length > 0;

describe("visits from before the values were kept", () => {
  const fill = (place: string): Promise<object[]> =>
    query(
      `insert into visits (company_id, _id, first_name, last_name, company, signed_in, signed_in_source, create_date, mod_date, extra)
       select $1, substr(md5($1 || n), 1, 24), case n % 3 when 0 then 'Élodie' when 1 then 'Bo' end,
         case when n % 50 = 0 then $3 else 'Visitor ' || n end, case when n % 2 = 0 then 'Acme' || n % 7 end,
         '2026-02-25T00:00:00Z'::timestamptz + (n / 7) * interval '1 hour', 0, now(), now(),
         case n % 9 when 0 then '{"badge_colour": "red"}' when 1 then '{"badge_colour": null}' when 2 then '{"badge_colour": true}'
             when 3 then jsonb_build_object('badge_colour', n - 100.5) when 4 then jsonb_build_object('badge_colour', n::text) else '{}' end::jsonb
       from generate_series(1, $2::integer) n`,
      [place, VISITS, LONG],
    );

  it("200: are found before, while and after they are indexed", async () => {
    const place = await buildLocation(world);
    await fill(place);
    const indexed = await listed(place);
    assert.ok(
      indexed.every((answer) => (answer as [string, number])[1] > 0),
      JSON.stringify(indexed),
    );
    await forget(place);
    assert.deepEqual(await listed(place), indexed);
    assert.ok(await indexSome(world.db));
    assert.deepEqual(await listed(place), indexed);
    while (await indexSome(world.db));
    assert.equal(await isPending(place), false);
    assert.deepEqual(await listed(place), indexed);
    await assertValuesOfVisits(world);
  });

  it("are each indexed once by two processes, beside those who sign in, change and erase visits", async () => {
    const random = makeRandom(SEED + 1);
    const places = [await buildLocation(world), await buildLocation(world)];
    for (const place of places) {
      await fill(place);
      await forget(place);
    }
    const ids = (await query<{ _id: string }>("select _id from visits where company_id = any ($1)", [places])).map(({ _id }) => _id); // prettier-ignore
    const ended = new AbortController();
    const indexing = async (): Promise<void> => {
      while (await indexSome(world.db));
    };
    const writing = async (): Promise<void> => {
      while (!ended.signal.aborted) {
        await changeAny(random, random.one(ids));
        await buildVisit(world, random.one(places), someTexts(random));
      }
    };
    const writers = Promise.all([writing(), writing()]);
    await Promise.all([indexing(), indexing()]);
    ended.abort();
    await writers;
    for (const place of places) assert.equal(await isPending(place), false);
    await assertValuesOfVisits(world);
  });
});
