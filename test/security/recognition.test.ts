import assert from "node:assert/strict";
import { randomUUID } from "node:crypto";
import { after, before, beforeEach, describe, it } from "node:test";

import { atKiosk, buildSite, type Site } from "../support/door.ts";
import { inviteVisitor, posterOf, tokenOf, visitorCall } from "../support/visitor.ts";
import { type Answer, type Body, makeWorld, type World } from "../support/world.ts";
import { pathsOf } from "./paths.ts";

/** Whether every combination is tried; else those that differ in the code, which is twice as fast. */
const LONG = process.env["FOYER_LONG"] === "1";

/** Everything a message can tell of a visit. */
const TELLS = "%first_name% %last_name% %company% %email% %phone% %licenseplate% %recipient% %telephone_number%";

let world: World;
let site: Site;
let poster: string;

before(async () => {
  world = await makeWorld();
  Object.assign(world.clock, { frozen: true, now: Date.now() });
  site = await buildSite(world, { welcome_message: TELLS, signout_message: TELLS });
  poster = await posterOf(world, site.location, site.door);
});
after(() => world.close());
// Limits of a poster are for people; this test is faster.
beforeEach(() => world.db.pool.query("delete from refusals"));

const AREAS = ["kiosk", "phone"] as const;
type Area = (typeof AREAS)[number];

const send = (area: Area, path: string, body: unknown): Promise<Answer> =>
  area === "kiosk" ? atKiosk(world, site, path, body) : visitorCall(world, "POST", path, { token: poster, body });

/** What only the location knows of an expected visitor; a stranger at the door must not learn it by their name. */
const SECRETS = {
  company: "Secret Company",
  email: "secret@example.org",
  phone: "+32 2 777 77 77",
  licenseplate: "S-ECR-ET",
};
let victims = 0;

type Victim = { name: { first_name: string; last_name: string }; invitation: string; badge: string; data: string };

const signOutAll = () => world.db.pool.query("update visits set signed_out = now() where signed_out is null");
const ok = async (answer: Promise<Answer>): Promise<Body> => {
  const { status, body, text } = await answer;
  assert.equal(status, 200, text);
  return body;
};

const arriveBy = async (area: Area, invitation: string, name: Victim["name"]): Promise<Body> => {
  const { recognition } = await ok(send(area, "/recognise", { code: invitation }));
  const sent = { client_ref: randomUUID(), visit_type: site.type._id, recognition, answers: name };
  return ok(send(area, "/visits", sent));
};

/** An expected visitor who was here before: at the kiosk, from which they have a badge, and by phone, from which they have a link. */
const newVictim = async (): Promise<Victim> => {
  victims += 1;
  const name = { first_name: "Vera", last_name: `Victim ${victims}` };
  const { token } = await inviteVisitor(world, site.location, { ...name, ...SECRETS, recipient: "Ann Peeters" });
  const badge = (await arriveBy("kiosk", token, name)).code;
  await signOutAll();
  const data = (await arriveBy("phone", token, name)).data;
  await signOutAll();
  return { name, invitation: token, badge, data };
};

type Way = Record<string, unknown>;

/** All that can be sent to say who signs in. */
const waysOf = async ({ name, invitation, badge, data }: Victim): Promise<Record<string, Way>> => {
  const by = async (path: string, body: unknown) => ({
    recognition: (await ok(send("kiosk", path, body))).recognition,
  });
  return {
    none: {},
    host: { host: site.host._id },
    name: await by("/expected", name),
    code: await by("/recognise", { code: invitation }),
    badge: await by("/recognise", { code: badge }),
    "data link": await by("/recognise", { code: data }),
  };
};

const seen = new Map<string, string>();

/** What a token opens: the visitor's own data, and what a kiosk shows to the holder of the code. */
const openedBy = async (token: string): Promise<string> => {
  const data = await visitorCall(world, "GET", "/data", { token });
  const shown = await send("kiosk", "/recognise", { code: token });
  return `${data.status === 200 ? data.text : ""} ${shown.text}`;
};

/** The secrets that an answer tells, and those that what it gives opens. */
const secretsIn = async ({ text, body }: Answer): Promise<string[]> => {
  const tokens = [body.token, body.code, body.data].filter((one) => typeof one === "string").map(tokenOf);
  const opened = [];
  for (const token of tokens) {
    const known = seen.get(token) ?? (await openedBy(token));
    seen.set(token, known);
    opened.push(known);
  }
  const whole = [text, ...opened].join(" ");
  return Object.values(SECRETS).filter((secret) => whole.includes(secret));
};

const assertNoMore = async (first: Answer, second: Answer, label: string): Promise<void> => {
  if (second.status !== 200) return;
  const had = pathsOf(first.body);
  assert.deepEqual(
    pathsOf(second.body).filter((path) => !had.includes(path)),
    [],
    `${label}: fields`,
  );
  const knew = await secretsIn(first);
  assert.deepEqual(
    (await secretsIn(second)).filter((secret) => !knew.includes(secret)),
    [],
    `${label}: secrets`,
  );
};

const TYPED = {
  first_name: "Typed",
  last_name: "Typed",
  company: "Typed",
  recipient: "Ann Peeters",
  licenseplate: "Typed",
};
const QUEUED = { queued_at: "2026-01-01T00:00:00Z", sent_at: "2026-01-01T00:01:00Z" };

/** What may be sent beside a reference the second time: the same, nothing, everything, and as from a queue. */
const bodiesOf = (first: Body): Body[] => [
  { ...first, answers: {} },
  { ...first, answers: TYPED },
  ...(LONG ? [first, { ...first, answers: {}, queued: QUEUED }] : []),
];

/** What each kind of first sign-in may show: all that is stored of an expected visitor, to a code alone. */
const WHOLE = "code";
const WAYS = ["none", "host", "name", "code", "badge", ...(LONG ? ["data link"] : [])];

/** Where a reference is the same one: phones have a space of their own, so that none takes the place of a kiosk's. */
const AGAIN: Record<Area, readonly Area[]> = { kiosk: ["kiosk", "phone"], phone: ["phone"] };

/** A kiosk's reference at a poster, with whatever beside it: refused, and nothing is told of what it led to. */
const assertForeign = ({ status, body }: Answer, label: string): void => {
  const { message, ...rest } = body;
  assert.deepEqual([status, rest], [400, { code: "wrong_answer", field: "client_ref" }], label);
  assert.match(message, /^"client_ref" was already used at a kiosk\. /, label);
};

/** What comes of a repetition in the same area, and in the other one. */
const assertAnswered = (second: Answer, isOwn: boolean, label: string): void => {
  if (isOwn) assert.equal(second.status, 200, second.text);
  else assertForeign(second, label);
};

describe("POST /visits that is repeated shows no more than it did (rules 5: kiosk and phone visits)", () => {
  for (const area of AREAS)
    for (const how of WAYS)
      it(`200: first at a ${area} by ${how}, then in every way and with other answers`, async () => {
        const victim = await newVictim();
        const ways = await waysOf(victim);
        const answers = { ...victim.name, ...(how === "name" || how === WHOLE ? {} : { recipient: "Ann Peeters" }) };
        const sent = { client_ref: randomUUID(), visit_type: site.type._id, answers };
        const first = await send(area, "/visits", { ...sent, ...ways[how] });
        assert.equal(first.status, 200, first.text);
        assert.equal((await secretsIn(first)).length, how === WHOLE ? Object.keys(SECRETS).length : 0, first.text);
        assert.equal("data" in first.body, area === "phone" && how !== "name");
        for (const again of AGAIN[area])
          for (const [way, more] of Object.entries({ ...ways, ended: { recognition: "x" } }))
            for (const body of bodiesOf({ ...sent, ...more })) {
              const label = `${area} ${how}, then ${again} ${way}`;
              const second = await send(again, "/visits", body);
              assertAnswered(second, again === area, label);
              await assertNoMore(first, second, label);
            }
        const visits = "select 1 from visits where last_name = $1 and signed_out is null";
        assert.equal((await world.db.pool.query(visits, [victim.name.last_name])).rowCount, 1);
      });

  it("200: the reference of a kiosk's badge, sent from a phone before the kiosk has delivered it, takes no place", async () => {
    const client_ref = randomUUID();
    const stranger = { client_ref, visit_type: site.type._id, answers: TYPED };
    const early = await ok(send("phone", "/visits", stranger));
    const answers = { ...TYPED, last_name: "Offline" };
    const late = await ok(send("kiosk", "/visits", { ...stranger, answers, queued: QUEUED }));
    assert.equal(late.badge.name, "Typed Offline");
    assert.notEqual(tokenOf(late.code), tokenOf(early.code));
    assert.deepEqual(await ok(send("phone", "/visits", stranger)), early);
    const seenByPhone = await ok(send("phone", "/signout", { client_ref: randomUUID(), visit_ref: client_ref }));
    assert.equal(seenByPhone.outcome, "signed_out");
    assert.equal((await ok(send("kiosk", "/visits/state", { token: late.token }))).signed_out, false);
  });

  it("400: a kiosk's reference at a poster tells no time, gives no code and closes no visit, whichever door", async () => {
    const client_ref = randomUUID();
    const first = await ok(send("kiosk", "/visits", { client_ref, visit_type: site.type._id, answers: TYPED }));
    const sent = { client_ref, visit_type: site.type._id, answers: {} };
    assertForeign(await send("phone", "/visits", sent), "sign-in");
    assertForeign(await send("phone", "/signout", { client_ref, visit_ref: client_ref }), "sign-out");
    const unknown = await ok(send("phone", "/signout", { client_ref: randomUUID(), visit_ref: client_ref }));
    assert.deepEqual(unknown, { outcome: "unknown" });
    assert.equal((await ok(send("kiosk", "/visits/state", { token: first.token }))).signed_out, false);
  });

  it("200: a sign-in stored before it kept who was recognised shows nothing to the same request", async () => {
    const { invitation, name } = await newVictim();
    const { recognition } = await ok(send("phone", "/recognise", { code: invitation }));
    const sent = { client_ref: randomUUID(), visit_type: site.type._id, recognition, answers: name };
    const first = await ok(send("phone", "/visits", sent));
    // As the migration leaves it.
    await world.db.pool.query("update client_refs set ref = $1, how = default, shown = default where ref = $2", [
      sent.client_ref,
      `phone:${sent.client_ref}`,
    ]);
    await world.db.pool.query("update visits set client_ref = $1 where client_ref = $2", [
      sent.client_ref,
      `phone:${sent.client_ref}`,
    ]);
    for (const area of AREAS) {
      const second = await ok(send(area, "/visits", sent));
      const { token: _token, code: _code, signed_in, host_told, welcome_seconds, badge, ...rest } = second;
      assert.deepEqual([signed_in, host_told, welcome_seconds], [first.signed_in, false, 8]);
      assert.deepEqual([badge, rest], [{ name: "", visit_type: "Guest", location: "Head office", photo: false }, {}]);
    }
    assert.deepEqual(await ok(send("kiosk", "/recognise", { code: first.code })), { outcome: "inside" });
    const out = await ok(send("kiosk", "/signout", { client_ref: randomUUID(), code: first.code }));
    assert.deepEqual([out.outcome, "first_name" in out], ["signed_out", false]);
    assert.deepEqual(await ok(send("kiosk", "/recognise", { code: first.code })), { outcome: "unknown" });
  });
});

describe("POST /signout that is repeated shows no more than it did", () => {
  const naming = ({ name, invitation }: Victim, client_ref: string, { code, data }: Body): Record<string, Way> => ({
    badge: { code },
    ...(data === undefined ? {} : { "data link": { code: data } }),
    invitation: { code: invitation },
    reference: { visit_ref: client_ref },
    name,
    nothing: { code: "x" },
  });

  // A name signs out at a kiosk alone, and a kiosk gives no link.
  const NAMINGS: Record<Area, readonly string[]> = {
    kiosk: ["badge", "invitation", "reference", "name"],
    phone: ["badge", "data link", "invitation", "reference"],
  };

  for (const area of AREAS)
    for (const how of NAMINGS[area])
      it(`200: first at a ${area} by ${how}, then in every way`, async () => {
        const victim = await newVictim();
        const { recognition } = await ok(send(area, "/recognise", { code: victim.invitation }));
        const sent = { client_ref: randomUUID(), visit_type: site.type._id, recognition, answers: victim.name };
        const ways = naming(victim, sent.client_ref, await ok(send(area, "/visits", sent)));
        const client_ref = randomUUID();
        const first = await send(area, "/signout", { client_ref, ...ways[how] });
        assert.equal(first.body.outcome, "signed_out", first.text);
        for (const again of AGAIN[area])
          for (const [way, named] of Object.entries(ways)) {
            const label = `${area} ${how}, then ${again} ${way}`;
            const second = await send(again, "/signout", { client_ref, ...named });
            if (again !== area) assertForeign(second, label);
            await assertNoMore(first, second, label);
          }
      });
});

describe("POST /recognise of a badge that was photographed", () => {
  it("200: known again, with what is printed on it and nothing else; the agreements it spares are ids", async () => {
    const { badge, data } = await newVictim();
    for (const area of AREAS)
      for (const code of [badge, data]) {
        const { body, text } = await send(area, "/recognise", { code });
        if (area === "phone" && code === badge) {
          assert.deepEqual(body, { outcome: "unknown" }, "only a kiosk reads what hangs on a visitor's chest");
          continue;
        }
        assert.equal(body.outcome, "returning", text);
        assert.deepEqual(Object.keys(body.answers).toSorted(), ["company", "first_name", "last_name", "recipient"]);
        for (const secret of [SECRETS.email, SECRETS.phone, SECRETS.licenseplate]) assert.ok(!text.includes(secret));
      }
  });
});
