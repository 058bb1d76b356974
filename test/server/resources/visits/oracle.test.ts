import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { makeRandom, type Random, seedOf } from "../../../support/run/random.ts";
import { timesOf } from "../../../support/run/size.ts";
import { type Body, buildKey, buildLocation, makeWorld, type World } from "../../../support/world.ts";
import { answer, type FilterPart, type Query, type SortPart, textOf } from "./oracle.ts";

const ZONE = "Europe/Brussels";
const VISITS = 400;
const SEED = seedOf();
const QUERIES = timesOf("ORACLE_QUERIES", 5_000);
const AT_ONCE = 6;

let world: World;
let location: string;
let key: Record<string, string>;

/** Texts that break careless matching, folding or quoting. */
const TEXTS = [
  ..."%|_|\\|%%|50%|a_b|a%b|a\\b|\\%|\\_|''|O'Neil|\"quoted\"|`x`|$1|{|}|[|]|null|true|0|-1|1e3".split("|"),
  ..."É|é|Étienne|ÉTIENNE|e\u0301|Ü|ü|Müller|MÜLLER|ß|Straße|STRASSE|ẞ|Σ|ς|σ|ΟΔΟΣ|οδος|οδοσ".split("|"),
  ..."İstanbul|istanbul|ISTANBUL|ıi|ǅ|ﬀ|Ω|Ω|Å|Å|日本語|🎉|🎉🎉x|👩‍🚀|\u202eabc|\u00a0|\t|\n|a\nb".split("|"),
  "",
  " ",
  "  padded  ",
  "a\u0001b",
  "same",
  "Same",
  "SAME",
  "jan",
  "Janssens",
  "van den Berg",
  "10",
  "9",
  "2026-03-29",
  "2026-03-29T00:30:00Z",
  "2026-03-28T23:00:00.000Z",
  "2026-03-29T02:30:00+02:00",
  "2026-03-29T22:00",
  "2026-02-30",
  "2026-03-29 10:00",
  "x2026-03-29",
  "z".repeat(60),
  `${"z".repeat(60)}A`,
];
const NUMBERS = [0, 1, -1, 2, 10, 9, 1.5, -0.25, 100, 123_456_789, 0.1, 20_260_329];
const OTHERS: readonly unknown[] = [
  ...NUMBERS,
  true,
  false,
  null,
  [],
  ["a", "É"],
  [1, [2]],
  {},
  { b: 1, a: "%" },
  { a: "x", 'q"': ["\\"] },
  { ab: null },
  [null],
];
const DOCUMENTED = ["first_name", "last_name", "company", "phone", "address", "city", "recipient", "language_id"];
// No key with a backslash: once one was read, JSON.parse of V8 takes others for it, in this test's own reading too
// (test/server/platform/lib/json-keys.test.ts).
const EXTRA = [
  ..."k|a->b|a->>'b'|a.b|$ne|constructor|toString|hasOwnProperty|length|ключ|🎉|%|_|'|\"|`|0|doc|search|rev".split("|"),
  ..."extra|client_ref|a[b]|k]|[|startDate|a b|x'; drop table visits; --|null|visitor_number".split("|"),
];
const SERVED = [
  ..."_id|company_id|signed_in|signed_out|signed_in_source|signed_out_source|approval|safe|agreements|email".split("|"),
  ..."user_id|signed_in_user|signed_out_user|create_date|mod_date|recipient_mail|visit_type|photo|signature".split("|"),
];
const NOBODYS = ["__proto__", "nobody", "rowid", "v.doc", "known_visitor_id", "entrypoint_id"];

const hour = (random: Random): string =>
  new Date(Date.parse("2026-03-27T00:00Z") + random.whole(0, 96) * 3_600_000).toISOString();

const someVisit = (random: Random, types: readonly string[]): Record<string, unknown> => {
  const body: Record<string, unknown> = { company_id: location, signed_in: hour(random) };
  for (const field of DOCUMENTED) if (random.chance(0.6)) body[field] = random.one(TEXTS);
  for (const field of EXTRA) if (random.chance(0.3)) body[field] = random.one(random.chance(0.5) ? TEXTS : OTHERS);
  if (random.chance(0.3)) body["email"] = random.one(["Jo@Example.org", "jo_1@example.org", "j%@example.org"]);
  if (random.chance(0.5)) body["visit_type"] = random.one(types);
  if (random.chance(0.2)) body["photo"] = "AAAA";
  if (random.chance(0.3)) body["safe"] = true;
  if (random.chance(0.4)) body["signed_out"] = new Date(Date.parse("2026-04-02T00:00Z") - random.whole(0, 9) * 60_000);
  return body;
};

const slice = (random: Random, text: string): string => {
  const letters = Array.from(text);
  const from = random.whole(0, letters.length);
  const part = letters.slice(from, from + random.whole(1, 6)).join("");
  return random.one([part, part, part.toUpperCase(), part.toLowerCase()]);
};

// A key that ends in "][" can't be told from the form of an array, which is refused; other brackets are among EXTRA.
const someField = (random: Random): string => {
  if (random.chance(0.04))
    return String.fromCodePoint(...[1, 2, 3].map(() => random.whole(33, 0x2ff))).replaceAll("]", "x");
  return random.one(random.one([DOCUMENTED, EXTRA, EXTRA, SERVED, NOBODYS]));
};

const someValue = (random: Random, records: readonly Body[], field: string): string => {
  const stored = textOf(random.one(records), field);
  if (stored !== undefined && random.chance(0.15)) return stored;
  if (stored !== undefined && random.chance(0.6)) return slice(random, stored);
  return random.one([
    ..."2026-03|2026-03-29|2026-02-30|2026-00|T10|.000Z|0|false| ".split("|"),
    location,
    location.slice(3, 9),
    random.one(TEXTS),
    slice(random, random.one(TEXTS)),
  ]);
};

const BOUNDS = [
  ..."2026-03-28|2026-03-29|2026-03-30|2026-03-31|2026-03-28T23:00:00Z|2026-03-28T22:59:59.999Z|2026-03-29T22:00:00Z".split(
    "|",
  ),
  ..."2026-03-29T00:30:00+01:00|2026-03-29T12:00|0001-01-01|2025-12-31|9999-12-31|9999-12-31T12:00:00Z|".split("|"),
];

const someFilters = (random: Random, records: readonly Body[]): FilterPart[] => {
  const field = someField(random);
  if (random.chance(0.75)) return [{ field, value: someValue(random, records, field) }];
  const dated = random.one(["signed_in", "signed_out", "create_date", field, random.one(EXTRA)]);
  const bounds = random.one([["startDate"], ["endDate"], ["startDate", "endDate"]] as const);
  return bounds.map((bound) => ({ field: dated, bound, value: random.one(BOUNDS) }));
};

/** A query with the page of its answer that is asked for. */
type Asked = Query & { count: number; page: number };

const asked = (random: Random, query: Query): Asked => ({
  ...query,
  count: random.one([1, 3, 7, 20, 20, 500]),
  page: random.one([1, 1, 1, 2, 3, 40]),
});

const someQuery = (random: Random, records: readonly Body[]): Asked =>
  asked(random, {
    filters: Array.from({ length: random.one([0, 1, 1, 1, 2, 3]) }, () => someFilters(random, records)).flat(),
    sorts: Array.from({ length: random.one([0, 1, 1, 2, 3]) }, (): SortPart => ({
      field: someField(random),
      direction: random.one(["asc", "desc"]),
    })),
  });

/** Words that one visit has some of, typed in any case and with or without their marks. */
const someWords = (random: Random, record: Body): string =>
  [...DOCUMENTED, "k", "email"]
    .filter((field) => textOf(record, field) && random.chance(0.3))
    .map((field) => slice(random, textOf(record, field) ?? "").replaceAll("\u0001", " "))
    .map((text) => text.normalize(random.one(["NFC", "NFD"])).replaceAll(random.one([/\p{M}/gu, /-/g]), ""))
    .join(" ");

/** Short parts of texts that a visit has, so that others have all of them, too. */
const someTextsOf = (random: Random, record: Body): Asked => {
  const fields = [...DOCUMENTED, "k"].filter((field) => textOf(record, field) && random.chance(0.4)).slice(0, 4);
  const filters = fields.map((field) => ({
    field,
    value: Array.from(slice(random, textOf(record, field) ?? ""))
      .slice(0, 2)
      .join(""),
  }));
  const sorts: SortPart[] = random.chance(0.5) ? [] : [{ field: "signed_in", direction: random.one(["asc", "desc"]) }];
  return asked(random, { filters, sorts });
};

const someSearch = (random: Random, records: readonly Body[]): Asked => {
  const query = random.chance(0.5) ? someQuery(random, records) : asked(random, { filters: [], sorts: [] });
  return { ...query, words: someWords(random, random.one(records)) };
};

const queryString = ({ filters, sorts, words }: Query): string => {
  const parts = [
    ...filters.map(({ field, bound, value }) => [`filter[${field}]${bound === undefined ? "" : `[${bound}]`}`, value]),
    ...sorts.map(({ field, direction }) => [`sorting[${field}]`, direction]),
    ...(words === undefined ? [] : [["search", words]]),
  ];
  return parts.map(([name = "", value = ""]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`).join("&");
};

/** Runs `work` on every item, a few at a time. */
const each = async <T>(items: readonly T[], work: (item: T) => Promise<void>): Promise<void> => {
  const queue = items.values();
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const item of queue) await work(item);
    }),
  );
};

const all = async (list: string, query = ""): Promise<Body[]> => {
  const { status, body, text } = await world.get(`/visitors/${list}/${location}?count=10000&page=1&${query}`, {
    as: key,
  });
  assert.equal(status, 200, text);
  return body.visitors;
};

/** Asks the list every query, and compares the ids of one page and the total with the oracle's. */
const compareAll = async (list: string, suffix: string, records: readonly Body[], queries: readonly Asked[]) => {
  await each(queries, async (query) => {
    const { count, page } = query;
    const url = `/visitors/${list}/${location}?count=${count}&page=${page}&${queryString(query)}${suffix}`;
    const { status, body, text } = await world.get(url, { as: key });
    const note = `${decodeURIComponent(url)} (TEST_SEED=${SEED})`;
    assert.equal(status, 200, `${note}: ${text.slice(0, 300)}`);
    const expected = answer(records, query, ZONE);
    assert.equal(body.total, expected.length, `total of ${note}`);
    const ids = expected.slice((page - 1) * count, page * count).map(({ _id }) => _id);
    const shown = body.visitors.map(({ _id }: Body) => _id);
    assert.deepEqual(shown, ids, note);
  });
};

before(async () => {
  world = await makeWorld();
  Object.assign(world.clock, { now: Date.parse("2026-04-02T10:00:00Z"), frozen: true });
  location = await buildLocation(world, { timezone: ZONE, settings: { signout_days: 30 } });
  key = await buildKey(world, [location], { name: "Straße 9" });
  const types: string[] = [];
  for (const name of ["A", "B"])
    types.push((await world.post(`/companies/${location}/visittypes`, { name, screening: name === "A" })).body._id);
  const random = makeRandom(SEED);
  await each(
    Array.from({ length: VISITS }, () => someVisit(random, types)),
    async (body) => {
      const { status, text } = await world.post("/visitors", body, { as: key });
      assert.equal(status, 200, text);
    },
  );
});
after(() => world.close());

describe("filters and sorting of GET /visitors/bycompany/{company_id} (rules 2)", () => {
  it(`200: ${QUERIES} random queries give the oracle's ids and totals (TEST_SEED=${SEED}, ORACLE_QUERIES)`, async () => {
    const records = (await all("bycompany")).map((record) => ({ ...record, agreements: [] }));
    assert.equal(records.length, VISITS);
    const random = makeRandom(SEED + 2);
    const queries = Array.from({ length: QUERIES }, () => someQuery(random, records));
    await compareAll("bycompany", "", records, queries);
  });

  it("200: every single awkward text as filter and every field as sort key, both ways", async () => {
    const records = (await all("bycompany")).map((record) => ({ ...record, agreements: [] }));
    const fields = [...DOCUMENTED, ...EXTRA, ...SERVED, ...NOBODYS];
    const queries = [
      ...fields.flatMap((field) =>
        (["asc", "desc"] as const).map((direction) => ({ filters: [], sorts: [{ field, direction }] })),
      ),
      ...TEXTS.flatMap((value) =>
        ["last_name", "k", "a->b"].map((field) => ({ filters: [{ field, value }], sorts: [] })),
      ),
    ];
    const random = makeRandom(SEED + 1);
    const asking = queries.map((query) => asked(random, query));
    await compareAll("bycompany", "", records, asking);
  });

  it(`200: several texts at once of the same visit, in the order of their dates (TEST_SEED=${SEED})`, async () => {
    const records = (await all("bycompany")).map((record) => ({ ...record, agreements: [] }));
    const random = makeRandom(SEED + 4);
    const queries = Array.from({ length: Math.ceil(QUERIES / 10) }, () => someTextsOf(random, random.one(records)));
    await compareAll("bycompany", "", records, queries);
  });

  it(`200: words that are searched for, alone and beside filters (TEST_SEED=${SEED})`, async () => {
    const records = (await all("bycompany")).map((record) => ({ ...record, agreements: [] }));
    const random = makeRandom(SEED + 5);
    const queries = Array.from({ length: Math.ceil(QUERIES / 10) }, () => someSearch(random, records));
    await compareAll("bycompany", "", records, queries);
  });

  it("200: every page, of several sizes, sorted by the fields that have an index", async () => {
    const records = (await all("bycompany")).map((record) => ({ ...record, agreements: [] }));
    const sizes = [7, 50, 133, VISITS, 500];
    const queries = ["last_name", "company", "recipient", "signed_in"].flatMap((field) =>
      (["asc", "desc"] as const).flatMap((direction) =>
        sizes.flatMap((count) =>
          Array.from({ length: Math.ceil(VISITS / count) + 1 }, (_, n) => ({
            filters: [],
            sorts: [{ field, direction }],
            count,
            page: n + 1,
          })),
        ),
      ),
    );
    await compareAll("bycompany", "", records, queries);
  });

  it("200: no statement of the run failed in the database", () => {
    assert.deepEqual(
      world.log.filter(({ msg }) => msg === "request failed"),
      [],
    );
  });
});

describe("filters and sorting of GET /visitors/signed_current/paged/{company_id} (rules 2)", () => {
  for (const date of ["2026-04-02", "2026-03-29"])
    it(`200: ${Math.ceil(QUERIES / 10)} random queries on ${date} give the oracle's ids and totals (TEST_SEED=${SEED})`, async () => {
      const records = await all("signed_current/paged", `date=${date}`);
      assert.ok(records.length > VISITS / 4, `${records.length} are inside`);
      const random = makeRandom(SEED + 3);
      const queries = Array.from({ length: Math.ceil(QUERIES / 10) }, () => someQuery(random, records));
      await compareAll("signed_current/paged", `&date=${date}`, records, queries);
    });
});
