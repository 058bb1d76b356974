import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";

import { queueNotifications } from "../../../../server/jobs/notifications/notifications.ts";
import { maskAddress } from "../../../../server/platform/lib/text/mask-address.ts";
import { deleteEndedLinks } from "../../../../server/resources/messages/short-link.ts";
import { type Mailbox, openMailbox } from "../../../support/outside/mailbox.ts";
import { sendMails, sendSms } from "../../../support/outside/sending.ts";
import { openSmsGateway, type SmsGateway } from "../../../support/outside/sms-gateway.ts";
import { type Body, buildLocation, buildVisit, makeWorld, type World } from "../../../support/world.ts";

let world: World;
let mailbox: Mailbox;
let gateway: SmsGateway;
let location: string;
let ann: string;

before(async () => {
  mailbox = await openMailbox();
  gateway = await openSmsGateway();
  world = await makeWorld({
    env: { SMTP_URL: mailbox.url, SMS_GATEWAY_URL: gateway.url, PUBLIC_URL: "https://visitors.example.org" },
  });
});
after(async () => {
  await world.close();
  await mailbox.close();
  await gateway.close();
});
beforeEach(async () => {
  location = await buildLocation(world);
  const host = { company_id: location, cn: "Ann Peeters", mail: "ann@example.org", mobile: "+32470123456" };
  ann = (await world.post("/visitees", host)).body._id;
  mailbox.received.length = 0;
  gateway.received.length = 0;
  gateway.refuse = undefined;
});

const outbox = async (): Promise<Body[]> => (await world.get(`/companies/${location}/outbox`)).body;

/** A visitor whose host's messages have failed. @returns the visit */
const failed = async (screening = true): Promise<Body> => {
  const { body } = await world.post(`/companies/${location}/visittypes`, { name: "Guest", screening });
  const visit = await buildVisit(world, location, { visit_type: body._id, recipient: "Ann Peeters" });
  await queueNotifications(world.context);
  await world.db.pool.query("update messages set state = 'failed', next_at = null where company_id = $1", [location]);
  return visit;
};
const resend = async (kind: string, to?: string): Promise<void> => {
  const message = (await outbox()).find((one) => one.kind === kind);
  const answer = await world.post(`/companies/${location}/outbox/${message?._id}/resend`, to ? { to } : {});
  assert.equal(answer.status, 200, answer.text);
  await sendMails(world.context);
  await sendSms(world.context);
};
const mailTo = (address: string): string => {
  const { mail } = mailbox.received.findLast(({ to }) => to.includes(address)) ?? assert.fail(address);
  return `${mail.text}\n${mail.html}`;
};
const LINK = /\/(?:decide|d\/)/;

describe("A host's link is made at sending, for the host of today alone (rules 5)", () => {
  it("200: the outbox and the table of messages have a mark in its place, before and after it is sent", async () => {
    await failed();
    for (const state of ["failed", "sent"]) {
      const shown = await outbox();
      assert.deepEqual([...new Set(shown.map((one) => one.state))], [state]);
      assert.doesNotMatch(JSON.stringify(shown), LINK);
      for (const { text } of shown) assert.match(text, /\[link for the host\]/);
      const { rows } = await world.db.pool.query("select * from messages where company_id = $1", [location]);
      assert.doesNotMatch(JSON.stringify(rows), LINK);
      if (state === "failed") for (const kind of ["mail", "sms"]) await resend(kind);
    }
    assert.match(mailTo("ann@example.org"), LINK);
    assert.match(gateway.received.at(-1)?.text ?? "", LINK);
  });

  it("200: sent again to an address that isn't the host's, a message has no link and says why", async () => {
    for (const screening of [true, false]) {
      await world.db.pool.query("delete from messages where company_id = $1", [location]);
      await failed(screening);
      await resend("mail", "stranger@example.org");
      assert.doesNotMatch(mailTo("stranger@example.org"), LINK);
      assert.match(mailTo("stranger@example.org"), /only sent to the visit’s host/);
      await resend("sms", "+32499999999");
      assert.equal(gateway.received.at(-1)?.to, "+32499999999");
      assert.match(gateway.received.at(-1)?.text ?? "", /\[link for the host\]$/);
    }
    const { body } = await world.get(`/companies/${location}/audit?act=message.send`);
    assert.deepEqual(
      body.slice(0, 2).map(({ after: { to } }: Body) => to),
      ["+32…99", "s…@example.org"],
    );
  });

  it("200: a corrected address of the host is the host's, and the one before it isn't any more", async () => {
    await failed();
    await world.put(`/visitees/${ann}`, { mail: "ann.peeters@example.org", mobile: "+32470654321" });
    await resend("mail", "Ann.Peeters@example.org");
    assert.match(mailTo("Ann.Peeters@example.org"), LINK);
    await resend("sms");
    assert.doesNotMatch(gateway.received.at(-1)?.text ?? "", LINK);
    await failed();
    await world.put(`/visitees/${ann}`, { mail: "ann.maes@example.org" });
    await resend("mail");
    assert.doesNotMatch(mailTo("ann.peeters@example.org"), LINK);
  });

  it("200: once the visit is another host's, the first host's message has no link; a corrected address of the visit has", async () => {
    const visit = await failed();
    await world.put(`/visitors/${visit["_id"]}`, { recipient_mail: "assistant@example.org" });
    await resend("mail", "assistant@example.org");
    assert.match(mailTo("assistant@example.org"), LINK);
    await world.db.pool.query("update messages set state = 'failed' where company_id = $1", [location]);
    await world.put(`/visitors/${visit["_id"]}`, { recipient: "Hugo Peeters", recipient_mail: "ann@example.org" });
    await resend("mail", "ann@example.org");
    assert.doesNotMatch(mailTo("ann@example.org"), LINK);
  });

  it("200: what a gateway repeats of an SMS in its answer is stored without the link", async () => {
    await failed();
    gateway.refuse = ({ text }) => text;
    await resend("sms");
    const { rows } = await world.db.pool.query("select error from messages where company_id = $1 and kind = 'sms'", [
      location,
    ]);
    assert.match(rows[0]?.error ?? "", /^The SMS gateway responded with 400: /);
    assert.doesNotMatch(rows[0]?.error ?? "", /[\w.-]{40}/);
  });
});

describe("The short link of an SMS", () => {
  const link = async (): Promise<string> => {
    await resend("sms");
    return (
      /https:\/\/visitors\.example\.org(\/d\/[0-9A-Za-z]{16})$/.exec(gateway.received.at(-1)?.text ?? "")?.[1] ?? ""
    );
  };
  const call = (method: "GET" | "POST", url: string, payload?: string) =>
    world.app.inject({
      method,
      url,
      ...(payload !== undefined && { payload, headers: { "content-type": "application/x-www-form-urlencoded" } }),
    });

  it("307: leads to the page of the long one, with what was posted; only its digest is stored", async () => {
    const visit = await failed();
    const short = await link();
    const opened = await call("GET", short);
    assert.equal(opened.statusCode, 307);
    assert.match((await call("GET", String(opened.headers.location))).body, /Ann, can this visitor come in\?/);
    const posted = await call("POST", short, "choice=approve");
    assert.equal(posted.statusCode, 307);
    await call("POST", String(posted.headers.location), "choice=approve");
    assert.equal((await world.get(`/visitors/${visit["_id"]}`)).body.approval, "approved");
    const { rows } = await world.db.pool.query("select * from host_links");
    assert.ok(!JSON.stringify(rows).includes(short.slice(3)));
    assert.ok(!JSON.stringify(world.log).includes(short.slice(3)), "and none of it is in the log");
  });

  it("403: ends with the long one and with its visit, and a guessed code is counted as a wrong link is", async () => {
    const visit = await failed();
    const short = await link();
    world.clock.now = Date.parse(visit["signed_in"]) + 48 * 60 * 60_000;
    world.clock.frozen = true;
    assert.equal((await call("GET", short)).statusCode, 403);
    await deleteEndedLinks(world.db, world.clock.now);
    assert.equal(
      (await world.db.pool.query("select 1 from host_links where visit_id = $1", [visit["_id"]])).rowCount,
      0,
    );
    world.clock.frozen = false;
    const other = await failed();
    const erased = await link();
    await world.remove(`/visitors/${other["_id"]}`);
    assert.equal((await call("GET", erased)).statusCode, 403);
    await world.db.pool.query("delete from refusals");
    for (let n = 0; n < 30; n += 1) assert.equal((await call("GET", `/d/${"x".repeat(16)}`)).statusCode, 403);
    assert.equal((await call("GET", `/d/${"x".repeat(16)}`)).statusCode, 429);
  });
});

describe("An address in the audit log", () => {
  it("is masked: its owner knows it, and it can't be written to", () => {
    assert.equal(maskAddress("jo@example.org"), "j…@example.org");
    assert.equal(maskAddress('"a@b"@example.org'), '"…@example.org');
    assert.equal(maskAddress("+32470123456"), "+32…56");
  });
});
