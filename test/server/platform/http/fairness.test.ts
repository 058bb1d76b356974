import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { poolStateOf } from "../../../../server/platform/db/database.ts";
import { withLogLock } from "../../../support/run/lock.ts";
import { type Answer, buildKey, buildLocation, buildVisit, makeWorld, type World } from "../../../support/world.ts";
import { openReceiver, type Receiver } from "../../resources/webhooks/receiver.ts";

let world: World;
let receiver: Receiver;
let quiet: string;
let greedy: string;
let keys: Record<"quiet" | "greedy", Record<string, string>>;

before(async () => {
  world = await makeWorld();
  receiver = await openReceiver();
  [quiet, greedy] = [await buildLocation(world, { name: "Quiet" }), await buildLocation(world, { name: "Greedy" })];
  keys = { quiet: await buildKey(world, [quiet]), greedy: await buildKey(world, [greedy]) };
});
after(async () => {
  await receiver.close();
  await world.close();
});

/** Half of the eight connections of a process. */
const HALF = 4;

const log = (location: string, query = ""): string => `/visitors/bycompany/${location}?count=10&page=1${query}`;
const signIn = (location: string, as: Record<string, string>): Promise<Answer> =>
  world.post("/visitors", { company_id: location, first_name: "Jo" }, { as });

describe("one location holds at most half of the connections (rules 2)", () => {
  it("200: while writes of one wait for a lock, the other reads and writes as ever", async () => {
    const { _id } = await buildVisit(world, greedy);
    let written: Promise<Answer[]> | undefined;
    await withLogLock(world, greedy, async ({ waited }) => {
      let ended = 0;
      const count = <T>(answer: Promise<T>): Promise<T> => answer.finally(() => (ended += 1));
      written = Promise.all([
        ...Array.from({ length: 10 }, () => count(signIn(greedy, keys.greedy))),
        ...Array.from({ length: 10 }, () =>
          count(world.put(`/visitors/${_id}`, { city: "Ghent" }, { as: keys.greedy })),
        ),
      ]);
      await waited(HALF);
      for (const answer of [
        await world.get(log(quiet), { as: keys.quiet }),
        await signIn(quiet, keys.quiet),
        await world.get("/companiesList"),
      ])
        assert.equal(answer.status, 200, answer.text);
      const { total, idle } = poolStateOf(world.db)();
      assert.deepEqual([total - idle, ended], [HALF, 0], "none of the greedy ones has ended, and they hold no more");
    });
    assert.deepEqual(new Set((await written)?.map(({ status }) => status)), new Set([200]));
  });

  it("404: the id of another location in a path takes nothing from it", async () => {
    const { _id } = await buildVisit(world, quiet);
    let held: Promise<Answer>[] = [];
    await withLogLock(world, greedy, async ({ waited }) => {
      held = Array.from({ length: HALF }, () => signIn(greedy, keys.greedy));
      await waited(HALF);
      const probing = Array.from({ length: 20 }, () => world.get(`/visitors/${_id}`, { as: keys.greedy }));
      assert.equal((await world.get(`/visitors/${_id}`, { as: keys.quiet })).status, 200);
      for (const { status } of await Promise.all(probing)) assert.equal(status, 404);
    });
    for (const { status } of await Promise.all(held)) assert.equal(status, 200);
  });
});

describe("a list ends after three seconds", () => {
  it("503: with Retry-After and what to do; the connection is good for the next, and a read by id is not bound", async () => {
    const { _id } = await buildVisit(world, greedy, { last_name: "Bound" });
    const slow = { sql: "select pg_sleep(60) as slept", parameters: [] };
    await assert.rejects(world.db.rows({ ...slow, msMax: 20 }), { code: "57014" });
    const [row] = await world.db.rows<{ ms: string }>({
      sql: "select current_setting('statement_timeout') as ms",
      parameters: [],
    });
    assert.equal(row?.ms, "8s", "what bound the one statement does not stay");
    const [bound] = await world.db.rows<{ ms: string }>({
      sql: "select current_setting('statement_timeout') as ms",
      parameters: [],
      msMax: 3_000,
    });
    assert.equal(bound?.ms, "3s");
    assert.equal((await world.get(`/visitors/${_id}`)).status, 200);
  });

  it("the log, registered visitors, the paged inside list and the pages of an export are asked so, the whole export is not", async () => {
    const asked: unknown[] = [];
    const { db } = world.context;
    world.context.db = {
      ...db,
      rows: (query) => {
        asked.push(Reflect.get(query, "msMax"));
        return db.rows(query);
      },
    };
    const bounds = async (path: string): Promise<unknown[]> => {
      asked.length = 0;
      assert.equal((await world.get(path)).status, 200, path);
      return [...asked];
    };
    try {
      for (const path of [
        log(greedy),
        log(greedy, "&filter[last_name]=Bound&sorting[city]=asc"),
        `/knownvisitors/bycompany/${greedy}?count=10&page=1`,
        `/visitors/signed_current/paged/${greedy}?count=10&page=1`,
        `/visitors/export/bycompany/${greedy}?count=10&page=1`,
      ])
        assert.ok((await bounds(path)).includes(3_000), path);
      assert.ok(!(await bounds(`/companies/${greedy}/visitors/export`)).includes(3_000));
    } finally {
      world.context.db = db;
    }
  });
});

describe("repetitions of a call that calls out hold no connection (rules 2)", () => {
  it("200 or 503: 30 test calls with one key while the receiver is silent leave the pool to others, and one call is made", async () => {
    await world.post(`/companies/${greedy}/webhooks`, { url: receiver.url });
    const { promise, resolve } = Promise.withResolvers<void>();
    receiver.behave.run = (response) => promise.then(() => response.end());
    const call = (): Promise<Answer> =>
      world.post(`/companies/${greedy}/webhooks/test`, undefined, {
        as: keys.greedy,
        headers: { "idempotency-key": "silent" },
      });
    const all = Promise.all(Array.from({ length: 30 }, call));
    await receiver.calls(1);
    assert.equal((await signIn(quiet, keys.quiet)).status, 200);
    const { total, idle } = poolStateOf(world.db)();
    assert.equal(idle, total, "no connection is in use");
    resolve();
    const answers = await all;
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
    assert.equal(new Set(answers.map(({ body }) => body._id)).size, 1);
    assert.equal(answers.filter(({ headers }) => headers["idempotent-replayed"] === "true").length, 29);
    assert.equal(receiver.got.length, 1);
  });

  it("200: a call out that failed does not use the key up, and one whose process ended is taken over", async () => {
    const path = `/companies/${greedy}/webhooks`;
    const save = (url: string): Promise<Answer> =>
      world.put(path, { url }, { as: keys.greedy, headers: { "idempotency-key": "looked-up" } });
    assert.equal((await save("http://10.0.0.1/")).status, 400);
    assert.equal((await save(receiver.url)).status, 200);
    assert.equal((await save(receiver.url)).headers["idempotent-replayed"], "true");
    // As a process that was killed during the call leaves it.
    await world.db.pool.query(
      "update idempotency set claimed_until = now() + interval '300 milliseconds', subject_id = null where subject_id = (select _id from webhooks where company_id = $1)",
      [greedy],
    );
    const again = await save(receiver.url);
    assert.deepEqual([again.status, again.headers["idempotent-replayed"]], [200, undefined]);
  });
});
