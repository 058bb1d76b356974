import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { foldForSearch } from "../../../../shared/text/folding.ts";
import { LENGTHS } from "../../../../shared/lengths.ts";
import { makeRandom, type Random, seedOf } from "../../../support/run/random.ts";
import { timesOf } from "../../../support/run/size.ts";
import { type Body, buildKey, buildLocation, makeWorld, type World } from "../../../support/world.ts";

const SEED = seedOf();
const TIMES = timesOf("DERIVED_VISITS", 150);
const SEPARATOR = "\u0001";
/** The fields whose texts a word is looked for in, in their order. */
const SEARCHED =
  "first_name|last_name|company|email|phone|address|zip_code|city|recipient|recipient_mail|language_id".split("|");

let world: World;
let location: string;
let key: Record<string, string>;
let type: string;

before(async () => {
  world = await makeWorld();
  location = await buildLocation(world, { settings: { signout_days: 30 } });
  key = await buildKey(world, [location], { name: "Straße" });
  type = (await world.post(`/companies/${location}/visittypes`, { name: "S", screening: true })).body._id;
});
after(() => world.close());

const TEXTS = [..."É|ß|ΟΔΟΣ|İ|%_|🎉|\"|a\nb|O'Neil|Jo|".split("|"), "x".repeat(300), "  "];
const VALUES: readonly unknown[] = [
  ...TEXTS,
  0,
  -1.5,
  1e6,
  true,
  false,
  null,
  [],
  {},
  [1, ["É"]],
  { b: 1, a: { c: "Σ" } },
];
const NAMES = ["k", "a->b", "", "$ne", "ключ", "doc", "search", "rev", "constructor", "agreements_", "É"];
const IMAGE = Buffer.from("canary-image").toString("base64");

const someBody = (random: Random): Record<string, unknown> => {
  const body: Record<string, unknown> = {};
  for (const field of ["first_name", "last_name", "company", "city", "recipient", "language_id"])
    if (random.chance(0.5)) body[field] = random.one(TEXTS);
  if (random.chance(0.5)) body["phone"] = random.one(TEXTS).slice(0, LENGTHS.phone);
  for (const name of NAMES) if (random.chance(0.25)) body[name] = random.one(VALUES);
  if (random.chance(0.3)) body["email"] = random.one(["Jo@Example.org", "é@example.org", ""]);
  if (random.chance(0.3)) body["visit_type"] = type;
  if (random.chance(0.3)) body["safe"] = random.chance(0.5);
  if (random.chance(0.3)) body["photo"] = IMAGE;
  if (random.chance(0.2)) body["signature"] = IMAGE;
  return body;
};

type Row = { _id: string; doc: string; search: string; remade: boolean; extra: Record<string, unknown>; whole: string };

const rows = async (): Promise<Row[]> =>
  (
    await world.db.pool.query<Row>(
      `select _id, doc, visit_search(v) as search, extra, v::text as whole, doc = visit_doc(v) as remade
       from visits v where company_id = $1`,
      [location],
    )
  ).rows;

const textOf = async (value: unknown): Promise<string> =>
  (await world.db.pool.query("select json_text($1::jsonb) as text", [JSON.stringify(value)])).rows[0].text;

/** The texts that words are looked for in; an empty one can't be searched for. */
const textsIn = (search: string): Set<string> => new Set(search.split(SEPARATOR).filter((text) => text !== ""));

/** The search text of a record as the interface answers it. */
const searchOf = async (record: Body, extra: Record<string, unknown>): Promise<Set<string>> => {
  const parts = SEARCHED.filter((field) => record[field] !== undefined).map((field) => record[field]);
  for (const value of Object.values(extra)) if (value !== null) parts.push(await textOf(value));
  return textsIn(foldForSearch(parts.join(SEPARATOR)));
};

const check = async (): Promise<void> => {
  for (const row of await rows()) {
    assert.ok(row.remade, `${row._id} is not what it derives from`);
    const { status, body } = await world.get(`/visitors/${row._id}`, { as: key });
    assert.equal(status, 200);
    const { agreements, photo: _photo, signature: _signature, ...listed } = body;
    assert.deepEqual(JSON.parse(row.doc), listed);
    assert.deepEqual(agreements, []);
    for (const [name, value] of Object.entries(row.extra)) assert.deepEqual(listed[name], value);
    assert.deepEqual(textsIn(row.search), await searchOf(listed, row.extra));
    assert.ok(!row.whole.includes(IMAGE) && !("photo" in row.extra) && !("signature" in row.extra));
  }
};

describe("what derives from a visit equals what it derives from", () => {
  it(`after ${TIMES} random starts (TEST_SEED=${SEED})`, async () => {
    const random = makeRandom(SEED);
    for (let n = 0; n < TIMES; n++) {
      const { status, text } = await world.post(
        "/visitors",
        { company_id: location, ...someBody(random) },
        { as: key },
      );
      assert.equal(status, 200, text);
    }
    await check();
  });

  it(`after as many random changes, sign-outs, decisions and marks (TEST_SEED=${SEED})`, async () => {
    const random = makeRandom(SEED + 1);
    const ids = (await rows()).map(({ _id }) => _id).toSorted();
    const some = () => random.one(ids);
    for (let n = 0; n < TIMES; n++) {
      const nulls = Object.fromEntries(
        [...NAMES, "city", "photo"].filter(() => random.chance(0.1)).map((k) => [k, null]),
      );
      await world.put(`/visitors/${some()}`, { ...someBody(random), ...nulls }, { as: key });
      if (random.chance(0.2)) await world.post(`/visitors/${some()}/signout`, undefined, { as: key });
      if (random.chance(0.2)) await world.post(`/visitors/${some()}/approve`, undefined, { as: key });
      if (random.chance(0.2))
        await world.post(`/companies/${location}/visitors/safe`, { ids: [some(), some()] }, { as: key });
    }
    await check();
  });

  it("a change that bypasses the service is derived too: no writer can forget", async () => {
    const [row] = await rows();
    await world.db.pool.query("update visits set last_name = 'Ümlaut', doc = '{}' where _id = $1", [row?._id]);
    await check();
    const { body } = await world.get(`/visitors/bycompany/${location}?count=5&page=1&filter[last_name]=ümlaut`, {
      as: key,
    });
    assert.equal(body.total, 1);
  });
});

describe("what the lists carry (interface 4.2, rules 4)", () => {
  it("200: agreements are part of the two inside lists alone; photo and signature in neither", async () => {
    const log = await world.get(`/visitors/bycompany/${location}?count=10000&page=1`, { as: key });
    const plain = await world.get(`/visitors/signed_current/${location}`, { as: key });
    const paged = await world.get(`/visitors/signed_current/paged/${location}?count=10000&page=1`, { as: key });
    assert.ok(log.body.visitors.length > 0 && plain.body.length > 0);
    for (const visit of log.body.visitors) assert.ok(!("agreements" in visit));
    for (const visit of [...plain.body, ...paged.body.visitors]) assert.deepEqual(visit.agreements, []);
    for (const { text } of [log, plain, paged])
      for (const hidden of ['"photo":', '"signature":', IMAGE]) assert.ok(!text.includes(hidden), hidden);
  });

  it("200: an item of a list is the record itself without what is left out", async () => {
    const { body } = await world.get(`/visitors/bycompany/${location}?count=20&page=1`, { as: key });
    for (const visit of body.visitors) {
      const {
        agreements: _,
        photo: _photo,
        signature: _signature,
        ...record
      } = (await world.get(`/visitors/${visit._id}`)).body;
      assert.deepEqual(visit, record);
    }
  });

  it("400 and nothing: photo and signature are neither searched nor stored as extra keys", async () => {
    for (const field of ["photo", "signature"]) {
      const { body } = await world.get(
        `/visitors/bycompany/${location}?count=1&page=1&filter[${field}]=${IMAGE.slice(0, 5)}`,
      );
      assert.equal(body.total, 0);
    }
  });
});
