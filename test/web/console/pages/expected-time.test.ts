import assert from "node:assert/strict";
import { describe, it } from "node:test";

import {
  expectedTimeOf,
  expectedTimeProblem,
  spanOf,
} from "../../../../web/console/pages/registered-visitors/form/expected-time.ts";

const ZONE = "Europe/Brussels";
const DAY = { kind: "day", day: "2026-07-01", from: "09:30", lastDay: "2026-07-01", to: "11:00" } as const;

describe("when a visitor is expected, as the form asks it", () => {
  it("a day with its times is a span on the location's clock, and is shown as it was typed", () => {
    const span = { startDate: "2026-07-01T07:30:00.000Z", endDate: "2026-07-01T09:00:00.000Z" };
    assert.deepEqual(spanOf(DAY, ZONE), span);
    assert.deepEqual(expectedTimeOf(span, ZONE), DAY);
  });

  it("without times it is the whole day, also where the clocks change", () => {
    const day = { ...DAY, day: "2026-10-25", from: "", lastDay: "2026-10-25", to: "" };
    const span = { startDate: "2026-10-24T22:00:00.000Z", endDate: "2026-10-25T23:00:00.000Z" };
    assert.deepEqual(spanOf(day, ZONE), span);
    assert.deepEqual(expectedTimeOf(span, ZONE), day);
  });

  it("several days, open ends and any day come back as they are stored", () => {
    for (const span of [
      { startDate: "2026-07-01T07:30:00.000Z", endDate: "2026-07-03T15:00:00.000Z" },
      { startDate: "2026-07-01T07:30:00.000Z" },
      { endDate: "2026-07-03T15:00:00.000Z" },
    ]) {
      const shown = expectedTimeOf(span, ZONE);
      assert.equal(shown.kind, "days");
      assert.deepEqual(spanOf(shown, ZONE), span);
    }
    assert.equal(expectedTimeOf(undefined, ZONE).kind, "any");
    assert.equal(spanOf({ ...DAY, kind: "any" }, ZONE), null);
  });

  it("asks for the day where it is missing, and takes several days with one end", () => {
    const missing = { field: "day", problem: "day" };
    assert.deepEqual(expectedTimeProblem({ ...DAY, day: "" }), missing);
    assert.deepEqual(expectedTimeProblem({ ...DAY, kind: "days", day: "", lastDay: "" }), missing);
    assert.equal(expectedTimeProblem({ ...DAY, kind: "days", day: "" }), undefined);
    assert.equal(expectedTimeProblem({ ...DAY, kind: "days", lastDay: "" }), undefined);
    assert.equal(expectedTimeProblem({ ...DAY, kind: "any", day: "", lastDay: "" }), undefined);
  });

  it("names the field with what is not a time, or that isn't after the start", () => {
    assert.equal(expectedTimeProblem(DAY), undefined);
    assert.equal(expectedTimeProblem({ ...DAY, to: "" }), undefined);
    assert.deepEqual(expectedTimeProblem({ ...DAY, from: "25" }), { field: "from", problem: "time" });
    assert.deepEqual(expectedTimeProblem({ ...DAY, to: "9:30" }), { field: "to", problem: "order" });
    assert.deepEqual(expectedTimeProblem({ ...DAY, kind: "days", lastDay: "2026-06-30" }), {
      field: "to",
      problem: "order",
    });
    assert.equal(expectedTimeProblem({ ...DAY, kind: "any", from: "25" }), undefined);
  });
});
