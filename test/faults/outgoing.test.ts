import assert from "node:assert/strict";
import { after, describe, it } from "node:test";
import { setTimeout as delay } from "node:timers/promises";

import { queueMessage } from "../../server/resources/messages/queue.ts";
import { startDeliveries } from "../../server/resources/webhooks/worker.ts";
import { type Fault, FAULTS, openFaultProxy } from "../support/database/fault-proxy.ts";
import { type Mailbox, openMailbox } from "../support/outside/mailbox.ts";
import { cleanUp, undoLater, until } from "../support/run/process.ts";
import { makeRandom, seedOf } from "../support/run/random.ts";
import { roundsOf } from "../support/run/size.ts";
import { buildLocation, buildVisit, makeWorld, type World } from "../support/world.ts";
import { openReceiver, type Receiver } from "../server/resources/webhooks/receiver.ts";
import { sendMails } from "../support/outside/sending.ts";

after(cleanUp);

/** FOYER_LONG=1 runs its long form, FOYER_PART=1/5 a part of it. */
const ROUNDS = roundsOf(1, 10);
const SEED = seedOf();
const FAULT_MS = [500, 3_000] as const;
const MAILS = 4;
/** Fewer than the failures that switch a webhook off. */
const VISITS = 3;

const port = (url: string): number => Number(new URL(url).port);

/** A service whose ways to its mail server and to the receiver of its webhook are such networks. */
const serveThrough = async (seed: number) => {
  const random = makeRandom(seed);
  const [mailbox, receiver] = [await openMailbox(), await openReceiver()];
  undoLater(() => Promise.all([mailbox.close(), receiver.close()]));
  const toMail = await openFaultProxy({ port: port(mailbox.url), host: "127.0.0.1" }, random);
  const toReceiver = await openFaultProxy({ port: receiver.port, host: "127.0.0.1" }, random);
  undoLater(() => Promise.all([toMail.close(), toReceiver.close()]));
  const world = await makeWorld({ env: { SMTP_URL: `smtp://127.0.0.1:${toMail.port}` } });
  undoLater(() => world.close());
  const location = await buildLocation(world);
  const url = `http://127.0.0.1:${toReceiver.port}/hook`;
  assert.equal((await world.post(`/companies/${location}/webhooks`, { url })).status, 200);
  const stop = startDeliveries(world.context);
  undoLater(stop);
  const set = async (fault: Fault | undefined): Promise<void> => {
    await Promise.all([toMail.set(fault), toReceiver.set(fault)]);
  };
  return { world, location, mailbox, receiver, set, random };
};

const queueMails = async (world: World, location: string): Promise<void> => {
  for (let n = 0; n < MAILS; n += 1)
    await queueMessage(world.db, {
      location,
      kind: "mail",
      recipient: "jo@example.org",
      template: "notice",
      parameters: { subject: "Hello", text: "Somebody is here." },
      now: world.context.now(),
    });
};

const rows = async <T>(world: World, sql: string): Promise<T[]> => (await world.db.pool.query(sql)).rows;

type Mail = { id: string; state: string; attempts: number };
const mailsIn = (world: World): Promise<Mail[]> =>
  rows<Mail>(world, "select _id as id, state, attempts from messages order by 1");

/** Tries again at once instead of after the minutes that the outbox would wait. */
const sendAll = (world: World): Promise<true> =>
  until("all mails to be sent", async () => {
    await rows(world, "update messages set next_at = clock_timestamp() where state = 'queued'");
    await sendMails(world.context);
    return (await mailsIn(world)).every(({ state }) => state === "sent") ? true : undefined;
  });

type Call = { id: string; state: string };
const settled = (world: World): Promise<Call[]> =>
  until("all calls to be settled", async () => {
    const calls = await rows<Call>(world, "select event_id as id, state from deliveries order by n");
    const waiting = await rows(world, "select 1 from webhooks where inflight is not null");
    const due = await rows<{ n: number }>(
      world,
      "select count(*)::int as n from log where event = 'visitor_signed_in'",
    );
    return waiting.length === 0 && calls.length === due[0]?.n ? calls : undefined;
  });

/** Has what was sent before the fault wait for its answer until then. @returns to be called then */
const holdAnswers = (mailbox: Mailbox, receiver: Receiver): (() => void) => {
  const { promise, resolve } = Promise.withResolvers<undefined>();
  mailbox.beforeAnswer.run = () => promise;
  receiver.behave.run = (response) => promise.then(() => response.end());
  return () => resolve(undefined);
};

let turn: Promise<unknown> = Promise.resolve();
/** One after the other: eight that start at once keep each other from starting in time. */
const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
  const done = turn.then(work, work);
  turn = done;
  return done;
};

const checkMails = async (world: World, { received }: Mailbox): Promise<string> => {
  const mails = await mailsIn(world);
  assert.equal(mails.length, 2 * MAILS);
  for (const { id, attempts } of mails) {
    const copies = received.filter(({ mail }) => mail.messageId?.includes(id)).length;
    assert.ok(copies >= 1 && copies <= attempts, `a mail arrived ${copies} times in ${attempts} attempts`);
  }
  const tries = mails.reduce((sum, { attempts }) => sum + attempts, 0);
  return `${mails.length} mails in ${tries} attempts, ${received.length} arrived`;
};

const checkCalls = async (world: World, { got }: Receiver, made: readonly string[]): Promise<string> => {
  const calls = await settled(world);
  const arrived = got.map(({ event }) => event["visitorId"] ?? "");
  const inOrder = made.filter((id) => arrived.includes(id));
  assert.deepEqual(arrived, inOrder, "once each, in the order of their commits");
  const delivered = calls.filter(({ state }) => state === "delivered").length;
  assert.ok(delivered <= arrived.length && calls.at(-1)?.state === "delivered", JSON.stringify(calls));
  assert.ok(calls.every(({ state }) => state === "delivered" || state === "failed"));
  const [webhook] = await rows<{ enabled: boolean; failures: number }>(world, "select enabled, failures from webhooks");
  assert.deepEqual(webhook, { enabled: true, failures: 0 });
  return `${delivered} of ${calls.length} events delivered, ${arrived.length} arrived`;
};

const roundOf = async (fault: Fault, seed: number): Promise<string> => {
  const { world, location, mailbox, receiver, set, random } = await inTurn(() => serveThrough(seed));
  const struck = holdAnswers(mailbox, receiver);
  const made: string[] = [(await buildVisit(world, location))._id];
  await queueMails(world, location);
  const sending = sendMails(world.context);
  await receiver.calls(1);
  await set(fault);
  struck();
  // Nothing of this makes a visitor wait: a sign-in is answered while mail server and receiver are away.
  for (let n = 0; n < VISITS; n += 1) made.push((await buildVisit(world, location))._id);
  await queueMails(world, location);
  await delay(random.whole(...FAULT_MS));
  await set(undefined);
  await sending;
  await sendAll(world);
  made.push((await buildVisit(world, location))._id);
  return `${await checkMails(world, mailbox)}; ${await checkCalls(world, receiver, made)}`;
};

describe("the network to the mail server and to a receiver fails", { concurrency: true, timeout: 600_000 }, () => {
  for (const fault of FAULTS)
    it(`200: ${fault}, ${ROUNDS} times: sign-ins go on, every mail arrives, no event arrives twice or out of order (interface 6)`, async (test) => {
      for (let round = 0; round < ROUNDS; round += 1)
        test.diagnostic(`${fault} (seed ${SEED + round}): ${await roundOf(fault, SEED + round)}`);
    });
});
