import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { type BenchRun, type Figure, holds, resultTable } from "../../bench/results.ts";

const runOf = (...figures: Figure[]): BenchRun => ({ at: "", machine: "", visits: 0, visitsThere: 0, figures });

const linesOf = (table: string): string[] => table.split("\n").map((line) => line.replaceAll(/ +/g, " ").trim());

const PAGE: Figure = { what: "Log", value: 33.91, unit: "ms", ratio: 68.2, goal: { of: "ratio", atMost: 6 } };
const WAL: Figure = { what: "WAL", value: 14_012.4, unit: "B", goal: { of: "value", atMost: 6_500 } };

describe("the table of npm run bench (bench/README.md)", () => {
  it("judges the ratio where the goal is one, else the figure itself", () => {
    assert.equal(holds({ ...PAGE, ratio: 6 }), true);
    assert.equal(holds({ ...PAGE, value: 5, ratio: 6.1 }), false);
    assert.equal(holds({ ...WAL, value: 6_500 }), true);
    assert.equal(holds({ what: "pages", value: 999, unit: "/s", goal: { of: "value", atLeast: 1_000 } }), false);
    assert.equal(holds({ what: "CPU", value: 9, unit: "µs" }), undefined);
  });

  it("misses the goal of a figure that could not be measured", () => {
    assert.equal(holds({ ...WAL, value: Number.NaN }), false);
    assert.equal(holds({ ...PAGE, ratio: Number.NaN }), false);
  });

  it("shows each figure with its unit, its ratio and its goal", () => {
    assert.deepEqual(linesOf(resultTable(runOf(PAGE, WAL))).slice(2, 4), [
      "| Log | 33.9 ms | 68.2 | ≤ 6 times | misses |",
      "| WAL | 14,012 B | | ≤ 6,500 B | misses |",
    ]);
  });

  it("sets an earlier run beside it, row by row, and says what the figures are of the earlier ones", () => {
    const earlier = runOf({ ...WAL, value: 28_024.8 }, { ...PAGE, value: 67.82, ratio: 70 });
    const added = { ...PAGE, what: "Added since" };
    assert.deepEqual(linesOf(resultTable(runOf(PAGE, WAL, added), earlier)).slice(2, 5), [
      "| Log | 33.9 ms | 68.2 | ≤ 6 times | misses | 67.8 ms | 70 | 0.5 |",
      "| WAL | 14,012 B | | ≤ 6,500 B | misses | 28,025 B | | 0.5 |",
      "| Added since | 33.9 ms | 68.2 | ≤ 6 times | misses | | | |",
    ]);
  });
});
