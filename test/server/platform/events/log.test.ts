import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import type { Client } from "pg";

import type { RequestContext } from "../../../../server/platform/http/request-context.ts";
import { newId } from "../../../../server/platform/lib/record/ids.ts";
import { changeVisit } from "../../../../server/resources/visits/change.ts";
import { connectTo, withLogLock } from "../../../support/run/lock.ts";
import { makeRandom, type Random, seedOf } from "../../../support/run/random.ts";
import { timesOf } from "../../../support/run/size.ts";
import {
  type Answer,
  type Body,
  buildKey,
  buildLocation,
  buildVisit,
  makeWorld,
  type World,
} from "../../../support/world.ts";

const SEED = seedOf();
const WRITERS = 16;
const ACTS = timesOf("LOG_ACTS", 40);
const VISITS = 24;

/** Two services on one database, as two processes would be. */
let worlds: World[];
let location: string;
let key: Record<string, string>;
let ids: string[];

before(async () => {
  const first = await makeWorld();
  worlds = [first, await makeWorld({ database: first.database })];
  location = await buildLocation(first);
  key = await buildKey(first, [location]);
  ids = await Promise.all(Array.from({ length: VISITS }, async () => (await buildVisit(first, location))._id));
});
after(async () => {
  for (const world of worlds.toReversed()) await world.close();
});

const rolledBack = new Error("rolled back on purpose");

/** A change that has written its visit and its entry when the transaction is given up. */
const giveUp = async ({ context, db }: World, id: string, text: string): Promise<void> => {
  const principal = { kind: "user", _id: newId(), name: "Nobody", role: "global_admin", locations: "all" } as const;
  const sent = { body: { city: text }, removed: new Set<string>() };
  await db
    .transaction(async (inner) => {
      const ctx: RequestContext = { context, db: inner, principal, now: Date.now(), requestId: "rolled-back" };
      await changeVisit(ctx, location, id, sent);
      throw rolledBack;
    })
    .catch((error: unknown) => assert.equal(error, rolledBack));
};

/** One random act of a writer; `undefined` for those that are rolled back. */
const ctx = async (world: World, random: Random, note: string): Promise<Answer | undefined> => {
  const id = random.one(ids);
  const headers = random.chance(0.3) ? { "idempotency-key": note } : {};
  const options = { as: key, headers };
  const several = Array.from({ length: random.whole(2, 12) }, () => random.one(ids));
  switch (random.whole(0, 6)) {
    case 0:
      return world.post("/visitors", { company_id: location, first_name: note }, options);
    case 1:
    case 2:
      return world.put(`/visitors/${id}`, { city: note }, options);
    case 3:
      return world.post(`/visitors/${id}/signout`, undefined, options);
    case 4:
      return world.post(`/companies/${location}/visitors/safe`, { ids: several, safe: random.chance(0.5) }, options);
    case 5:
      // The same key for another request is refused, in a transaction of its own.
      return world.put(`/visitors/${id}`, { city: note }, { as: key, headers: { "idempotency-key": "shared" } });
    default:
      await giveUp(world, id, note);
  }
};

const write = async (n: number): Promise<void> => {
  const random = makeRandom(SEED + n);
  const world = worlds[n % worlds.length] ?? assert.fail();
  for (let step = 0; step < ACTS; step++) {
    const answer = await ctx(world, random, `w${n}-${step}`);
    assert.ok(answer === undefined || answer.status === 200 || answer.status === 400, answer?.text);
  }
};

/** Reads behind a cursor, as webhook delivery and the live stream do, for as long as `busy` says. */
const follow = async (reader: Client, from: number, busy: () => boolean): Promise<number[]> => {
  const seen: number[] = [];
  let last = from;
  let polls = 0;
  for (let again = true; again; polls++) {
    // Whether to stop is decided before the last look, which then sees everything.
    again = busy();
    const { rows } = await reader.query<{ seq: string }>(
      "select seq from log where company_id = $1 and seq > $2 order by seq",
      [location, last],
    );
    seen.push(...rows.map(({ seq }) => Number(seq)));
    last = seen.at(-1) ?? last;
  }
  assert.ok(polls > 20, `only ${polls} looks`);
  return seen;
};

const first = (): World => worlds[0] ?? assert.fail("no service");

const stored = async (reader: Client): Promise<{ seq: number; event: string | null; request_id: string }[]> => {
  const { rows } = await reader.query("select * from log where company_id = $1 order by seq", [location]);
  return rows.map((row) => ({ ...row, seq: Number(row.seq) }));
};

describe("the log: one entry per change, in commit order per location", () => {
  it(`a reader of seq > last misses nothing of ${WRITERS} writers in two processes; no deadlock (TEST_SEED=${SEED})`, async () => {
    const reader = await connectTo(first());
    const before = (await stored(reader)).at(-1)?.seq ?? 0;
    let busy = true;
    const writing = Promise.all(Array.from({ length: WRITERS }, (_, n) => write(n))).finally(() => (busy = false));
    const [seen] = await Promise.all([follow(reader, before, () => busy), writing]);
    const entries = (await stored(reader)).filter(({ seq }) => seq > before);
    await reader.end();
    assert.ok(entries.length > WRITERS * ACTS * 0.4, `${entries.length} entries`);
    const missed = entries.filter(({ seq }) => !seen.includes(seq));
    assert.equal(missed.length, 0, `missed ${missed.length} of ${entries.length}`);
    assert.deepEqual(
      seen,
      entries.map(({ seq }) => seq),
    );
    assert.ok(entries.every(({ request_id }) => request_id !== "rolled-back"));
    for (const world of worlds)
      assert.deepEqual(
        world.log.filter(({ msg }) => msg === "request failed"),
        [],
      );
  });

  it("what the log says happened is what happened: one start per visit, one sign-out per closed visit", async () => {
    const reader = await connectTo(first());
    const entries = await stored(reader);
    const { rows } = await reader.query<{ signed_out: Date | null }>(
      "select signed_out from visits where company_id = $1",
      [location],
    );
    await reader.end();
    const named = (event: string) => entries.filter((entry) => entry.event === event).length;
    assert.equal(named("visitor_signed_in"), rows.length);
    assert.equal(named("visitor_signed_out"), rows.filter(({ signed_out }) => signed_out !== null).length);
  });

  it("a location does not wait for another: a held lock stops the writes of its own location only", async () => {
    const other = await buildLocation(first());
    let waiting: Promise<Body> | undefined;
    await withLogLock(first(), location, async ({ waited }) => {
      waiting = buildVisit(first(), location);
      await waited();
      assert.equal((await buildVisit(first(), other)).company_id, other);
    });
    assert.equal((await waiting)?.company_id, location);
  });

  it("the number is drawn under the lock, so no later one can be seen before it", async () => {
    let waiting: Promise<Body> | undefined;
    await withLogLock(first(), location, async ({ client, waited }) => {
      const drawn = async () => (await client.query("select last_value from log_seq")).rows[0].last_value;
      const before = await drawn();
      waiting = buildVisit(first(), location);
      await waited();
      assert.equal(await drawn(), before);
    });
    await waiting;
  });

  it("a bulk change holds all its rows before it asks for the lock, so it can't deadlock with a single one", async () => {
    const visits = await Promise.all(Array.from({ length: 12 }, async () => (await buildVisit(first(), location))._id));
    let waiting: Promise<Answer> | undefined;
    await withLogLock(first(), location, async ({ client, waited }) => {
      waiting = first().post(`/companies/${location}/visitors/safe`, { ids: visits }, { as: key });
      await waited();
      const free = "select _id from visits where company_id = $1 and _id = any ($2) for update skip locked";
      assert.deepEqual((await client.query(free, [location, visits])).rows, []);
    });
    assert.equal((await waiting)?.status, 200);
  });
});
