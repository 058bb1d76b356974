import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { signToken } from "../../server/lib/signed.ts";
import { type Answer, type Body, buildLocation, makeWorld, type World } from "../support/world.ts";

const DAY_MS = 24 * 60 * 60_000;

let world: World;
let location: string;

before(async () => {
  world = await makeWorld();
  location = await buildLocation(world, { name: "Kade <1>", timezone: "Europe/Brussels", default_language: "nl" });
});
after(() => world.close());

const open = async (link: string, headers: Record<string, string> = {}) => {
  const { statusCode, body, headers: sent } = await world.app.inject({ url: link, headers });
  return { status: statusCode, body, headers: sent };
};

/** Registers and invites somebody. @returns their id and their link */
const invite = async (person: Record<string, unknown> = {}): Promise<{ id: string; link: string }> => {
  const sent = {
    company_id: location,
    email: "jo@example.org",
    first_name: "Josephine",
    last_name: "Van Loo",
    ...person,
  };
  const { body }: Answer = await world.post("/knownvisitors", sent);
  await world.post(`/companies/${location}/knownvisitors/sendinvites`, [body._id]);
  const outbox: Answer = await world.get(`/companies/${location}/outbox`);
  const { text } = outbox.body.find((message: Body) => message.subject_id === body._id);
  return { id: body._id, link: /\/visit\/invitation\?token=\S+/.exec(text)?.[0] ?? "" };
};
const span = (from: number, to: number) => ({
  visiting_on: { startDate: new Date(from).toISOString(), endDate: new Date(to).toISOString() },
});
const linkOf = (purpose: string, subject: string): string =>
  `/visit/invitation?token=${signToken(world.context.secretKey, purpose, subject, Date.now() + DAY_MS)}`;

describe("GET /visit/invitation (product: contactless and pre-registration)", () => {
  it("200: says where and when, in the visitor's language, and names nobody", async () => {
    const { link } = await invite({
      language_id: "fr",
      recipient: "Ann Peeters",
      ...span(Date.now(), Date.now() + DAY_MS),
    });
    const { status, body } = await open(link);
    assert.equal(status, 200);
    assert.match(body, /<html lang="fr">.*Vous êtes attendu.*Quand.*<dd>Kade &lt;1&gt;<\/dd>/s);
    assert.doesNotMatch(body, /Josephine|Van Loo|Peeters|jo@example\.org/);
  });

  it("200: no script, no caching, no address handed on, nothing from elsewhere", async () => {
    const { headers, body } = await open((await invite()).link);
    assert.match(
      String(headers["content-security-policy"]),
      /^default-src 'none'; style-src 'sha256-[^']+'; form-action 'none'/,
    );
    assert.deepEqual(
      [headers["referrer-policy"], headers["cache-control"], headers["x-content-type-options"]],
      ["no-referrer", "no-store", "nosniff"],
    );
    assert.doesNotMatch(body, /<script|src=|href=|url\(/);
  });

  it("200: works until the end of the visit, without an end for 30 days from its beginning", async () => {
    world.clock.now = Date.now();
    world.clock.frozen = true;
    const start = world.clock.now;
    const dated = await invite(span(start + DAY_MS, start + 2 * DAY_MS));
    const openEnded = await invite();
    const later = await invite({ visiting_on: { startDate: new Date(start + 60 * DAY_MS).toISOString() } });
    for (const [{ link }, last] of [
      [dated, 2 * DAY_MS],
      [openEnded, 30 * DAY_MS],
      [later, 90 * DAY_MS],
    ] as const) {
      world.clock.now = start + last - 1;
      assert.equal((await open(link)).status, 200);
      world.clock.now = start + last;
      assert.equal((await open(link)).status, 403);
    }
    world.clock.frozen = false;
  });

  it("403: a visit that was called off, or ended earlier than its link", async () => {
    const removed = await invite();
    await world.remove(`/knownvisitors/${removed.id}`);
    const earlier = await invite(span(Date.now(), Date.now() + DAY_MS));
    await world.put(`/knownvisitors/${earlier.id}`, span(Date.now() - DAY_MS, Date.now() - 1));
    for (const { link } of [removed, earlier]) assert.equal((await open(link)).status, 403);
  });

  it("403: a link ends when it said it would, also when the visit was put off: a new invitation has a new one", async () => {
    world.clock.now = Date.now();
    world.clock.frozen = true;
    const start = world.clock.now;
    const { id, link } = await invite(span(start, start + DAY_MS));
    await world.put(`/knownvisitors/${id}`, span(start, start + 9 * DAY_MS));
    world.clock.now = start + DAY_MS;
    assert.equal((await open(link)).status, 403);
    world.clock.frozen = false;
  });

  it("403: whatever is no link of ours looks the same, in the browser's language", async () => {
    const { link, id } = await invite();
    const ended = await open("/visit/invitation", { "accept-language": "nl-BE,nl;q=0.9" });
    assert.match(ended.body, /Deze uitnodiging is afgelopen/);
    for (const bad of [
      "/visit/invitation?token=",
      `${link}x`,
      link.replace(/.$/, (last) => (last === "A" ? "E" : "A")),
      link.replace(id, "f".repeat(24)),
      `${link}&token=x`,
      linkOf("set-password", `${location}-${id}`),
      linkOf("invitation", id),
      linkOf("invitation", `${location}-${"0".repeat(24)}`),
      `/visit/invitation?token=${"%00".repeat(10)}`,
    ]) {
      const { status, body } = await open(bad, { "accept-language": "nl" });
      assert.deepEqual([status, body], [403, ended.body], bad);
    }
  });

  it("the log never holds the link", async () => {
    const { link } = await invite();
    await open(link);
    await open(`${link}x`);
    assert.ok(!JSON.stringify(world.log).includes(link.slice(-40)));
  });
});
