import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { erasedBefore } from "../../../../server/platform/lib/time/retention-period.ts";
import { startOf } from "../../../support/zone-days.ts";
import { DAYS, firstDay, nextDay, ZONES } from "./calendar.ts";

describe("when a day's visits go", () => {
  it(`at the start of a day of the location and never in between: ${ZONES.length} zones, ${DAYS} days each`, () => {
    for (const zone of ZONES) {
      let day = firstDay;
      for (let n = 0; n < DAYS; n++, day = nextDay(day)) {
        // Kept for three days after its own: due as the fourth begins.
        const promised = startOf(zone, nextDay(nextDay(nextDay(nextDay(day)))));
        const last = startOf(zone, nextDay(day)) - 1;
        assert.ok(erasedBefore(promised, zone, 3) > last, `${zone} ${day}: not erased when promised`);
        assert.ok(erasedBefore(promised - 1, zone, 3) <= startOf(zone, day), `${zone} ${day}: erased too early`);
      }
    }
  });

  it("with one day, Monday's visits go when Wednesday begins; hours that a clock skips or repeats change nothing", () => {
    const at = (text: string, days: number, zone = "Europe/Brussels") =>
      new Date(erasedBefore(Date.parse(text), zone, days)).toISOString();
    assert.equal(at("2026-06-16T21:59:59.999Z", 1), "2026-06-14T22:00:00.000Z");
    assert.equal(at("2026-06-16T22:00:00.000Z", 1), "2026-06-15T22:00:00.000Z");
    assert.equal(at("2026-03-30T12:00:00.000Z", 1), "2026-03-28T23:00:00.000Z");
    assert.equal(at("2026-09-07T12:00:00.000Z", 1, "America/Santiago"), "2026-09-06T04:00:00.000Z");
  });
});
