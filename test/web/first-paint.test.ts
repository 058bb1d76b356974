import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { openAs, openPage, startWeb, untilLive, type Web } from "../support/browser/web.ts";

let web: Web;
let location: string;

before(async () => {
  web = await startWeb();
  location = (await web.world.post("/companies", { name: "Harbour House" })).body._id;
});
after(() => web.close());

const linksOf = async (address: string, language: string, cookie = ""): Promise<string[]> => {
  const page = await fetch(`${web.url}${address}`, { headers: { "accept-language": language, cookie } });
  assert.match(page.headers.get("vary") ?? "", /accept-language/);
  return [...(await page.text()).matchAll(/href="(\/assets\/[^"]+\.(?:js|css))"/g)].map(([, path = ""]) => path);
};

/** What a page has loaded besides its HTML. */
const LOADED = `performance.getEntriesByType("resource").map(({ name }) => new URL(name).pathname).filter((path) => /\\.(js|css)$/.test(path))`;

describe("the HTML of a page (web/first-paint-plugin.ts)", () => {
  for (const address of ["/login", "/kiosk/", "/visit/"])
    it(`${address} shows our mark in the middle while no script has come`, async () => {
      const { page, complaints } = await openPage(web);
      await page.route("**/assets/*.js", () => {});
      await page.goto(`${web.url}${address}`, { waitUntil: "commit" });
      const mark = page.locator("#foyer > svg");
      await mark.waitFor();
      const { x, y, width, height } = (await mark.boundingBox()) ?? assert.fail("no box");
      assert.deepEqual([x + width / 2, y + height / 2], [720, 480]);
      assert.deepEqual(complaints, []);
    });
});

describe("what the HTML of a page has the browser load (web/preloads-plugin.ts)", () => {
  it("is all that reception and the log load, in the language of the reader", async () => {
    const { page } = await openAs(web, "receptionist", [location], { locale: "de-DE" });
    for (const [address, ready] of [
      [`/at/${location}/reception`, "Jetzt im Haus"],
      [`/at/${location}/log`, "Besucherbuch"],
    ] as const) {
      await page.goto(`${web.url}${address}`);
      await page.getByText(ready).first().waitFor();
      const links = await linksOf(address, "de-DE,de;q=0.9");
      const loaded = await page.evaluate<string[]>(LOADED);
      assert.ok(loaded.length > 10);
      assert.deepEqual(
        loaded.filter((path) => !links.includes(path) && !/\/(?:console|rolldown-runtime)-/.test(path)),
        [],
        address,
      );
    }
  });

  it("is not waited for by reception's lists", async () => {
    const { page } = await openAs(web, "receptionist", [location]);
    await page.route("**/assets/reception-page-*.js", () => {});
    const lists = [/\/signed_current\//, /\/visitors\/bycompany\//, /\/knownvisitors\/bycompany\//].map((path) =>
      page.waitForRequest(path),
    );
    await page.goto(`${web.url}/at/${location}/reception`, { waitUntil: "commit" });
    await Promise.all(lists);
  });

  it("is followed by the log's rows: they are asked for before the page is drawn, and once", async () => {
    const { page, complaints } = await openAs(web, "receptionist", [location]);
    const reads: string[] = [];
    page.on("request", (request) => void reads.push(new URL(request.url()).pathname));
    await page.goto(`${web.url}/at/${location}/log`);
    await page.getByText("No visits yet").first().waitFor();
    const indexesOf = (path: string): number[] => reads.flatMap((read, n) => (read.endsWith(path) ? n : []));
    const [rows, ...again] = indexesOf(`/visitors/bycompany/${location}`);
    // What the page asks for itself, once it is drawn.
    const [types] = indexesOf("/visittypes");
    assert.ok(rows !== undefined && types !== undefined && rows < types, reads.join(" "));
    assert.deepEqual(again, []);
    assert.deepEqual(complaints, []);
  });

  it("is also what every page of a location reads first: before a script runs, and once", async () => {
    const { page, complaints } = await openAs(web, "receptionist", [location]);
    const scripts = Promise.withResolvers<undefined>();
    await page.route("**/assets/*.js", async (route) => {
      await scripts.promise;
      await route.continue();
    });
    const reads: string[] = [];
    page.on("request", (request) => void reads.push(new URL(request.url()).pathname));
    const first = [`/api/companies/${location}`, "/api/companiesList", "/api/users/me"];
    const firstReads = (): string[] => reads.filter((path) => first.includes(path)).toSorted();
    const asked = Promise.all(first.map((path) => page.waitForRequest(`${web.url}${path}`)));
    await page.goto(`${web.url}/at/${location}/reception`, { waitUntil: "commit" });
    await asked;
    scripts.resolve(undefined);
    await page.getByText("Inside now").first().waitFor();
    await untilLive(page);
    assert.deepEqual(firstReads(), first);
    assert.deepEqual(complaints, []);
  });

  it("holds no reads without a session, nor for an evacuation, which may be opened offline", async () => {
    const readsOf = async (address: string, cookie: string): Promise<number> => {
      const page = await fetch(`${web.url}${address}`, { headers: { cookie } });
      return (await page.text()).match(/as="fetch"/g)?.length ?? 0;
    };
    assert.equal(await readsOf(`/at/${location}/log?q=x`, "foyer=x"), 3);
    assert.equal(await readsOf(`/at/${location}/log`, ""), 0);
    assert.equal(await readsOf(`/at/${location}/evacuation`, "foyer=x"), 0);
    assert.equal(await readsOf("/login", "foyer=x"), 0);
    assert.equal(await readsOf("/at/%22%3E%3Cscript%3E/log", "foyer=x"), 0);
  });

  it("differs by page and language; an address of no page, and any language, has the texts of every page alone", async () => {
    const [log, german, none, unknown] = await Promise.all([
      linksOf(`/at/${location}/log?search=reception`, "en"),
      linksOf(`/at/${location}/log`, "de"),
      linksOf(`/at/${location}/no-such-page`, "en"),
      linksOf(`/at/${location}/no-such-page`, "xx, *"),
    ]);
    assert.ok(log.some((path) => path.startsWith("/assets/log-page-")));
    assert.ok(!log.some((path) => path.startsWith("/assets/reception-page-")));
    assert.ok(german.length > log.length, "English stands in for what German lacks");
    assert.ok(none.length < log.length && none.every((path) => log.includes(path)));
    assert.deepEqual(unknown, none);
    const chosen = (address: string, language: string) => linksOf(address, "en", `foyer_language=${language}`);
    assert.deepEqual(await chosen(`/at/${location}/log`, "de"), german, "what was chosen in the console comes first");
    assert.deepEqual(await chosen(`/at/${location}/log`, "xx"), log);
    assert.deepEqual(await chosen("/kiosk/", "de"), await linksOf("/kiosk/", "en"));
    assert.ok(!(await linksOf("/at/x/__proto__", "en")).includes("undefined"));
  });
});
