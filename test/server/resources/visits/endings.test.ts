import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { queueNotifications } from "../../../../server/jobs/notifications/notifications.ts";
import { endDueVisits } from "../../../../server/resources/visits/endings.ts";
import { buildDeliveryType } from "../../../support/outside/deliveries.ts";
import { type Body, buildLocation, buildVisit, logOf, makeWorld, type World } from "../../../support/world.ts";

const MINUTE_MS = 60_000;

let world: World;
before(async () => {
  world = await makeWorld();
});
after(() => world.close());

const ago = (minutes: number): string => new Date(world.clock.now - minutes * MINUTE_MS).toISOString();
const messages = async (location: string): Promise<Body[]> => {
  await queueNotifications(world.context);
  return (await world.get(`/companies/${location}/outbox`)).body;
};

describe("ends_after_minutes of a visit type", () => {
  it("signs a visit out at its minute, however late; once, as Foyer itself, and the host isn't told", async () => {
    Object.assign(world.clock, { now: Date.parse("2026-05-19T09:00:00Z"), frozen: true });
    const location = await buildLocation(world);
    const visit_type = await buildDeliveryType(world, location, { ends_after_minutes: 30 });
    const input = { visit_type, company: "bpost", recipient: "Ann", recipient_mail: "ann@example.org" };
    const due = await buildVisit(world, location, { ...input, signed_in: ago(31) });
    const fresh = await buildVisit(world, location, { ...input, signed_in: ago(29) });
    const other = await buildVisit(world, location, { signed_in: ago(600) });
    // The service was down meanwhile; two processes begin again at once.
    world.clock.now += 45_000;
    await Promise.all([endDueVisits(world.context), endDueVisits(world.context)]);
    const read = async (id: string) => (await world.get(`/visitors/${id}`)).body;
    const { signed_in, signed_out, signed_out_source, signed_out_user } = await read(due._id);
    assert.equal(Date.parse(signed_out) - Date.parse(signed_in), 30 * MINUTE_MS);
    assert.deepEqual([signed_out_source, signed_out_user], [0, undefined]);
    assert.deepEqual([(await read(fresh._id)).signed_out, (await read(other._id)).signed_out], [undefined, undefined]);
    const out = (await logOf(world, location)).filter(({ event }) => event === "visitor_signed_out");
    assert.deepEqual(
      out.map(({ act, actor_kind, ids }) => [act, actor_kind, ids.visitorId]),
      [["visit.end", "system", due._id]],
    );
    assert.deepEqual(
      (await messages(location)).filter(({ template }) => template === "visitor_left"),
      [],
    );
  });

  it("200: is read back, cleared by null, and a visit that a person ended first stays as it is", async () => {
    Object.assign(world.clock, { now: Date.parse("2026-05-19T09:00:00Z"), frozen: true });
    const location = await buildLocation(world);
    const visit_type = await buildDeliveryType(world, location, { ends_after_minutes: 5 });
    const path = `/companies/${location}/visittypes/${visit_type}`;
    assert.equal((await world.get(path)).body.ends_after_minutes, 5);
    const visit = await buildVisit(world, location, { visit_type, signed_in: ago(3) });
    await world.post(`/visitors/${visit._id}/signout`);
    const open = await buildVisit(world, location, { visit_type, signed_in: ago(3) });
    const cleared = await world.put(path, { ends_after_minutes: null });
    assert.deepEqual([cleared.status, "ends_after_minutes" in cleared.body], [200, false]);
    world.clock.now += 10 * MINUTE_MS;
    await endDueVisits(world.context);
    assert.equal((await world.get(`/visitors/${open._id}`)).body.signed_out, undefined);
    assert.equal((await world.get(`/visitors/${visit._id}`)).body.signed_out, "2026-05-19T09:00:00.000Z");
  });

  for (const wrong of [0, -1, 1.5, 10_081, "ten"])
    it(`400: ${wrong}`, async () => {
      const location = await buildLocation(world);
      const body = { name: "Parcel", ends_after_minutes: wrong };
      const answer = await world.post(`/companies/${location}/visittypes`, body);
      assert.deepEqual([answer.status, answer.body.field], [400, "ends_after_minutes"]);
    });
});

describe("the host of a delivery", () => {
  it("is told of the delivery, and isn't asked to reply", async () => {
    world.clock.frozen = false;
    const location = await buildLocation(world);
    const visit_type = await buildDeliveryType(world, location);
    await buildVisit(world, location, {
      first_name: null,
      last_name: null,
      company: "bpost",
      visit_type,
      recipient: "Ann",
      recipient_mail: "ann@example.org",
    });
    const [mail] = await messages(location);
    assert.equal(mail?.["subject"], "A delivery from bpost for you");
    assert.match(mail?.["text"], /A delivery from bpost has arrived for you/);
    assert.doesNotMatch(mail?.["text"], /Reply/);
  });
});
