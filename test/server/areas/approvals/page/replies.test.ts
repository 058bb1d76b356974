import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { queueNotifications } from "../../../../../server/jobs/notifications/notifications.ts";
import {
  type Body,
  buildLocation,
  buildVisit,
  eventsOf,
  logOf,
  makeWorld,
  type World,
} from "../../../../support/world.ts";
import { hostLinkOf } from "../../../../support/host-links.ts";

let world: World;
let location: string;

before(async () => {
  world = await makeWorld();
  location = await buildLocation(world);
  await world.post("/visitees", { company_id: location, cn: "Ann Peeters", mail: "ann@example.org" });
  await world.post("/visitees", { company_id: location, cn: "Bo Maes", mail: "bo@example.org" });
  await world.post("/visitees", { company_id: location, cn: "Bob Without", telephoneNumber: "02 555 12 34" });
});
after(() => world.close());

const outboxOf = async (visit: string): Promise<Body[]> => {
  await queueNotifications(world.context);
  const all: Body[] = (await world.get(`/companies/${location}/outbox`)).body;
  return all.filter(({ subject_id }) => subject_id === visit).toReversed();
};
const linkIn = (message: Body): Promise<string> => hostLinkOf(world, message);
/** A visitor of Ann's. @returns the visit, and the link in Ann's mail */
const arrive = async (more: Record<string, unknown> = {}): Promise<{ _id: string; link: string }> => {
  const { _id } = await buildVisit(world, location, { recipient: "Ann Peeters", ...more });
  return { _id, link: await linkIn((await outboxOf(_id))[0]) };
};
const sent = async (method: "GET" | "POST", url: string, payload?: string) => {
  const headers = payload === undefined ? {} : { "content-type": "application/x-www-form-urlencoded" };
  const { statusCode, body } = await world.app.inject({ method, url, headers, ...(payload && { payload }) });
  return { status: statusCode, body: body.replace(/<style>.*<\/style>/s, "") };
};
const open = async (link: string): Promise<string> => (await sent("GET", link)).body;
const press = async (link: string, payload: string): Promise<number> => (await sent("POST", link, payload)).status;
const replyTo = async (visit: string): Promise<string | undefined> => {
  const replies: Body[] = (await world.get(`/companies/${location}/visitors/hostreplies`)).body;
  return replies.find(({ visitor_id }) => visitor_id === visit)?.reply;
};

describe("A host's reply by the link of the message (interface 3)", () => {
  it("200: four answers, and of the visitor no more than the message says; opening the link replies nothing", async () => {
    const { _id, link } = await arrive({ company: "Acme", note: "of an integration", email: "jo@example.org" });
    const before = await eventsOf(world, location);
    for (let n = 0; n < 3; n += 1) {
      const body = await open(link);
      for (const words of ["I’m on my way", "Give me 5 minutes", "Ask reception to help", "Ask a colleague", "Acme"])
        assert.ok(body.includes(words), words);
      assert.doesNotMatch(body, /of an integration|jo@example|value="approve"|<script/);
    }
    assert.equal(await replyTo(_id), undefined);
    assert.deepEqual(await eventsOf(world, location), before);
  });

  for (const [reply, words] of [
    ["coming", "I’m on my way"],
    ["wait", "Give me 5 minutes"],
    ["reception", "Ask reception to help"],
  ] as const)
    it(`303: ${reply} is there for reception, is an event of the visit and an entry with the link as actor`, async () => {
      const { _id, link } = await arrive();
      assert.equal(await press(link, `reply=${reply}`), 303);
      assert.equal(await replyTo(_id), reply);
      assert.match(await open(link), new RegExp(`You replied at \\d\\d:\\d\\d: ${words}`));
      const entry = (await logOf(world, location)).at(-1);
      assert.deepEqual(
        [entry.act, entry.event, entry.ids, entry.actor_kind, entry.actor_id],
        ["visit.reply", "visitor_updated", { visitorId: _id }, "host_link", _id],
      );
    });

  it("303: a reply can be changed; the same one pressed twice is one", async () => {
    const { _id, link } = await arrive();
    await press(link, "reply=wait");
    const before = (await eventsOf(world, location)).length;
    await press(link, "reply=wait");
    assert.equal((await eventsOf(world, location)).length, before);
    await press(link, "reply=coming");
    assert.equal(await replyTo(_id), "coming");
    const { body } = await world.get(`/companies/${location}/audit?act=visit.reply`);
    assert.deepEqual([body[0].before, body[0].after], [{ host_reply: "wait" }, { host_reply: "coming" }]);
  });

  it("303: a colleague becomes the host and is sent a link of their own; the first link replies no more", async () => {
    const { _id, link } = await arrive();
    assert.match(await open(`${link}&colleague=bo`), /<button name="colleague" value="Bo Maes">/);
    assert.equal(await press(link, "colleague=Bo+Maes"), 303);
    const visit = (await world.get(`/visitors/${_id}`)).body;
    assert.deepEqual([visit.recipient, visit.recipient_mail], ["Bo Maes", "bo@example.org"]);
    assert.equal(await replyTo(_id), "colleague");
    const [, second, ...others] = await outboxOf(_id);
    assert.deepEqual([second?.to, second?.template, others], ["bo@example.org", "visitor_arrived", []]);
    assert.match(second?.text, /A colleague has asked you to look after this visitor\./);
    const body = await open(link);
    assert.match(body, /Bo Maes is looking after this visitor now\./);
    assert.doesNotMatch(body, /<button/);
    await press(link, "reply=coming");
    await press(link, "colleague=Ann+Peeters");
    assert.equal(await replyTo(_id), "colleague");
    await press(await linkIn(second), "reply=coming");
    assert.equal(await replyTo(_id), "coming");
  });

  it("429: a visit has 20 replies; what comes after them is no entry, no event, and a page that says so", async () => {
    const { _id, link } = await arrive();
    for (let n = 0; n < 20; n += 1) assert.equal(await press(link, n % 2 === 0 ? "reply=coming" : "reply=wait"), 303);
    const before = await eventsOf(world, location);
    const { status, body } = await sent("POST", link, "reply=coming");
    assert.equal(status, 429);
    assert.match(body, /At most 20 replies are possible for a visit\./);
    assert.equal(await press(link, "colleague=Bo+Maes"), 429);
    assert.deepEqual(await eventsOf(world, location), before);
    assert.equal(await replyTo(_id), "wait");
  });

  it("200: only other hosts who can be notified are offered, four at most, by part of a name", async () => {
    const { link } = await arrive();
    assert.doesNotMatch(await open(`${link}&colleague=`), /name="colleague" value="[^"]/);
    assert.match(await open(`${link}&colleague=without`), /No host with that name can be reached/);
    assert.match(await open(`${link}&colleague=ann`), /No host with that name can be reached/);
    assert.match(await open(`${link}&colleague=%22%3E%3Cb%3E`), /value="&quot;&gt;&lt;b&gt;"/);
  });

  it("400: without one of the replies, or with an unknown colleague, nothing happens", async () => {
    const { _id, link } = await arrive();
    for (const payload of [
      "",
      "reply=",
      "reply=colleague",
      "colleague=",
      "colleague=Unknown",
      "colleague=Bob+Without",
      "choice=approve",
    ])
      assert.equal(await press(link, payload), 400, payload);
    assert.equal(await replyTo(_id), undefined);
    assert.equal((await world.get(`/visitors/${_id}`)).body.recipient, "Ann Peeters");
  });

  it("200: a visitor who left, was rejected or is another host's by now gets no reply", async () => {
    const left = await arrive();
    await press(left.link, "reply=wait");
    await world.post(`/visitors/${left._id}/signout`);
    const moved = await arrive();
    await press(moved.link, "reply=wait");
    await world.put(`/visitors/${moved._id}`, { recipient: "Bo Maes" });
    for (const [{ _id, link }, words] of [
      [left, "This visitor has left."],
      [moved, "Bo Maes is looking after this visitor now."],
    ] as const) {
      assert.equal(await press(link, "reply=coming"), 303);
      assert.equal(await replyTo(_id), undefined);
      assert.ok((await open(link)).includes(words), words);
    }
  });

  it("200: while approval is awaited the host can ask for time or a colleague, and can say more once it is given", async () => {
    const type = await world.post(`/companies/${location}/visittypes`, { name: "Screened", screening: true });
    const { _id, link } = await arrive({ visit_type: type.body._id });
    const pending = await open(link);
    assert.match(pending, /value="approve".*Need a moment first\?.*value="wait"/s);
    assert.doesNotMatch(pending, /value="coming"/);
    await press(link, "reply=wait");
    assert.equal(await replyTo(_id), "wait");
    await press(link, "colleague=Bo+Maes");
    const asked = (await outboxOf(_id)).at(-1);
    assert.deepEqual([asked?.to, asked?.template], ["bo@example.org", "visitor_to_decide"]);
    await press(await linkIn(asked), "choice=approve");
    assert.match(await open(await linkIn(asked)), /You approved this visit.*value="coming"/s);
  });
});
