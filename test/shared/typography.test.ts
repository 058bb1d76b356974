import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { atLineStart, colonIn, dayAsWritten, greetedAs } from "../../shared/text/typography.ts";
import { formatDay, formatDayHeading, formatDuration, formatLongDay, formatShortDay } from "../../web/shared/format.ts";

const writing = (language: string) => ({ language, timeZone: "Europe/Brussels" });
const MAY_19 = new Date("2026-05-19T12:00:00Z");
const MAY_1 = new Date("2026-05-01T12:00:00Z");

describe("How a language writes around its words", () => {
  it("a day: German keeps the comma after the weekday, the others have none", () => {
    const days = ["en", "nl", "fr", "de"].map((language) => formatDay(MAY_19, writing(language), MAY_19));
    assert.deepEqual(days, ["Tuesday 19 May", "dinsdag 19 mei", "mardi 19 mai", "Dienstag, 19. Mai"]);
  });

  it("the first of a month is « 1er » in French, and no other day is", () => {
    assert.equal(formatDay(MAY_1, writing("fr"), MAY_1), "vendredi 1er mai");
    assert.equal(formatLongDay(MAY_1, writing("fr-BE")), "1er mai 2026");
    assert.equal(formatShortDay(MAY_1, writing("fr"), MAY_1), "1er mai");
    for (const day of ["11 mai 2026", "21 mai", "1 h 02"]) assert.equal(dayAsWritten(day, "de"), day);
    for (const day of ["11 mai 2026", "mardi 21 mai"]) assert.equal(dayAsWritten(day, "fr"), day);
    assert.equal(formatDay(MAY_1, writing("nl"), MAY_1), "vrijdag 1 mei");
  });

  it("a day that begins a line has a capital", () => {
    assert.equal(formatDayHeading(MAY_19, writing("nl"), MAY_19), "Dinsdag 19 mei");
    assert.equal(atLineStart("à 09:30", "fr"), "À 09:30");
  });

  it("a duration: hours are u in Dutch, and a unit stays with its number", () => {
    const hour = 62 * 60_000;
    assert.deepEqual(
      ["en", "nl", "fr", "de"].map((language) => formatDuration(hour, language)),
      ["1\u00A0h\u00A02\u00A0min", "1\u00A0u\u00A002", "1\u00A0h\u00A002", "1\u00A0h\u00A002"],
    );
    for (const language of ["en", "fr-CH"]) assert.equal(formatDuration(30 * 60_000, language), "30\u00A0min");
  });

  it("a colon has a space before it in French alone", () => {
    assert.deepEqual(["en", "nl", "fr-CH", "de"].map(colonIn), [":", ":", "\u00A0:", ":"]);
  });

  it("a greeting has the whole name in German, the first one elsewhere, and none where none is known", () => {
    const sofie = { first: "Sofie", last: "Janssens" };
    assert.equal(greetedAs(sofie, "de-AT"), "Sofie Janssens");
    assert.equal(greetedAs(sofie, "fr"), "Sofie");
    assert.equal(greetedAs({ first: "Sofie", last: null }, "de"), "Sofie");
    assert.equal(greetedAs({ first: null, last: "Janssens" }, "de"), undefined);
  });
});
