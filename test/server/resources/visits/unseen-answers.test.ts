import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { systemContext } from "../../../../server/platform/http/request-context.ts";
import { reply } from "../../../../server/resources/visits/host-replies.ts";
import { arrive, atKiosk, buildSite, newestVisit, type Site } from "../../../support/door.ts";
import { visitorCall } from "../../../support/visitor.ts";
import { type Body, buildKey, makeWorld, type World } from "../../../support/world.ts";

let world: World;
let site: Site;
let key: Record<string, string>;
before(async () => {
  world = await makeWorld();
  site = await buildSite(world, { screening: true });
  key = await buildKey(world, [site.location]);
});
after(() => world.close());

const unseen = async (): Promise<Body[]> =>
  (await world.get(`/companies/${site.location}/visitors/unseenanswers`)).body;
const tasks = async (id: string): Promise<unknown[]> =>
  (await unseen()).flatMap(({ visitor_id, approval, reply }) => (visitor_id === id ? [approval ?? reply] : []));

/** A visitor who waits at the kiosk: their visit, and what the kiosk was answered. */
const waiting = async (): Promise<{ id: string; signedIn: Body }> => {
  const { body: signedIn } = await arrive(world, site);
  return { id: (await newestVisit(world, site))._id, signedIn };
};
const decide = (id: string, verb: "approve" | "reject", as?: Record<string, string>) =>
  world.post(`/visitors/${id}/${verb}`, {}, as === undefined ? {} : { as });
const pageToken = ({ answer_page }: Body): string => String(answer_page).split("#w=")[1] ?? "";

describe("GET /companies/{company_id}/visitors/unseenanswers", () => {
  it("200: a decision is a task until the kiosk has shown it", async () => {
    const { id, signedIn } = await waiting();
    await atKiosk(world, site, "/visits/state", { token: signedIn.token });
    assert.deepEqual(await tasks(id), []);
    await decide(id, "reject", key);
    assert.deepEqual(await tasks(id), ["rejected"]);
    await atKiosk(world, site, "/visits/state", { token: signedIn.token });
    assert.deepEqual(await tasks(id), []);
  });

  it("200: or the visitor's phone, by the code that the kiosk shows; it says nothing of the visitor", async () => {
    const { id, signedIn } = await waiting();
    const token = pageToken(signedIn);
    await decide(id, "approve", key);
    assert.deepEqual(await tasks(id), ["approved"]);
    const { status, body, text } = await visitorCall(world, "GET", "/answer", { token });
    assert.deepEqual([status, body.state], [200, { approval: "approved", signed_out: false }]);
    for (const secret of ["Jo", "Janssens"]) assert.ok(!text.includes(secret), text);
    assert.deepEqual(await tasks(id), []);
    assert.deepEqual((await visitorCall(world, "GET", "/answer/state", { token })).body, body.state);
    assert.equal((await visitorCall(world, "GET", "/data", { token })).status, 403);
    await world.remove(`/visitors/${id}`);
    assert.equal((await visitorCall(world, "GET", "/answer/state", { token })).status, 403);
  });

  it("200: or reception has told them, or they have left; a user's own decision isn't listed", async () => {
    const [told, left, own] = [await waiting(), await waiting(), await waiting()];
    await decide(told.id, "approve", key);
    await decide(left.id, "reject", key);
    await decide(own.id, "approve");
    assert.deepEqual(
      [await tasks(told.id), await tasks(left.id), await tasks(own.id)],
      [["approved"], ["rejected"], []],
    );
    assert.equal((await world.post(`/visitors/${told.id}/told`)).status, 200);
    await world.post(`/visitors/${left.id}/signout`);
    assert.deepEqual([await tasks(told.id), await tasks(left.id)], [[], []]);
  });

  it("200: so is a host's reply before the decision, and each further one", async () => {
    const { id, signedIn } = await waiting();
    await reply(systemContext(world.context, "host"), site.location, id, "wait");
    assert.deepEqual(await tasks(id), ["wait"]);
    await atKiosk(world, site, "/visits/state", { token: signedIn.token });
    assert.deepEqual(await tasks(id), []);
    await reply(systemContext(world.context, "host"), site.location, id, "coming");
    assert.deepEqual(await tasks(id), ["coming"]);
  });
});
