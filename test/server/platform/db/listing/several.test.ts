import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { buildLocation, makeWorld, type World } from "../../../../support/world.ts";

/** More than are read one by one to test another filter (server/platform/db/listing/values.ts). */
const VISITS = 5_000;
const PART = 500;

let world: World;
let location: string;
before(async () => {
  world = await makeWorld();
  location = await buildLocation(world);
  for (let first = 1; first <= VISITS; first += PART)
    await world.db.pool.query(
      `insert into visits (company_id, _id, first_name, last_name, company, signed_in, signed_in_source, create_date, mod_date)
       select $1, substr(md5(n::text), 1, 24), 'Ann', 'Müller ' || n % 7, case when n % 2 = 0 then 'Acme' else 'Globex' end,
         '2026-01-01T00:00:00Z'::timestamptz + n * interval '1 minute', 0, now(), now()
       from generate_series($2::integer, $3::integer) n`,
      [location, first, first + PART - 1],
    );
});
after(() => world.close());

/** The visits that several filters leave, as the table itself has them. */
const expected = async (where: string, direction: string): Promise<string[]> =>
  (
    await world.db.pool.query<{ _id: string }>(
      `select _id from visits where company_id = $1 and ${where} order by signed_in ${direction}, _id ${direction}`,
      [location],
    )
  ).rows.map(({ _id }) => _id);

describe("several filters that thousands of visits fit each", () => {
  for (const [what, query, where] of [
    ["two", "filter[last_name]=müller&filter[company]=acme", "company = 'Acme'"],
    ["three", "filter[last_name]=müller&filter[company]=e&filter[first_name]=ann", "true"],
    ["one field twice", "filter[company]=ac&filter[company]=me", "company = 'Acme'"],
    ["words that are searched for", "search=muller%20globex", "company = 'Globex'"],
    ["a filter and a word", "filter[company]=globex&search=muller", "company = 'Globex'"],
    ["none that fits both", "filter[company]=acme&filter[company]=globex", "false"],
  ] as const)
    for (const direction of ["asc", "desc"] as const)
      it(`200: ${what}, by date ${direction}, with the exact total`, async () => {
        const ids = await expected(where, direction);
        for (const page of [1, 3]) {
          const url = `/visitors/bycompany/${location}?count=50&page=${page}&${query}&sorting[signed_in]=${direction}`;
          const { status, body, text } = await world.get(encodeURI(decodeURI(url)));
          assert.equal(status, 200, text);
          const found = body.visitors.map(({ _id }: { _id: string }) => _id);
          assert.deepEqual([body.total, found], [ids.length, ids.slice((page - 1) * 50, page * 50)]);
        }
      });
});
