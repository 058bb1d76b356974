import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { dayRange } from "../../../../../web/console/features/list/day-range.ts";
import type { ListDescription, Row } from "../../../../../web/console/features/list/description.ts";
import {
  filterKeyOf,
  isUnfiltered,
  searchOf,
  viewOf,
  withFilter,
} from "../../../../../web/console/features/list/view.ts";

const ID = "0123456789abcdef01234567";
const COLUMN = { width: "1fr", drops: 0 } as const;

const LIST: Pick<ListDescription<Row>, "columns" | "filters" | "answersMax" | "sort"> = {
  columns: [{ key: "visitor", ...COLUMN }],
  filters: [
    { key: "when", kind: "days", of: ["today"] },
    { key: "state", kind: "one", of: ["in", "out"], textOf: String },
    { key: "doors", kind: "several", of: "entry-points" },
  ],
  answersMax: 1,
  sort: { key: "create_date", descending: true },
};

describe("the view of a list, and its address", () => {
  it("the first view has an empty address, and shows everything", () => {
    const view = viewOf(LIST, {});
    assert.deepEqual(view, { search: "", filters: {}, sort: LIST.sort, columns: ["visitor"] });
    assert.deepEqual(JSON.stringify(searchOf(LIST, view)), "{}");
    assert.ok(isUnfiltered(view));
  });

  it("an address becomes a view, and the view the same address", () => {
    const address = {
      q: "jo",
      when: "2026-05-01..",
      state: "out",
      doors: `${ID},${ID}`,
      answers: { plate: "true" },
      sort: "-visitor",
      cols: "company,visitor",
    };
    assert.deepEqual(searchOf(LIST, viewOf(LIST, address)), address);
    assert.ok(!isUnfiltered(viewOf(LIST, { q: "jo" })));
  });

  it("what is typed into an address by hand and no filter has is left out", () => {
    const { filters } = viewOf(LIST, {
      state: "in,out",
      doors: `x,${ID}`,
      answers: { a: true, b: 1, c: 2 },
      other: "x",
    });
    assert.deepEqual(filters, { state: "in", doors: ID, "answer:a": "true" });
    assert.deepEqual(viewOf(LIST, { state: "gone", doors: {}, answers: "x" }).filters, {});
  });

  it("columns that were kept show where the address names none", () => {
    assert.deepEqual(viewOf(LIST, {}, ["company"]).columns, ["company"]);
    assert.deepEqual(viewOf(LIST, { cols: "visitor" }, ["company"]).columns, ["visitor"]);
  });

  it("two views are the same set whatever their order and columns", () => {
    const [a, b] = [viewOf(LIST, { state: "in", sort: "visitor", cols: "company" }), viewOf(LIST, { state: "in" })];
    assert.equal(filterKeyOf(LIST, a), filterKeyOf(LIST, b));
    assert.notEqual(filterKeyOf(LIST, a), filterKeyOf(LIST, viewOf(LIST, { state: "out" })));
  });

  it("a filter that is set to nothing is off", () => {
    assert.deepEqual(withFilter({ state: "in", when: "today" }, "state", ""), { when: "today" });
  });
});

describe("the days of a filter", () => {
  const SPANS = { yesterday: [-1, 0], past: [undefined, 0], today: [0] } as const;
  const range = (value: string) => JSON.stringify(dayRange(value, SPANS, "2026-03-01"));

  it("spans go with the day", () => {
    assert.equal(range("yesterday"), '{"startDate":"2026-02-28","endDate":"2026-03-01"}');
    assert.equal(range("past"), '{"endDate":"2026-03-01"}');
    assert.equal(range("today"), '{"startDate":"2026-03-01"}');
  });

  it("two days are both in it, and either may be missing", () => {
    assert.equal(range("2026-05-01..2026-05-31"), '{"startDate":"2026-05-01","endDate":"2026-06-01"}');
    assert.equal(range("..2026-05-31"), '{"endDate":"2026-06-01"}');
    assert.equal(range("2026-05-01.."), '{"startDate":"2026-05-01"}');
    assert.equal(range(""), "{}");
  });
});
