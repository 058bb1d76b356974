import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";

import { queueNotifications } from "../../../../server/jobs/notifications/notifications.ts";
import { systemContext } from "../../../../server/platform/http/request-context.ts";
import { handOver } from "../../../../server/resources/visits/host-replies.ts";
import { type Answer, type Body, buildLocation, buildVisit, makeWorld, type World } from "../../../support/world.ts";

const MINUTE_MS = 60_000;

let world: World;
let location: string;
let screened: string;

before(async () => {
  world = await makeWorld({ env: { SMTP_URL: "smtp://127.0.0.1:9" } });
});
after(() => world.close());
beforeEach(async () => {
  location = await buildLocation(world);
  await world.post("/visitees", {
    company_id: location,
    cn: "Ann Peeters",
    mail: "ann@example.org",
    mobile: "+32470123456",
  });
  const { body } = await world.post(`/companies/${location}/visittypes`, { name: "Interview", screening: true });
  screened = body._id;
  Object.assign(world.clock, { now: Date.now(), frozen: true });
});

const waiting = (more: Record<string, unknown> = {}): Promise<Body> =>
  buildVisit(world, location, { recipient: "Ann Peeters", visit_type: screened, ...more });
const ask = ({ _id }: Body, headers: Record<string, string> = {}): Promise<Answer> =>
  world.post(`/companies/${location}/visitors/${_id}/ask`, undefined, { headers });
const later = (minutes: number): void => void (world.clock.now += minutes * MINUTE_MS);
/** What was queued, by kind and receiver. */
const queued = async (): Promise<string[]> => {
  await queueNotifications(world.context);
  const { body } = await world.get(`/companies/${location}/outbox`);
  return body.map(({ kind, template, to }: Body) => `${kind} ${template} ${to}`).toSorted();
};
const entries = async (): Promise<Body[]> => (await world.get(`/companies/${location}/audit?act=visit.ask_again`)).body;

const MAIL = "mail visitor_to_decide ann@example.org";
const SMS = "sms visitor_to_decide +32470123456";

describe("POST /companies/{company_id}/visitors/{id}/ask", () => {
  it("200: queues the mail and the SMS of the sign-in once more, answers the visit, and is recorded in the log", async () => {
    const visit = await waiting();
    later(2);
    const { status, body } = await ask(visit);
    assert.equal(status, 200);
    assert.deepEqual([body._id, body.approval], [visit._id, "pending"]);
    assert.deepEqual(await queued(), [MAIL, MAIL, SMS, SMS]);
    const [entry] = await entries();
    assert.deepEqual([entry.subject_id, entry.event], [visit._id, undefined]);
  });

  it("200: the same call with its Idempotency-Key asks once, and so does one of two side by side", async () => {
    const visit = await waiting();
    later(2);
    const key = { "idempotency-key": "ask-1" };
    assert.deepEqual([(await ask(visit, key)).status, (await ask(visit, key)).status], [200, 200]);
    later(2);
    const answers = await Promise.all([ask(visit), ask(visit)]);
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((a, b) => a - b),
      [200, 400],
    );
    assert.deepEqual(await queued(), [MAIL, MAIL, MAIL, SMS, SMS, SMS]);
    assert.equal((await entries()).length, 2);
  });

  it("400: within 2 minutes after a colleague took the visit over, who has just been asked; 200 afterwards", async () => {
    await world.post("/visitees", { company_id: location, cn: "Bo Maes", mail: "bo@example.org" });
    const visit = await waiting();
    later(10);
    await handOver(systemContext(world.context, "approvals"), location, visit._id, "Bo Maes");
    later(1);
    const early = await ask(visit);
    assert.deepEqual([early.status, early.body.code], [400, "asked_too_soon"]);
    later(1);
    assert.equal((await ask(visit)).status, 200);
  });

  it("200: at once where the sign-in notified no host, and the host of now", async () => {
    const visit = await waiting({ notify_host: false });
    await world.put(`/visitors/${visit._id}`, { recipient: "Bo Maes", recipient_mail: "bo@example.org" });
    assert.equal((await ask(visit)).status, 200);
    assert.deepEqual(await queued(), ["mail visitor_to_decide bo@example.org"]);
  });

  it("400: too soon, naming from when, and too often", async () => {
    const visit = await waiting();
    later(1);
    const soon = await ask(visit);
    assert.equal(soon.status, 400);
    assert.ok(soon.body.message.includes(new Date(world.clock.now + MINUTE_MS).toISOString()), soon.body.message);
    for (let times = 0; times < 5; times += 1) {
      later(2);
      assert.equal((await ask(visit)).status, 200);
    }
    later(60);
    assert.match((await ask(visit)).body.message, /5 times/);
  });

  it("400: nothing waits, or no host can be asked; nothing is queued and nothing noted", async () => {
    const plain = await buildVisit(world, location, { recipient: "Ann Peeters" });
    const decided = await waiting();
    const left = await waiting();
    const nobody = await waiting({ recipient: "Nobody Known" });
    await world.post(`/visitors/${decided._id}/approve`);
    await world.post(`/visitors/${left._id}/signout`);
    const before = await queued();
    later(5);
    const answers = await Promise.all([plain, decided, left, nobody].map((visit) => ask(visit)));
    const words = [/doesn't need approval/, /approved/, /has left/, /no one to ask/];
    for (const [index, { status, body }] of answers.entries()) {
      assert.equal(status, 400);
      assert.match(body.message, words[index] ?? /^$/);
    }
    assert.deepEqual(await queued(), before);
    assert.deepEqual(await entries(), []);
  });
});
