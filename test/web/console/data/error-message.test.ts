import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { init } from "i18next";

import { FoyerError } from "../../../../client/client.ts";
import { ERROR_CODES } from "../../../../shared/error-codes.ts";
import { errorMessage } from "../../../../web/console/data/api/error-message.ts";
import german from "../../../../texts/de/console.json" with { type: "json" };
import english from "../../../../texts/en/console.json" with { type: "json" };
import french from "../../../../texts/fr/console.json" with { type: "json" };
import dutch from "../../../../texts/nl/console.json" with { type: "json" };
import { buildDesk, minutesFromNow, signIn } from "../../../support/browser/desk.ts";
import { type Answer, makeWorld, type World } from "../../../support/world.ts";

let world: World;
let desk: Awaited<ReturnType<typeof buildDesk>>;

before(async () => {
  await init({ lng: "en", resources: { en: { translation: english } } });
  world = await makeWorld();
  desk = await buildDesk(world);
});
after(() => world.close());

/** The console's sentence for an answer. */
const sentenceFor = ({ status, body: { message, code, field } }: Answer): string =>
  errorMessage(new FoyerError(status, message, "", { code, field }));

const awaiting = (more: Record<string, unknown> = {}) =>
  signIn(world, desk.location, { first_name: "Ann", visit_type: desk.interview, ...more });
const ask = (id: string) => world.post(`/companies/${desk.location}/visitors/${id}/ask`);
const withMail = { recipient: "Sofie", recipient_mail: "sofie@example.org", notify_host: true };
const registered = async (name: string): Promise<string> =>
  (await world.post("/knownvisitors", { company_id: desk.location, first_name: name, last_name: "Weber" })).body._id;

/** What the service refuses, by the key of the console’s sentence. */
const REFUSED: Partial<Record<keyof typeof english.refusal.code, () => Promise<Answer>>> = {
  missing_key: () => world.post(`/visitees`, { company_id: desk.location }),
  unknown_reference: () => world.post("/visitors", { company_id: desk.location, visit_type: "0".repeat(24) }),
  in_the_future: () => world.post("/visitors", { company_id: desk.location, signed_in: minutesFromNow(90) }),
  wrong_order_signOut: async () => {
    const { _id } = await awaiting();
    return world.put(`/visitors/${_id}`, { signed_out: minutesFromNow(-9) });
  },
  wrong_order: () =>
    world.post("/knownvisitors", {
      company_id: desk.location,
      visiting_on: { startDate: minutesFromNow(9), endDate: minutesFromNow(3) },
    }),
  last_administrator: async () => {
    const admin = (await world.get("/users")).body.find(({ role }: { role: string }) => role === "global_admin");
    return world.put(`/users/${admin._id}`, { active: false });
  },
  already_taken_email: async () => {
    const user = { email: "twice@example.org", role: "receptionist", companies: [desk.location] };
    await world.post("/users", user);
    return world.post("/users", user);
  },
  wrong_format_email: () =>
    world.post("/users", { email: "no address", role: "receptionist", companies: [desk.location] }),
  wrong_format_password: () =>
    world.post("/users", { email: "a@example.org", role: "employee", companies: [desk.location], password: "short" }),
  confirm_needed_name: () => world.call("DELETE", `/companies/${desk.location}`, { body: { name: "Another" } }),
  wrong_format_date: () => world.post("/visitors", { company_id: desk.location, signed_in: "yesterday" }),
  wrong_format_networks: () =>
    world.post("/apikeys", { name: "Door", companies: [desk.location], ip_ranges: ["here"] }),
  not_public: () => world.post(`/companies/${desk.location}/webhooks`, { url: "http://10.0.0.1/hook" }),
  wrong_format_url: () => world.post(`/companies/${desk.location}/webhooks`, { url: "nowhere" }),
  credentials_in_url: () => world.post(`/companies/${desk.location}/webhooks`, { url: "https://a:b@example.org/" }),
  approval_not_needed: async () =>
    world.post(`/visitors/${(await signIn(world, desk.location, { visit_type: desk.visitor }))._id}/approve`),
  already_approved: async () => {
    const { _id } = await awaiting();
    await world.post(`/visitors/${_id}/approve`);
    return world.post(`/visitors/${_id}/approve`);
  },
  already_rejected: async () => {
    const { _id } = await awaiting();
    await world.post(`/visitors/${_id}/reject`);
    return ask(_id);
  },
  visitor_left: async () => {
    const { _id } = await awaiting();
    await world.post(`/visitors/${_id}/signout`);
    return ask(_id);
  },
  no_approver_address: async () => ask((await awaiting())._id),
  asked_too_soon: async () => {
    const { _id } = await awaiting(withMail);
    await ask(_id);
    return ask(_id);
  },
  asked_too_often: async () => {
    const { _id } = await awaiting(withMail);
    world.clock.frozen = true;
    for (let time = 0; time < 6; time += 1) {
      world.clock.now += 3 * 60_000;
      await ask(_id);
    }
    world.clock.frozen = false;
    return ask(_id);
  },
  visitor_inside: async () => {
    const known_visitor_id = await registered("Lena");
    await signIn(world, desk.location, { known_visitor_id });
    return world.post("/visitors", { company_id: desk.location, known_visitor_id });
  },
};

describe("why a request was refused, as the console says it", () => {
  for (const [key, refused] of Object.entries(REFUSED))
    it(key, async () => {
      const answer = await refused();
      assert.equal(sentenceFor(answer), new Map(Object.entries(english.refusal.code)).get(key), answer.text);
    });

  it("who is inside can't be removed", async () => {
    const id = await registered("Marie");
    await signIn(world, desk.location, { known_visitor_id: id });
    assert.equal(sentenceFor(await world.call("DELETE", `/knownvisitors/${id}`)), english.refusal.code.visitor_inside);
  });

  it("403, 429, 500: there is a sentence where an answer has no code", () => {
    for (const [status, key] of [
      [403, "role"],
      [429, "tooMany"],
      [500, "fault"],
      [400, "input"],
    ] as const)
      assert.equal(errorMessage(new FoyerError(status, "", "", {})), english.refusal[key]);
  });

  it("every error code has a sentence of its own in every language", () => {
    const catalogues = { english, dutch, french, german };
    for (const [language, { refusal }] of Object.entries(catalogues))
      for (const code of Object.keys(ERROR_CODES)) {
        const sentence = new Map(Object.entries(refusal.code)).get(code);
        assert.ok(sentence !== undefined && sentence !== "", `${language}: ${code}`);
        if (refusal !== english.refusal)
          assert.notEqual(sentence, new Map(Object.entries(english.refusal.code)).get(code), `${language}: ${code}`);
      }
  });
});
