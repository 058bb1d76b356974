import assert from "node:assert/strict";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { setTimeout as delay } from "node:timers/promises";

import { queueNotifications } from "../../../../server/jobs/notifications/notifications.ts";
import { PROJECT, urlOf } from "../../../cli/foyer.ts";
import { callOver, cleanUp, startReady } from "../../../support/run/process.ts";
import { makeRandom, seedOf } from "../../../support/run/random.ts";
import { type Body, buildKey, buildLocation, makeWorld, type World } from "../../../support/world.ts";

let world: World;
let neighbour: World;

before(async () => {
  world = await makeWorld();
  neighbour = await makeWorld({ database: world.database });
});
after(async () => {
  await cleanUp();
  await neighbour.close();
  await world.close();
});

const rows = async (text: string, values: unknown[]): Promise<Body[]> => (await world.db.pool.query(text, values)).rows;
/** How many messages each visit of the locations has. */
const counts = async (locations: readonly string[]): Promise<Map<string, number>> => {
  const found = await rows("select subject_id, count(*) as n from messages where company_id = any ($1) group by 1", [
    locations,
  ]);
  return new Map(found.map(({ subject_id, n }) => [subject_id, n]));
};
let key: Record<string, string>;
/** By a key: passwords are checked a few at a time. */
const signIn = async (one: World, location: string): Promise<Body> => {
  const { status, body } = await one.post("/visitors", { company_id: location, ...HOST }, { as: key });
  assert.equal(status, 200);
  return body;
};
const CALLERS = 20;
/** By twenty callers, each the next visitor when the last was answered: of more at once some would wait longer than a call may. */
const signInMany = async (count: number, at: (n: number) => [World, string]): Promise<Body[]> => {
  const visits: Body[] = [];
  let begun = 0;
  const call = async (): Promise<void> => {
    for (let n = begun++; n < count; n = begun++) visits.push(await signIn(...at(n)));
  };
  await Promise.all(Array.from({ length: CALLERS }, call));
  return visits;
};
/** A location, and the key for all there are. */
const newLocation = async (overrides: Record<string, unknown> = {}): Promise<string> => {
  const location = await buildLocation(world, overrides);
  const { body } = await world.get("/companiesList");
  key = await buildKey(
    world,
    body.map(({ _id }: Body) => _id),
  );
  return location;
};
const HOST = { recipient: "Ann Peeters", recipient_mail: "ann@example.org" };

describe("Notifications are queued exactly once (interface 3)", () => {
  it("two processes read the logs of four locations while 160 visitors sign in: one message each", async () => {
    const locations = [await newLocation(), await newLocation(), await newLocation(), await newLocation()];
    const door = { open: true };
    const reader = async (one: World): Promise<void> => {
      while (door.open) await queueNotifications(one.context);
    };
    const readers = [reader(world), reader(neighbour), reader(neighbour)];
    const visits = await signInMany(160, (n) => [n % 2 === 0 ? world : neighbour, locations[n % 4] ?? ""]).finally(
      () => {
        door.open = false;
      },
    );
    await Promise.all(readers);
    await queueNotifications(world.context);
    const found = await counts(locations);
    assert.deepEqual([found.size, visits.every(({ _id }) => found.get(_id) === 1)], [160, true]);
  });

  it("what fails leaves the log unread, keeps no other location waiting, and is queued once when it can be", async () => {
    const [broken, sound] = [await newLocation(), await newLocation()];
    await world.db.pool.query(
      `create function refuse() returns trigger language plpgsql as $$ begin raise 'no'; end $$`,
    );
    await world.db.pool.query(
      `create trigger refuse before insert on messages for each row when (new.company_id = '${broken}') execute function refuse()`,
    );
    for (const location of [broken, sound]) await signIn(world, location);
    await assert.rejects(queueNotifications(world.context), /no/);
    assert.deepEqual([(await counts([broken])).size, (await counts([sound])).size], [0, 1]);
    await world.db.pool.query("drop function refuse cascade");
    await queueNotifications(world.context);
    await queueNotifications(world.context);
    assert.deepEqual([...(await counts([broken, sound])).values()], [1, 1]);
  });

  it("more entries than one transaction looks at are all read", async () => {
    const location = await newLocation();
    await signInMany(230, () => [world, location]);
    await queueNotifications(world.context);
    assert.equal((await counts([location])).size, 230);
  });

  it("an erasure at the same moment leaves no message behind", async () => {
    const location = await newLocation();
    for (let n = 0; n < 25; n += 1) {
      const { _id } = await signIn(world, location);
      await Promise.all([
        queueNotifications(world.context),
        world.remove(`/visitors/${_id}`),
        queueNotifications(neighbour.context),
      ]);
      await queueNotifications(world.context);
    }
    assert.equal((await counts([location])).size, 0);
  });

  it("a location removed at the same moment leaves nothing behind, and no deadlock", async () => {
    for (let n = 0; n < 8; n += 1) {
      const location = await newLocation({ name: "Short" });
      await Promise.all(Array.from({ length: 5 }, () => signIn(world, location)));
      const [{ status }] = await Promise.all([
        world.call("DELETE", `/companies/${location}`, { body: { name: "Short" } }),
        queueNotifications(world.context),
        queueNotifications(neighbour.context),
      ]);
      assert.equal(status, 200);
      assert.equal((await counts([location])).size, 0);
      assert.deepEqual(await rows("select 1 from notification_cursors where company_id = $1", [location]), []);
    }
  });

  it("kill -9 at any moment, between commit and queueing too: no visitor is forgotten, none is announced twice", async () => {
    const random = makeRandom(seedOf());
    const location = await newLocation();
    const settings = { DATABASE_URL: await urlOf(world.database), SECRET_KEY: world.context.secretKey };
    const acknowledged: string[] = [];
    for (let round = 0; round < 4; round += 1) {
      // Without its launcher, which would let it end in order when it is killed itself.
      const service = await startReady(settings, [join(PROJECT, "cli/main.ts"), "start"]);
      const { url } = service;
      const desk = { isOpen: true };
      const door = async (): Promise<void> => {
        while (desk.isOpen) {
          const body = { company_id: location, ...HOST };
          const answer = await callOver(url, "POST", "/api/visitors", { as: key, body }).catch(() => undefined);
          if (answer?.status === 200) acknowledged.push(answer.body._id);
        }
      };
      const doors = [door(), door()];
      await delay(random.whole(600, 1_500));
      await service.kill("SIGKILL");
      desk.isOpen = false;
      await Promise.all(doors);
    }
    await queueNotifications(world.context);
    const found = await counts([location]);
    const [{ n }] = await rows("select count(*) as n from visits where company_id = $1", [location]);
    assert.ok(acknowledged.length > 0);
    assert.deepEqual(
      acknowledged.filter((id) => found.get(id) !== 1),
      [],
    );
    assert.deepEqual([found.size, Math.max(...found.values())], [n, 1]);
  });
});
