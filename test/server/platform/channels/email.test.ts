import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { email } from "../../../../server/platform/channels/email.ts";
import { NO_SMTPUTF8 } from "../../../../shared/send-reasons.ts";
import { SendFailure } from "../../../../server/platform/channels/send-failure.ts";
import { type Mailbox, openListener, openMailbox } from "../../../support/outside/mailbox.ts";

const TIMEOUT_MS = 300;
const openMailer = async (url: string, timeoutMs = 10_000) =>
  email.open({ SMTP_URL: url, MAIL_FROM: "" }, { publicUrl: "http://[::1]:8080", timeoutMs });
const mail = (subject = "S", fromName = "Head office") => ({
  to: "jo@example.org",
  id: "66f1a2b3c4d5e6f708192a3b",
  subject,
  text: "T",
  html: "<p>T</p>",
  fromName,
});

let mailbox: Mailbox;
before(async () => {
  mailbox = await openMailbox();
});
after(() => mailbox.close());

const failureOf = async (url: string, timeoutMs = TIMEOUT_MS): Promise<SendFailure> => {
  const mailer = await openMailer(url, timeoutMs);
  try {
    await mailer.send(mail());
  } catch (error) {
    assert.ok(error instanceof SendFailure, String(error));
    return error;
  } finally {
    mailer.close?.();
  }
  return assert.fail("it was sent");
};

describe("Handing a mail to the mail server", () => {
  it("a server that accepts and says nothing, or trickles forever, is given up", async () => {
    const trickling = await openListener((socket) => {
      socket.write("220 here\r\n");
      const timer = setInterval(() => socket.write("250-x\r\n"), 20);
      socket.on("close", () => clearInterval(timer));
    });
    const silent = await openListener(() => undefined);
    for (const { port, close } of [silent, trickling]) {
      const { message, permanent } = await failureOf(`smtp://127.0.0.1:${port}`);
      assert.deepEqual([message, permanent], ["The mail server did not answer in time.", false]);
      await close();
    }
  });

  it("one that hangs after the mail was sent is given up, and nothing is sent a second time", async () => {
    const hanging = await openMailbox();
    const { promise, resolve } = Promise.withResolvers<undefined>();
    hanging.beforeAnswer.run = () => promise;
    // Long enough for the mail to arrive on a busy machine.
    const { permanent } = await failureOf(hanging.url, 3_000);
    assert.deepEqual([permanent, hanging.received.length, hanging.connections.made], [false, 1, 1]);
    resolve(undefined);
    await hanging.close();
  });

  it("one that hangs up, at once or in the middle, is not tried again by itself", async () => {
    for (const greeting of ["", "220 here\r\n"]) {
      let connections = 0;
      const { port, close } = await openListener((socket) => {
        connections += 1;
        if (greeting === "") return socket.end();
        socket.write(greeting);
        socket.once("data", () => socket.destroy());
      });
      assert.equal((await failureOf(`smtp://127.0.0.1:${port}`, 3_000)).permanent, false);
      assert.equal(connections, 1);
      await close();
    }
  });

  it("an untrusted certificate is refused, unless the URL says otherwise", async () => {
    const secure = await openMailbox({ disabledCommands: [] });
    const { message, permanent } = await failureOf(secure.url, 3_000);
    assert.match(message, /certificate/i);
    assert.equal(permanent, false);
    const mailer = await openMailer(`${secure.url}?tls.rejectUnauthorized=false`);
    await mailer.send(mail());
    mailer.close?.();
    assert.equal(secure.received.length, 1);
    await secure.close();
  });

  it("a wrong password is said, without the password, and may be mended", async () => {
    const locked = await openMailbox({
      authOptional: false,
      allowInsecureAuth: true,
      onAuth: (_auth, _session, done) => done(new Error("Wrong login")),
    });
    const { message, permanent } = await failureOf(locked.url.replace("//", "//foyer:geheim@"), 3_000);
    assert.match(message, /535.*Wrong login/);
    assert.ok(!message.includes("geheim") && !permanent);
    await locked.close();
  });

  it("hostile texts can't become headers, addresses or lines of the protocol", async () => {
    const mailer = await openMailer(mailbox.url);
    for (const nasty of [
      "A\r\nBcc: x@example.org",
      'Head "office" <x@example.org>, y@example.org',
      "Zoë 花子 👩‍🚒",
      "\r\n.\r\nMAIL FROM:<x@example.org>",
      "a".repeat(2_000),
    ]) {
      mailbox.received.length = 0;
      await mailer.send({ ...mail(nasty, nasty), text: nasty });
      assert.equal(mailbox.received.length, 1);
      const { to, raw, mail: parsed } = mailbox.received[0] ?? assert.fail();
      assert.deepEqual(to, ["jo@example.org"]);
      assert.deepEqual([parsed.to?.length, parsed.cc, parsed.bcc], [1, undefined, undefined]);
      assert.equal(parsed.from?.address?.toLowerCase(), "no-reply@[ipv6:::1]");
      assert.ok(!/^(bcc|cc):/im.test(raw.split("\r\n\r\n", 1)[0] ?? ""));
      assert.equal(parsed.subject?.replaceAll(/\s+/g, " ").trim(), nasty.replaceAll(/\s+/g, " ").trim());
    }
    mailer.close?.();
  });

  it("an address with letters beyond ASCII before the @ goes to a server with SMTPUTF8, and fails permanently without, with that reason", async () => {
    const to = "jörg@example.org";
    const able = await openMailer(mailbox.url);
    mailbox.received.length = 0;
    await able.send({ ...mail(), to });
    assert.deepEqual(mailbox.received[0]?.to, [to]);
    able.close?.();
    const plain = await openMailbox({ hideSMTPUTF8: true });
    const unable = await openMailer(plain.url);
    await assert.rejects(unable.send({ ...mail(), to }), { message: NO_SMTPUTF8, permanent: true });
    assert.deepEqual(plain.received, []);
    // The domain is another matter: it has a spelling in ASCII.
    await unable.send({ ...mail(), to: "jo@exämple.org" });
    assert.equal(plain.received.length, 1);
    unable.close?.();
    await plain.close();
  });

  it("says that a program sent it, and has the same id each time", async () => {
    const mailer = await openMailer(mailbox.url);
    mailbox.received.length = 0;
    const answers = [await mailer.send(mail()), await mailer.send(mail())];
    mailer.close?.();
    assert.ok(answers.every((answer) => answer.startsWith("250")));
    const [first, second] = mailbox.received.map((one) => one.mail);
    assert.equal(first?.messageId, "<66f1a2b3c4d5e6f708192a3b@[IPv6:::1]>");
    assert.equal(second?.messageId, first?.messageId);
    assert.ok(first?.headers.some(({ key, value }) => key === "auto-submitted" && value === "auto-generated"));
  });
});
