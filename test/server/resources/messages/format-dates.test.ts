import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { formatVisitSpan } from "../../../../server/resources/messages/mail/format-dates.ts";

const timezone = "Europe/Brussels";
const say = (from: string | null, to: string | null, language: "en" | "nl" | "fr" | "de" = "en") =>
  formatVisitSpan({ from, to, timezone }, language);

describe("When a visit is, in words", () => {
  it("hours of a day: in the location's zone, which is named by its city, by 24 hours", () => {
    const span = ["2026-05-19T07:00:00.000Z", "2026-05-19T12:30:00.000Z"] as const;
    assert.equal(say(...span), "Tuesday 19 May 2026, 09:00 to 14:30 (Brussels time)");
    assert.equal(say(...span, "nl"), "dinsdag 19 mei 2026, 09:00 tot 14:30 (tijd in Brussel)");
    assert.equal(say(...span, "fr"), "mardi 19 mai 2026, 09:00 – 14:30 (heure locale\u00A0: Bruxelles)");
    assert.equal(say(...span, "de"), "Dienstag, 19. Mai 2026, 09:00 bis 14:30 (Ortszeit Brüssel)");
  });

  it("whole days: by their dates, the end not being part of them; also the day of 23 hours", () => {
    assert.equal(say("2026-05-18T22:00:00.000Z", "2026-05-19T22:00:00.000Z"), "Tuesday 19 May 2026");
    assert.equal(
      say("2026-05-18T22:00:00.000Z", "2026-05-21T22:00:00.000Z"),
      "Tuesday 19 May 2026 to Thursday 21 May 2026",
    );
    const may = ["2026-04-30T22:00:00.000Z", "2026-05-02T22:00:00.000Z"] as const;
    assert.equal(say(...may, "nl"), "vrijdag 1 mei 2026 tot en met zaterdag 2 mei 2026");
    assert.equal(say(...may, "fr"), "vendredi 1er mai 2026 – samedi 2 mai 2026");
    assert.equal(say(...may, "de"), "Freitag, 1. Mai 2026 bis Samstag, 2. Mai 2026");
    assert.equal(say("2026-03-28T23:00:00.000Z", "2026-03-29T22:00:00.000Z"), "Sunday 29 March 2026");
  });

  it("from midnight to an hour shows both hours; over night both days", () => {
    assert.equal(
      say("2026-05-18T22:00:00.000Z", "2026-05-19T08:00:00.000Z"),
      "Tuesday 19 May 2026, 00:00 to 10:00 (Brussels time)",
    );
    assert.equal(
      say("2026-05-19T20:00:00.000Z", "2026-05-20T04:00:00.000Z"),
      "Tuesday 19 May 2026, 22:00 to Wednesday 20 May 2026, 06:00 (Brussels time)",
    );
  });

  it("one bound alone is open; two equal ones are that moment; none is nothing", () => {
    assert.equal(say("2026-05-19T07:00:00.000Z", null), "from Tuesday 19 May 2026, 09:00 (Brussels time)");
    assert.equal(say("2026-05-18T22:00:00.000Z", null, "fr"), "à partir du mardi 19 mai 2026");
    assert.equal(say(null, "2026-05-19T07:00:00.000Z", "nl"), "tot dinsdag 19 mei 2026, 09:00 (tijd in Brussel)");
    const midnight = "2026-05-19T22:00:00.000Z";
    assert.equal(say(null, midnight), "until Tuesday 19 May 2026");
    assert.equal(say(null, midnight, "nl"), "tot en met dinsdag 19 mei 2026");
    assert.equal(
      say("2026-05-19T07:00:00.000Z", "2026-05-19T07:00:00.000Z"),
      "Tuesday 19 May 2026, 09:00 (Brussels time)",
    );
    assert.equal(say(null, null), undefined);
  });

  it("names a zone without a city as it is called, and one of several words in words", () => {
    const at = (zone: string) =>
      formatVisitSpan({ from: "2026-05-19T07:00:00.000Z", to: null, timezone: zone }, "en")?.split(" (")[1];
    assert.deepEqual([at("UTC"), at("Etc/GMT-3")], ["UTC)", "Etc/GMT-3)"]);
    assert.deepEqual(
      [at("America/New_York"), at("America/Argentina/Buenos_Aires")],
      ["New York time)", "Buenos Aires time)"],
    );
  });
});
