import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";
import { setImmediate as turn } from "node:timers/promises";

import { linkChangeNotifier } from "../../../../server/platform/events/change-link.ts";
import {
  makeChangeNotifier,
  withChangeNotifications,
  type NotifierEnds,
} from "../../../../server/platform/events/change-notifier.ts";
import { until } from "../../../support/run/process.ts";
import { testServer } from "../../../support/database/server.ts";
import { buildLocation, buildVisit, makeWorld, type World } from "../../../support/world.ts";

let world: World;
let location: string;
before(async () => {
  world = await makeWorld();
  location = await buildLocation(world);
  await turn();
});
after(() => world.close());

/** The locations of which a notifier tells, from now on. */
const listen = (notifier: NotifierEnds): string[] => {
  const told: string[] = [];
  notifier.on((changed) => told.push(changed));
  return told;
};

const write = { name: "write-for-wake", text: "select $1::text as location" };

describe("the notifier of the readers of the log", () => {
  it("a change is told once it has committed, to every reader of the log", async () => {
    const seen = new Promise<unknown[]>((resolve) => {
      const off = world.wake.on(async (changed) => {
        off();
        resolve((await world.db.pool.query("select act from log where company_id = $1", [changed])).rows);
      });
    });
    await buildVisit(world, location);
    assert.deepEqual(await seen, [{ act: "visit.start" }]);
  });

  it("a call with an Idempotency-Key is told after its transaction, and a read not at all", async () => {
    await turn();
    const told = listen(world.wake);
    await world.get(`/visitors/signed_current/${location}`);
    await turn();
    assert.deepEqual(told, []);
    await world.post("/visitors", { company_id: location }, { headers: { "idempotency-key": "wake" } });
    await turn();
    assert.deepEqual(told, [location]);
  });

  it("a transaction tells nothing before its commit, each location once after it, and nothing when it is rolled back", async () => {
    const notifier = makeChangeNotifier();
    const told = listen(notifier);
    const db = withChangeNotifications(world.db, notifier);
    const both = async (end: () => void): Promise<void> =>
      db.transaction(async (outer) => {
        await outer.named({ ...write, logLocation: "a" }, ["a"]);
        await outer.transaction((inner) => inner.rows({ sql: write.text, parameters: ["b"], logLocation: "b" }));
        await outer.named({ ...write, logLocation: "a" }, ["a"]);
        await turn();
        assert.deepEqual(told, []);
        end();
      });
    await assert.rejects(both(() => assert.fail("rolled back")));
    await turn();
    assert.deepEqual(told, []);
    await both(() => undefined);
    await turn();
    assert.deepEqual(told, ["a", "b"]);
  });

  it("a statement that fails tells nothing", async () => {
    const notifier = makeChangeNotifier();
    const told = listen(notifier);
    const fail = { name: "fail-for-wake", text: "select 1 / length($1::text)" };
    await assert.rejects(withChangeNotifications(world.db, notifier).named({ ...fail, logLocation: "a" }, [""]));
    await turn();
    assert.deepEqual(told, []);
  });

  it("many changes in one turn of the event loop are one call, and a listener that left is not called", async () => {
    const notifier = makeChangeNotifier();
    const told = listen(notifier);
    notifier.on(() => assert.fail("it left"))();
    for (let n = 0; n < 50; n += 1) notifier.changed("a");
    await turn();
    assert.deepEqual(told, ["a"]);
  });
});

describe("the notifier between processes", () => {
  const APPLICATION =
    "select pid from pg_stat_activity where datname = current_database() and application_name = 'foyer changes'";
  const linked = async (): Promise<{ notifiers: [NotifierEnds, NotifierEnds]; unlink: () => Promise<unknown> }> => {
    const connection = { ...(await testServer()), database: world.database };
    const notifiers: [NotifierEnds, NotifierEnds] = [makeChangeNotifier(), makeChangeNotifier()];
    const stops = notifiers.map((notifier) => linkChangeNotifier(notifier, connection, { warn: () => undefined }));
    await listening(2);
    return { notifiers, unlink: () => Promise.all(stops.map((stop) => stop())) };
  };
  const listening = (links: number, but: number[] = []) =>
    until("links", async () => {
      const { rows } = await world.db.pool.query(`${APPLICATION} and query ~ 'listen|pg_notify' and state = 'idle'`);
      return rows.filter(({ pid }) => !but.includes(pid)).length === links ? true : undefined;
    });

  it("what changes in one is told in the other, by id alone, and not told back", async () => {
    const { notifiers, unlink } = await linked();
    const [own, other] = [listen(notifiers[0]), listen(notifiers[1])];
    const ids = Array.from({ length: 700 }, (_, n) => String(n).padStart(24, "0"));
    for (const id of ids) notifiers[0].changed(id);
    await until("all", async () => (other.length >= 700 ? true : undefined));
    assert.deepEqual(other.toSorted(), ids);
    notifiers[1].changed("back");
    await until("the answer", async () => (own.includes("back") ? true : undefined));
    assert.deepEqual(own.toSorted(), [...ids, "back"]);
    assert.equal(other.length, 701);
    await unlink();
  });

  it("a connection that is cut is made again, and stopping ends it", async () => {
    const { notifiers, unlink } = await linked();
    const cut = (await world.db.pool.query(`select pid, pg_terminate_backend(pid) from (${APPLICATION}) as a`)).rows;
    await listening(
      2,
      cut.map(({ pid }) => pid),
    );
    const told = new Promise((resolve) => notifiers[1].on(resolve));
    notifiers[0].changed(location);
    assert.equal(await told, location);
    await unlink();
    assert.equal((await world.db.pool.query(APPLICATION)).rows.length, 0);
  });
});
