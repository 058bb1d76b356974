import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { SERVICE_LOCATION } from "../../../../server/platform/lib/record/ids.ts";
import { type Body, buildLocation, buildUser, logOf, makeWorld, type World } from "../../../support/world.ts";

let world: World;

before(async () => void (world = await makeWorld()));
after(() => world.close());

const pathOf = (location: string): string => `/companies/${location}/monthlyreport`;

describe("GET and PUT /companies/{company_id}/monthlyreport", () => {
  it("200: off until the user turns it on, for themselves and this location alone; off again", async () => {
    const [location, other] = [await buildLocation(world), await buildLocation(world)];
    const [ann, bo] = [
      await buildUser(world, "receptionist", [location, other]),
      await buildUser(world, "local_admin", [location]),
    ];
    assert.deepEqual((await world.get(pathOf(location), { as: ann })).body, { subscribed: false });
    for (const _ of ["first", "again"])
      assert.deepEqual((await world.put(pathOf(location), { subscribed: true }, { as: ann })).body, {
        subscribed: true,
      });
    assert.deepEqual((await world.get(pathOf(location), { as: ann })).body, { subscribed: true });
    assert.deepEqual((await world.get(pathOf(other), { as: ann })).body, { subscribed: false });
    assert.deepEqual((await world.get(pathOf(location), { as: bo })).body, { subscribed: false });
    await world.put(pathOf(location), { subscribed: false }, { as: ann });
    assert.deepEqual((await world.get(pathOf(location), { as: ann })).body, { subscribed: false });
  });

  it("each change is in the log of the service, once", async () => {
    const location = await buildLocation(world);
    for (const subscribed of [true, true, false, false]) await world.put(pathOf(location), { subscribed });
    const { _id } = (await world.get("/users/me")).body;
    const entries = (await logOf(world, SERVICE_LOCATION)).filter(({ act }: Body) => act.endsWith("subscribe"));
    assert.deepEqual(
      entries.slice(-2).map(({ act, subject_id }) => [act, subject_id]),
      [
        ["user.subscribe", _id],
        ["user.unsubscribe", _id],
      ],
    );
  });

  it("400: subscribed must be true or false", async () => {
    const location = await buildLocation(world);
    for (const body of [{}, { subscribed: "perhaps" }, { subscribed: null }]) {
      const answer = await world.put(pathOf(location), body);
      assert.deepEqual([answer.status, answer.body.field], [400, "subscribed"], JSON.stringify(body));
    }
  });

  it("a user who is removed, and a location that is deleted, take their subscriptions along", async () => {
    const [location, gone] = [
      await buildLocation(world, { name: "Kept" }),
      await buildLocation(world, { name: "Gone" }),
    ];
    const { body: user } = await world.post("/users", {
      email: "cleo@example.org",
      password: "a-long-enough-password",
      role: "receptionist",
      companies: [location],
    });
    const count = async (): Promise<number> =>
      (
        await world.db.pool.query("select 1 from report_subscriptions where company_id = any ($1) or user_id = $2", [
          [location, gone],
          user._id,
        ])
      ).rows.length;
    await world.db.pool.query("insert into report_subscriptions values ($1, $2, '2026-01-01')", [location, user._id]);
    await world.put(pathOf(gone), { subscribed: true });
    assert.equal(await count(), 2);
    await world.remove(`/users/${user._id}`);
    await world.call("DELETE", `/companies/${gone}`, { body: { name: "Gone" } });
    assert.equal(await count(), 0);
  });
});
