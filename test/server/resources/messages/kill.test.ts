import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";

import { queueMessage } from "../../../../server/resources/messages/queue.ts";
import { PROJECT, urlOf } from "../../../cli/foyer.ts";
import { type Mailbox, openMailbox } from "../../../support/outside/mailbox.ts";
import { cleanUp, COMPILED, startReady, undoLater, until } from "../../../support/run/process.ts";
import { buildLocation, makeWorld, type World } from "../../../support/world.ts";
import { sendMails } from "../../../support/outside/sending.ts";

let world: World;
let mailbox: Mailbox;
let settings: Record<string, string>;
let location: string;

before(async () => {
  mailbox = await openMailbox();
  world = await makeWorld({ env: { SMTP_URL: mailbox.url } });
  location = await buildLocation(world);
  settings = {
    DATABASE_URL: await urlOf(world.database),
    SECRET_KEY: world.context.secretKey,
    SMTP_URL: mailbox.url,
  };
});
after(async () => {
  await cleanUp();
  await world.close();
  await mailbox.close();
});

const stateOf = async (recipient: string): Promise<string> =>
  (await world.db.pool.query("select state from messages where recipient = $1", [recipient])).rows[0].state;
const queue = (recipient: string): Promise<void> =>
  queueMessage(world.db, {
    location,
    kind: "mail",
    recipient,
    template: "notice",
    parameters: { subject: "Hello", text: "…" },
    now: Date.now(),
  });

/** The service without its launcher, which would let it end in order when it is killed itself. @returns how to kill it */
const startAlone = async (): Promise<() => Promise<void>> => {
  const env = { ...COMPILED, ...settings, PATH: process.env["PATH"], PORT: "0" };
  const child = spawn(process.execPath, [join(PROJECT, "cli/main.ts"), "start"], { env, stdio: "ignore" });
  const ended = once(child, "exit");
  const kill = async (): Promise<void> => {
    child.kill("SIGKILL");
    await ended;
  };
  undoLater(kill);
  return kill;
};

describe("The service as it runs (interface 4.6: queued)", () => {
  it("sends by itself what is queued, and ends while nothing is lost on SIGTERM", async () => {
    const service = await startReady(settings);
    await queue("one@example.org");
    await until("the mail", async () => ((await stateOf("one@example.org")) === "sent" ? true : undefined));
    await service.kill("SIGTERM");
    assert.equal((await service.exited).code, 0);
    assert.deepEqual(
      mailbox.received.map(({ to }) => to),
      [["one@example.org"]],
    );
  });

  it("kill -9 between the mail and its record: it is sent again after the lease, with the same id, and then never more", async () => {
    mailbox.received.length = 0;
    const kill = await startAlone();
    const { promise: arrived, resolve } = Promise.withResolvers<void>();
    mailbox.beforeAnswer.run = async () => {
      mailbox.beforeAnswer.run = async () => undefined;
      await kill();
      resolve();
      return undefined;
    };
    await queue("two@example.org");
    await arrived;
    assert.equal(await stateOf("two@example.org"), "sending");
    world.clock.now = Date.now() + 31_000;
    world.clock.frozen = true;
    await sendMails(world.context);
    await sendMails(world.context);
    assert.equal(await stateOf("two@example.org"), "sent");
    const [first, second, ...more] = mailbox.received.map(({ mail }) => mail.messageId);
    assert.deepEqual([more, first === second], [[], true]);
  });
});
