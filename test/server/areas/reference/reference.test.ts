import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";
import { gunzipSync } from "node:zlib";

import type { Browser, Page } from "playwright-core";

import { Type } from "../../../../server/platform/http/contract/schemas.ts";
import { endpoint } from "../../../../server/platform/http/contract/contract.ts";
import { openApi } from "../../../../server/platform/http/contract/openapi.ts";
import type { Document } from "../../../../server/areas/reference/document.ts";
import { referencePage } from "../../../../server/areas/reference/view.ts";
import { startBrowser } from "../../../support/browser/browser.ts";
import { makeWorld, type World } from "../../../support/world.ts";

let world: World;
let browser: Browser;
/** Where pictures are kept for a reader of the result; none are taken otherwise. */
const SHOTS = process.env["FOYER_SCREENSHOTS"];

before(async () => {
  world = await makeWorld();
  browser = await startBrowser();
  await world.app.listen({ port: 0, host: "127.0.0.1" });
});
after(async () => {
  await browser.close();
  await world.close();
});

const read = (headers: Record<string, string> = {}) => world.app.inject({ url: "/docs", headers });

type Look = { width: number; colorScheme: "light" | "dark" };

/** The page in a browser, with all that the browser asked for and complained about. */
const open = async (
  { width, colorScheme }: Look,
  hash = "",
): Promise<{ page: Page; asked: string[]; complaints: string[] }> => {
  const page = await browser.newPage({ viewport: { width, height: 900 }, colorScheme });
  const [asked, complaints]: [string[], string[]] = [[], []];
  page.on("request", (request) => asked.push(request.url()));
  page.on("console", (message) => complaints.push(message.text()));
  page.on("pageerror", (error) => complaints.push(error.message));
  await page.goto(`${world.app.listeningOrigin}/docs${hash}`);
  return { page, asked, complaints };
};

describe("GET /docs", () => {
  it("200: is open, names its one style sheet by digest, and lets nothing else be loaded or run", async () => {
    const { statusCode, headers, body } = await read();
    assert.deepEqual([statusCode, headers["content-type"]], [200, "text/html; charset=utf-8"]);
    const style = /<style>([^]*?)<\/style>/.exec(body)?.[1] ?? "";
    const digest = createHash("sha256").update(style).digest("base64");
    const policy = `default-src 'none'; style-src 'sha256-${digest}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
    assert.equal(headers["content-security-policy"], policy);
    assert.deepEqual([headers["x-content-type-options"], headers["referrer-policy"]], ["nosniff", "no-referrer"]);
    assert.doesNotMatch(body, /<script|<link|<img|\sstyle=|\son\w+=|url\(|@import/i);
  });

  it("200: shows every endpoint with method, path, parameters, fields and a curl line; every link in it leads somewhere", async () => {
    const { body } = await read();
    const ids = new Set([...body.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    for (const [, target] of body.matchAll(/href="#([^"]+)"/g)) assert.ok(ids.has(target), `#${target}`);
    assert.equal(ids.size, [...body.matchAll(/ id="/g)].length, "no id twice");
    const document = (await world.app.inject("/api/openapi.json")).json<Document>();
    for (const methods of Object.values(document.paths))
      for (const { operationId, parameters } of Object.values(methods)) {
        const section = body.split(`id="${operationId}"`)[1]?.split("</section>")[0] ?? "";
        assert.ok(section.includes("Authorization: Bearer $FOYER_KEY"), operationId);
        for (const one of parameters.filter((parameter) => parameter.in !== "header"))
          assert.ok(section.includes(`<code>${one.name}</code>`), `${operationId}: ${one.name}`);
      }
    assert.equal(body.split('class="path"').length - 1, world.endpoints.length);
  });

  it("304: a browser that has it asks by its tag; 200 in gzip for one that takes it, the same page", async () => {
    const plain = await read();
    assert.equal(plain.headers["cache-control"], "no-cache");
    const tag = String(plain.headers["etag"]);
    assert.match(tag, /^"[\w-]{22}"$/);
    const same = await read({ "if-none-match": `W/${tag}, "other"` });
    assert.deepEqual([same.statusCode, same.body], [304, ""]);
    assert.equal((await read({ "if-none-match": '"other"' })).statusCode, 200);
    const packed = await read({ "accept-encoding": "br, gzip" });
    assert.deepEqual([packed.headers["content-encoding"], packed.headers["vary"]], ["gzip", "accept-encoding"]);
    assert.equal(gunzipSync(packed.rawPayload).toString(), plain.body);
    assert.equal((await read({ "accept-encoding": "gzip;q=0" })).headers["content-encoding"], undefined);
  });

  it("200: what a contract says is text, never markup", () => {
    const evil = "<img src=x onerror=alert(1)>`</code><script>`";
    const bad = endpoint({
      operationId: evil,
      method: "GET",
      path: `/x/{id}/${evil}`,
      tag: evil,
      summary: evil,
      description: evil,
      permission: "anyone",
      params: { id: Type.String({ description: evil, examples: [evil] }) },
      response: Type.Object({ [evil]: Type.String({ description: evil, enum: [evil] }) }),
    });
    const { text } = referencePage(openApi([bad], `http://x/${evil}`) as Document);
    for (const markup of ["<img", "<script", "</code><script"]) assert.ok(!text.includes(markup), markup);
    assert.ok(text.includes("&lt;img src=x onerror=alert(1)&gt;"));
  });

  it("looks right at 1280 and 390, light and dark: nothing from elsewhere, nothing cut off, no complaint", async () => {
    const looks = (["light", "dark"] as const).flatMap((colorScheme) =>
      [1280, 390].map((width) => ({ colorScheme, width })),
    );
    const places = { top: "", log: "#listVisits", visit: "#createVisit" };
    for (const look of looks)
      for (const [name, hash] of Object.entries(places)) {
        const { page, asked, complaints } = await open(look, hash);
        const elsewhere = asked.filter((url) => new URL(url).origin !== world.app.listeningOrigin);
        assert.deepEqual([elsewhere, complaints], [[], []]);
        assert.equal(
          await page.evaluate("document.documentElement.scrollWidth <= innerWidth"),
          true,
          `${name} at ${look.width}`,
        );
        const file = `docs-${name}-${look.width}-${look.colorScheme}.png`;
        if (SHOTS !== undefined) await page.screenshot({ path: join(SHOTS, file) });
        await page.close();
      }
  });

  it("its contents are reached by keyboard", async () => {
    const { page } = await open({ width: 1280, colorScheme: "light" });
    await page.goto(`${world.app.listeningOrigin}/docs`);
    await page.getByRole("heading", { name: "API reference", level: 1 }).waitFor();
    await page.getByRole("link", { name: "Start a visit" }).first().focus();
    await page.keyboard.press("Enter");
    assert.equal(new URL(page.url()).hash, "#createVisit");
    await page.close();
  });
});
