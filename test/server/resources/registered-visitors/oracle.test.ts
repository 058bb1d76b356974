import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { makeRandom, type Random, seedOf } from "../../../support/run/random.ts";
import { timesOf } from "../../../support/run/size.ts";
import { type Body, buildKey, buildLocation, buildRegistered, makeWorld, type World } from "../../../support/world.ts";
import { answer, type FilterPart, type Query, type SortPart, textOf } from "../visits/oracle.ts";

const ZONE = "Europe/Brussels";
const RECORDS = 150;
const SEED = seedOf();
const QUERIES = timesOf("ORACLE_QUERIES", 500);
const AT_ONCE = 6;
const HOUR_MS = 3_600_000;
const FROM_MS = Date.parse("2026-03-27T00:00:00Z");

let world: World;
let location: string;
let key: Record<string, string>;
let records: Body[];

const TEXTS = [
  ..."É|é|ß|ΟΔΟΣ|İ|%|_|\\|50%|O'Neil|Janssens|van den Berg|same|Same|10|9|日本語|🎉| |".split("|"),
  "2026-03-29",
];
const VALUES: readonly unknown[] = [...TEXTS, 0, 10, 9, -1.5, true, null, [], ["a"], { b: 1, a: "%" }];
const TEXT_FIELDS = ["first_name", "last_name", "company", "phone", "recipient", "language_id"];
const EXTRA = ["badge", "a.b", "$ne", "visiting_from", "doc", "rev"];
const FIELDS = [
  ...TEXT_FIELDS,
  ...EXTRA,
  ..."_id|company_id|visiting_on|persistent|status|email|invited_date|create_date|mod_date|nobody".split("|"),
];

const hour = (random: Random): number => FROM_MS + random.whole(0, 96) * HOUR_MS;
const iso = (ms: number): string => new Date(ms).toISOString();

/** A span of any kind: closed, a moment, open at one end or at both. */
const someSpan = (random: Random): Record<string, string> => {
  const from = hour(random);
  const to = random.chance(0.15) ? from : from + random.whole(1, 30) * HOUR_MS;
  return {
    ...(random.chance(0.8) ? { startDate: iso(from) } : {}),
    ...(random.chance(0.8) ? { endDate: iso(to) } : {}),
  };
};

const someRecord = (random: Random): Record<string, unknown> => {
  const body: Record<string, unknown> = {};
  for (const field of TEXT_FIELDS) if (random.chance(0.6)) body[field] = random.one(TEXTS);
  for (const field of EXTRA) if (random.chance(0.3)) body[field] = random.one(VALUES);
  if (random.chance(0.7)) body["visiting_on"] = someSpan(random);
  if (random.chance(0.3)) body["email"] = random.one(["Jo@Example.org", "jo_1@example.org"]);
  if (random.chance(0.3)) body["persistent"] = true;
  if (random.chance(0.3)) body["status"] = "invited";
  if (random.chance(0.3)) body["invited_date"] = iso(hour(random));
  return body;
};

const someFilter = (random: Random): FilterPart => {
  if (random.chance(0.35))
    return { field: "visiting_on", bound: random.one(["startDate", "endDate"]), value: iso(hour(random)) };
  const field = random.one(FIELDS);
  const letters = Array.from(textOf(told(random.one(records)), field) ?? random.one(TEXTS));
  const from = random.whole(0, letters.length);
  return { field, value: letters.slice(from, from + random.whole(1, 6)).join("") };
};

const someQuery = (random: Random): Query => {
  const filters = Array.from({ length: random.whole(0, 3) }, () => someFilter(random));
  const sorts = Array.from({ length: random.whole(0, 2) }, (): SortPart => {
    const direction = random.one(["asc", "desc"] as const);
    return { field: random.one(FIELDS), direction };
  });
  return { filters, sorts: sorts.length > 0 ? sorts : [{ field: "create_date", direction: "desc" }] };
};

/** A span as text: what is filtered and sorted by besides its range is its JSON as the API returns it. */
const told = (record: Body): Body =>
  record.visiting_on === undefined ? record : { ...record, visiting_on: JSON.stringify(record.visiting_on) };

/** A record overlaps a half-open range, or has its one moment in it; bounds that are absent are far away, and who has no span is always expected. */
const overlaps = ({ visiting_on }: Body, filters: readonly FilterPart[]): boolean =>
  filters.every(({ bound, value }) => {
    if (visiting_on === undefined) return true;
    const from = visiting_on.startDate ?? "0000";
    const to = visiting_on.endDate ?? "9999~";
    return bound === "startDate" ? to > value || from === value : from < value;
  });

const isSpan = ({ field, bound }: FilterPart): boolean => field === "visiting_on" && bound !== undefined;

const expected = (query: Query): string[] => {
  const met = records.filter((record) => overlaps(record, query.filters.filter(isSpan))).map(told);
  const others = query.filters.filter((filter) => !isSpan(filter));
  return answer(met, { ...query, filters: others }, ZONE).map(({ _id }) => _id);
};

const pathOf = ({ filters, sorts }: Query): string => {
  const pairs = [
    ...filters.map(({ field, bound, value }) => [`filter[${field}]${bound === undefined ? "" : `[${bound}]`}`, value]),
    ...sorts.map(({ field, direction }) => [`sorting[${field}]`, direction]),
  ];
  const text = pairs.map((pair) => pair.map((part) => encodeURIComponent(part ?? "")).join("="));
  return `/knownvisitors/bycompany/${location}?count=10000&page=1&${text.join("&")}`;
};

before(async () => {
  world = await makeWorld();
  location = await buildLocation(world, { timezone: ZONE });
  key = await buildKey(world, [location]);
  const random = makeRandom(SEED);
  Object.assign(world.clock, { now: FROM_MS, frozen: true });
  records = [];
  for (let n = 0; n < RECORDS; n += 1) {
    world.clock.now += 250;
    records.push(await buildRegistered(world, location, { first_name: null, last_name: null, ...someRecord(random) }));
  }
});
after(() => world.close());

describe("filters and sorting of GET /knownvisitors/bycompany/{company_id} (rules 2)", () => {
  it(`200: ${QUERIES} random queries give the oracle's ids and totals (TEST_SEED=${SEED})`, async () => {
    const random = makeRandom(SEED + 1);
    const queries = Array.from({ length: QUERIES }, () => someQuery(random));
    const check = async (query: Query): Promise<void> => {
      const { status, body, text } = await world.get(pathOf(query), { as: key });
      assert.equal(status, 200, text);
      const ids = body.visitors.map(({ _id }: Body) => _id);
      assert.deepEqual([ids, body.total], [expected(query), ids.length], JSON.stringify(query));
    };
    for (let n = 0; n < queries.length; n += AT_ONCE) await Promise.all(queries.slice(n, n + AT_ONCE).map(check));
  });
});
