import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";

import { queueMonthlyReports } from "../../../../server/jobs/monthly-reports/monthly-reports.ts";
import { type Mailbox, openMailbox } from "../../../support/outside/mailbox.ts";
import { sendMails } from "../../../support/outside/sending.ts";
import {
  type Body,
  buildLocation,
  buildRegistered,
  buildVisit,
  makeWorld,
  type World,
} from "../../../support/world.ts";

let world: World;
let neighbour: World;
let mailbox: Mailbox;

before(async () => {
  mailbox = await openMailbox();
  world = await makeWorld({ env: { SMTP_URL: mailbox.url, PUBLIC_URL: "https://foyer.example.org" } });
  neighbour = await makeWorld({ database: world.database });
  for (const { clock } of [world, neighbour]) Object.assign(clock, { frozen: true });
});
beforeEach(async () => {
  await world.db.pool.query("delete from report_subscriptions");
  await world.db.pool.query("delete from messages");
});
after(async () => {
  await neighbour.close();
  await world.close();
  await mailbox.close();
});

const setClock = (instant: string): void => {
  for (const { clock } of [world, neighbour]) clock.now = Date.parse(instant);
};

let users = 0;
type Subscriber = { _id: string; email: string };
/** A user who asked for the report of a location at an instant. */
const subscribe = async (location: string, at: string, more: object = {}): Promise<Subscriber> => {
  setClock(at);
  const email = `reader-${(users += 1)}@example.org`;
  const password = "a-long-enough-password";
  const user = { email, password, role: "local_admin", companies: [location], ...more };
  const { _id } = (await world.post("/users", user)).body;
  const as = { authorization: `Basic ${Buffer.from(`${email}:${password}`).toString("base64")}` };
  const { status, text } = await world.put(`/companies/${location}/monthlyreport`, { subscribed: true }, { as });
  assert.equal(status, 200, text);
  return { _id, email };
};

const queued = async (location: string): Promise<Body[]> =>
  (
    await world.db.pool.query(
      "select recipient, language, parameters from messages where company_id = $1 and template = 'monthly_report' order by create_date, recipient",
      [location],
    )
  ).rows;
/** Which months were queued for a location until now, and to whom. */
const months = async (location: string): Promise<string[]> =>
  (await queued(location)).map(({ recipient, parameters }) => `${parameters.month} ${recipient}`);
const runAt = async (instant: string): Promise<void> => {
  setClock(instant);
  await queueMonthlyReports(world.context);
};

describe("the monthly report", () => {
  it("is queued on the first of the month from 06:00 there, once, and none for months before the subscription", async () => {
    const location = await buildLocation(world, { timezone: "America/New_York" });
    const { email } = await subscribe(location, "2026-10-20T12:00:00Z");
    await runAt("2026-10-31T23:00:00Z");
    await runAt("2026-11-01T10:59:59Z");
    assert.deepEqual(await months(location), []);
    await runAt("2026-11-01T11:00:00Z");
    await runAt("2026-11-01T11:01:00Z");
    await runAt("2026-11-30T23:00:00Z");
    assert.deepEqual(await months(location), [`2026-10-01 ${email}`]);
    await runAt("2026-12-01T11:00:00Z");
    assert.deepEqual(await months(location), [`2026-10-01 ${email}`, `2026-11-01 ${email}`]);
  });

  it("isn't queued of the month before for who subscribes before 06:00 on the first", async () => {
    const location = await buildLocation(world, { timezone: "Europe/Brussels" });
    const { email } = await subscribe(location, "2026-11-01T02:00:00Z");
    await runAt("2026-11-01T05:00:00Z");
    assert.deepEqual(await months(location), []);
    await runAt("2026-12-01T05:00:00Z");
    assert.deepEqual(await months(location), [`2026-11-01 ${email}`]);
  });

  it("is queued late, and of the last month alone, where the service did not run", async () => {
    const location = await buildLocation(world);
    const { email } = await subscribe(location, "2026-05-20T12:00:00Z");
    await runAt("2026-09-17T12:00:00Z");
    assert.deepEqual(await months(location), [`2026-08-01 ${email}`]);
  });

  it("is queued once by two processes, and once more after a run that was cut off", async () => {
    const location = await buildLocation(world);
    const readers = [
      await subscribe(location, "2026-05-20T12:00:00Z"),
      await subscribe(location, "2026-05-20T12:00:00Z"),
    ].map(({ email }) => email);
    await world.db.pool.query(
      `create function cut_off() returns trigger language plpgsql as $$ begin raise 'the process ended'; end $$`,
    );
    await world.db.pool.query(
      "create trigger cut_off after insert on messages for each statement execute function cut_off()",
    );
    setClock("2026-06-01T06:00:00Z");
    await assert.rejects(queueMonthlyReports(world.context), /the process ended/);
    await world.db.pool.query("drop trigger cut_off on messages");
    assert.deepEqual(await months(location), []);
    await Promise.all([1, 2, 3].flatMap(() => [world, neighbour].map(({ context }) => queueMonthlyReports(context))));
    assert.deepEqual(
      await months(location),
      readers.toSorted().map((email) => `2026-05-01 ${email}`),
    );
  });

  it("goes to none who was removed, turned off, or may not read reports of this location any more", async () => {
    const location = await buildLocation(world);
    const other = await buildLocation(world);
    const at = "2026-05-20T12:00:00Z";
    const stays = await subscribe(location, at);
    const changes = [{ active: false }, { role: "employee" }, { companies: [other] }];
    for (const change of changes) {
      const { _id } = await subscribe(location, at);
      assert.equal((await world.put(`/users/${_id}`, change)).status, 200);
    }
    const removed = await subscribe(location, at);
    assert.equal((await world.remove(`/users/${removed._id}`)).status, 200);
    const late = await subscribe(location, at);
    await runAt("2026-06-01T06:00:00Z");
    assert.deepEqual(await months(location), [stays, late].map(({ email }) => `2026-05-01 ${email}`).toSorted());
    await world.put(`/users/${late._id}`, { active: false });
    await sendMails(world.context);
    const to = new Set(mailbox.received.flatMap((mail) => mail.to));
    assert.deepEqual([to.has(stays.email), to.has(late.email)], [true, false]);
  });

  it("says what the month was like, compared with the one before, with its hosts and companies", async () => {
    const location = await buildLocation(world, { name: "Harbour House", timezone: "Europe/Brussels" });
    const { email } = await subscribe(location, "2026-06-05T12:00:00Z", { language_id: "en" });
    const stay = (date: string, from: string, to: string, more: object = {}) =>
      buildVisit(world, location, { signed_in: `${date}T${from}:00Z`, signed_out: `${date}T${to}:00Z`, ...more });
    setClock("2026-06-30T21:59:00Z");
    for (const date of ["2026-05-04", "2026-05-05"]) await stay(date, "07:10", "08:00");
    await stay("2026-06-09", "07:10", "08:10", { recipient: "Anke Willems", company: "Acme" });
    await stay("2026-06-10", "07:20", "08:50", { recipient: "Anke Willems", company: "Initech" });
    await stay("2026-06-10", "12:00", "12:30", { recipient: "Bo Li", company: "Acme" });
    const erased = await stay("2026-06-30", "07:30", "20:00", { recipient: "Cleo Erased", company: "Gone" });
    await world.remove(`/visitors/${erased._id}`);
    const visiting_on = { startDate: "2026-06-10T07:00:00Z", endDate: "2026-06-10T08:00:00Z" };
    await buildRegistered(world, location, { visiting_on });
    await runAt("2026-07-01T04:00:00Z");
    await sendMails(world.context);
    const { mail } = mailbox.received.findLast(({ to }) => to.includes(email)) ?? assert.fail("no mail");
    assert.equal(mail.subject, "Visitors at Harbour House in June 2026");
    assert.equal(
      mail.text?.trim(),
      `What June 2026 was like at Harbour House:

Visits: 4 (+100% compared with 2 in May 2026)
Busiest day: Wednesday 10 June 2026 (2)
Busiest hour: 09:00–10:00 (3)
Visit duration: 1 h (median)
No-shows: 1 of 1 expected
Hosts with most visits: Anke Willems (2), Bo Li (1)
Companies with most visits: Acme (2), Initech (1)

Open insights:
https://foyer.example.org/at/${location}/insights?range=2026-06-01..2026-06-30

-- 
You asked for this report of Harbour House each month. You can turn it off on its Insights page.`,
    );
    // The outbox keeps no name beside those of the visits themselves.
    assert.doesNotMatch(JSON.stringify(await queued(location)), /Anke|Acme/);
  });

  for (const [language, subject, line] of [
    ["nl", "Bezoekers bij Harbour House in mei 2026", "Bezoeken: 1 (geen in april 2026)"],
    ["fr", "Bilan des visites\u00A0: Harbour House, mai 2026", "Visites\u00A0: 1 (aucune en avril 2026)"],
    ["de", "Besucher bei Harbour House im Mai 2026", "Besuche: 1 (keine im April 2026)"],
    [undefined, "Bezoekers bij Harbour House in mei 2026", "Bezoeken: 1 (geen in april 2026)"],
  ] as const)
    it(`is written in the language of the user (${language ?? "none: that of the location"})`, async () => {
      const location = await buildLocation(world, {
        name: "Harbour House",
        languages: ["nl", "en"],
        default_language: "nl",
      });
      const { email } = await subscribe(location, "2026-05-20T12:00:00Z", {
        ...(language !== undefined && { language_id: language }),
      });
      await buildVisit(world, location, { signed_in: "2026-05-19T12:00:00Z" });
      await runAt("2026-06-01T06:00:00Z");
      await sendMails(world.context);
      const { mail } = mailbox.received.findLast(({ to }) => to.includes(email)) ?? assert.fail("no mail");
      assert.equal(mail.subject, subject);
      assert.ok(mail.text?.includes(line), mail.text);
    });

  it("of a month without visits has no busiest day, nor names", async () => {
    const location = await buildLocation(world, { name: "Quay House" });
    const { email } = await subscribe(location, "2026-05-20T12:00:00Z", { language_id: "en" });
    await runAt("2026-06-01T06:00:00Z");
    await sendMails(world.context);
    const { mail } = mailbox.received.findLast(({ to }) => to.includes(email)) ?? assert.fail("no mail");
    assert.match(mail.text ?? "", /Visits: 0 \(none in April 2026\)\n\nOpen insights/);
  });
});
