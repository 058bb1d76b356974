import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { type CalendarEntry, calendarFile } from "../../../../server/resources/messages/invitations/calendar.ts";

const entry: CalendarEntry = {
  method: "REQUEST",
  sequence: 0,
  uid: "abc@visitors.example.org",
  from: "2026-05-19T07:30:00.000Z",
  to: "2026-05-19T09:00:00.000Z",
  timezone: "Europe/Brussels",
  summary: "Visit to Head office",
  organizer: { name: 'Head "office"', mail: "no-reply@visitors.example.org" },
  description: "Ann Peeters is expecting you",
  location: "Head office, Kade 1, 9000 Gent",
  url: "https://visitors.example.org/visit/#i=x",
  written: Date.parse("2026-05-01T10:00:30Z"),
};

/** The properties of a file as any reader sees them: unfolded, and unescaped. */
const propertiesOf = (file: string): Map<string, string> =>
  new Map(
    file
      .replaceAll("\r\n ", "")
      .split("\r\n")
      .map((line) => /^([A-Z-]+):(.*)$/s.exec(line) ?? [])
      .map(([, name = "", value = ""]) => [
        name,
        value.replaceAll(/\\(.)/g, (_, character: string) => (character === "n" ? "\n" : character)),
      ]),
  );

describe("The calendar entry of an invitation (RFC 5545)", () => {
  it("has a stable UID, UTC times, and its text", () => {
    const properties = propertiesOf(calendarFile(entry));
    assert.equal(properties.get("UID"), entry.uid);
    assert.equal(properties.get("DTSTART"), "20260519T073000Z");
    assert.equal(properties.get("DTEND"), "20260519T090000Z");
    assert.equal(properties.get("DTSTAMP"), "20260501T100030Z");
    assert.equal(properties.get("SUMMARY"), entry.summary);
    assert.deepEqual([properties.get("METHOD"), properties.get("SEQUENCE")], ["REQUEST", "0"]);
  });

  it("names its organizer (RFC 5546, 3.2), says more, and reminds an hour before", () => {
    const file = calendarFile(entry);
    assert.ok(file.includes(`ORGANIZER;CN="Head  office ":mailto:no-reply@visitors.example.org\r\n`));
    assert.ok(file.includes(`DESCRIPTION:${entry.description}\r\n`));
    assert.match(file, /BEGIN:VALARM\r\n[^]*TRIGGER:-PT1H\r\nEND:VALARM\r\nEND:VEVENT/);
  });

  it("a visit of whole days is an all-day entry that keeps no one busy and wakes no one, in summer and winter", () => {
    for (const [from, to, start, end] of [
      ["2026-11-30T23:00:00.000Z", "2026-12-03T23:00:00.000Z", "20261201", "20261204"],
      ["2027-03-27T23:00:00.000Z", "2027-03-28T22:00:00.000Z", "20270328", "20270329"],
      ["2026-11-30T23:00:00.000Z", null, "20261201", undefined],
    ] as const)
      for (const method of ["REQUEST", "CANCEL"] as const) {
        const file = calendarFile({ ...entry, from, to, method });
        assert.ok(file.includes(`\r\nDTSTART;VALUE=DATE:${start}\r\n`), file);
        assert.equal(/^DTEND;VALUE=DATE:(\d+)\r$/m.exec(file)?.[1], end);
        assert.equal(file.includes("\r\nTRANSP:TRANSPARENT\r\n"), method === "REQUEST");
        assert.doesNotMatch(file, /VALARM|DTSTART:|DTEND:/);
      }
    const moment = calendarFile({ ...entry, from: "2026-11-30T23:00:00.000Z", to: "2026-11-30T23:00:00.000Z" });
    assert.ok(moment.includes("\r\nDTSTART:20261130T230000Z\r\n"));
    const elsewhere = { ...entry, from: "2026-11-30T23:00:00.000Z", to: "2026-12-03T23:00:00.000Z", timezone: "UTC" };
    assert.ok(calendarFile(elsewhere).includes("\r\nDTSTART:20261130T230000Z\r\n"));
  });

  it("an open end, or one that is the start, has no DTEND", () => {
    for (const to of [null, entry.from]) assert.ok(!calendarFile({ ...entry, to }).includes("DTEND"));
  });

  it("a request names who is invited and asks for no reply; what is published names none (RFC 5546, 3.2.1)", () => {
    const attendee = { name: "Jo Janssens", mail: "jo@example.org" };
    const file = calendarFile({ ...entry, attendee });
    assert.ok(file.includes('ATTENDEE;CN="Jo Janssens";RSVP=FALSE:mailto:jo@example.org\r\n'));
    assert.ok(!calendarFile({ ...entry, method: "PUBLISH" }).includes("ATTENDEE"));
  });

  it("one that is taken back is CANCELLED, reminds of nothing, and needs no time (RFC 5546, 3.2.5)", () => {
    const file = calendarFile({ ...entry, method: "CANCEL", sequence: 2, from: null, to: null });
    const properties = propertiesOf(file);
    assert.deepEqual(
      ["METHOD", "STATUS", "SEQUENCE", "UID"].map((name) => properties.get(name)),
      ["CANCEL", "CANCELLED", "2", entry.uid],
    );
    assert.doesNotMatch(file, /VALARM|DTSTART|DTEND|URL/);
  });

  it("texts can't add properties: line breaks, commas, semicolons and backslashes are escaped", () => {
    const nasty = "A;B,C\\D\r\nATTENDEE:mailto:x@example.org\nE\u0001F";
    const file = calendarFile({ ...entry, summary: nasty });
    assert.ok(!/^ATTENDEE/m.test(file));
    assert.equal(propertiesOf(file).get("SUMMARY"), "A;B,C\\D\nATTENDEE:mailto:x@example.org\nE F");
  });

  it("names and addresses can't add properties or parameters: no line ends in them, and no link begins", () => {
    const attendee = {
      name: 'Ann" \u2028X:y\u2029Z:y\u0085',
      mail: "ann?bcc=eve%40evil.example&body=x#y@acme.example",
    };
    const file = calendarFile({ ...entry, attendee, location: "Kade 1\u2028ATTENDEE:mailto:eve@evil.example" });
    assert.doesNotMatch(file, /[\u0085\u2028\u2029]/);
    assert.match(
      file.replaceAll("\r\n ", ""),
      /:mailto:ann%3Fbcc=eve%2540evil\.example%26body=x%23y@acme\.example\r\n/,
    );
    assert.ok(file.includes("LOCATION:Kade 1\\nATTENDEE:"));
  });

  it("no line has more than 75 bytes, and no character is cut", () => {
    const long = "Ünïcode 花子 👩‍🚒 ".repeat(40);
    const file = calendarFile({ ...entry, summary: long });
    assert.ok(file.endsWith("END:VCALENDAR\r\n"));
    for (const line of file.split("\r\n")) {
      assert.ok(Buffer.byteLength(line) <= 75, line);
      assert.ok(line.isWellFormed());
    }
    assert.equal(propertiesOf(file).get("SUMMARY"), long);
  });
});
