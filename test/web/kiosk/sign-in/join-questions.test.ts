import assert from "node:assert/strict";
import { describe, it } from "node:test";

import type { DoorField } from "../../../../web/visitor-flow/door.ts";
import type { Step } from "../../../../web/visitor-flow/steps.ts";
import { joinQuestions } from "../../../../web/kiosk/sign-in/join-questions.ts";

const REM = 16;

const ask = (field_name: string, more: Partial<DoorField> = {}): DoorField => ({
  field_name,
  label: {},
  type: "text",
  required: false,
  options: {},
  ...more,
});
const choose = (field_name: string, ...options: string[]): DoorField =>
  ask(field_name, { type: "radio", options: { en: options } });

const PURPOSE = choose("purpose", "Meeting", "Delivery", "Maintenance", "Audit", "Tour", "Other");
const COLOUR = choose("colour", "Green", "Orange", "Red");
const ASKED = ["first_name", "last_name", "company", "email", "phone"].map((name) => ask(name));

/** The questions of each screen, where a kiosk of this size in pixels asks them one by one. @param textPercent the size of text */
const screens = (
  fields: readonly DoorField[],
  [width, height]: readonly [number, number],
  { hasKeys = true, textPercent = 100 } = {},
): string[] => {
  const rem = (REM * textPercent) / 100;
  const steps = fields.map((field): Step => ({
    kind: "questions",
    key: field.field_name,
    topic: "one",
    fields: [field],
  }));
  const joined = joinQuestions(steps, { width: width / rem, height: height / rem, hasKeys });
  return joined.map((step) =>
    "fields" in step ? step.fields.map(({ field_name }) => field_name).join(" ") : step.kind,
  );
};

describe("the questions that a kiosk asks on one screen", () => {
  it("are of one topic, in their order: the name and the company, how to be reached, what the location asks", () => {
    assert.deepEqual(screens([...ASKED, PURPOSE, ask("plate"), COLOUR], [810, 1080]), [
      "first_name last_name company",
      "email phone",
      "purpose",
      "plate colour",
    ]);
    assert.deepEqual(screens([PURPOSE, COLOUR], [810, 1080]), ["purpose colour"]);
  });

  it("are as many as there is room for beside the keyboard, and fewer with larger text", () => {
    assert.deepEqual(screens(ASKED, [600, 960]), ["first_name last_name", "company", "email phone"]);
    assert.equal(screens(ASKED, [390, 844]).length, ASKED.length);
    assert.equal(screens(ASKED, [810, 1080], { textPercent: 200 }).length, ASKED.length);
    assert.deepEqual(screens([COLOUR, ask("plate")], [1366, 1024]), ["colour plate"]);
    assert.deepEqual(screens([COLOUR, ask("plate")], [1180, 820]), ["colour", "plate"]);
  });

  it("are four at most, and say little each: no long text, no day, nothing to search", () => {
    const plain = ["a", "b", "c", "d", "e"].map((name) => ask(name));
    assert.deepEqual(screens(plain, [1080, 1920]), ["a b c d", "e"]);
    const countries = choose("country", ..."AT BE CZ DE ES FR GB HR IE".split(" "));
    for (const alone of [ask("work", { type: "textarea" }), ask("born", { type: "date" }), countries])
      assert.deepEqual(screens([ask("a"), alone, ask("b")], [1080, 1920]), ["a", alone.field_name, "b"]);
  });

  it("are not those on either side of another screen", () => {
    const of = (field: DoorField): Step => ({
      kind: "questions",
      key: field.field_name,
      topic: "one",
      fields: [field],
    });
    const steps: Step[] = [of(ask("a")), { kind: "photo", key: "photo" }, of(ask("b"))];
    assert.deepEqual(joinQuestions(steps, { width: 80, height: 60, hasKeys: true }), steps);
  });
});
