import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { searchNames } from "../../shared/text/name-search.ts";

const HOSTS = [
  "John Smith",
  "Jürgen Müller",
  "Ann Peeters",
  "van den Berg, Els",
  "Søren Åse",
  "Stephen King",
  "山田太郎",
  "Jonas Kahnwald",
  "Thijs de Vries",
  "Zoë Çelik",
].map((cn) => ({ cn }));
const find = (typed: string, max?: number): string[] => searchNames(HOSTS, typed, max).map(({ cn }) => cn);

describe("searchNames (finds Jon for John, ignores accents)", () => {
  for (const [typed, cn] of [
    ["muller", "Jürgen Müller"],
    ["Mueller", "Jürgen Müller"],
    ["MÜLL", "Jürgen Müller"],
    ["peters", "Ann Peeters"],
    ["petters an", "Ann Peeters"],
    ["vandenberg", "van den Berg, Els"],
    ["els berg", "van den Berg, Els"],
    ["soren ase", "Søren Åse"],
    ["steven", "Stephen King"],
    ["tijs", "Thijs de Vries"],
    ["celik", "Zoë Çelik"],
    ["kahnwlad", "Jonas Kahnwald"],
    ["太郎", "山田太郎"],
  ] as const)
    it(`"${typed}" finds ${cn}, and no other name first`, () => {
      assert.equal(find(typed)[0], cn);
    });

  it("Jon finds John, after those whose name begins so", () => {
    assert.deepEqual(find("Jon"), ["Jonas Kahnwald", "John Smith"]);
  });

  it("one letter, none and signs find no name; nor does what no name is like", () => {
    for (const typed of ["", "j", " j ", "...", "%", "xq", "qwerty"]) assert.deepEqual(find(typed), [], typed);
  });

  it("four at most, in the order given among equals", () => {
    const many = Array.from({ length: 50 }, (_, n) => ({ cn: `Ann ${n}` }));
    assert.deepEqual(
      searchNames(many, "ann").map(({ cn }) => cn),
      ["Ann 0", "Ann 1", "Ann 2", "Ann 3"],
    );
    assert.equal(find("jo", 1).length, 1);
  });

  it("every name is found by its own first two letters and by itself", () => {
    for (const { cn } of HOSTS) {
      assert.equal(find(cn)[0], cn);
      assert.ok(find(Array.from(cn).slice(0, 2).join(""), 10).includes(cn), cn);
    }
  });

  it("a text of any length ends: a megabyte of letters finds no name", () => {
    assert.deepEqual(find("x".repeat(1_000_000)), []);
    assert.deepEqual(searchNames([{ cn: "x".repeat(1_000_000) }], "yyyy"), []);
  });
});
