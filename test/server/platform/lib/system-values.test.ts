import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { systemValues } from "../../../../server/platform/lib/record/system-values.ts";

describe("sys_day, sys_month and sys_year (rules 4)", () => {
  it("are the day in the location's zone, in two, two and four digits", () => {
    const at = Date.parse("2026-12-31T23:30:00Z");
    assert.deepEqual(systemValues(at, "UTC"), { sys_day: "31", sys_month: "12", sys_year: "2026" });
    assert.deepEqual(systemValues(at, "Europe/Brussels"), { sys_day: "01", sys_month: "01", sys_year: "2027" });
  });
});
