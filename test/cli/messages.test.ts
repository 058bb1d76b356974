import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { type QueuedMessage, queueMessage } from "../../server/resources/messages/queue.ts";
import { closedPort, type Mailbox, openMailbox } from "../support/outside/mailbox.ts";
import { buildLocation, makeWorld, type World } from "../support/world.ts";
import { foyer, urlOf } from "./foyer.ts";

let world: World;
let mailbox: Mailbox;
let env: Record<string, string>;

before(async () => {
  mailbox = await openMailbox();
  world = await makeWorld();
  env = { DATABASE_URL: await urlOf(world.database), SECRET_KEY: world.context.secretKey };
});
after(async () => {
  await world.close();
  await mailbox.close();
});

describe("foyer outbox", () => {
  const queue = (location: string, subject: string): Promise<void> => {
    const message: QueuedMessage = {
      location,
      kind: "mail",
      recipient: "jo@example.org",
      template: "notice",
      parameters: { subject, text: "…" },
      now: Date.now(),
    };
    return queueMessage(world.db, message);
  };

  it("0: lists every location's messages and those about accounts, with why one waits", async () => {
    const [one, two] = [await buildLocation(world), await buildLocation(world)];
    await queue(one, "Red \u001b[31m");
    await queue(two, "Other");
    await world.post("/users", { email: "new@example.org", role: "employee", companies: [one] });
    const { code, stdout } = await foyer(["outbox"], { env });
    assert.equal(code, 0);
    assert.match(
      stdout,
      /^QUEUED.*\n.*mail +new@example\.org +queued +0 +Your Foyer account +No mail server is set up/,
    );
    for (const words of ["Red [31m", "Other"]) assert.ok(stdout.includes(words), stdout);
    assert.ok(!stdout.includes("\u001b"));
  });

  it("0: --location names one; --json is what its outbox answers, links and all", async () => {
    const location = await buildLocation(world, { name: "North gate" });
    const { _id } = (await world.post("/knownvisitors", { company_id: location, email: "jo@example.org" })).body;
    await world.post(`/companies/${location}/knownvisitors/sendinvites`, [_id]);
    const { code, stdout } = await foyer(["outbox", "--location", "north gate", "--json"], { env });
    assert.equal(code, 0);
    assert.deepEqual(JSON.parse(stdout), (await world.get(`/companies/${location}/outbox`)).body);
  });

  it("3: a location that does not exist is named", async () => {
    const { code, stderr } = await foyer(["outbox", "--location", "Nowhere"], { env });
    assert.equal(code, 3);
    assert.match(stderr, /no location "Nowhere"/);
  });
});

describe("foyer mail test", () => {
  it("0: sends one mail, and says what the server answered; no database is needed", async () => {
    const settings = { SMTP_URL: mailbox.url, MAIL_FROM: "desk@example.org" };
    const { code, stdout, stderr } = await foyer(["mail", "test", "ann@example.org"], { env: settings });
    assert.deepEqual([code, stdout], [0, ""], stderr);
    assert.match(stderr, /^127\.0\.0\.1:\d+ accepted the email to ann@example\.org: 250 /);
    const { to, from, mail } = mailbox.received[0] ?? assert.fail();
    assert.deepEqual([to, from, mail.subject], [["ann@example.org"], "desk@example.org", "Foyer can send email"]);
  });

  it("1: without SMTP_URL it says what to set; otherwise why it was not sent, without the password", async () => {
    const bare = await foyer(["mail", "test", "ann@example.org"]);
    assert.equal(bare.code, 1);
    assert.match(bare.stderr, /Set SMTP_URL \(such as smtp:/);
    const away = { SMTP_URL: `smtp://foyer:geheim@127.0.0.1:${await closedPort()}` };
    const { code, stderr } = await foyer(["mail", "test", "ann@example.org"], { env: away });
    assert.equal(code, 1);
    assert.match(stderr, /wasn't sent\. .*ECONNREFUSED/);
    assert.doesNotMatch(stderr, /geheim|    at /);
  });

  it("2: what is not an address is named, before anything is sent", async () => {
    const { code, stderr } = await foyer(["mail", "test", "ann"], { env: { SMTP_URL: mailbox.url } });
    assert.equal(code, 2);
    assert.match(stderr, /"ann" isn't an email address/);
  });
});
