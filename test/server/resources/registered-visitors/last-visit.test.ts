import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { type Body, buildLocation, makeWorld, type World } from "../../../support/world.ts";

const MINUTE_MS = 60_000;

let world: World;
let location: string;
before(async () => {
  world = await makeWorld();
  Object.assign(world.clock, { frozen: true, now: Date.now() });
  location = await buildLocation(world);
});
after(() => world.close());

const now = (): string => new Date(world.clock.now).toISOString();
const register = async (): Promise<Body> =>
  (await world.post("/knownvisitors", { company_id: location, last_name: "Known" })).body;
const read = async ({ _id }: Body): Promise<Body> => (await world.get(`/knownvisitors/${_id}`)).body;
const listed = async ({ _id }: Body): Promise<Body> => {
  const { body } = await world.get(`/knownvisitors/bycompany/${location}?count=100&page=1`);
  return body.visitors.find((one: Body) => one._id === _id);
};
/** Signs in a minute later. @returns the visit */
const signIn = async ({ _id }: Body): Promise<Body> => {
  world.clock.now += MINUTE_MS;
  return (await world.post(`/knownvisitors/${_id}/signin`)).body;
};
const signOut = async ({ _id }: Body): Promise<void> => {
  world.clock.now += MINUTE_MS;
  await world.post(`/visitors/${_id}/signout`);
};

describe("last_visit of a registered visitor (interface 2.6)", () => {
  it("200: absent before, then the visit that came last, in lists and alone; without it once it is erased", async () => {
    const person = await register();
    for (const answer of [person, await read(person), await listed(person)]) assert.ok(!("last_visit" in answer));
    const first = await signIn(person);
    const began = { visitorId: first._id, signed_in: now() };
    for (const answer of [await read(person), await listed(person)]) assert.deepEqual(answer.last_visit, began);
    await signOut(first);
    const ended = { ...began, signed_out: now() };
    for (const answer of [await read(person), await listed(person)]) assert.deepEqual(answer.last_visit, ended);
    const second = await signIn(person);
    assert.equal((await listed(person)).last_visit.visitorId, second._id);
    await signOut(second);
    await world.remove(`/visitors/${second._id}`);
    for (const answer of [await read(person), await listed(person)]) assert.deepEqual(answer.last_visit, ended);
    await world.remove(`/visitors/${first._id}`);
    for (const answer of [await read(person), await listed(person)]) assert.ok(!("last_visit" in answer));
  });

  it("200: the answer to a change has it too; neither mod_date nor the ETag follows a visit, so If-Match holds", async () => {
    const person = await register();
    const tagged = await world.get(`/knownvisitors/${person._id}`);
    const visit = await signIn(person);
    const after = await world.get(`/knownvisitors/${person._id}`);
    assert.equal(after.headers["etag"], tagged.headers["etag"]);
    assert.equal(after.body.mod_date, person.mod_date);
    const headers = { "if-match": String(tagged.headers["etag"]), "if-none-match": String(tagged.headers["etag"]) };
    assert.equal((await world.get(`/knownvisitors/${person._id}`, { headers })).status, 200);
    const changed = await world.put(`/knownvisitors/${person._id}`, { company: "Acme" }, { headers });
    assert.deepEqual([changed.status, changed.body.last_visit.visitorId], [200, visit._id]);
    assert.equal((await world.put(`/knownvisitors/${person._id}`, { company: "B" }, { headers })).status, 412);
  });

  it("200: in a body the name is the service's, and ignored", async () => {
    const last_visit = { visitorId: "66f1a2b3c4d5e6f708192a3b", signed_in: now() };
    const { body } = await world.post("/knownvisitors", { company_id: location, last_visit, note: "kept" });
    await world.put(`/knownvisitors/${body._id}`, { last_visit });
    const stored = await read(body);
    assert.deepEqual([stored.last_visit, stored.note], [undefined, "kept"]);
  });

  it("200: a visit of another location or registration is not theirs", async () => {
    const [person, other] = [await register(), await register()];
    await signIn(other);
    await world.post("/visitors", { company_id: location, last_name: "Known" });
    assert.ok(!("last_visit" in (await listed(person))));
  });
});
