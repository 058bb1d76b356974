import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { newId } from "../../../../server/platform/lib/record/ids.ts";
import { sendAll } from "../../../support/invited.ts";
import { type Mailbox, openMailbox } from "../../../support/outside/mailbox.ts";
import { inviteLeader, visitorCall } from "../../../support/visitor.ts";
import { type Body, buildLocation, eventsOf, logOf, makeWorld, type World } from "../../../support/world.ts";

const MEMBERS = "/invitation/group/members";
const ROSA = { first_name: "Rosa", last_name: "Known" };

let world: World;
let mailbox: Mailbox;
let location: string;
before(async () => {
  mailbox = await openMailbox();
  world = await makeWorld({ env: { SMTP_URL: mailbox.url, MAIL_FROM: "desk@example.org" } });
  location = await buildLocation(world);
});
after(async () => {
  await world.close();
  await mailbox.close();
});

const build = (more: Record<string, unknown> = {}) => inviteLeader(world, location, more);
const read = (token: string) => visitorCall(world, "GET", "/invitation", { token });
const add = (token: string, body: unknown) => visitorCall(world, "POST", MEMBERS, { token, body });
const takeBack = (token: string, id: string) => visitorCall(world, "DELETE", `${MEMBERS}/${id}`, { token });
const namesIn = ({ members }: Body): unknown[] =>
  members.map(({ first_name, last_name, added }: Body) => [first_name, last_name, added]);

describe("the link of a group's leader (POST, DELETE /visit/api/invitation/group/members)", () => {
  it("200: shows the names, turns one unnamed person into a registered visitor, and takes back what was added", async () => {
    const { group, token } = await build();
    const shown = (await read(token)).body.group;
    assert.deepEqual([shown.name, shown.unnamed, namesIn(shown)], ["Acme", 2, [["Max", "Maes", false]]]);
    assert.ok(!JSON.stringify(shown).includes("max@example.org"));
    const made = await add(token, { ...ROSA, email: "rosa@example.org", company: "Evil" });
    assert.equal(made.status, 200, made.text);
    assert.deepEqual(namesIn(made.body), [
      ["Max", "Maes", false],
      ["Rosa", "Known", true],
    ]);
    const stored = (await world.get(`/groups/${group._id}`)).body;
    assert.deepEqual([stored.unnamed, stored.members.length, stored.named_by_leader], [1, 2, undefined]);
    const { _id } = made.body.members[1];
    const rosa = (await world.get(`/knownvisitors/${_id}`)).body;
    assert.deepEqual(
      [rosa.email, rosa.company, rosa.recipient, rosa.group_id, rosa.status],
      ["rosa@example.org", "Acme", "Ann Peeters", group._id, "created"],
    );
    assert.deepEqual((await takeBack(token, _id)).body, shown);
    assert.equal((await world.get(`/knownvisitors/${_id}`)).status, 404);
    assert.equal((await world.get(`/groups/${group._id}`)).body.unnamed, 2);
  });

  it("names the link in the audit log, and fires the events of a registered visitor", async () => {
    const own = await buildLocation(world);
    const { token, group } = await inviteLeader(world, own);
    const { body } = await add(token, ROSA);
    await takeBack(token, body.members[1]._id);
    const ofLink = (await logOf(world, own)).filter(({ actor_kind }) => actor_kind === "invitation");
    assert.deepEqual(
      new Set(ofLink.map(({ act }) => act)),
      new Set(["registered_visitor.create", "group.change", "registered_visitor.remove"]),
    );
    assert.ok(ofLink.every(({ actor_id }) => actor_id === group.leader._id));
    assert.equal((await eventsOf(world, own)).filter((event) => event === "registered_visitor_deleted").length, 1);
  });

  it("400: malformed bodies, and a name more than there are persons", async () => {
    const { token } = await build({ unnamed: 1 });
    const cases: [object, string, string][] = [
      [{ first_name: "Rosa" }, "missing_key", "last_name"],
      [{ ...ROSA, first_name: "" }, "wrong_format", "first_name"],
      [{ ...ROSA, first_name: ["x"] }, "wrong_format", "first_name"],
      [{ ...ROSA, last_name: "x".repeat(501) }, "too_large", "last_name"],
      [{ ...ROSA, email: "x" }, "wrong_format", "email"],
    ];
    for (const [body, code, field] of cases) {
      const answer = await add(token, body);
      assert.deepEqual([answer.status, answer.body.code, answer.body.field], [400, code, field], JSON.stringify(body));
    }
    const both = await Promise.all([add(token, ROSA), add(token, ROSA)]);
    assert.deepEqual(
      both.map(({ status, body }) => `${status} ${body.code ?? ""}`).toSorted((a, b) => a.localeCompare(b)),
      ["200 ", "400 too_many"],
    );
  });

  it("404: a member whom the host named, one of another group, 400: no ID, one who is inside", async () => {
    const { token, group } = await build();
    const other = await build();
    const foreign = (await add(other.token, ROSA)).body.members[1]._id;
    for (const id of [group.members[0]._id, group.leader._id, foreign, newId()])
      assert.equal((await takeBack(token, id)).status, 404);
    assert.equal((await takeBack(token, "x")).status, 400);
    const { _id } = (await add(token, ROSA)).body.members[1];
    await world.post(`/knownvisitors/${_id}/signin`);
    assert.equal((await takeBack(token, _id)).body.code, "visitor_inside");
    assert.equal((await world.get(`/groups/${group._id}`)).body.unnamed, 1);
  });

  it("403: a member who doesn't lead, and the leader once the visit has begun", async () => {
    const { token, group } = await build();
    const member = await build({ leader: ROSA, members: [{ first_name: "Bo", email: "bo@example.org" }] });
    assert.equal((await read(member.memberToken)).body.group, undefined);
    assert.equal((await add(member.memberToken, ROSA)).status, 403);
    const { _id } = (await add(token, ROSA)).body.members[1];
    await world.post(`/knownvisitors/${group.leader._id}/signin`);
    for (const answer of [await add(token, ROSA), await takeBack(token, _id)]) assert.equal(answer.status, 403);
  });

  it("429: after 120 calls of one address with one link", async () => {
    const { token } = await build();
    for (let n = 0; n < 120; n += 1) await takeBack(token, newId());
    assert.equal((await add(token, ROSA)).status, 429);
  });

  it("is told in the invitation's email, to the leader alone, while some have no names", async () => {
    while ((await sendAll(world, mailbox)).length > 0);
    const told = async (more: Record<string, unknown>): Promise<Record<string, unknown>> => {
      await build(more);
      const mails = await sendAll(world, mailbox);
      return Object.fromEntries(mails.map(({ to, mail }) => [String(to), mail.text?.includes("fill in the names")]));
    };
    assert.deepEqual(await told({}), { "jo@example.org": true, "max@example.org": false });
    assert.deepEqual(await told({ unnamed: 0 }), { "jo@example.org": false, "max@example.org": false });
  });
});
