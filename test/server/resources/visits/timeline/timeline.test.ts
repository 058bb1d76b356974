import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { newId } from "../../../../../server/platform/lib/record/ids.ts";
import { queueNotifications } from "../../../../../server/jobs/notifications/notifications.ts";
import {
  type Body,
  buildLocation,
  buildRegistered,
  buildVisit,
  makeWorld,
  type World,
} from "../../../../support/world.ts";

let world: World;
let location: string;

before(async () => {
  world = await makeWorld();
  location = await buildLocation(world);
});
after(() => world.close());

const timelineOf = async (id: string): Promise<Body[]> => (await world.get(`/visitors/${id}/timeline`)).body;
const whatOf = async (id: string): Promise<string[]> => (await timelineOf(id)).map(({ what }) => what);

describe("GET /visitors/{visitorId}/timeline", () => {
  it("200: start, changes and end, newest first, with the times of the visit", async () => {
    const visit = await buildVisit(world, location, { signed_in: "2026-03-01T09:00:00Z" });
    await world.put(`/visitors/${visit._id}`, { city: "Ghent" });
    assert.deepEqual(await whatOf(visit._id), ["changed", "signed_in"]);
    await world.post(`/visitors/${visit._id}/signout`, {});
    assert.deepEqual((await whatOf(visit._id)).toSorted(), ["changed", "signed_in", "signed_out"]);
    const started = (await timelineOf(visit._id)).find(({ what }) => what === "signed_in");
    assert.equal(started.at, "2026-03-01T09:00:00.000Z");
  });

  it("200: the invitation it came from, and the decision", async () => {
    const type = await world.post(`/companies/${location}/visittypes`, { name: "Screened", screening: true });
    const known = await buildRegistered(world, location, { visit_type: type.body._id });
    await world.db.pool.query(
      "update registered_visitors set invited_date = now() - interval '3 days' where _id = $1",
      [known._id],
    );
    const visit = (await world.post(`/knownvisitors/${known._id}/signin`, {})).body;
    await world.post(`/visitors/${visit._id}/approve`, {});
    assert.deepEqual(await whatOf(visit._id), ["approved", "signed_in", "invited"]);
  });

  it("200: mail and SMS that told the host are one event, with what became of them", async () => {
    await world.post("/visitees", {
      company_id: location,
      cn: "Anke",
      mail: "anke@example.org",
      mobile: "+3225550100",
    });
    const visit = await buildVisit(world, location, { recipient: "Anke" });
    await queueNotifications(world.context);
    const told = (await timelineOf(visit._id)).find(({ what }) => what === "host_told");
    assert.deepEqual([told.by, told.state], [["mail", "sms"], "waiting"]);
    await world.db.pool.query("update messages set state = 'failed' where subject_id = $1 and kind = 'sms'", [
      visit._id,
    ]);
    const states = (await timelineOf(visit._id)).filter(({ what }) => what === "host_told");
    const byKind = Object.fromEntries(states.map(({ by, state }) => [by.join(), state]));
    assert.deepEqual(byKind, { mail: "waiting", sms: "failed" });
  });

  it("200: a host who was asked twice is two events", async () => {
    const type = await world.post(`/companies/${location}/visittypes`, { name: "Asked", screening: true });
    await world.post("/visitees", { company_id: location, cn: "Bo", mail: "bo@example.org" });
    const visit = await buildVisit(world, location, { recipient: "Bo", visit_type: type.body._id });
    await queueNotifications(world.context);
    world.clock.now = world.context.now() + 180_000;
    world.clock.frozen = true;
    const asked = await world.post(`/companies/${location}/visitors/${visit._id}/ask`, {});
    assert.equal(asked.status, 200, asked.text);
    await queueNotifications(world.context);
    world.clock.frozen = false;
    assert.deepEqual(await whatOf(visit._id), ["host_asked", "host_asked", "signed_in"]);
  });

  it("404: of no visit, and of an erased one", async () => {
    const visit = await buildVisit(world, location);
    await world.remove(`/visitors/${visit._id}`);
    for (const id of [visit._id, newId(location)])
      assert.equal((await world.get(`/visitors/${id}/timeline`)).status, 404);
  });
});
