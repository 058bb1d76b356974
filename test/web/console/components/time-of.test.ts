import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { timeOf } from "../../../../web/console/components/table/time-of.ts";

describe("a time as people type it", () => {
  for (const [typed, time] of [
    ["9", "09:00"],
    ["09:30", "09:30"],
    ["9.30", "09:30"],
    ["930", "09:30"],
    ["1415", "14:15"],
    ["9h30", "09:30"],
    ["14u30", "14:30"],
    ["9 Uhr", "09:00"],
    ["2 pm", "14:00"],
    ["12 am", "00:00"],
    ["12:05pm", "12:05"],
    [" 23:59 ", "23:59"],
  ] as const)
    it(`${typed} is ${time}`, () => assert.equal(timeOf(typed), time));

  it("is undefined if there is no such hour or minute", () => {
    for (const typed of ["", "24:00", "9:60", "noon", "123456", "-1"]) assert.equal(timeOf(typed), undefined, typed);
  });
});
