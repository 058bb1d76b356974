import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { FoyerError } from "../../../../client/client.ts";
import { keyOfRefusal } from "../../../../web/console/data/error-message.ts";
import { buildDesk, minutesFromNow, signIn } from "../../../support/desk.ts";
import { type Answer, makeWorld, type World } from "../../../support/world.ts";

let world: World;
let desk: Awaited<ReturnType<typeof buildDesk>>;

before(async () => {
  world = await makeWorld();
  desk = await buildDesk(world);
});
after(() => world.close());

/** The key of the console's sentence for an answer. */
const keyOf = ({ status, body: { message, code, field } }: Answer): string | undefined =>
  keyOfRefusal(new FoyerError(status, message, "", { code, field }));

const awaiting = (more: Record<string, unknown> = {}) =>
  signIn(world, desk.location, { first_name: "Ann", visit_type: desk.interview, ...more });
const ask = (id: string) => world.post(`/companies/${desk.location}/visitors/${id}/ask`);
const withMail = { recipient: "Sofie", recipient_mail: "sofie@example.org", notify_host: true };
const registered = async (name: string): Promise<string> =>
  (await world.post("/knownvisitors", { company_id: desk.location, first_name: name, last_name: "Weber" })).body._id;

/** What the service refuses, by the key of the sentence that the console shows for it. */
const REFUSED: Record<string, () => Promise<Answer>> = {
  required: () => world.post(`/visitees`, { company_id: desk.location }),
  chosenGone: () => world.post("/visitors", { company_id: desk.location, visit_type: "0".repeat(24) }),
  future: () => world.post("/visitors", { company_id: desk.location, signed_in: minutesFromNow(90) }),
  outBeforeIn: async () => {
    const { _id } = await awaiting();
    return world.put(`/visitors/${_id}`, { signed_out: minutesFromNow(-9) });
  },
  endBeforeStart: () =>
    world.post("/knownvisitors", {
      company_id: desk.location,
      visiting_on: { startDate: minutesFromNow(9), endDate: minutesFromNow(3) },
    }),
  lastAdmin: async () => {
    const admin = (await world.get("/users")).body.find(({ role }: { role: string }) => role === "global_admin");
    return world.put(`/users/${admin._id}`, { active: false });
  },
  emailTaken: async () => {
    const user = { email: "twice@example.org", role: "receptionist", companies: [desk.location] };
    await world.post("/users", user);
    return world.post("/users", user);
  },
  email: () => world.post("/users", { email: "no address", role: "receptionist", companies: [desk.location] }),
  password: () =>
    world.post("/users", { email: "a@example.org", role: "employee", companies: [desk.location], password: "short" }),
  otherName: () => world.call("DELETE", `/companies/${desk.location}`, { body: { name: "Another" } }),
  date: () => world.post("/visitors", { company_id: desk.location, signed_in: "yesterday" }),
  networks: () => world.post("/apikeys", { name: "Door", companies: [desk.location], ip_ranges: ["here"] }),
  notPublic: () => world.post(`/companies/${desk.location}/webhooks`, { url: "http://10.0.0.1/hook" }),
  address: () => world.post(`/companies/${desk.location}/webhooks`, { url: "nowhere" }),
  credentialsInUrl: () => world.post(`/companies/${desk.location}/webhooks`, { url: "https://a:b@example.org/" }),
  noApproval: async () =>
    world.post(`/visitors/${(await signIn(world, desk.location, { visit_type: desk.visitor }))._id}/approve`),
  approved: async () => {
    const { _id } = await awaiting();
    await world.post(`/visitors/${_id}/approve`);
    return world.post(`/visitors/${_id}/approve`);
  },
  rejected: async () => {
    const { _id } = await awaiting();
    await world.post(`/visitors/${_id}/reject`);
    return ask(_id);
  },
  left: async () => {
    const { _id } = await awaiting();
    await world.post(`/visitors/${_id}/signout`);
    return ask(_id);
  },
  nobodyToAsk: async () => ask((await awaiting())._id),
  askedNow: async () => {
    const { _id } = await awaiting(withMail);
    await ask(_id);
    return ask(_id);
  },
  askedOften: async () => {
    const { _id } = await awaiting(withMail);
    world.clock.frozen = true;
    for (let time = 0; time < 6; time += 1) {
      world.clock.now += 3 * 60_000;
      await ask(_id);
    }
    world.clock.frozen = false;
    return ask(_id);
  },
  inside: async () => {
    const known_visitor_id = await registered("Lena");
    await signIn(world, desk.location, { known_visitor_id });
    return world.post("/visitors", { company_id: desk.location, known_visitor_id });
  },
};

describe("why a request was refused, as the console says it", () => {
  for (const [key, refused] of Object.entries(REFUSED))
    it(key, async () => {
      const answer = await refused();
      assert.equal(keyOf(answer), key, answer.text);
    });

  it("who is inside cannot be removed", async () => {
    const id = await registered("Marie");
    await signIn(world, desk.location, { known_visitor_id: id });
    assert.equal(keyOf(await world.call("DELETE", `/knownvisitors/${id}`)), "inside");
  });
});
