import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { noShowsOf } from "../../../../web/console/data/lists/no-shows.ts";

const now = Date.parse("2026-06-10T12:00:00Z");
const always = { since: -Infinity, now };

const registered = (_id: string, startDate?: string, endDate?: string) => ({
  _id,
  visiting_on: { ...(startDate !== undefined && { startDate }), ...(endDate !== undefined && { endDate }) },
});
const first = registered("first", "2026-06-01T09:00:00Z", "2026-06-01T10:00:00Z");
const second = registered("second", "2026-06-08T09:00:00Z", "2026-06-08T10:00:00Z");
const visit = (known_visitor_id: string, signed_in: string) => ({ known_visitor_id, signed_in });
const idsOf = (...given: Parameters<typeof noShowsOf>): string[] => noShowsOf(...given).map(({ _id }) => _id);

describe("a no-show in the console (rules 5.2)", () => {
  it("is a registration that is over and led to no visit, the newest first", () => {
    assert.deepEqual(idsOf([first, second], [], always), ["second", "first"]);
    assert.deepEqual(idsOf([first, second], [visit("first", "2026-06-01T09:05:00Z")], always), ["second"]);
  });

  it("isn't one that is still to end, that has no beginning or no end, or of an expected visitor without a time", () => {
    const open = registered("open", "2026-06-10T09:00:00Z", "2026-06-10T12:00:01Z");
    const since = registered("since", "2026-06-01T09:00:00Z");
    const until = registered("until", undefined, "2026-06-01T09:00:00Z");
    assert.deepEqual(idsOf([open, since, until, { _id: "always" }], [], always), []);
  });

  it("counts a visit from 12 hours before to 12 hours after as having come, and none besides", () => {
    const counted = (signed_in: string): number => idsOf([first], [visit("first", signed_in)], always).length;
    assert.deepEqual(["2026-05-31T21:00:00Z", "2026-06-01T21:59:59Z"].map(counted), [0, 0]);
    assert.deepEqual(["2026-05-31T20:59:59Z", "2026-06-01T22:00:00Z"].map(counted), [1, 1]);
  });

  it("isn't one from before what retention keeps", () => {
    assert.deepEqual(idsOf([first, second], [], { since: Date.parse("2026-06-02T00:00:00Z"), now }), ["second"]);
  });
});
