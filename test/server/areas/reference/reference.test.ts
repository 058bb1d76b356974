import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";

import type { Browser, Page } from "playwright-core";

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
  await page.locator(".opblock-summary-control").first().waitFor();
  return { page, asked, complaints };
};

const inLight = { width: 1280, colorScheme: "light" } as const;

describe("GET /docs", () => {
  it("200: is open, names its one script by digest, and lets nothing be loaded from elsewhere or evaluated", async () => {
    const { statusCode, headers, body } = await world.app.inject("/docs");
    assert.deepEqual([statusCode, headers["content-type"]], [200, "text/html; charset=utf-8"]);
    const script = /<script>([^]*?)<\/script>/.exec(body)?.[1] ?? "";
    const digest = createHash("sha256").update(script).digest("base64");
    assert.equal(
      headers["content-security-policy"],
      `default-src 'none'; script-src 'self' 'sha256-${digest}'; style-src 'self'; img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    );
    assert.deepEqual([headers["x-content-type-options"], headers["referrer-policy"]], ["nosniff", "no-referrer"]);
    assert.doesNotMatch(body, /https?:|\sstyle=|\son\w+=/i);
  });

  it("200: its files are kept by browsers, under addresses with their version, and packed", async () => {
    const { body } = await world.app.inject("/docs");
    const files = [...body.matchAll(/(?:href|src)="(\/docs\/[^"]+)"/g)].map(([, url = ""]) => url);
    assert.equal(files.length, 2);
    for (const url of files) {
      const { statusCode, headers } = await world.app.inject({ url, headers: { "accept-encoding": "gzip" } });
      assert.deepEqual([statusCode, headers["content-encoding"]], [200, "gzip"]);
      assert.equal(headers["cache-control"], "public, max-age=31536000, immutable");
    }
    assert.equal((await world.app.inject("/docs/5/package.json")).statusCode, 404);
  });

  it("shows every endpoint, wide in light and narrow in dark: nothing from elsewhere, no complaint", async () => {
    for (const look of [inLight, { width: 390, colorScheme: "dark" }] as const) {
      const { page, asked, complaints } = await open(look);
      // Only what can be seen is drawn. The calls to webhooks are described, too.
      await page.setViewportSize({ width: look.width, height: 30_000 });
      await page
        .locator(".opblock-summary-control")
        .nth(world.endpoints.length - 1)
        .waitFor();
      const elsewhere = asked.filter((url) => !url.startsWith(`${world.app.listeningOrigin}/`));
      assert.deepEqual([elsewhere, complaints], [[], []]);
      if (SHOTS !== undefined) await page.screenshot({ path: join(SHOTS, `docs-${look.width}.png`) });
      await page.close();
    }
  });

  it("a call is sent from it with a credential, by keyboard, to the address at which the page was opened", async () => {
    const { page, asked, complaints } = await open(inLight, "#/Locations/listLocations");
    const press = async (button: string): Promise<void> => {
      await page.locator(button).first().focus();
      await page.keyboard.press("Enter");
    };
    const [email = "", password = ""] = Buffer.from(world.admin["authorization"]?.split(" ")[1] ?? "", "base64")
      .toString()
      .split(":");
    await press(".auth-wrapper .authorize");
    await page.locator("#auth-basic-username").fill(email);
    await page.locator("#auth-basic-password").fill(password);
    await press(".auth-container:has(#auth-basic-username) .authorize");
    await press(".auth-container:has(code) .btn-done");
    await press(".is-open .try-out__btn");
    await press(".is-open .execute");
    await page.locator(".live-responses-table .response-col_status", { hasText: "200" }).waitFor();
    assert.ok(asked.some((url) => url.startsWith(`${world.app.listeningOrigin}/api/companiesList`)));
    assert.deepEqual(complaints, []);
    if (SHOTS !== undefined) await page.screenshot({ path: join(SHOTS, "docs-call.png") });
    await page.close();
  });
});
