import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { GENESIS, hashOf, sealAll, sealingKey } from "../../../../server/resources/audit/seals.ts";
import { isSealKept, type Verdict, verifyLocation, verifyPart } from "../../../../server/resources/audit/verify.ts";
import type { Db } from "../../../../server/platform/db/database.ts";
import { SERVICE_LOCATION } from "../../../../server/platform/lib/record/ids.ts";
import { type Random, makeRandom, seedOf } from "../../../support/run/random.ts";
import { timesOf } from "../../../support/run/size.ts";
import { type Body, buildLocation, buildVisit, makeWorld, type World } from "../../../support/world.ts";

const SEED = seedOf();
const TIMES = timesOf("AUDIT_FORGERIES", 100);
const ROUNDS = 6;

let world: World;
let key: Buffer;
/** Two locations whose entries are interleaved, so that each has holes in its numbers. */
let location: string;
let other: string;
let erased: string;
let entries: Body[];

const rows = async (db: Db, text: string, values: unknown[] = []): Promise<Body[]> =>
  db.rows<Body>({ sql: text, parameters: values });

/** Visits in both locations that are started, changed and signed out, sealed after each round. */
const fill = async (): Promise<void> => {
  for (let round = 0; round < ROUNDS; round++) {
    for (const place of [location, other, location]) {
      const { _id } = await buildVisit(world, place, { photo: Buffer.from(`photo ${round}`).toString("base64") });
      await world.put(`/visitors/${_id}`, { city: `city ${round}` });
      await world.post(`/visitors/${_id}/signout`);
    }
    if (round === 1) {
      erased = (await buildVisit(world, location, { last_name: "Erased" }))._id;
      await world.remove(`/visitors/${erased}`);
    }
    await sealAll(world.context);
  }
};

before(async () => {
  world = await makeWorld();
  key = sealingKey(world.context.secretKey);
  location = await buildLocation(world);
  other = await buildLocation(world);
  await fill();
  entries = await rows(world.db, "select * from log where company_id = $1 order by seq", [location]);
});
after(() => world.close());

const givenUp = new Error("given up on purpose");

/** What verifying finds after a write into the database; all of it is undone. */
const verdictAfter = async (forge: (db: Db) => Promise<unknown>): Promise<Verdict> => {
  let verdict: Verdict | undefined;
  await world.db
    .transaction(async (db) => {
      await forge(db);
      verdict = await verifyLocation(db, key, location);
      throw givenUp;
    })
    .catch((error: unknown) => assert.equal(error, givenUp));
  return verdict ?? assert.fail();
};

/** A way to change what was written: what it is called, and the entry it is about. */
type Forgery = { name: string; seq: number; forge: (db: Db) => Promise<unknown> };

const COLUMNS: Record<string, string> = {
  at: "at + interval '1 millisecond'",
  act: "act || 'x'",
  event: "case when event is null then 'visitor_updated' end",
  subject: "'host'",
  subject_id: "overlay(subject_id placing '0' from 24)||'1'",
  ids: "coalesce(ids, '{}') || '{\"visitorId\": \"0\"}'",
  actor_kind: "'api_key'",
  actor_id: "reverse(actor_id)",
  request_id: "null",
  digest: "sha256(coalesce(digest, 'x'))",
};

const onEntry = (random: Random): Forgery => {
  const { seq } = random.one(entries);
  const column = random.one(Object.keys(COLUMNS));
  const text = `update log set ${column} = ${COLUMNS[column]} where company_id = $1 and seq = $2`;
  return { name: `edit ${column}`, seq, forge: (db) => rows(db, text, [location, seq]) };
};

const removal = (random: Random): Forgery => {
  const { seq } = random.one(entries);
  const forge = async (db: Db) => {
    await rows(db, "delete from log where company_id = $1 and seq = $2", [location, seq]);
    if (random.chance(0.5))
      await rows(db, "delete from log_bodies where company_id = $1 and seq = $2", [location, seq]);
  };
  return { name: "remove an entry", seq, forge };
};

/** A number that is not used by this location, below the newest. */
const hole = (random: Random): number => {
  const used = new Set(entries.map(({ seq }) => seq));
  for (;;) {
    const seq = random.whole(1, entries.at(-1)?.seq ?? 1);
    if (!used.has(seq)) return seq;
  }
};

const insertion = (random: Random): Forgery => {
  const seq = hole(random);
  const text = `insert into log select company_id, $2, at, act, event, subject, subject_id, ids, actor_kind, actor_id, request_id, null
    from log where company_id = $1 and seq = $3`;
  return { name: "insert an entry", seq, forge: (db) => rows(db, text, [location, seq, random.one(entries).seq]) };
};

const swap = (random: Random): Forgery => {
  const first = random.whole(0, entries.length - 2);
  const [a, b] = [entries[first]?.seq, entries[random.whole(first + 1, entries.length - 1)]?.seq];
  const forge = async (db: Db) => {
    for (const table of ["log", "log_bodies"])
      for (const [from, to] of [
        [a, -1],
        [b, a],
        [-1, b],
      ])
        await rows(db, `update ${table} set seq = $3 where company_id = $1 and seq = $2`, [location, from, to]);
  };
  return { name: "swap two entries", seq: a, forge };
};

const move = (random: Random): Forgery => {
  const { seq } = random.one(entries);
  const free = random.chance(0.5) ? hole(random) : (entries.at(-1)?.seq ?? 0) + 1_000_000;
  const forge = async (db: Db) => {
    for (const table of ["log", "log_bodies"])
      await rows(db, `update ${table} set seq = $3 where company_id = $1 and seq = $2`, [location, seq, free]);
  };
  return { name: "move an entry", seq, forge };
};

const BODY_EDITS: Record<string, string> = {
  "edit a body": "update log_bodies set body = replace(body, 'city', 'town') || ' ' where company_id = $1 and seq = $2",
  "edit a salt": "update log_bodies set salt = sha256(salt) where company_id = $1 and seq = $2",
  "hide a body from erasure":
    "update log_bodies set subject_id = reverse(subject_id) where company_id = $1 and seq = $2",
  "remove a body": "delete from log_bodies where company_id = $1 and seq = $2",
  "edit a body and its digest": `with b as (update log_bodies set body = '{"after":{}}' where company_id = $1 and seq = $2 returning *)
    update log l set digest = sha256(b.salt || convert_to(b.body, 'UTF8')) from b where l.company_id = b.company_id and l.seq = b.seq`,
};

const onBody = (random: Random): Forgery => {
  const { seq } = random.one(entries.filter(({ digest, subject_id }) => digest !== null && subject_id !== erased));
  const [name, text] = random.one(Object.entries(BODY_EDITS));
  return { name, seq, forge: (db) => rows(db, text, [location, seq]) };
};

const strayBody = (random: Random): Forgery => {
  const seq = hole(random);
  const text = "insert into log_bodies values ($1, $2, $3, 'x', '{}')";
  return { name: "insert a body", seq, forge: (db) => rows(db, text, [location, seq, location]) };
};

const FORGERIES = [onEntry, onEntry, onEntry, removal, insertion, swap, move, onBody, onBody, strayBody];

describe("the seals of the audit log", () => {
  it("an untouched log verifies, with everything counted", async () => {
    for (const place of [location, other, SERVICE_LOCATION]) {
      const verdict = await verifyLocation(world.db, key, place);
      assert.deepEqual(verdict.findings, [], place);
      assert.equal(verdict.unsealed, 0);
      assert.ok(verdict.seals > 0 && verdict.entries > 0 && verdict.bodies > 0);
    }
  });

  it(`${TIMES} random edits, removals, insertions and moves: each is found, and its place named (TEST_SEED=${SEED})`, async () => {
    const random = makeRandom(SEED);
    for (let n = 0; n < TIMES; n++) {
      const { name, seq, forge } = random.one(FORGERIES)(random);
      const { findings } = await verdictAfter(forge);
      assert.ok(findings.length > 0, `${n}: ${name} of ${seq} was not found`);
      assert.ok(
        findings.some(({ from, to }) => from <= seq && seq <= to),
        `${n}: ${name} of ${seq} was found elsewhere: ${JSON.stringify(findings)}`,
      );
    }
  });

  it("each column of an entry is under seal, in every entry", async () => {
    for (const [column, value] of Object.entries(COLUMNS)) {
      const { findings } = await verdictAfter((db) =>
        rows(db, `update log set ${column} = ${value} where company_id = $1`, [location]),
      );
      assert.ok(findings.length >= ROUNDS, `${column}: ${findings.length}`);
    }
    const { rows: columns } = await world.db.pool.query(
      "select column_name from information_schema.columns where table_name = 'log' and column_name not in ('company_id', 'seq')",
    );
    assert.deepEqual(columns.map(({ column_name }) => String(column_name)).toSorted(), Object.keys(COLUMNS).toSorted());
  });

  for (const [name, text] of [
    ["its hash", "update seals set hash = sha256(hash) where company_id = $1 and from_seq = $2"],
    ["its time", "update seals set at = at + interval '1 hour' where company_id = $1 and from_seq = $2"],
    ["its link", "update seals set prev = sha256(prev) where company_id = $1 and from_seq = $2"],
    ["its end", "update seals set to_seq = to_seq - 1 where company_id = $1 and from_seq = $2"],
    ["its key", "update seals set key_id = 'x' where company_id = $1 and from_seq = $2"],
    ["all of it", "delete from seals where company_id = $1 and from_seq = $2"],
  ] as const)
    it(`a seal that lost or changed ${name} is found, anywhere in the chain but at its end`, async () => {
      const seals = await rows(world.db, "select from_seq from seals where company_id = $1 order by 1", [location]);
      for (const { from_seq } of seals.slice(0, -1))
        assert.notDeepEqual((await verdictAfter((db) => rows(db, text, [location, from_seq]))).findings, []);
    });

  it("cut off at the end, with its seals: the seal in the service log is missing", async () => {
    const sealed = world.log.filter((line) => line["msg"] === "audit log sealed" && line["location"] === location);
    assert.equal(sealed.length, ROUNDS);
    const newest = String(sealed.at(-1)?.["seal"]);
    assert.equal(await isSealKept(world.db, newest), true);
    await world.db
      .transaction(async (db) => {
        const [{ from_seq }] = await rows(db, "select max(from_seq) as from_seq from seals where company_id = $1", [
          location,
        ]);
        for (const text of ["log where seq", "log_bodies where seq", "seals where from_seq"])
          await rows(db, `delete from ${text} >= $2 and company_id = $1`, [location, from_seq]);
        assert.deepEqual((await verifyLocation(db, key, location)).findings, []);
        assert.equal(await isSealKept(db, newest), false);
        throw givenUp;
      })
      .catch((error: unknown) => assert.equal(error, givenUp));
  });

  it("forged and sealed anew without the key: found, as is everything under another key", async () => {
    const forged = await verdictAfter(async (db) => {
      await rows(db, "delete from seals where company_id = $1", [location]);
      await rows(db, "update log set actor_id = reverse(actor_id) where company_id = $1", [location]);
      const guess = { ...world.context, db, secretKey: "a key that the forger made up, of 32 letters" };
      await sealAll(guess);
    });
    assert.ok(forged.findings.length > 0);
    const { findings } = await verifyLocation(world.db, sealingKey("another key, of 32 letters or more"), location);
    assert.ok(findings.every(({ what }) => what.includes("different SECRET_KEY")));
  });

  it("a seal covers the seal before it: none fits after another one", async () => {
    const span = {
      company_id: location,
      from_seq: 1,
      to_seq: 2,
      entries: 0,
      prev: GENESIS,
      at: "2026-01-01T00:00:00.000Z",
    };
    const first = hashOf(key, span, []);
    assert.notDeepEqual(hashOf(key, { ...span, prev: first }, []), first);
    assert.deepEqual(hashOf(key, span, []), first);
  });

  it("an erased visit leaves the chain whole; its bodies can't be missing without the log saying who erased it", async () => {
    assert.equal((await rows(world.db, "select 1 from log_bodies where subject_id = $1", [erased])).length, 1);
    assert.deepEqual((await verifyLocation(world.db, key, location)).findings, []);
    const { subject_id, seq } =
      entries.find(({ digest, subject_id: id }) => digest !== null && id !== erased) ?? assert.fail();
    const { findings } = await verdictAfter(async (db) => {
      await rows(db, "delete from log_bodies where company_id = $1 and subject_id = $2", [location, subject_id]);
      await rows(db, "insert into erasures values ($1, 'visit', $2, now())", [location, subject_id]);
    });
    assert.equal(findings[0]?.from, seq);
  });

  it("two processes that seal at the same time make one chain; entries that come meanwhile are sealed once", async () => {
    const second = await makeWorld({ database: world.database });
    for (let round = 0; round < 5; round++)
      await Promise.all([
        ...Array.from({ length: 6 }, () => buildVisit(world, location)),
        sealAll(world.context),
        sealAll(second.context),
      ]);
    await sealAll(world.context);
    await second.close();
    const verdict = await verifyLocation(world.db, key, location);
    assert.deepEqual([verdict.findings, verdict.unsealed], [[], 0]);
  });
});

/** The log of the location part by part, as a page does. */
const inParts = async (db: Db, seals: number): Promise<Verdict> => {
  const whole: Verdict = { entries: 0, bodies: 0, seals: 0, unsealed: 0, findings: [] };
  for (let after: number | undefined = 0; after !== undefined;) {
    const { next, findings, ...counts } = await verifyPart(db, key, location, { after, seals });
    for (const name of ["entries", "bodies", "seals", "unsealed"] as const) whole[name] += counts[name];
    whole.findings.push(...findings);
    after = next;
  }
  return whole;
};

describe("GET /companies/{company_id}/audit/seals", () => {
  it("200: part by part it finds what the whole check finds, in a log that is intact and in one that is not", async () => {
    assert.deepEqual(await inParts(world.db, 2), await verifyLocation(world.db, key, location));
    const random = makeRandom(SEED);
    const { forge } = removal(random);
    const found = await world.db
      .transaction(async (db) => {
        await forge(db);
        const [parts, whole] = [await inParts(db, 1), await verifyLocation(db, key, location)];
        assert.ok(parts.findings.length > 0);
        assert.deepEqual(
          parts.findings.filter(({ what }) => !what.includes("belong to any entry")),
          whole.findings.filter(({ what }) => !what.includes("belong to any entry")),
        );
        throw givenUp;
      })
      .catch((error: unknown) => error);
    assert.equal(found, givenUp);
  });

  it("200: says since when the log is sealed; 200: and where it is not as it was written, once an attacker wrote there", async () => {
    const intact = await world.get(`/companies/${other}/audit/seals`);
    assert.deepEqual([intact.status, intact.body.findings, intact.body.next], [200, [], undefined]);
    assert.ok(intact.body.entries > 10 && intact.body.sealed_since <= intact.body.sealed_until);
    const [entry] = await rows(world.db, "select seq, at from log where company_id = $1 order by seq limit 1", [other]);
    await rows(world.db, "update log set actor_id = reverse(actor_id) where company_id = $1 and seq = $2", [
      other,
      entry.seq,
    ]);
    const { body } = await world.get(`/companies/${other}/audit/seals`);
    assert.equal(body.findings.length, 1);
    assert.ok(body.findings[0].from <= entry.seq && entry.seq <= body.findings[0].to);
    assert.equal(body.findings[0].at, entry.at);
  });

  it("400: `after` that is not a number (interface 1)", async () => {
    const { status, body } = await world.get(`/companies/${other}/audit/seals?after=x`);
    assert.deepEqual([status, /"after"/.test(body.message)], [400, true]);
  });
});
