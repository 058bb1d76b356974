import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { queueMessages } from "../../../../server/resources/messages/queue.ts";
import { expectAccessible, openAs, startWeb, type Web } from "../../../support/browser/web.ts";
import { buildLocation } from "../../../support/world.ts";

let web: Web;

before(async () => (web = await startWeb()));
after(() => web.close());

const openPage = async (location: string, query = "") => {
  const opened = await openAs(web, "local_admin", [location]);
  await opened.page.goto(`${web.url}/at/${location}/outbox${query}`);
  return opened;
};

const fill = async (location: string, texts: readonly string[]): Promise<void> => {
  const common = { location, kind: "mail", recipient: "jo@example.org", template: "notice" } as const;
  const messages = texts.map((text, n) => ({
    ...common,
    parameters: { subject: `On ${text}`, text: `This is about ${text}.` },
    now: Date.now() - n * 1000,
  }));
  await queueMessages(web.world.db, messages);
};
const setState = (location: string, state: string, error: string | null, subject: string) =>
  web.world.db.pool.query(
    "update messages set state = $2, error = $3 where company_id = $1 and parameters ->> 'subject' = $4",
    [location, state, error, subject],
  );

describe("the page of the outbox", () => {
  it("shows a message that waits, why, and what it says", async () => {
    const location = await buildLocation(web.world);
    await fill(location, ["parking"]);
    const { page, complaints } = await openPage(location);
    await page.getByText("No mail server is set up.").waitFor();
    await page.getByRole("row").filter({ hasText: "On parking" }).click();
    const panel = page.getByRole("complementary").filter({ hasText: "Message" });
    await panel.getByText("Not sent yet").waitFor();
    await panel.getByText("No mail server is set up. Set SMTP_URL.").waitFor();
    await panel.getByText("This is about parking.").waitFor();
    await expectAccessible(page);
    await page.keyboard.press("Escape");
    await panel.waitFor({ state: "detached" });
    assert.deepEqual(complaints, []);
  });

  it("shows those that failed by themselves, with their number and the reason", async () => {
    const location = await buildLocation(web.world);
    await fill(location, ["parking", "badges", "keys"]);
    await setState(location, "failed", "The mail server replied: 550 no such mailbox", "On badges");
    await setState(location, "sent", null, "On keys");
    const { page } = await openPage(location);
    await page.getByRole("link", { name: "Failed 1" }).click();
    await page.getByRole("row").filter({ hasText: "On parking" }).waitFor({ state: "detached" });
    await page.getByRole("row").filter({ hasText: "On badges" }).click();
    await page.getByRole("alert").getByText("Not sent. The mail server replied: 550 no such mailbox").waitFor();
    await expectAccessible(page);
    assert.equal(new URL(page.url()).searchParams.get("state"), "failed");
  });

  it("sends a failed message again, to the address that is put right", async () => {
    const location = await buildLocation(web.world);
    await fill(location, ["badges"]);
    await setState(location, "failed", "The mail server replied: 550 no such mailbox", "On badges");
    const { page, complaints } = await openPage(location, "?state=failed");
    await page.getByRole("row").filter({ hasText: "On badges" }).click();
    const to = page.getByLabel("Send to");
    assert.equal(await to.inputValue(), "jo@example.org");
    await expectAccessible(page);
    await to.fill("jo@");
    await page.getByRole("button", { name: "Send again" }).click();
    await page.locator("input:focus[aria-invalid=true]").fill("joanna@example.org");
    await page.getByRole("button", { name: "Send again" }).click();
    await page.getByText("Queued again for joanna@example.org").waitFor();
    await page.getByText("No failed messages").waitFor();
    const { body } = await web.world.get(`/companies/${location}/outbox`);
    assert.deepEqual([body.length, body[0].to, body[0].state], [1, "joanna@example.org", "queued"]);
    assert.deepEqual(complaints, []);
  });

  it("leads from a failed message to the host whose address is to be corrected, by email and by SMS", async () => {
    const location = await buildLocation(web.world);
    const details = { mail: "Jo@example.org", mobile: "+32 470 00 00 01" };
    await web.world.post("/visitees", { company_id: location, cn: "Jo Peeters", ...details });
    await fill(location, ["badges", "keys", "parking"]);
    for (const subject of ["On badges", "On keys", "On parking"]) await setState(location, "failed", "No.", subject);
    const readdress =
      "update messages set kind = $2, recipient = $3 where company_id = $1 and parameters ->> 'subject' = $4";
    await web.world.db.pool.query(readdress, [location, "sms", "+32470000001", "On keys"]);
    await web.world.db.pool.query(readdress, [location, "mail", "visitor@example.org", "On parking"]);
    const { page, complaints } = await openPage(location, "?state=failed");
    const host = page.getByRole("complementary").getByRole("link", { name: "Jo Peeters" });
    await page.getByRole("row").filter({ hasText: "visitor@example.org" }).click();
    await page.getByText("Correct the host’s address in Hosts too.").waitFor();
    assert.equal(await host.count(), 0);
    for (const to of ["+32470000001", "jo@example.org"]) {
      await page.getByRole("row").filter({ hasText: to }).click();
      await host.waitFor();
    }
    await expectAccessible(page);
    await host.click();
    await page.getByRole("heading", { name: "Jo Peeters" }).waitFor();
    assert.deepEqual(complaints, []);
  });

  it("goes from message to message by the arrow keys while one is open", async () => {
    const location = await buildLocation(web.world);
    await fill(location, ["parking", "badges"]);
    const { page } = await openPage(location);
    await page.getByRole("row").filter({ hasText: "On parking" }).click();
    await page.getByText("This is about parking.").waitFor();
    await page.keyboard.press("ArrowDown");
    await page.getByText("This is about badges.").waitFor();
  });

  it("without a message it says what comes here, and whether mail can be sent", async () => {
    const location = await buildLocation(web.world);
    const { page } = await openPage(location);
    await page.getByText("No messages yet").waitFor();
    await page.getByText("Set SMTP_URL on the server", { exact: false }).waitFor();
    await page.getByRole("link", { name: "Failed" }).click();
    await page.getByText("No failed messages").waitFor();
    await expectAccessible(page);
  });

  it("is not there for a receptionist (rules 4)", async () => {
    const location = await buildLocation(web.world);
    const { page } = await openAs(web, "receptionist", [location]);
    await page.goto(`${web.url}/at/${location}/hosts`);
    await page.getByRole("link", { name: "Hosts" }).first().waitFor();
    assert.equal(await page.getByRole("link", { name: "Outbox" }).count(), 0);
  });
});
