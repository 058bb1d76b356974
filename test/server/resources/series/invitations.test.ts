import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { eraseOnRequest } from "../../../../server/resources/registered-visitors/removal.ts";
import { systemContext } from "../../../../server/platform/http/request-context.ts";
import { entryOf, sendAll } from "../../../support/invited.ts";
import { calendarIn, type Mailbox, openMailbox, type ReceivedMail } from "../../../support/outside/mailbox.ts";
import { visitorCall } from "../../../support/visitor.ts";
import { type Body, buildLocation, makeWorld, type World } from "../../../support/world.ts";

let world: World;
let mailbox: Mailbox;
let location: string;

before(async () => {
  mailbox = await openMailbox();
  const env = { SMTP_URL: mailbox.url, MAIL_FROM: "Desk <desk@example.org>", PUBLIC_URL: "https://old.example.net" };
  world = await makeWorld({ env });
  world.clock.now = Date.parse("2035-01-01T12:00:00Z");
  world.clock.frozen = true;
  location = await buildLocation(world, { name: "Kade", address: "Kade 1", city: "Gent", timezone: "Europe/Brussels" });
});
after(async () => {
  await world.close();
  await mailbox.close();
});

const JO = { first_name: "Jo", last_name: "Janssens", email: "jo@example.org" };
const MAX = { first_name: "Max", last_name: "Maes", email: "max@example.org" };
const make = async (body: object = {}): Promise<Body> => {
  const made = await world.post("/series", {
    company_id: location,
    visitors: [JO],
    starts: { date: "2035-03-13", time: "09:00" },
    ends: { time: "10:30" },
    rule: "FREQ=WEEKLY;COUNT=4",
    recipient: "Ann Peeters",
    invite: true,
    ...body,
  });
  assert.equal(made.status, 200, made.text);
  return made.body;
};
const sent = (): Promise<ReceivedMail[]> => sendAll(world, mailbox);
const only = (mails: readonly ReceivedMail[]): ReceivedMail => {
  assert.equal(mails.length, 1, mails.map(({ raw }) => calendarIn(raw)).join("\n"));
  return mails[0] ?? assert.fail();
};
const invited = async (body: object = {}): Promise<Body> => {
  const series = await make(body);
  await sent();
  return series;
};
const put = async (path: string, body: object): Promise<Body> => {
  const answer = await world.put(path, body);
  assert.equal(answer.status, 200, answer.text);
  return answer.body;
};
const linesOf = ({ raw }: ReceivedMail, name: string): string[] =>
  calendarIn(raw)
    .split("\r\n")
    .filter((line) => line.startsWith(name));
const eventsOf = (mail: ReceivedMail): number => linesOf(mail, "BEGIN:VEVENT").length;

describe("An invitation to a series (decision 0064)", () => {
  it("is one email with the rule, in the zone of the series", async () => {
    const series = await make();
    assert.equal(series["invite"], true);
    const email = only(await sent());
    assert.match(email.raw, /^Content-Type: text\/calendar; charset=utf-8; method=REQUEST\r\n/m);
    assert.deepEqual(entryOf(email, "METHOD", "SEQUENCE", "ORGANIZER", "ATTENDEE"), [
      "REQUEST",
      "0",
      'CN="Kade":mailto:desk@example.org',
      'CN="Jo Janssens";RSVP=FALSE:mailto:jo@example.org',
    ]);
    assert.doesNotMatch(entryOf(email, "UID")[0] ?? "", /example|Jo/);
    const file = calendarIn(email.raw);
    for (const line of [
      "DTSTART;TZID=Europe/Brussels:20350313T090000",
      "DTEND;TZID=Europe/Brussels:20350313T103000",
      "RRULE:FREQ=WEEKLY;COUNT=4",
      "TZID:Europe/Brussels",
      "BEGIN:DAYLIGHT\r\nDTSTART:20350325T020000\r\nTZOFFSETFROM:+0100\r\nTZOFFSETTO:+0200\r\nEND:DAYLIGHT",
    ])
      assert.ok(file.includes(`${line}\r\n`), `${line} in\n${file}`);
    assert.match(email.mail.text ?? "", /When: Tuesday 13 March 2035, 09:00 to 10:30/);
    assert.match(email.mail.text ?? "", /Also on: Tuesday 20 March 2035; Tuesday 27 March 2035; Tuesday 3 April 2035/);
    const id = series["occurrences"][3].known_visitor_ids[0];
    assert.equal((await world.get(`/knownvisitors/${id}`)).body.status, "invited");
  });

  it("is for those with an address, each with a UID of their own, and counts in the cap", async () => {
    await make({ visitors: [JO, MAX, { first_name: "No", last_name: "Mail" }] });
    const mails = await sent();
    assert.deepEqual(new Set(mails.map(({ to }) => to[0])), new Set(["jo@example.org", "max@example.org"]));
    assert.equal(new Set(mails.map((mail) => entryOf(mail, "UID")[0])).size, 2);
    const capped = await buildLocation(world, { settings: { invite_cap_per_day: 1 } });
    const refused = await world.post("/series", {
      company_id: capped,
      visitors: [JO, MAX],
      starts: { date: "2035-03-13", time: "09:00" },
      duration_minutes: 60,
      invite: true,
    });
    assert.deepEqual([refused.status, refused.body.code, refused.body.field], [400, "too_many", "invite"]);
    assert.deepEqual((await world.get(`/series/bycompany/${capped}`)).body, []);
  });

  it("is a single entry for a series without a rule, and of whole days where it has those", async () => {
    const { rule: _rule, ...once } = { rule: "", visitors: [MAX] };
    await make({ ...once, rule: undefined });
    assert.deepEqual(entryOf(only(await sent()), "DTSTART", "RRULE"), ["20350313T080000Z", undefined]);
    await make({ starts: { date: "2035-03-13", time: "00:00" }, ends: undefined, duration_minutes: 1440 });
    assert.deepEqual(entryOf(only(await sent()), "DTSTART", "DTEND"), ["VALUE=DATE:20350313", "VALUE=DATE:20350314"]);
  });
});

describe("A series that changes (decision 0064)", () => {
  it("of all: one REQUEST with the next SEQUENCE; nothing about phones", async () => {
    const series = await invited();
    const path = `/series/${series._id}`;
    assert.equal((await world.put(`${path}?dry_run=true`, { recipient: "Bo" })).body.mails, 1);
    await put(path, { starts: { date: "2035-03-13", time: "11:00" }, ends: { time: "12:00" } });
    const moved = only(await sent());
    assert.deepEqual(entryOf(moved, "METHOD", "SEQUENCE"), ["REQUEST", "1"]);
    assert.ok(linesOf(moved, "DTSTART;TZID=Europe/Brussels:20350313T110000").length === 1);
    await put(path, { phone: "+3225550100", note: "x" });
    assert.deepEqual(await sent(), []);
    await put(path, { recipient: "Bo" });
    const host = only(await sent());
    assert.deepEqual(entryOf(host, "SEQUENCE"), ["2"]);
    assert.match(host.mail.text ?? "", /Your host has changed/);
  });

  it("of one: that occurrence alone, in the zone and type of the series", async () => {
    const series = await invited();
    const second = series["occurrences"][1].recurrence_id;
    const path = `/series/${series._id}?scope=this&recurrence_id=${second}`;
    await put(path, { starts: { date: "2035-03-21", time: "14:00" } });
    const moved = only(await sent());
    assert.equal(eventsOf(moved), 1);
    assert.deepEqual(entryOf(moved, "METHOD", "SEQUENCE", "RECURRENCE-ID", "RRULE"), [
      "REQUEST",
      "1",
      "TZID=Europe/Brussels:20350320T090000",
      undefined,
    ]);
    assert.ok(linesOf(moved, "DTSTART;TZID=Europe/Brussels:20350321T140000").length === 1);
    assert.match(moved.mail.text ?? "", /When: Wednesday 21 March 2035, 14:00 to 15:30/);
    const gone = await world.remove(path);
    assert.equal(gone.status, 200, gone.text);
    const cancelled = only(await sent());
    assert.deepEqual(entryOf(cancelled, "METHOD", "SEQUENCE", "RECURRENCE-ID", "STATUS"), [
      "CANCEL",
      "2",
      "TZID=Europe/Brussels:20350320T090000",
      "CANCELLED",
    ]);
    await put(`/series/${series._id}`, { recipient: "Bo" });
    assert.deepEqual(linesOf(only(await sent()), "EXDATE"), ["EXDATE;TZID=Europe/Brussels:20350320T090000"]);
  });

  it("of one and those that follow: the old series ends, and the new one begins", async () => {
    const series = await invited();
    const third = series["occurrences"][2].recurrence_id;
    await put(`/series/${series._id}?scope=following&recurrence_id=${third}`, {
      starts: { date: "2035-03-27", time: "13:00" },
      duration_minutes: 30,
    });
    const mails = await sent();
    assert.equal(mails.length, 2);
    const [old, fresh] = mails.toSorted(
      (a, b) => Number(entryOf(b, "SEQUENCE")[0]) - Number(entryOf(a, "SEQUENCE")[0]),
    );
    assert.ok(old !== undefined && fresh !== undefined);
    assert.match(entryOf(old, "RRULE")[0] ?? "", /^FREQ=WEEKLY;UNTIL=2035032\d{1}T\d{6}Z$/);
    assert.deepEqual(entryOf(fresh, "METHOD", "SEQUENCE", "RRULE"), ["REQUEST", "0", "FREQ=WEEKLY;COUNT=2"]);
    assert.notEqual(entryOf(old, "UID")[0], entryOf(fresh, "UID")[0]);
  });

  it("cancelled: CANCEL of the series, whose messages and links end", async () => {
    const series = await make();
    const uid = entryOf(only(await sent()), "UID")[0];
    await world.remove(`/series/${series._id}`);
    const mail = only(await sent());
    assert.deepEqual(entryOf(mail, "METHOD", "UID", "SEQUENCE", "STATUS", "RECURRENCE-ID"), [
      "CANCEL",
      uid,
      "1",
      "CANCELLED",
      undefined,
    ]);
    assert.equal(mail.mail.subject, "Cancelled: your visits to Kade");
    assert.deepEqual(
      await world.db.rows({ sql: "select 1 from series_invitations where series_id = $1", parameters: [series._id] }),
      [],
    );
  });

  it("who is taken off gets CANCEL, who is added gets REQUEST", async () => {
    const series = await invited();
    await put(`/series/${series._id}`, { visitors: [MAX] });
    const mails = await sent();
    const of = (address: string) =>
      mails.filter(({ to }) => to[0] === address).map((one) => entryOf(one, "METHOD", "SEQUENCE"));
    assert.deepEqual([of("jo@example.org"), of("max@example.org")], [[["CANCEL", "1"]], [["REQUEST", "0"]]]);
  });

  it("single records too: one that is moved, one that is removed, and the location's address", async () => {
    const series = await invited();
    const [first, second] = series["occurrences"];
    const VISITING_ON = { startDate: "2035-03-14T09:00:00.000Z", endDate: "2035-03-14T10:00:00.000Z" };
    await put(`/knownvisitors/${first.known_visitor_ids[0]}`, { visiting_on: VISITING_ON });
    assert.deepEqual(entryOf(only(await sent()), "METHOD", "SEQUENCE", "RECURRENCE-ID"), [
      "REQUEST",
      "1",
      "TZID=Europe/Brussels:20350313T090000",
    ]);
    await world.remove(`/knownvisitors/${second.known_visitor_ids[0]}`);
    assert.deepEqual(entryOf(only(await sent()), "METHOD", "SEQUENCE"), ["CANCEL", "2"]);
    await world.post(`/companies/${location}/knownvisitors/sendinvites`, first.known_visitor_ids);
    const again = only(await sent());
    assert.deepEqual([entryOf(again, "SEQUENCE")[0], eventsOf(again)], ["3", 2]);
  });

  it("an invitation that begins after the series was made", async () => {
    const series = await invited({ invite: false });
    assert.deepEqual(await sent(), []);
    await put(`/series/${series._id}`, { invite: true });
    assert.deepEqual(entryOf(only(await sent()), "METHOD", "SEQUENCE"), ["REQUEST", "0"]);
  });

  it("a record that is erased says nothing, and leaves nothing", async () => {
    const series = await invited();
    const id = series["occurrences"][0].known_visitor_ids[0];
    await eraseOnRequest(systemContext(world.context, "test"), location, id);
    assert.deepEqual(await sent(), []);
    const left =
      "select 1 from series_invitations where series_id = $1 union all select 1 from messages where parameters::text like '%' || $1 || '%'";
    assert.deepEqual(await world.db.rows({ sql: left, parameters: [series._id] }), []);
  });
});

const tokenOf = ({ mail }: ReceivedMail): string => /#i=([\w.-]+)/.exec(mail.text ?? "")?.[1] ?? assert.fail(mail.text);

describe("The link of an invitation to a series (decision 0064)", () => {
  it("leads to the next occurrence, whose entry it gives, and ends with the invitation", async () => {
    const series = await make({ starts: { date: "2035-01-09", time: "09:00" } });
    const email = only(await sent());
    const token = tokenOf(email);
    const open = (path = "/invitation") => visitorCall(world, "GET", path, { token });
    const day = async () => (await open()).body.visiting_on?.startDate;
    assert.equal(await day(), "2035-01-09T08:00:00.000Z");
    world.clock.now = Date.parse("2035-01-10T08:00:00Z");
    assert.equal(await day(), "2035-01-16T08:00:00.000Z");
    const file = (await open("/invitation/calendar")).text;
    assert.match(
      file,
      new RegExp(`UID:${entryOf(email, "UID")[0] ?? ""}\r\n[^]*RECURRENCE-ID;TZID=Europe/Brussels:20350116T090000`),
    );
    await world.remove(`/series/${series._id}`);
    assert.equal((await open()).status, 403);
  });
});
