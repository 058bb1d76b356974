import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { queueNotifications } from "../../../../server/jobs/notifications/notifications.ts";
import { startBrowser } from "../../../support/browser/browser.ts";
import { type Mailbox, openMailbox } from "../../../support/outside/mailbox.ts";
import { buildLocation, buildVisit, listen, makeWorld, type World } from "../../../support/world.ts";
import { sendMails, sendSms } from "../../../support/outside/sending.ts";
import { openSmsGateway, type SmsGateway } from "../../../support/outside/sms-gateway.ts";

let world: World;
let mailbox: Mailbox;
let gateway: SmsGateway;

before(async () => {
  mailbox = await openMailbox();
  gateway = await openSmsGateway();
  world = await makeWorld({ env: { SMTP_URL: mailbox.url, SMS_GATEWAY_URL: gateway.url, PORT: "0" } });
  await listen(world);
});
after(async () => {
  await world.close();
  await mailbox.close();
  await gateway.close();
});

const deliver = async (): Promise<void> => {
  await queueNotifications(world.context);
  await sendMails(world.context);
  await sendSms(world.context);
};
const textTo = (address: string): string =>
  mailbox.received.findLast(({ to }) => to.includes(address))?.mail.text ?? assert.fail(`no mail to ${address}`);

describe("From the door to the host and back (interface 3, 2.4)", () => {
  it("the mail's button opens the page, one more click decides, and the confirmation address hears of it once", async () => {
    const location = await buildLocation(world);
    await world.post("/visitees", {
      company_id: location,
      cn: "Ann Peeters",
      mail: "ann@example.org",
      mobile: "+32 470 123456",
    });
    const { body: type } = await world.post(`/companies/${location}/visittypes`, {
      name: "Contractor",
      screening: true,
      screening_mail: "gate@example.org",
    });
    const { _id } = await buildVisit(world, location, { visit_type: type._id, recipient: "Ann Peeters" });
    await deliver();
    const { html = "" } = mailbox.received.at(-1)?.mail ?? assert.fail();
    assert.match(
      html,
      /<a class="door" href="[^"]+&amp;choice=approve"[^>]*>Approve<\/a>.*<a class="line" href="[^"]+&amp;choice=reject"[^>]*>Reject<\/a>/s,
    );
    const link = /\S+choice=approve/.exec(textTo("ann@example.org"))?.[0] ?? "";
    const short = /https?:\S+\/d\/[0-9A-Za-z]{16}$/.exec(gateway.received[0]?.text ?? "")?.[0] ?? "";
    const browser = await startBrowser();
    const page = await browser.newPage({ javaScriptEnabled: false });
    await page.goto(short);
    assert.equal(`${page.url()}&choice=approve`, link, "both lead to the same page");
    assert.equal((await world.get(`/visitors/${_id}`)).body.approval, "pending");
    await page.getByRole("button", { name: "Approve" }).click();
    await page.getByText(/^You approved this visit at \d\d:\d\d\.$/).waitFor();
    await page.reload();
    assert.equal(await page.getByRole("button", { name: /^(Approve|Reject)$/ }).count(), 0);
    await browser.close();
    await deliver();
    await deliver();
    assert.match(textTo("gate@example.org"), /^Hello,\n\nAnn Peeters approved Jo Janssens\.\n/);
    assert.equal(mailbox.received.filter(({ to }) => to.includes("gate@example.org")).length, 1);
  });

  it("an SMS counts in totalMonthlySMS when it was sent, and still when the visit was erased (interface 2.4, 4.3)", async () => {
    const location = await buildLocation(world);
    await world.post("/visitees", { company_id: location, cn: "Bo", mobile: "+32470000000" });
    const { _id } = await buildVisit(world, location, { recipient: "Bo" });
    const day = new Date().toISOString().slice(0, 10);
    const monthly = async () => (await world.get(`/companies/${location}/statistics/${day}`)).body.totalMonthlySMS;
    await queueNotifications(world.context);
    assert.equal(await monthly(), 0);
    await deliver();
    assert.match(
      gateway.received.at(-1)?.text ?? "",
      /^Jo Janssens signed in at Head office at \d\d:\d\d and is here to see you\. Reply: http\S+$/,
    );
    assert.equal(await monthly(), 1);
    await world.remove(`/visitors/${_id}`);
    assert.deepEqual([await monthly(), (await world.get(`/companies/${location}/outbox`)).body], [1, []]);
  });
});
