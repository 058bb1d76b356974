import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { initialsOf, visitorInitials } from "../../shared/text/initials.ts";

describe("The initials of a name", () => {
  it("are those of the first and the family name, or of the whole one", () => {
    assert.equal(initialsOf("Noor", "Janssen"), "NJ");
    assert.equal(initialsOf("Xiu Mei", "Pillai"), "XP");
    assert.equal(initialsOf("Xiu Mei Pillai"), "XP");
    assert.equal(initialsOf("élodie", undefined), "É");
    assert.equal(initialsOf(undefined, ""), "");
  });

  it("a family name is filed under its first word with a capital, as each country writes it", () => {
    assert.equal(initialsOf("Sofie", "De Smet"), "SD");
    assert.equal(initialsOf("Sofie De Smet"), "SD");
    assert.equal(initialsOf("Rik", "Van den Broeck"), "RV");
    assert.equal(initialsOf("Pieter", "van der Wal"), "PW");
    assert.equal(initialsOf("Pieter van der Wal"), "PW");
    assert.equal(initialsOf("Charles", "de La Tour"), "CL");
  });

  it("are letters alone: no bracket, no quote, no mark before a word", () => {
    assert.equal(initialsOf("محمد عبد الرحمن الأنصاري (Al-Ansari)"), "ما");
    assert.equal(initialsOf("Robert “Bob” Smith"), "RS");
    assert.equal(initialsOf("(Bob)", undefined), "B");
    assert.equal(initialsOf("¿Ana", "- Lopez"), "AL");
    assert.equal(visitorInitials({ company: "3M" }), "3");
  });

  it("looks no further back than the particles before the last word", () => {
    assert.equal(initialsOf("Ana", "Van Gogh Lopez"), "AL");
  });

  it("are those of the company where a visitor has no name", () => {
    assert.equal(visitorInitials({ company: "Kestrel Couriers" }), "KC");
    assert.equal(visitorInitials({ last_name: "Janssens", company: "Acme" }), "J");
    assert.equal(visitorInitials({}), "");
  });
});
