import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";

import { LANGUAGES, TEXTS_FOLDER } from "../../../../server/platform/lib/text/language.ts";
import { VERSION } from "../../../../server/platform/lib/version.ts";
import { queueMessage } from "../../../../server/resources/messages/queue.ts";
import { type Mailbox, openMailbox } from "../../../support/outside/mailbox.ts";
import { buildLocation, buildUser, makeWorld, type World } from "../../../support/world.ts";

let mailbox: Mailbox;
let world: World;

before(async () => {
  mailbox = await openMailbox();
  world = await makeWorld({ env: { SMTP_URL: mailbox.url, MAIL_FROM: "desk@example.org", BACKUP_TIME: "off" } });
});
after(async () => {
  await world.close();
  await mailbox.close();
});

describe("GET /system", () => {
  it("200: version, database, channels with what is queued and failed, and backups", async () => {
    const location = await buildLocation(world);
    await queueMessage(world.db, {
      location,
      kind: "sms",
      recipient: "+3225550100",
      template: "notice",
      parameters: { subject: "A", text: "B" },
      now: Date.now(),
    });
    const { status, body } = await world.get("/system");
    assert.equal(status, 200);
    assert.equal(body.version, VERSION);
    assert.match(body.database.version, /^\d+/);
    assert.ok(body.database.bytes > 1_000_000);
    assert.equal(body.database.disk_full, false);
    assert.deepEqual(body.channels, [
      { kind: "mail", configured: true, setting: "SMTP_URL", waiting: 0, failed: 0 },
      { kind: "sms", configured: false, setting: "SMS_GATEWAY_URL", waiting: 1, failed: 0 },
    ]);
    assert.equal(body.backup.daily, false);
    assert.equal(body.certificate, undefined);
  });

  it("200: the checks of the database and the settings, with a fix for what isn't fine, and no secret", async () => {
    const { body } = await world.get("/system");
    const of = (name: string) => body.checks.filter((check: { name: string }) => check.name === name);
    assert.deepEqual(
      of("SMS_GATEWAY_URL").map(({ level, fix }: { level: string; fix: string }) => [level, fix]),
      [["warning", "Set SMS_GATEWAY_URL. Messages queued for more than 24 hours are dropped."]],
    );
    assert.equal(of("Migrations")[0].level, "ok");
    assert.equal(of("Administrators")[0].found, "1");
    for (const { level, fix } of body.checks) assert.equal(fix === undefined, level === "ok");
    assert.ok(!JSON.stringify(body).includes(world.context.secretKey));
  });

  it("200: what each check says has a text in every language, with its values (the page shows no other)", async () => {
    const { body } = await world.get("/system");
    const folder = join(import.meta.dirname, "../../../../server/jobs/system/checks");
    const sources = readdirSync(folder).map((name) => readFileSync(join(folder, name), "utf8"));
    for (const language of LANGUAGES) {
      const { checks } = JSON.parse(readFileSync(join(TEXTS_FOLDER, language, "system.json"), "utf8"));
      for (const { name, key, values, level } of body.checks) {
        assert.ok(checks.name[name] !== undefined || /^[A-Z_]+$/.test(name), name);
        assert.equal(checks.fix[key] === undefined, level === "ok", key);
        const named = [...String(checks.found[key]).matchAll(/\{\{(\w+)\}\}/g)].map(([, value = ""]) => value);
        assert.deepEqual(
          named.filter((value) => values?.[value] === undefined),
          [],
          `${language} ${key}`,
        );
      }
      for (const key of Object.keys(checks.found))
        assert.ok(
          sources.some((text) => text.includes(`"${key}"`)),
          key,
        );
    }
  });

  it("403: for a local administrator (rules 4)", async () => {
    const location = await buildLocation(world);
    const as = await buildUser(world, "local_admin", [location]);
    assert.equal((await world.get("/system", { as })).status, 403);
  });
});

describe("POST /system/testmessage", () => {
  const send = (body: object) => world.post("/system/testmessage", body);

  it("200: an email arrives at once, and the answer is the mail server's", async () => {
    const { status, body } = await send({ kind: "mail", to: " jo@example.org " });
    assert.equal(status, 200);
    assert.equal(body.accepted, true);
    assert.match(body.answer, /^250/);
    assert.deepEqual(mailbox.received.at(-1)?.to, ["jo@example.org"]);
    assert.equal(mailbox.received.at(-1)?.mail.subject, "Foyer can send email");
  });

  it("200: a refusal is the outcome, with the mail server's words", async () => {
    mailbox.refuse.recipient = () => ({ code: 550, words: "no such mailbox" });
    const { status, body } = await send({ kind: "mail", to: "jo@example.org" });
    mailbox.refuse.recipient = undefined;
    assert.deepEqual([status, body.accepted], [200, false]);
    assert.match(body.error, /550.*no such mailbox/);
  });

  it("200: without a gateway it says which setting is missing", async () => {
    const { body } = await send({ kind: "sms", to: "+3225550100" });
    assert.deepEqual(body, { accepted: false, error: "No SMS gateway is set up. Set SMS_GATEWAY_URL." });
  });

  it("400: what is not an address of the kind", async () => {
    for (const [kind, to] of [
      ["mail", "jo@"],
      ["sms", "jo@example.org"],
    ]) {
      const { status, body } = await send({ kind, to });
      assert.deepEqual([status, body.code, body.field], [400, "wrong_format", "to"], kind);
    }
  });
});
