import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { searchInSlices } from "../../../../server/platform/lib/async/search-in-slices.ts";
import { searchNames } from "../../../../shared/text/name-search.ts";

const FIRST = ["Ann", "Anne", "An", "Hannah", "Joan", "Anna", "Bea"];
const people = Array.from({ length: 1_500 }, (_, n) => ({ cn: `${FIRST[n % 7]} Peters${n % 11}`, n }));

describe("searching many names", () => {
  it("finds the same, in the same order, as a search of all at once", async () => {
    for (const typed of ["an", "ann peters3", "anna petters", "hana", "joan peters10", "nobody here", "a", ""])
      assert.deepEqual(await searchInSlices(people, typed), searchNames(people, typed), typed);
    assert.deepEqual(await searchInSlices([], "ann"), []);
  });

  it("others have their turn between the slices, however hostile names and search are", async () => {
    const hostile = Array.from({ length: 2_000 }, (_, n) => ({ cn: `${"Aeiouy bcdfg ".repeat(15)}${n}` }));
    let heldMs = 0;
    let turns = 0;
    let used = process.threadCpuUsage();
    const look = setInterval(() => {
      const { user, system } = process.threadCpuUsage(used);
      used = process.threadCpuUsage();
      heldMs = Math.max(heldMs, (user + system) / 1_000);
      turns += 1;
    }, 1);
    await searchInSlices(hostile, "Aeiouz bcdfh ".repeat(6));
    clearInterval(look);
    assert.ok(turns >= 5, `${turns} turns`);
    assert.ok(heldMs < 100, `held for ${heldMs} ms`);
  });
});
