import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { REPLY_MINUTES } from "../../../../shared/host-replies.ts";
import { reply } from "../../../../server/resources/visits/host-replies.ts";
import { badgeOf, posterOf, visitorCall } from "../../../support/visitor.ts";
import { type Body, buildLocation, buildVisit, makeWorld, type World } from "../../../support/world.ts";

let world: World;
let location: string;

before(async () => {
  world = await makeWorld();
  location = await buildLocation(world);
});
after(() => world.close());

const answer = (visit: string, given: "coming" | "wait" | "reception"): Promise<void> => {
  const { context } = world;
  const principal = {
    kind: "host_link",
    _id: visit,
    name: "decision link",
    role: "employee",
    locations: [location],
  } as const;
  return reply({ context, db: context.db, principal, now: context.now(), requestId: "r" }, location, visit, given);
};
const list = async (): Promise<Body[]> => (await world.get(`/companies/${location}/visitors/hostreplies`)).body;

describe("GET /companies/{company_id}/visitors/hostreplies", () => {
  it(`200: the latest reply to each visitor inside, the newest first, for ${REPLY_MINUTES} minutes`, async () => {
    const [one, two] = [await buildVisit(world, location), await buildVisit(world, location)];
    await answer(one._id, "wait");
    world.clock.now = Date.now() + 1_000;
    world.clock.frozen = true;
    await answer(two._id, "reception");
    world.clock.now += 1_000;
    await answer(one._id, "coming");
    assert.deepEqual(
      (await list()).map(({ visitor_id, reply: given }) => [visitor_id, given]),
      [
        [one._id, "coming"],
        [two._id, "reception"],
      ],
    );
    world.clock.now += REPLY_MINUTES * 60_000 - 1_000;
    assert.deepEqual(
      (await list()).map(({ visitor_id }) => visitor_id),
      [one._id],
    );
    world.clock.frozen = false;
  });

  it("200: the visitor's own pages see the reply; erasing the visit erases it", async () => {
    const entryPoint = (await world.post(`/companies/${location}/entrypoints`, { name: "Door" })).body._id;
    const poster = await posterOf(world, location, entryPoint);
    const visit = await buildVisit(world, location);
    const token = badgeOf(world, location, visit._id, "exit");
    const state = async () =>
      (await visitorCall(world, "POST", "/visits/state", { token: poster, body: { token } })).body;
    assert.deepEqual(await state(), { signed_out: false });
    await answer(visit._id, "coming");
    assert.deepEqual(await state(), { signed_out: false, host_reply: "coming" });
    const data = badgeOf(world, location, visit._id);
    const own = (await visitorCall(world, "GET", "/data", { token: data })).body.visits[0];
    assert.equal(own.host_reply.reply, "coming");
    await world.remove(`/visitors/${visit._id}`);
    const { rows } = await world.db.pool.query("select 1 from host_replies where visit_id = $1", [visit._id]);
    assert.equal(rows.length, 0);
  });
});
