import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { findingsOf, type SystemStatus } from "../../../../web/console/pages/system/findings.ts";
import { type Mailbox, openMailbox } from "../../../support/outside/mailbox.ts";
import { expectAccessible, openAs, startWeb, type Web } from "../../../support/browser/web.ts";

let mailbox: Mailbox;
let web: Web;
let location: string;

before(async () => {
  mailbox = await openMailbox();
  web = await startWeb({ env: { SMTP_URL: mailbox.url } });
  location = (await web.world.post("/companies", { name: "Harbour House" })).body._id;
});
after(async () => {
  await web.close();
  await mailbox.close();
});

describe("the System page", () => {
  it("says what is fine and what isn't, with what to do, and sends a test email", async () => {
    const { page, complaints, user } = await openAs(web, "global_admin", [location]);
    await page.goto(`${web.url}/at/${location}/settings/system`);
    await page.getByRole("listitem").filter({ hasText: "A mail server is set up." }).getByLabel("Fine").waitFor();
    const address = page.getByRole("listitem").filter({ hasText: "Only the server itself can open" });
    await address.getByLabel("Needs attention").waitFor();
    await address.getByText("Set HOST and PUBLIC_URL").waitFor();
    const sender = page.getByRole("listitem").filter({ hasText: "MAIL_FROM" });
    await sender.getByText("Set MAIL_FROM to one of your addresses.").waitFor();
    await page.getByRole("listitem").filter({ hasText: "Database version" }).getByLabel("Fine").waitFor();
    await expectAccessible(page);
    await page.getByRole("button", { name: "Send test message" }).click();
    await page.getByRole("status").getByText("Accepted.").waitFor();
    assert.deepEqual(mailbox.received.at(-1)?.to, [user.email]);
    await page.getByText("SMS", { exact: true }).last().click();
    await page.getByLabel("Phone number").fill("12");
    await page.getByRole("button", { name: "Send test message" }).click();
    await page.locator("input:focus[aria-invalid=true]").waitFor();
    await expectAccessible(page);
    assert.deepEqual(complaints, []);
  });

  it("isn't there for a local administrator (rules 4)", async () => {
    const { page } = await openAs(web, "local_admin", [location]);
    await page.goto(`${web.url}/at/${location}/settings/system`);
    await page.getByText("You don’t have access to this page").waitFor();
  });
});

describe("what is said of an installation", () => {
  const NOW = Date.parse("2026-05-19T09:00:00Z");
  const FINE: SystemStatus = {
    version: "1.0.0",
    node: "24.0.0",
    started: "2026-05-01T00:00:00.000Z",
    public_url: "https://visitors.example.org",
    database: { version: "18.1", embedded: true, bytes: 5e7, disk_full: false },
    channels: [
      { kind: "mail", configured: true, setting: "SMTP_URL", waiting: 0, failed: 0 },
      { kind: "sms", configured: false, setting: "SMS_GATEWAY_URL", waiting: 0, failed: 0 },
    ],
    backup: {
      daily: true,
      unusable: 0,
      free_bytes: 1e10,
      newest: { name: "daily", time: "2026-05-19T02:00:00.000Z", bytes: 1e6 },
    },
    checks: [],
    certificate: { valid_to: "2026-08-01T00:00:00.000Z", covers_public_url: true },
  };
  const said = (change: Partial<SystemStatus>, key: string): string | undefined => {
    const finding = findingsOf({ ...FINE, ...change }, NOW).find((one) => one.key === key);
    return finding && `${finding.state} ${finding.found}`;
  };

  it("nothing needs attention where all is well", () => {
    assert.deepEqual(
      findingsOf(FINE, NOW).filter(({ state }) => state !== "ok"),
      [],
    );
  });

  it("mail that is missing or failed, old backups, little room, a full disk", () => {
    const [mail] = FINE.channels;
    assert.ok(mail !== undefined);
    assert.equal(said({ channels: [{ ...mail, configured: false }] }, "mail"), "warn none");
    assert.equal(said({ channels: [{ ...mail, failed: 2 }] }, "mail"), "warn failed");
    const newest = { name: "daily", time: "2026-05-15T02:00:00.000Z", bytes: 1e6 };
    assert.equal(said({ backup: { ...FINE.backup, newest } }, "backup"), "warn old");
    assert.equal(said({ backup: { daily: true, unusable: 0 } }, "backup"), "bad missing");
    const started = "2026-05-19T08:00:00.000Z";
    assert.equal(said({ started, backup: { daily: true, unusable: 0 } }, "backup"), "ok tonight");
    assert.equal(said({ backup: { ...FINE.backup, unusable: 1 } }, "backup"), "warn unusable");
    assert.equal(said({ backup: { daily: true, unusable: 3 } }, "backup"), "bad unusable");
    assert.equal(said({ backup: { daily: true, unusable: 0, unreadable: "EACCES" } }, "backup"), "bad unreadable");
    assert.equal(said({ backup: { daily: false, unusable: 0 } }, "backup"), "warn none");
    assert.equal(said({ backup: { daily: false, unusable: 0 } }, "disk"), undefined);
    assert.equal(said({ backup: { ...FINE.backup, free_bytes: 1e8 } }, "disk"), "warn low");
    assert.equal(said({ database: { ...FINE.database, disk_full: true } }, "database"), "bad full");
  });

  it("an address that others can't open, or without HTTPS, and a certificate that ends or is another's", () => {
    assert.equal(said({ public_url: "http://127.0.0.1:8080" }, "address"), "warn here");
    assert.equal(said({ public_url: "http://visitors.example.org" }, "address"), "warn plain");
    const until = (valid_to: string, covers_public_url = true) => ({ certificate: { valid_to, covers_public_url } });
    assert.equal(said(until("2026-05-25T00:00:00.000Z"), "certificate"), "warn soon");
    assert.equal(said(until("2026-05-18T00:00:00.000Z"), "certificate"), "bad ended");
    assert.equal(said(until("2027-05-18T00:00:00.000Z", false), "certificate"), "bad other");
  });
});
