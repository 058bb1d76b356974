import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { makeAhead } from "../../../../server/resources/series/ahead.ts";
import { calendarIn, type Mailbox, openMailbox, type ReceivedMail } from "../../../support/outside/mailbox.ts";
import { sendMails } from "../../../support/outside/sending.ts";
import { openCalendar, readFile, sequenceOf, uidOf } from "../../../support/receiving-calendar.ts";
import { makeRandom, type Random, seedOf } from "../../../support/run/random.ts";
import { sizeOf } from "../../../support/run/size.ts";
import { type Body, buildLocation, makeWorld, type World } from "../../../support/world.ts";

const DAY_MS = 24 * 60 * 60_000;
const OWN_ZONE = "Europe/Brussels";
const ZONES = [OWN_ZONE, "America/New_York", "Australia/Lord_Howe", "Asia/Tokyo"];
const PEOPLE = ["ann", "bob", "cem", "dora"].map((name) => ({
  first_name: name,
  last_name: "Test",
  email: `${name}@example.org`,
}));
const HOSTS = ["Eva", "Fox", "Gil"];

let world: World;
let mailbox: Mailbox;
let location: string;

before(async () => {
  mailbox = await openMailbox();
  world = await makeWorld({ env: { SMTP_URL: mailbox.url, PUBLIC_URL: "https://visitors.example.org" } });
  world.clock.now = Date.parse("2035-01-01T12:00:00Z");
  world.clock.frozen = true;
  location = await buildLocation(world, { name: "Kade", settings: { invite_cap_per_day: 1_000_000 } });
});
after(async () => {
  await world.close();
  await mailbox.close();
});

/** Whole days are the same days in every zone, so only a series of the readers' zone can be compared by instants. */
const timeOf = (random: Random, zone: string): string =>
  random.one(["02:30", "09:00", "14:15", zone === OWN_ZONE ? "00:00" : "23:00"]);
const dateIn = (days: number): string => new Date(world.clock.now + days * DAY_MS).toISOString().slice(0, 10);
const ruleOf = (random: Random): string => {
  const end = random.one(["", ";COUNT=6", ";COUNT=20", `;UNTIL=${dateIn(90).replaceAll("-", "")}`]);
  return (
    random.one(["FREQ=WEEKLY", "FREQ=WEEKLY;BYDAY=TU,FR", "FREQ=DAILY;INTERVAL=3", "FREQ=MONTHLY;BYDAY=2MO"]) + end
  );
};
const someOf = (random: Random) =>
  PEOPLE.filter(() => random.chance(0.6))
    .concat(random.one(PEOPLE))
    .filter((one, n, all) => all.indexOf(one) === n);
const timesOf = (random: Random, zone: string) => ({
  starts: { date: dateIn(random.whole(0, 20)), time: timeOf(random, zone) },
  duration_minutes: random.one([30, 90, 1440]),
});

const hourOf = (random: Random) => {
  const startDate = `${dateIn(random.whole(0, 30))}T1${random.whole(0, 9)}:00:00.000Z`;
  return { startDate, endDate: new Date(Date.parse(startDate) + 3_600_000).toISOString() };
};

type Edit = (random: Random, series: Body, occurrence: Body) => Promise<{ status: number; text: string }>;
const path = (series: Body, scope: string, { recurrence_id }: Body) =>
  `/series/${series._id}?scope=${scope}&recurrence_id=${recurrence_id}`;
const change = (random: Random, { timezone }: Body): object =>
  random.one([
    timesOf(random, timezone),
    { recipient: random.one(HOSTS) },
    { ...timesOf(random, timezone), recipient: random.one(HOSTS) },
  ]);

const EDITS: readonly Edit[] = [
  (random, series) => world.put(`/series/${series._id}`, change(random, series)),
  (random, { _id }) => world.put(`/series/${_id}`, { visitors: someOf(random) }),
  (random, { _id }) => world.put(`/series/${_id}`, { rule: ruleOf(random) }),
  (random, series, occurrence) => world.put(path(series, "this", occurrence), change(random, series)),
  (random, series, occurrence) => world.put(path(series, "this", occurrence), change(random, series)),
  (_random, series, occurrence) => world.remove(path(series, "this", occurrence)),
  (random, series, occurrence) => world.put(path(series, "following", occurrence), change(random, series)),
  (_random, series, occurrence) => world.remove(path(series, "following", occurrence)),
  (_random, { _id }) => world.remove(`/series/${_id}`),
  (random, _series, { known_visitor_ids }) =>
    world.put(`/knownvisitors/${known_visitor_ids[0]}`, { recipient: random.one(HOSTS) }),
  (random, _series, { known_visitor_ids }) =>
    world.put(`/knownvisitors/${known_visitor_ids[0]}`, { visiting_on: hourOf(random) }),
  (_random, _series, { known_visitor_ids }) => world.remove(`/knownvisitors/${known_visitor_ids[0]}`),
  (random) => world.put(`/companies/${location}`, { address: `Kade ${random.whole(1, 99)}` }),
];

const create = (random: Random) => {
  const timezone = random.one(ZONES);
  return world.post("/series", {
    company_id: location,
    visitors: someOf(random),
    timezone,
    rule: ruleOf(random),
    recipient: random.one(HOSTS),
    invite: true,
    ...timesOf(random, timezone),
  });
};

/** One edit, of what is there. @returns what was done, to be read when it fails */
const edit = async (random: Random): Promise<string> => {
  if (random.chance(0.15)) {
    world.clock.now += random.whole(1, 4) * DAY_MS;
    await makeAhead(world.context);
    return `until ${new Date(world.clock.now).toISOString()}`;
  }
  const all: Body[] = (await world.get(`/series/bycompany/${location}`)).body;
  const open = all.filter((one) =>
    one.occurrences.some(
      ({ endDate, known_visitor_ids }: Body) => Date.parse(endDate) > world.clock.now && known_visitor_ids.length > 0,
    ),
  );
  if (open.length < 3) {
    const made = await create(random);
    assert.ok(made.status === 200 || made.body.code === "wrong_format", made.text);
    return `create ${made.text.slice(0, 300)}`;
  }
  const series = random.one(open);
  const still = series.occurrences.filter(
    ({ endDate, known_visitor_ids }: Body) => Date.parse(endDate) > world.clock.now && known_visitor_ids.length > 0,
  );
  const n = random.whole(0, EDITS.length - 1);
  const occurrence = random.one(still.slice(0, 10) as Body[]);
  const answer = await EDITS[n]?.(random, series, occurrence);
  assert.ok(answer !== undefined && answer.status < 500, answer?.text);
  return `edit ${n} of ${series.rule} ${series.timezone} ${JSON.stringify(series.starts)} at ${occurrence.recurrence_id}: ${answer.status} ${answer.text.slice(0, 100)}`;
};

/** Mail servers deliver what is sent at once in any order. */
const inAnyOrder = <T>(random: Random, items: readonly T[]): T[] =>
  items
    .map((item) => ({ item, rank: random.whole(0, 1_000_000) }))
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ item }) => item);

const WAITING = { sql: "select 1 from messages where state in ('queued', 'sending') limit 1", parameters: [] };

/** All that waits: one run of the sender takes a second at most. */
const deliver = async (): Promise<ReceivedMail[]> => {
  mailbox.received.length = 0;
  world.clock.now += 60_000;
  do await sendMails(world.context);
  while ((await world.db.rows(WAITING)).length > 0);
  return [...mailbox.received];
};

type VisitRow = { email: string; visiting_from: string; visiting_to: string; recipient: string };

/** What our table says of each address: their visits that are still to come. */
const expected = async (until: number): Promise<Map<string, string[]>> => {
  const rows = await world.db.rows<VisitRow>({
    sql: "select email, visiting_from, visiting_to, recipient from registered_visitors where company_id = $1 and visiting_to > $2::timestamptz and visiting_from < $3::timestamptz",
    parameters: [location, new Date(world.clock.now).toISOString(), new Date(until).toISOString()],
  });
  const found = new Map<string, string[]>();
  for (const { email, visiting_from, visiting_to, recipient } of rows)
    found.set(email, [...(found.get(email) ?? []), `${visiting_from} ${visiting_to} ${recipient}`]);
  return found;
};

describe("Calendars of visitors of series, by what they are sent (decision 0064: 500 random edits)", () => {
  it("hold what our table holds, after each of them", async () => {
    const seed = seedOf();
    const random = makeRandom(seed);
    const calendars = new Map(PEOPLE.map(({ email }) => [email, openCalendar(OWN_ZONE)]));
    const sequences = new Map<string, number>();
    const history: string[] = [];
    let mails = 0;
    for (let n = 0; n < sizeOf(500); n += 1) {
      history.push(await edit(random));
      const fresh = new Map<string, number>();
      for (const { raw, to } of inAnyOrder(random, await deliver())) {
        mails += 1;
        const file = readFile(calendarIn(raw));
        for (const event of file.events) {
          const uid = uidOf(event);
          assert.ok(sequenceOf(event) > (sequences.get(uid) ?? -1), `${uid} falls (TEST_SEED=${seed})`);
          fresh.set(uid, Math.max(fresh.get(uid) ?? 0, sequenceOf(event)));
        }
        calendars.get(to[0] ?? "")?.take(file);
      }
      for (const [uid, sequence] of fresh) sequences.set(uid, sequence);
      const until = world.clock.now + 150 * DAY_MS;
      const lines = await expected(until);
      for (const [email, calendar] of calendars) {
        const shown = calendar
          .list(until)
          .filter(({ start, end }) => Date.parse(end) > world.clock.now && Date.parse(start) < until)
          .map(({ start, end, words }) => `${start} ${end} ${/^(\w+)/.exec(words)?.[1] ?? ""}`);
        const wanted = lines.get(email) ?? [];
        assert.deepEqual(
          shown.toSorted(),
          wanted.toSorted(),
          `${email} (TEST_SEED=${seed}) after ${n}: ${history.slice(-6).join("\n")}`,
        );
      }
    }
    assert.ok(mails > sizeOf(500) / 2, String(mails));
  });
});
