import assert from "node:assert/strict";
import { after, afterEach, before, describe, it } from "node:test";

import { SERVICE_LOCATION } from "../../../../server/platform/lib/record/ids.ts";
import { type QueuedMessage, queueMessage, queueMessages } from "../../../../server/resources/messages/queue.ts";
import { deleteOldAccountMails, giveUpOldMessages } from "../../../../server/resources/messages/delivery.ts";
import { withLostStatement } from "../../../support/database/lost-statement.ts";
import { closedPort, type Mailbox, openListener, openMailbox } from "../../../support/outside/mailbox.ts";
import { type Body, buildLocation, makeWorld, type World } from "../../../support/world.ts";
import { sendMails, withChannels } from "../../../support/outside/sending.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

let world: World;
let mailbox: Mailbox;
let location: string;

before(async () => {
  mailbox = await openMailbox();
  world = await makeWorld({ env: { SMTP_URL: mailbox.url, PUBLIC_URL: "https://visitors.example.org" } });
});
after(async () => {
  await world.close();
  await mailbox.close();
});

afterEach(async () => {
  mailbox.received.length = 0;
  mailbox.refuse.recipient = undefined;
  mailbox.refuse.data = undefined;
  mailbox.beforeAnswer.run = async () => undefined;
  world.clock.frozen = false;
  await world.db.pool.query("delete from messages");
});

const notice = (overrides: Partial<QueuedMessage> = {}): QueuedMessage =>
  ({
    location,
    kind: "mail",
    recipient: "jo@example.org",
    template: "notice",
    parameters: { subject: "Hello", text: "First.\n\nSecond <b>." },
    now: world.context.now(),
    ...overrides,
  }) as QueuedMessage;

/** Queues a message in a location of its own and gives a look at it. */
const queued = async (overrides: Partial<QueuedMessage> = {}): Promise<() => Promise<Body>> => {
  location = await buildLocation(world);
  await queueMessage(world.db, notice(overrides));
  const own = location;
  return async () => (await world.get(`/companies/${own}/outbox`)).body[0];
};

const frozenAt = (ms: number): void => {
  world.clock.now = ms;
  world.clock.frozen = true;
};

/** The same service with another mail server, or none. */
const withSmtp = (url: string | undefined) =>
  withChannels(world.context, { mail: url === undefined ? undefined : { SMTP_URL: url, MAIL_FROM: "" } });

describe("Sending mails (interface 4.6: queued, rules 5: outbox)", () => {
  it("a queued mail arrives once, as text and HTML, and the outbox says so", async () => {
    const look = await queued();
    assert.equal((await look()).state, "queued");
    await sendMails(world.context);
    await sendMails(world.context);
    assert.equal(mailbox.received.length, 1);
    const { from, to, mail } = mailbox.received[0] ?? assert.fail();
    assert.deepEqual([from, to, mail.subject], ["no-reply@visitors.example.org", ["jo@example.org"], "Hello"]);
    assert.match(mail.text ?? "", /First\.\n\nSecond <b>\./);
    assert.match(mail.html ?? "", /<p[^>]*>Second &lt;b&gt;\.<\/p>/);
    const { state, attempts, sent_at, error } = await look();
    assert.deepEqual([state, attempts, error], ["sent", 1, undefined]);
    assert.match(sent_at, /Z$/);
  });

  it("a mail is tried again when the database fails while it is rendered", async () => {
    const look = await queued();
    const brand = { lock: "companies in access exclusive mode", statement: "colour, logo from companies" };
    await withLostStatement(world, brand, () => sendMails(world.context));
    const { state, attempts, error } = await look();
    assert.deepEqual([state, attempts, error], ["queued", 1, "The database was unavailable."]);
    world.clock.now = world.context.now() + MINUTE_MS;
    world.clock.frozen = true;
    await sendMails(world.context);
    assert.equal((await look()).state, "sent");
  });

  it("a mail that was queued in a transaction that failed does not leave", async () => {
    location = await buildLocation(world);
    const failing = world.db.transaction(async (db) => {
      await queueMessage(db, notice());
      throw new Error("undone");
    });
    await assert.rejects(failing, /undone/);
    await sendMails(world.context);
    assert.equal(mailbox.received.length, 0);
  });

  it("MAIL_FROM is who it is from; a bare address gets the name of who writes", async () => {
    for (const [MAIL_FROM, name, address] of [
      ["reception@example.org", "Foyer", "reception@example.org"],
      ["Front desk <desk@example.org>", "Front desk", "desk@example.org"],
    ] as const) {
      await queued();
      await sendMails(withChannels(world.context, { mail: { SMTP_URL: mailbox.url, MAIL_FROM } }));
      const { from, mail } = mailbox.received.at(-1) ?? assert.fail();
      assert.deepEqual([from, mail.from?.name, mail.from?.address], [address, name, address]);
    }
  });

  it("100 mails over four processes arrive once each", async () => {
    location = await buildLocation(world);
    const recipients = Array.from({ length: 100 }, (_, n) => `a${n}@example.org`);
    await queueMessages(
      world.db,
      recipients.map((recipient) => notice({ recipient })),
    );
    while ((await world.db.pool.query("select 1 from messages where state <> 'sent' limit 1")).rows.length > 0)
      await Promise.all([1, 2, 3, 4].map(() => sendMails(world.context)));
    assert.deepEqual(mailbox.received.flatMap(({ to }) => to).toSorted(), recipients.toSorted());
  });

  it("no connection is opened when nothing is due", async () => {
    const before = mailbox.connections.made;
    await queued({ now: Date.now() + HOUR_MS });
    await sendMails(world.context);
    assert.equal(mailbox.connections.made, before);
  });
});

describe("A mail that can't be handed over (nothing fails silently)", () => {
  it("4xx: waits longer each time, at most six times, and then has failed with the server's words", async () => {
    mailbox.refuse.data = () => ({ code: 451, words: "Try again later" });
    frozenAt(Date.now());
    const look = await queued();
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      await sendMails(world.context);
      const { state, attempts, error, next_attempt } = await look();
      assert.deepEqual([state, attempts], ["queued", attempt]);
      assert.match(error, /The mail server replied: 451.*Try again later/);
      waits.push((Date.parse(next_attempt) - world.clock.now) / MINUTE_MS);
      await sendMails(world.context);
      assert.equal((await look()).attempts, attempt, "it was tried before its time");
      world.clock.now = Date.parse(next_attempt);
    }
    assert.deepEqual(waits, [1, 5, 15, 60, 240]);
    await sendMails(world.context);
    const { state, next_attempt, error } = await look();
    assert.deepEqual([state, next_attempt], ["failed", undefined]);
    assert.match(error, /451/);
  });

  it("a mail that waited is sent when the server takes it again, and its error is gone", async () => {
    mailbox.refuse.recipient = () => ({ code: 450, words: "Mailbox busy" });
    frozenAt(Date.now());
    const look = await queued();
    await sendMails(world.context);
    mailbox.refuse.recipient = undefined;
    world.clock.now += MINUTE_MS;
    await sendMails(world.context);
    const { state, attempts, error } = await look();
    assert.deepEqual([state, attempts, error], ["sent", 2, undefined]);
  });

  it("5xx: has failed at once, and the others go on", async () => {
    mailbox.refuse.recipient = (address) =>
      address.startsWith("no") ? { code: 550, words: `No ${address} here` } : undefined;
    const look = await queued({ recipient: "no@example.org" });
    const other = await queued();
    await sendMails(world.context);
    const { state, attempts, error } = await look();
    assert.deepEqual([state, attempts], ["failed", 1]);
    assert.match(error, /550.*No no@example\.org here/);
    assert.equal((await other()).state, "sent");
  });

  it("a server that can't be reached, or isn't a mail server: waits, with the reason", async () => {
    const closed = await closedPort();
    const stranger = await openListener((socket) => socket.end("SSH-2.0-x\r\n"));
    for (const [port, words] of [
      [closed, /connect to the mail server: .*ECONNREFUSED/],
      [stranger.port, /mail server/],
    ] as const) {
      const look = await queued();
      await sendMails(withSmtp(`smtp://127.0.0.1:${port}`));
      const { state, error } = await look();
      assert.equal(state, "queued");
      assert.match(error, words);
    }
    await stranger.close();
  });

  it("an invalid address, even one with a header in it, is not handed over", async () => {
    for (const recipient of ["", "nobody", "a@example.org, b@example.org", "a@example.org\r\nBcc: b@example.org"]) {
      const look = await queued({ recipient });
      await sendMails(world.context);
      assert.equal((await look()).state, "failed");
    }
    assert.equal(mailbox.received.length, 0);
  });

  it("a template that this version does not know has failed, and the outbox still answers", async () => {
    const look = await queued({ template: "of-another-version" as never });
    await sendMails(world.context);
    const { state, error, subject } = await look();
    assert.deepEqual([state, error, subject], ["failed", "There is nothing left to send.", undefined]);
  });
});

describe("Without SMTP_URL (rules 6)", () => {
  it("mails wait in the outbox, readable, with the reason; none is tried", async () => {
    const bare = await makeWorld();
    location = await buildLocation(bare);
    await queueMessage(bare.db, notice());
    await sendMails(bare.context);
    const [{ state, attempts, error, subject, text }] = (await bare.get(`/companies/${location}/outbox`)).body;
    assert.deepEqual([state, attempts, subject], ["queued", 0, "Hello"]);
    assert.match(error, /No mail server is set up/);
    assert.match(text, /First/);
    await bare.close();
  });

  it("they do not flood out when it is set later: what waited for 24 hours has failed, and says why", async () => {
    frozenAt(Date.now());
    const look = await queued();
    world.clock.now += 24 * HOUR_MS;
    const fresh = await queued();
    await sendMails(world.context);
    assert.deepEqual([(await look()).state, (await fresh()).state], ["queued", "sent"]);
    await giveUpOldMessages(withSmtp(undefined));
    const { state, error } = await look();
    assert.equal(state, "failed");
    assert.equal(error, "Not sent within 24 hours. No mail server is set up. Set SMTP_URL.");
    assert.equal(mailbox.received.length, 1);
  });

  it("one of a channel that this version doesn't have fails after a day, too", async () => {
    frozenAt(Date.now());
    await queued();
    await world.db.pool.query("update messages set kind = 'pigeon'");
    world.clock.now += 24 * HOUR_MS;
    await giveUpOldMessages(world.context);
    const { rows } = await world.db.pool.query("select state, error from messages");
    assert.deepEqual(rows, [{ state: "failed", error: "Not sent within 24 hours." }]);
  });
});

describe("A process that ends while it sends", () => {
  const LEASE_MS = 30_000;
  const crashed = "update messages set state = 'sending', attempts = attempts + 1, lease = 'gone', next_at = $1";

  it("leaves the mail to another one, once the lease is over", async () => {
    frozenAt(Date.now());
    const look = await queued();
    await world.db.pool.query(crashed, [new Date(world.clock.now + LEASE_MS)]);
    await sendMails(world.context);
    assert.equal((await look()).state, "sending");
    world.clock.now += LEASE_MS;
    await sendMails(world.context);
    const { state, attempts } = await look();
    assert.deepEqual([state, attempts, mailbox.received.length], ["sent", 2, 1]);
  });

  it("every time: is given up after six times, not tried forever", async () => {
    const look = await queued();
    for (let n = 0; n < 6; n += 1) await world.db.pool.query(crashed, [new Date(Date.now() - 1)]);
    await sendMails(world.context);
    const { state, error } = await look();
    assert.deepEqual([state, error], ["failed", "Foyer stopped each time it was sending this."]);
    assert.equal(mailbox.received.length, 0);
  });

  it("a success that was recorded is final: neither a late failure nor a lease that ran out sends it again", async () => {
    frozenAt(Date.now());
    const look = await queued();
    // The server has the mail but takes its time; meanwhile the lease runs out and another process takes over, in vain.
    mailbox.beforeAnswer.run = async () => {
      mailbox.beforeAnswer.run = async () => undefined;
      world.clock.now += LEASE_MS;
      mailbox.refuse.data = () => ({ code: 550, words: "A copy" });
      await sendMails(world.context);
      mailbox.refuse.data = undefined;
      assert.equal((await look()).state, "failed");
      return undefined;
    };
    await sendMails(world.context);
    assert.equal((await look()).state, "sent");
    world.clock.now += HOUR_MS;
    await sendMails(world.context);
    assert.equal(mailbox.received.length, 1);
  });
});

describe("A process that fails late, when another one has taken over", () => {
  const LEASE_MS = 30_000;

  it("changes nothing of what that one has recorded, or is still doing", async () => {
    for (const state of ["sent", "sending"]) {
      frozenAt(Date.now());
      const look = await queued();
      mailbox.beforeAnswer.run = async () => {
        mailbox.beforeAnswer.run = async () => undefined;
        world.clock.now += LEASE_MS;
        await sendMails(world.context);
        assert.equal((await look()).state, "sent");
        await world.db.pool.query("update messages set state = $1, lease = 'another'", [state]);
        return { code: 451, words: "Too late" };
      };
      await sendMails(world.context);
      const after = await look();
      assert.deepEqual([after.state, after.error], [state, undefined]);
      await world.db.pool.query("delete from messages");
    }
  });
});

describe("Mails about accounts (rules 4: User)", () => {
  it("an invitation carries a link that no table holds, is in the user's language, and in no location's outbox", async () => {
    location = await buildLocation(world);
    const email = "new@example.org";
    await world.post("/users", { email, role: "employee", companies: [location], language_id: "nl-BE" });
    await sendMails(world.context);
    const { to, mail } = mailbox.received[0] ?? assert.fail();
    assert.deepEqual([to, mail.subject], [[email], "Uw account bij Foyer"]);
    const [, token = ""] =
      /https:\/\/visitors\.example\.org\/session\/password\?token=(\S+)/.exec(mail.text ?? "") ?? [];
    assert.ok(token.length > 40 && mail.html?.includes(token));
    const { rows } = await world.db.pool.query("select m::text as whole, company_id, state from messages m");
    assert.deepEqual([rows[0].company_id, rows[0].state], [SERVICE_LOCATION, "sent"]);
    assert.ok(!rows[0].whole.includes(token.slice(-40)));
    assert.deepEqual((await world.get(`/companies/${location}/outbox`)).body, []);
  });

  it("are removed after 30 days; those of a location stay", async () => {
    frozenAt(Date.now());
    await queued();
    await world.post("/users", { email: "old@example.org", role: "employee" });
    const left = async () => (await world.db.pool.query("select company_id from messages order by 1")).rows.length;
    world.clock.now += 30 * 24 * HOUR_MS - 1;
    await deleteOldAccountMails(world.context);
    assert.equal(await left(), 2);
    world.clock.now += 1;
    await deleteOldAccountMails(world.context);
    assert.equal(await left(), 1);
  });

  it("one for a user who was removed meanwhile has nothing to send", async () => {
    const { _id } = (await world.post("/users", { email: "gone@example.org", role: "employee" })).body;
    await world.remove(`/users/${_id}`);
    await sendMails(world.context);
    assert.equal(mailbox.received.length, 0);
  });
});

describe("What the log says of messages", () => {
  it("ids only: neither address nor text nor the server's words", async () => {
    const canary = "canary7731";
    mailbox.refuse.data = () => ({ code: 550, words: canary });
    const parameters = { subject: canary, text: canary };
    await queued({ recipient: `${canary}@example.org`, template: "notice", parameters });
    await sendMails(world.context);
    const lines = world.log.filter(({ msg }) => msg === "a message failed");
    assert.ok(lines.length > 0);
    assert.ok(!JSON.stringify(world.log).includes(canary));
  });
});
