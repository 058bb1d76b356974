import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { after, before, describe, it } from "node:test";
import { promisify } from "node:util";

import { sendAll } from "../../../support/invited.ts";
import { calendarIn, type Mailbox, openMailbox } from "../../../support/outside/mailbox.ts";
import { instantsOf, readFile, sequenceOf, startsIn, uidOf } from "../../../support/receiving-calendar.ts";
import { findOrInstall } from "../../../support/run/debian.ts";
import { makeRandom, seedOf } from "../../../support/run/random.ts";
import { sizeOf } from "../../../support/run/size.ts";
import { type Body, buildLocation, makeWorld, type World } from "../../../support/world.ts";

const run = promisify(execFile);
const ZONE = "Europe/Brussels";

/** Reads files: their events by python-icalendar, their starts by dateutil, and by libical whether anything is wrong. */
const JUDGE = `
import json, sys
from datetime import date, datetime, timezone
from zoneinfo import ZoneInfo
import gi
gi.require_version("ICalGLib", "3.0")
from gi.repository import ICalGLib
from icalendar import Calendar
from dateutil.rrule import rrulestr
OWN = "${ZONE}"
def zone(prop):
    return ZoneInfo(str(prop.params.get("TZID", OWN)))
def ms(prop):
    at = prop.dt
    if not isinstance(at, datetime): at = datetime(at.year, at.month, at.day)
    elif at.tzinfo is not None and "TZID" not in prop.params: return int(at.timestamp() * 1000)
    return int(at.replace(tzinfo=zone(prop)).astimezone(timezone.utc).timestamp() * 1000)
def exdates(event):
    found = event.get("EXDATE", [])
    for one in found if isinstance(found, list) else [found]:
        for at in one.dts:
            at.params = one.params
            yield ms(at)
def starts(event):
    first = event["DTSTART"]
    if "RRULE" not in event: return [ms(first)]
    at = first.dt if isinstance(first.dt, datetime) else datetime(first.dt.year, first.dt.month, first.dt.day)
    naive, found, skipped = at.replace(tzinfo=None), [], set(exdates(event))
    rule = event["RRULE"].to_ical().decode()
    if "UNTIL" in rule:
        until = event["RRULE"]["UNTIL"][0]
        if isinstance(until, datetime): until = until.astimezone(zone(first)).replace(tzinfo=None)
        else: until = datetime(until.year, until.month, until.day, 23, 59, 59)
        rule = ";".join("UNTIL=" + until.strftime("%Y%m%dT%H%M%S") if part.startswith("UNTIL") else part for part in rule.split(";"))
    for one in rrulestr(rule, dtstart=naive):
        if len(found) >= 40: break
        found.append(int(one.replace(tzinfo=zone(first)).astimezone(timezone.utc).timestamp() * 1000))
    return [one for one in found if one not in skipped]
def judge(text):
    calendar = Calendar.from_ical(text)
    libical = ICalGLib.Component.new_from_string(text)
    errors = libical.count_errors() + (0 if libical.check_restrictions() else 1) if libical is not None else -1
    kinds = []
    inner = libical.get_first_component(ICalGLib.ComponentKind.VEVENT_COMPONENT)
    while inner is not None:
        kinds.append([inner.get_uid(), inner.get_sequence()])
        inner = libical.get_next_component(ICalGLib.ComponentKind.VEVENT_COMPONENT)
    events = [[str(event["UID"]), int(event["SEQUENCE"]), ms(event["RECURRENCE-ID"]) if "RECURRENCE-ID" in event else None,
        starts(event), str(event["ORGANIZER"]), str(event["ATTENDEE"])] for event in calendar.walk("VEVENT")]
    return [str(calendar["METHOD"]), events, errors, kinds]
print(json.dumps([judge(text) for text in json.load(sys.stdin)]))
`;

const findJudges = (): Promise<string> =>
  findOrInstall(
    async () => {
      const imports =
        "import gi; gi.require_version('ICalGLib', '3.0'); from gi.repository import ICalGLib; import icalendar, dateutil.rrule";
      const works = await run("/usr/bin/python3", ["-c", imports]).then(
        () => true,
        () => false,
      );
      return works ? "/usr/bin/python3" : undefined;
    },
    "Calendar entries are judged by python-icalendar and libical, and no Python with them was found. Install them (Debian: apt-get install python3-icalendar python3-dateutil python3-gi gir1.2-ical-3.0 tzdata).",
    "python3-icalendar",
    "python3-dateutil",
    "python3-gi",
    "gir1.2-ical-3.0",
    "tzdata",
  );

let world: World;
let mailbox: Mailbox;
before(async () => {
  mailbox = await openMailbox();
  world = await makeWorld({ env: { SMTP_URL: mailbox.url, PUBLIC_URL: "https://visitors.example.org" } });
  world.clock.now = Date.parse("2035-01-01T12:00:00Z");
  world.clock.frozen = true;
});
after(async () => {
  await world.close();
  await mailbox.close();
});

/** A series with names and texts that are hard to write, changed in each way. @returns the files that were sent */
const filesOf = async (location: string, random: ReturnType<typeof makeRandom>): Promise<string[]> => {
  const time = random.one(["00:00", "02:30", "09:00", "23:15"]);
  const made = await world.post("/series", {
    company_id: location,
    visitors: [{ first_name: 'Zoë "Z"; Łukasz,', last_name: "山田\\n\u2028", email: "zoe@example.org" }],
    starts: { date: `2035-0${random.whole(1, 9)}-1${random.whole(0, 9)}`, time },
    duration_minutes: random.one([30, 1440]),
    timezone: time === "00:00" ? ZONE : random.one([ZONE, "America/St_Johns", "Australia/Lord_Howe", "Asia/Tokyo"]),
    rule: random.one([
      "FREQ=WEEKLY;COUNT=30",
      "FREQ=DAILY;UNTIL=20351231",
      "FREQ=MONTHLY",
      "FREQ=WEEKLY;INTERVAL=2;COUNT=20",
    ]),
    recipient: 'Ann, of \\ the; "house"',
    invite: true,
  });
  assert.equal(made.status, 200, made.text);
  const [first, second, third, fourth] = made.body.occurrences as Body[];
  const path = `/series/${made.body._id}`;
  const at = (scope: string, one: Body): string => `${path}?scope=${scope}&recurrence_id=${one.recurrence_id}`;
  const files: string[] = [];
  const send = async (): Promise<void> => {
    for (const { raw } of await sendAll(world, mailbox)) files.push(calendarIn(raw));
  };
  await send();
  await world.put(at("this", first), { recipient: "Bo" });
  await send();
  await world.remove(at("this", second));
  await send();
  await world.put(path, { entrypoint_id: undefined, recipient: "Çem" });
  await send();
  await world.put(at("following", fourth ?? third), { duration_minutes: 45 });
  await send();
  await world.remove(path);
  await send();
  return files;
};

describe("Entries of series, as python-icalendar and libical read them (decision 0064)", () => {
  it("the same events and starts, and nothing wrong", async () => {
    const python = await findJudges();
    const seed = seedOf();
    const random = makeRandom(seed);
    const location = await buildLocation(world, { name: "Kade", settings: { invite_cap_per_day: 1_000_000 } });
    const files: string[] = [];
    for (let n = 0; n < sizeOf(100); n += 1) files.push(...(await filesOf(location, random)));
    assert.ok(files.length >= sizeOf(100) * 6, String(files.length));
    const judging = run(python, ["-c", JUDGE], { maxBuffer: 2 ** 28 });
    judging.child.stdin?.end(JSON.stringify(files));
    const judged = JSON.parse((await judging).stdout) as [string, unknown[][], number, unknown[][]][];
    for (const [n, [method, events, errors, kinds]] of judged.entries()) {
      const ours = readFile(files[n] ?? "");
      const said = `TEST_SEED=${seed}\n${files[n]}`;
      assert.deepEqual([method, errors], [ours.method, 0], said);
      const named = ours.events.map((event) => [uidOf(event), sequenceOf(event)]);
      assert.deepEqual(kinds, named, said);
      for (const [i, event] of ours.events.entries()) {
        const [, , recurrence, starts, organizer, attendee] = events[i] ?? [];
        const until = Date.parse("2040-01-01T00:00:00Z");
        assert.deepEqual(events[i]?.slice(0, 2), named[i], said);
        assert.equal(recurrence, instantsOf(event, "RECURRENCE-ID", ZONE)[0] ?? null, said);
        const count = (starts as number[]).length;
        assert.ok(count > 0, said);
        assert.deepEqual(starts, startsIn(event, ZONE, until).slice(0, count), said);
        assert.deepEqual(
          [organizer, attendee],
          ["mailto:no-reply@visitors.example.org", "mailto:zoe@example.org"],
          said,
        );
      }
    }
  });
});
