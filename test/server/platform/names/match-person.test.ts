import assert from "node:assert/strict";
import { describe, it } from "node:test";

import {
  LOOK,
  matchPerson,
  type Person,
  readPerson,
  VERY_LIKELY,
} from "../../../../server/platform/names/match-person.ts";

const scoreBetween = (a: Person, b: Person): number => matchPerson(readPerson(a), readPerson(b)).score;
const listed: Person = { names: ["Jan Martens", "Johnny Martens"], born: "1970-03-05", emails: ["jan@firm.example"] };

describe("a person of a list", () => {
  it("is found by any of their names", () => {
    assert.equal(scoreBetween(listed, { names: ["Johnny Martens"] }), 1);
  });

  it("is not found with another day of birth", () => {
    assert.ok(scoreBetween(listed, { names: ["Jan Martens"], born: "1988-11-20" }) < LOOK);
  });

  it("is found with day and month exchanged, a digit other, or the year alone", () => {
    for (const born of ["1970-05-03", "1971-03-05", "1970"])
      assert.ok(scoreBetween(listed, { names: ["Jan Martens"], born }) >= VERY_LIKELY, born);
  });

  it("is found by their email address or phone whatever they are called", () => {
    assert.equal(scoreBetween(listed, { names: ["Someone Else"], emails: ["jan@firm.example"] }), 1);
    const phones = ["+32470000001"];
    assert.equal(scoreBetween({ ...listed, phones }, { names: ["Someone Else"], phones }), 1);
  });

  it("explains a score by its facts", () => {
    const { facts } = matchPerson(readPerson(listed), readPerson({ names: ["Jan Martens"], born: "1970-03-05" }));
    assert.deepEqual(facts, [{ fact: "born", agreement: "same", change: 0.05 }]);
  });
});
