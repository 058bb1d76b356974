import assert from "node:assert/strict";
import { after, before, beforeEach, describe, it } from "node:test";

import { queueNotifications } from "../../../../server/jobs/notifications/notifications.ts";
import { deleteOldHeldSignIns } from "../../../../server/resources/visits/take-back.ts";
import { type Mailbox, openMailbox } from "../../../support/outside/mailbox.ts";
import { sendMails } from "../../../support/outside/sending.ts";
import { type Body, buildLocation, eventsOf, makeWorld, type World } from "../../../support/world.ts";
import { buildAccount, makeVisitor, newAddress, PASSWORD, type Visitor } from "../../areas/sessions/visitor.ts";

/** Longer than messages are held back, and than a tick. */
const HELD_MS = 8_000;

let world: World;
let mailbox: Mailbox;
let location: string;
let reception: Visitor;
let colleague: Visitor;

before(async () => {
  mailbox = await openMailbox();
  world = await makeWorld({ env: { SMTP_URL: mailbox.url } });
});
after(async () => {
  await world.close();
  await mailbox.close();
});

const logIn = async (role = "receptionist"): Promise<Visitor> => {
  const { email } = await buildAccount(world, { role, companies: [location] });
  const visitor = makeVisitor(world, newAddress());
  await visitor.signIn(email, PASSWORD);
  return visitor;
};

beforeEach(async () => {
  Object.assign(world.clock, { now: Date.now(), frozen: true });
  location = await buildLocation(world);
  await world.post("/visitees", { company_id: location, cn: "Ann Peeters", mail: "ann@example.org" });
  [reception, colleague] = [await logIn(), await logIn()];
});

const PERSON = { first_name: "Jo", last_name: "Janssens", recipient: "Ann Peeters" };
const signIn = async (by: Visitor = reception, more: Record<string, unknown> = {}): Promise<Body> =>
  (await by.send("POST", "/api/visitors", { body: { company_id: location, ...PERSON, ...more } })).body;
const takeBack = ({ _id }: Body, by: Visitor = reception) => by.send("POST", `/api/visitors/${_id}/takeback`);
/** The templates of what was sent, in its order. */
const sent = async (): Promise<string[]> => {
  await queueNotifications(world.context);
  await sendMails(world.context);
  const { body } = await world.get(`/companies/${location}/outbox?state=sent`);
  return body.toReversed().map(({ template }: Body) => template);
};
const today = (): string => new Date(world.clock.now).toISOString().slice(0, 10);
const rowsOf = async (table: string): Promise<Body[]> =>
  (await world.db.pool.query(`select * from ${table} where company_id = $1`, [location])).rows;

describe("the message about a sign-in in the console (rules 5.8)", () => {
  it("waits 8 seconds, with those that follow it in their order; that of a program is sent at once", async () => {
    await world.post("/visitors", { company_id: location, ...PERSON });
    const { _id } = await signIn();
    assert.deepEqual(await sent(), ["visitor_arrived"]);
    world.clock.now += 3_000;
    await reception.send("POST", `/api/visitors/${_id}/signout`);
    world.clock.now += HELD_MS - 3_001;
    assert.deepEqual(await sent(), ["visitor_arrived"]);
    world.clock.now += 1;
    assert.deepEqual(await sent(), ["visitor_arrived", "visitor_arrived"]);
    world.clock.now += 3_000;
    assert.deepEqual(await sent(), ["visitor_arrived", "visitor_arrived", "visitor_left"]);
  });

  it("is sent whatever becomes of the browser: nothing but the server knows of it", async () => {
    await signIn();
    await world.db.pool.query("delete from sessions");
    world.clock.now += HELD_MS;
    assert.deepEqual(await sent(), ["visitor_arrived"]);
  });
});

describe("POST /visitors/{visitorId}/takeback (rules 5.2)", () => {
  it("200: nothing is left of the visit, no message is sent, nothing is counted, and receivers of events get its sign-out", async () => {
    const visit = await signIn(reception, { photo: "iVBORw0KGgo=" });
    await queueNotifications(world.context);
    const { status, body } = await takeBack(visit);
    assert.deepEqual([status, body], [200, { message: "Sign-in taken back." }]);
    world.clock.now += HELD_MS;
    assert.deepEqual(await sent(), []);
    assert.equal((await world.get(`/visitors/${visit._id}`)).status, 404);
    for (const table of ["visits", "visit_images", "messages", "held_sign_ins", "erased_visits"])
      assert.deepEqual(await rowsOf(table), [], table);
    const counted = await world.get(`/companies/${location}/statistics/${today()}`);
    assert.deepEqual([counted.body.totalVisitorsIn, counted.body.totalVisitorsOut], [0, 0]);
    assert.deepEqual(await eventsOf(world, location), ["visitor_signed_in", "visitor_signed_out"]);
  });

  it("200: the audit log has an entry of its own by the user, and nothing of the visitor", async () => {
    const visit = await signIn();
    await takeBack(visit);
    const { body } = await world.get(`/companies/${location}/audit?subject_id=${visit._id}`);
    assert.deepEqual(
      body.map(({ act, event }: Body) => [act, event]),
      [
        ["visit.take_back", "visitor_signed_out"],
        ["visit.start", "visitor_signed_in"],
      ],
    );
    assert.equal(body[0].actor.kind, "user");
    assert.ok(!JSON.stringify(body).includes("Janssens"));
  });

  it("200: a registered visitor is as before, with what they had completed, and can be signed in again", async () => {
    const { body: person } = await world.post("/knownvisitors", { company_id: location, ...PERSON });
    const saved = [location, person._id, "Jo J.", "iVBORw0KGgo=", new Date(world.clock.now).toISOString()];
    await world.db.pool.query(
      "insert into preregistrations (company_id, registered_visitor_id, signed_name, photo, saved_at) values ($1, $2, $3, $4, $5)",
      saved,
    );
    const completed = await rowsOf("preregistrations");
    const visit = (await reception.send("POST", `/api/knownvisitors/${person._id}/signin`)).body;
    assert.deepEqual([visit.photo, await rowsOf("preregistrations")], ["iVBORw0KGgo=", []]);
    assert.equal((await takeBack(visit)).status, 200);
    assert.deepEqual(await rowsOf("preregistrations"), completed);
    const again = await reception.send("POST", `/api/knownvisitors/${person._id}/signin`);
    assert.deepEqual([again.status, again.body.photo], [200, "iVBORw0KGgo="]);
    assert.equal((await world.get(`/visitors/signed_current/${location}`)).body.length, 1);
  });

  it("200 once: of several calls at once, one takes it back; 404 for the others", async () => {
    const visit = await signIn();
    const answers = await Promise.all(Array.from({ length: 4 }, () => takeBack(visit)));
    assert.deepEqual(
      answers.map(({ status }) => status).toSorted((x, y) => x - y),
      [200, 404, 404, 404],
    );
    assert.equal((await eventsOf(world, location)).length, 2);
  });

  it("200 again for the same call with its Idempotency-Key", async () => {
    const visit = await signIn();
    const headers = { "idempotency-key": "take-back-1" };
    const call = () => reception.send("POST", `/api/visitors/${visit._id}/takeback`, { headers });
    assert.deepEqual([(await call()).status, (await call()).status], [200, 200]);
  });

  it("400: the sign-in of a colleague or a program, one of over a minute ago, and a visitor who has left", async () => {
    const codeOf = async (visit: Body, by?: Visitor) => {
      const { status, body } = await takeBack(visit, by);
      assert.equal(status, 400);
      return body.code;
    };
    const [own, left] = [await signIn(), await signIn()];
    await reception.send("POST", `/api/visitors/${left._id}/signout`);
    const { body: program } = await world.post("/visitors", { company_id: location, ...PERSON });
    assert.deepEqual(
      [await codeOf(own, colleague), await codeOf(program), await codeOf(left)],
      ["not_own_sign_in", "takeback_over", "visitor_left"],
    );
    world.clock.now += 60_001;
    assert.equal(await codeOf(own), "takeback_over");
    assert.equal((await world.get(`/visitors/${own._id}`)).status, 200);
  });

  it("400: once the host has been notified; the visit stays", async () => {
    const visit = await signIn();
    world.clock.now += HELD_MS;
    assert.deepEqual(await sent(), ["visitor_arrived"]);
    const { status, body } = await takeBack(visit);
    assert.deepEqual([status, body.code], [400, "already_notified"]);
    assert.equal((await world.get(`/visitors/${visit._id}`)).status, 200);
  });

  it("403: a role that may not sign in", async () => {
    const guard = await logIn("security_guard");
    assert.equal((await takeBack(await signIn(), guard)).status, 403);
  });

  it("forgets after a minute what it kept", async () => {
    await signIn();
    await deleteOldHeldSignIns(world.context);
    assert.equal((await rowsOf("held_sign_ins")).length, 1);
    world.clock.now += 60_001;
    await deleteOldHeldSignIns(world.context);
    assert.deepEqual(await rowsOf("held_sign_ins"), []);
  });
});
