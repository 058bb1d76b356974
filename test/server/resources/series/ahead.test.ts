import assert from "node:assert/strict";
import { after, describe, it } from "node:test";

import { makeAhead } from "../../../../server/resources/series/ahead.ts";
import { eraseDue } from "../../../../server/jobs/retention/retention.ts";
import { buildLocation, makeWorld } from "../../../support/world.ts";

const world = await makeWorld();
const company_id = await buildLocation(world);
after(() => world.close());

const DAY_MS = 86_400_000;
const dateIn = (days: number): string => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10);
const weekly = async (body: object = {}) =>
  (
    await world.post("/series", {
      company_id,
      visitors: [{ first_name: "Jo" }],
      starts: { date: dateIn(1), time: "09:00" },
      duration_minutes: 60,
      rule: "FREQ=WEEKLY",
      ...body,
    })
  ).body;
const later = (days: number) => ({ ...world.context, now: () => world.context.now() + days * DAY_MS });

describe("series, made ahead (decision 0063)", () => {
  it("weeks later there are as many more, once, and a cancelled one isn't made again", async () => {
    const { _id, occurrences } = await weekly();
    await world.remove(`/series/${_id}?scope=this&recurrence_id=${occurrences.at(-1).recurrence_id}`);
    const ended = await weekly({ rule: "FREQ=WEEKLY;COUNT=2" });
    await Promise.all([makeAhead(later(22)), makeAhead(later(22))]);
    const { body } = await world.get(`/series/${_id}`);
    assert.deepEqual(
      body.occurrences
        .slice(-4)
        .map((one: { cancelled: boolean; known_visitor_ids: string[] }) => [
          one.cancelled,
          one.known_visitor_ids.length,
        ]),
      [
        [true, 0],
        [false, 1],
        [false, 1],
        [false, 1],
      ],
    );
    assert.equal(body.occurrences.length, occurrences.length + 3);
    assert.equal((await world.get(`/series/${ended._id}`)).body.occurrences.length, 2);
  });

  it("a series and a group go with the last of their visitors, by retention", async () => {
    await world.put(`/companies/${company_id}`, {
      settings: { retention_days: 30, retention_covers_registered: true },
    });
    const { _id } = await weekly({ rule: "FREQ=WEEKLY;COUNT=2" });
    const group = (
      await world.post("/groups", {
        company_id,
        leader: { first_name: "Jo" },
        visiting_on: { startDate: dateIn(0), endDate: dateIn(0) },
      })
    ).body;
    const kept = (await world.post("/groups", { company_id, leader: { first_name: "Jo", persistent: true } })).body;
    await eraseDue(later(60), new AbortController().signal);
    assert.equal((await world.get(`/series/${_id}`)).status, 404);
    assert.equal((await world.get(`/groups/${group._id}`)).status, 404);
    assert.equal((await world.get(`/groups/${kept._id}`)).status, 200);
  });
});
