import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { buildSite, type Site } from "../support/door.ts";
import { hostileJson, hostileLists, hostileTables, hostileTexts, longestTurnMs } from "../support/outside/hostile.ts";
import { buildLocation, makeWorld, type World } from "../support/world.ts";

/** Twice what is promised (rules 2), since the machine does other things. */
const TURN_MS_MAX = 100;
/** Of one text of 2.6 MiB whose every second character is escaped when the answer is written. */
const ESCAPED_TURN_MS_MAX = 200;

let world: World;
let site: Site;

before(async () => {
  world = await makeWorld();
  site = await buildSite(world);
});
after(() => world.close());

type Sending = { name: string; method: "POST" | "PUT"; url: string; type: string; text: string };

/** Sends each. @returns those that held up others for longer, and all statuses by name */
const sendAll = async (sendings: readonly Sending[], turnMsMax = TURN_MS_MAX) => {
  const slow: string[] = [];
  const statuses: Record<string, number> = {};
  for (const { name, method, url, type, text } of sendings) {
    const payload = Buffer.from(text);
    const headers = { ...world.admin, "content-type": type };
    const ms = await longestTurnMs(async () => {
      statuses[name] = (await world.app.inject({ method, url, headers, payload })).statusCode;
    }, turnMsMax);
    if (ms > turnMsMax) slow.push(`${method} ${url}: ${name}, ${ms} ms`);
  }
  return { slow, statuses };
};

const bulkOf = (location: string): string => `/api/companies/${location}/visitees/bulk`;

const named = (texts: Record<string, string>, how: Omit<Sending, "name" | "text">): Sending[] =>
  Object.entries(texts).map(([name, text]) => ({ ...how, name, text }));

const assertRefused = (statuses: Record<string, number>): void => {
  for (const [name, status] of Object.entries(statuses)) assert.ok(status >= 400 && status < 500, `${name}: ${status}`);
};

describe("the largest bodies, in the worst shapes, hold up no other request (rules 2)", () => {
  it("hosts as CSV of 16 MiB", { timeout: 300_000 }, async () => {
    const how = { method: "POST", url: bulkOf(site.location), type: "text/csv" } as const;
    const { slow, statuses } = await sendAll(named(hostileTables(15.9), how));
    assert.deepEqual(slow, []);
    assertRefused(statuses);
  });

  it("hosts as JSON of 16 MiB", { timeout: 300_000 }, async () => {
    const how = { method: "POST", url: bulkOf(site.location), type: "application/json" } as const;
    const { "deep arrays": deep = "", "short numbers": numbers = "", "one huge key": key = "" } = hostileJson(15);
    const { slow, statuses } = await sendAll(named({ ...hostileLists(15.9), deep, numbers, key }, how));
    assert.deepEqual(slow, []);
    assertRefused(statuses);
  });

  it(
    "honest hosts by the ten thousand, as JSON, the same again as CSV, then all but one gone",
    { timeout: 300_000 },
    async () => {
      const url = `${bulkOf(await buildLocation(world))}?confirm=true`;
      const hosts = Array.from({ length: 30_000 }, (_, n) => ({ cn: `Ann ${n}`, mail: `ann.${n}@example.org` }));
      const table = ["cn,mail", ...hosts.map((host) => Object.values(host).join(","))].join("\n");
      const one = JSON.stringify(hosts.slice(0, 1));
      const { slow, statuses } = await sendAll([
        { name: "new", method: "POST", url, type: "application/json", text: JSON.stringify(hosts) },
        { name: "again", method: "POST", url, type: "text/csv", text: table },
        { name: "one", method: "POST", url, type: "application/json", text: one },
      ]);
      assert.deepEqual(slow, []);
      assert.deepEqual(statuses, { new: 200, again: 200, one: 200 });
    },
  );

  it("documents, captions and addresses of agreements, and pictures of visits", { timeout: 300_000 }, async () => {
    const all = hostileTexts(7.8);
    const pictures = hostileTexts(2.6);
    const bodies: [string, string, object][] = [
      ...["letters", "a whole document"].map((name): [string, string, object] => [name, "pdf", { pdf: all[name] }]),
      ["a data URL without an end", "video", { video: all["a data URL without an end"] }],
      ...["a header of captions", "captions of times", "captions of blanks"].map((name): [string, string, object] => [
        name,
        "captions",
        { captions: all[name] },
      ]),
      ...["a data URL of line breaks", "equals signs"].map((name): [string, string, object] => [
        name,
        "photo",
        { photo: pictures[name] },
      ]),
    ];
    const sendings = bodies.map(([name, key, body]): Sending => ({
      name: `${key}: ${name}`,
      method: "POST",
      url: key === "photo" ? "/api/visitors" : `/api/companies/${site.location}/agreements`,
      type: "application/json",
      text: JSON.stringify({ company_id: site.location, name: "Rules", first_name: "Ann", ...body }),
    }));
    const drawings = Object.entries(hostileTexts(0.9)).filter(([name]) => name.startsWith("a drawing"));
    const logos = drawings.map(([name, logo]): Sending => ({
      name: `logo: ${name}`,
      method: "PUT",
      url: `/api/companies/${site.location}`,
      type: "application/json",
      text: JSON.stringify({ logo }),
    }));
    const { slow, statuses } = await sendAll([...sendings, ...logos]);
    assert.deepEqual(slow, []);
    assert.equal(Object.keys(statuses).length, sendings.length + logos.length);
    const text = JSON.stringify({
      company_id: site.location,
      first_name: "Ann",
      photo: pictures["letters and line breaks"],
    });
    const escaped = { name: "escaped", method: "POST", url: "/api/visitors", type: "application/json", text } as const;
    assert.deepEqual(await sendAll([escaped], ESCAPED_TURN_MS_MAX), { slow: [], statuses: { escaped: 200 } });
  });
});
