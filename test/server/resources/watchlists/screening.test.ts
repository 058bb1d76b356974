import assert from "node:assert/strict";
import { after, describe, it } from "node:test";

import { queueNotifications } from "../../../../server/jobs/notifications/notifications.ts";
import { tellHits } from "../../../../server/resources/watchlists/alarm.ts";
import { deleteOldHits } from "../../../../server/resources/watchlists/hits.ts";
import { compareDue } from "../../../../server/resources/watchlists/recheck.ts";
import { ADMIN, buildKey, buildRegistered, eventsOf, makeWorld } from "../../../support/world.ts";
import { addEntry, approvalOf, come, decide, hitsOf, made, makeWatched, type Watched } from "./watched.ts";

const world = await makeWorld();
after(() => world.close());

const outbox = async ({ location }: Watched): Promise<number> => {
  await queueNotifications(world.context);
  return (await world.get(`/companies/${location}/outbox`)).body.length;
};

describe("Visitors are compared with the watch lists (decision 0068)", () => {
  it("a hit holds the visit, a host can't clear it, and the host hears of it once it is released", async () => {
    const watched = await makeWatched(world);
    await addEntry(world, watched, ["Jo Janssens"]);
    const visit = await come(world, watched, "Jo Jansens", { recipient: "Ann", recipient_mail: "ann@example.org" });
    assert.equal(visit["approval"], "pending");
    const [hit] = await hitsOf(world, watched, "?state=open");
    assert.deepEqual([hit.visitorId, hit.kinds, hit.list_id, hit.algorithm], [visit._id, ["denied"], watched.list, 1]);
    assert.equal(await outbox(watched), 0);
    for (const verb of ["approve", "reject"]) {
      const { status, body } = await world.post(`/visitors/${visit._id}/${verb}`, {});
      assert.deepEqual([status, body.code], [400, "awaits_another_decision"], verb);
    }
    const asked = await world.post(`/companies/${watched.location}/visitors/${visit._id}/ask`);
    assert.equal(asked.body.code, "awaits_another_decision");
    assert.equal((await decide(world, watched, visit, "same"))["state"], "same");
    assert.equal((await world.post(`/visitors/${visit._id}/approve`, {})).status, 400);
    assert.equal((await decide(world, watched, visit, "let_in"))["state"], "let_in");
    assert.equal(await approvalOf(world, visit), "pending");
    assert.equal(await outbox(watched), 1);
    assert.equal((await world.post(`/visitors/${visit._id}/approve`, {})).body.approval, "approved");
    const again = await world.post(`${watched.path}/hits/${hit._id}/decide`, { outcome: "refused", reason: "Late" });
    assert.deepEqual([again.status, again.body.code], [400, "already_decided"]);
  });

  it("refused rejects the visit", async () => {
    const watched = await makeWatched(world);
    await addEntry(world, watched, ["Jo Janssens"]);
    const visit = await come(world, watched, "Jo Janssens");
    await decide(world, watched, visit, "refused");
    assert.equal(await approvalOf(world, visit), "rejected");
    assert.deepEqual((await eventsOf(world, watched.location)).slice(-1), ["visitor_screening_rejected"]);
  });

  it("with screening_by watchlist, who is clear starts approved without an event, and a hit waits", async () => {
    const watched = await makeWatched(world, { screening_by: "watchlist" });
    await addEntry(world, watched, ["Jo Janssens"]);
    assert.equal((await come(world, watched, "Ada Lovelace"))["approval"], "approved");
    assert.equal((await eventsOf(world, watched.location)).at(-1), "visitor_signed_in");
    const held = await come(world, watched, "Jo Janssens");
    assert.equal(held["approval"], "pending");
    await decide(world, watched, held, "different");
    assert.equal(await approvalOf(world, held), "approved");
  });

  it("alert and vip make a hit and hold no one", async () => {
    const watched = await makeWatched(world, { screening_by: "watchlist" }, "vip");
    await addEntry(world, watched, ["Jo Janssens"]);
    assert.equal((await come(world, watched, "Jo Janssens"))["approval"], "approved");
    assert.deepEqual((await hitsOf(world, watched))[0].kinds, ["vip"]);
  });

  it("another person is remembered by name and address, and only for that entry", async () => {
    const watched = await makeWatched(world, { screening_by: "watchlist" });
    await addEntry(world, watched, ["Jo Janssens"]);
    const email = "jo@example.org";
    await decide(world, watched, await come(world, watched, "Jo Janssens", { email }), "different");
    assert.equal((await come(world, watched, "Jo Janssens", { email }))["approval"], "approved");
    assert.equal((await come(world, watched, "Jo Janssens", { email: "x@example.org" }))["approval"], "pending");
    assert.equal((await come(world, watched, "Jo Janssens"))["approval"], "pending");
    await addEntry(world, watched, ["Jo Jansens"]);
    assert.equal((await come(world, watched, "Jo Janssens", { email }))["approval"], "pending");
  });

  it("a rename onto a listed name makes a hit: it holds who waits, and takes no approval back", async () => {
    const watched = await makeWatched(world);
    await addEntry(world, watched, ["Jo Janssens"]);
    const [waiting, admitted] = [await come(world, watched, "Ada One"), await come(world, watched, "Ada Two")];
    await made(world, `/visitors/${admitted._id}/approve`, {});
    for (const visit of [waiting, admitted])
      await world.put(`/visitors/${visit._id}`, { first_name: "Jo", last_name: "Janssens" });
    assert.equal((await hitsOf(world, watched)).length, 2);
    assert.equal(await approvalOf(world, admitted), "approved");
    assert.equal((await world.post(`/visitors/${waiting._id}/approve`, {})).body.code, "awaits_another_decision");
  });

  it("registered visitors: a hit before the visit, and the sign-in is held", async () => {
    const watched = await makeWatched(world);
    await addEntry(world, watched, ["Rosa Known"]);
    const { _id } = await buildRegistered(world, watched.location, { visit_type: watched.type });
    await compareDue(world.context);
    await compareDue(world.context);
    assert.deepEqual(
      (await hitsOf(world, watched)).map(({ knownVisitorId }) => knownVisitorId),
      [_id],
    );
    const visit = await made(world, `/knownvisitors/${_id}/signin`, {});
    assert.equal((await world.post(`/visitors/${visit._id}/approve`, {})).body.code, "awaits_another_decision");
    const series = await made(world, "/groups", {
      company_id: watched.location,
      visit_type: watched.type,
      members: [{ first_name: "Rosa", last_name: "Knowm" }],
    });
    await made(world, `/groups/${series._id}/signin`, {});
    assert.equal((await hitsOf(world, watched)).length, 3);
  });

  it("when a list grows, who is inside is compared again", async () => {
    const watched = await makeWatched(world);
    await addEntry(world, watched, ["Someone Else"]);
    const visit = await come(world, watched, "Jo Janssens");
    await addEntry(world, watched, ["Jo Janssens"]);
    assert.deepEqual(await hitsOf(world, watched), []);
    await compareDue(world.context);
    assert.equal((await hitsOf(world, watched)).length, 1);
    assert.equal((await world.post(`/visitors/${visit._id}/approve`, {})).body.code, "awaits_another_decision");
  });

  it("a visit of a type without watchlist takes no further statement", async () => {
    const watched = await makeWatched(world);
    await addEntry(world, watched, ["Jo Janssens"]);
    const { _id } = await made(world, `/companies/${watched.location}/visittypes`, { name: "Open", screening: true });
    const plain = await come(world, { ...watched, type: _id }, "Jo Janssens");
    assert.equal((await made(world, `/visitors/${plain._id}/approve`, {}))["approval"], "approved");
    assert.deepEqual(await hitsOf(world, watched), []);
  });

  it("administrators are emailed once, without a name, and no outbox of the location shows it", async () => {
    const watched = await makeWatched(world);
    await tellHits(world.context);
    await world.db.pool.query("delete from messages");
    await addEntry(world, watched, ["Jo Janssens"]);
    await come(world, watched, "Jo Janssens");
    await tellHits(world.context);
    await tellHits(world.context);
    const { rows } = await world.db.pool.query("select recipient, parameters from messages");
    assert.deepEqual(
      rows.map(({ recipient }) => recipient),
      [ADMIN.email],
    );
    assert.doesNotMatch(JSON.stringify(rows), /Janssens/);
    assert.deepEqual((await world.get(`/companies/${watched.location}/outbox`)).body, []);
  });

  it("hits, pairs and entries go when their time is over", async () => {
    const watched = await makeWatched(world);
    await addEntry(world, watched, ["Jo Janssens"]);
    const email = "jo@example.org";
    await decide(world, watched, await come(world, watched, "Jo Janssens", { email }), "different");
    await decide(world, watched, await come(world, watched, "Jo Janssens"), "refused");
    const later = (days: number) => ({ ...world.context, now: () => Date.now() + days * 86_400_000 });
    await deleteOldHits(later(91));
    assert.deepEqual(
      (await hitsOf(world, watched)).map(({ state }) => state),
      ["refused"],
    );
    assert.deepEqual((await world.get(`${watched.path}/${watched.list}/entries`)).body, []);
    await deleteOldHits(later(366));
    assert.deepEqual(await hitsOf(world, watched), []);
    assert.equal((await world.db.pool.query("select 1 from watch_pairs")).rowCount, 0);
  });

  it("erasing a visit erases its hits", async () => {
    const watched = await makeWatched(world);
    await addEntry(world, watched, ["Jo Janssens"]);
    const visit = await come(world, watched, "Jo Janssens");
    await world.remove(`/visitors/${visit._id}`);
    assert.deepEqual(await hitsOf(world, watched), []);
  });
});

/** Faults of the database, and how they end. */
const FAULTS: [string, string, string][] = [
  [
    "no index of the names, and no time to do without",
    "alter table watch_names rename to watch_names_gone",
    "alter table watch_names_gone rename to watch_names",
  ],
  [
    "no counts of words",
    "alter table watch_words rename to watch_words_gone",
    "alter table watch_words_gone rename to watch_words",
  ],
  [
    "no entries",
    "alter table watch_entries rename to watch_entries_gone",
    "alter table watch_entries_gone rename to watch_entries",
  ],
  [
    "no version",
    "alter table watch_versions rename column version to gone",
    "alter table watch_versions rename column gone to version",
  ],
  [
    "no remembered pairs",
    "alter table watch_pairs rename to watch_pairs_gone",
    "alter table watch_pairs_gone rename to watch_pairs",
  ],
  [
    "an entry that can't be compared",
    "update watch_entries set born = 'x' || chr(1), names = array[null]::text[]",
    "update watch_entries set born = null, names = array['Jo Janssens']",
  ],
];

describe("What fails holds (decision 0068)", () => {
  for (const [name, breaks, mends] of FAULTS)
    it(`${name}: the visit waits, and goes on once it was compared`, async () => {
      const watched = await makeWatched(world, { screening_by: "watchlist" });
      await addEntry(world, watched, ["Jo Janssens"]);
      await world.db.rows({ sql: breaks, parameters: [] });
      const email = "jo@example.org";
      const listed = await come(world, watched, "Jo Janssens", { email }).finally(() =>
        world.db.rows({ sql: mends, parameters: [] }),
      );
      assert.equal(listed["approval"], "pending");
      const key = await buildKey(world, [watched.location]);
      const tried = await world.post(`/visitors/${listed._id}/approve`, {}, { as: key });
      assert.equal(tried.body.code, "awaits_another_decision");
      await compareDue(world.context);
      assert.equal((await hitsOf(world, watched)).length, 1);
      assert.equal(await approvalOf(world, listed), "pending");
    });

  it("a lock on the names: the visit waits within the deadline, and is approved once it was compared", async () => {
    const watched = await makeWatched(world, { screening_by: "watchlist" });
    await addEntry(world, watched, ["Jo Janssens"]);
    let visit = { _id: "" };
    await world.db.transaction(async (other) => {
      await other.rows({ sql: "lock table watch_names in access exclusive mode", parameters: [] });
      visit = (await come(world, watched, "Ada Lovelace")) as { _id: string };
    });
    assert.equal(await approvalOf(world, visit), "pending");
    await compareDue(world.context);
    assert.equal(await approvalOf(world, visit), "approved");
  });

  it("a name without letters to compare waits for who may decide", async () => {
    const watched = await makeWatched(world, { screening_by: "watchlist" });
    await addEntry(world, watched, ["Jo Janssens"]);
    const visit = await come(world, watched, "??? !!!");
    assert.equal(visit["approval"], "pending");
    const key = await buildKey(world, [watched.location]);
    assert.equal((await world.post(`/visitors/${visit._id}/approve`, {}, { as: key })).status, 400);
    assert.equal((await world.post(`/visitors/${visit._id}/approve`, {})).body.approval, "approved");
  });
});
