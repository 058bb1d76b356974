// npm run screenshots [-- FOLDER | --docs]: pictures of every page with the demo's data, in screenshots/ or FOLDER;
// --docs renews those of the README and the documentation instead.
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { parseArgs } from "node:util";

import type { Page } from "playwright-core";

import { draw, openKiosk, CAMERA } from "../test/support/browser/kiosk-page.ts";
import { pairKiosk } from "../test/support/kiosk.ts";
import { type Address, consolePages, type Demo, NOW, openDemo, startDemo } from "../test/support/demo.ts";
import { following } from "../test/support/outside/following.ts";
import { inviteVisitor, posterOf } from "../test/support/visitor.ts";
import { openPage } from "../test/support/browser/web.ts";
import { buildPages } from "../web/build.ts";

/** The whole run ends then, whatever is still to be taken. */
const MOST_MS = 4 * 60_000;
const WIDTHS = [
  { width: 1440, height: 960 },
  { width: 1024, height: 768 },
  { width: 390, height: 844 },
] as const;
const TABLETS = [
  { width: 1180, height: 820 },
  { width: 820, height: 1180 },
] as const;
const PHONE = { width: 390, height: 844 };
const SCHEMES = ["light", "dark"] as const;
/** The phone pages are taken in these. */
const PHONE_LANGUAGES = ["en", "nl"] as const;
const DOCS_BYTES_MAX = 300 * 1024;

type Taking = { demo: Demo; folder: string; taken: string[]; missed: string[] };

const complaining = (name: string, complaints: string[], { missed }: Taking): void => {
  for (const complaint of complaints.splice(0)) missed.push(`${name}: ${complaint}`);
};

const shoot = async (taking: Taking, page: Page, name: string): Promise<void> => {
  const path = join(taking.folder, `${name}.png`);
  await writeFile(path, await page.screenshot({ animations: "disabled" }));
  taking.taken.push(path);
  process.stdout.write(`${path}\n`);
};

/** Pages stop where the time is over, and the others go on. */
const attempt = async (taking: Taking, name: string, work: () => Promise<void>): Promise<void> => {
  if (performance.now() > MOST_MS) return void taking.missed.push(`${name}: the time was over`);
  try {
    await work();
  } catch (error) {
    taking.missed.push(`${name}: ${error instanceof Error ? error.message.split("\n")[0] : String(error)}`);
  }
};

const takeConsole = async (taking: Taking): Promise<void> => {
  const { page, context, complaints } = await openDemo(taking.demo, { device: { reducedMotion: "reduce" } });
  const settled = following(page);
  page.setDefaultTimeout(10_000);
  const take = async ([name, path]: Address): Promise<void> => {
    await page.setViewportSize(WIDTHS[0]);
    await page.goto(taking.demo.web.url + path);
    for (const size of WIDTHS) {
      await page.setViewportSize(size);
      await settled();
      for (const colorScheme of SCHEMES) {
        await page.emulateMedia({ colorScheme });
        await shoot(taking, page, `console-${name}-${size.width}-${colorScheme}`);
      }
    }
    await page.emulateMedia({ colorScheme: "light" });
    complaining(name, complaints, taking);
  };
  for (const address of consolePages(taking.demo)) await attempt(taking, address[0], () => take(address));
  await context.close();
};

/** What a visitor types at the door. */
const ANSWERS: Readonly<Record<string, string>> = {
  "First name": "Aïcha",
  "Last name": "Benali",
  Company: "Université de Lille",
  Email: "aicha.benali@lille.example",
  Phone: "+33612345678",
};

const atTheMoment = (page: Page): Promise<void> => page.clock.setFixedTime(NOW);

const fillIn = async (page: Page): Promise<void> => {
  for (const [label, text] of Object.entries(ANSWERS)) {
    const field = page.getByRole("textbox", { name: label });
    if (await field.isVisible()) await field.fill(text);
  }
};

const STEPS_MAX = 14;
const MAIN = /^(Continue|Agree|Sign in|Take the photo|Visitor)\b/;

/** From the start to the greeting, one picture a step; questions are answered as a visitor would. */
const walkThrough = async (taking: Taking, page: Page, name: string, host: string): Promise<void> => {
  await shoot(taking, page, `${name}-0-start`);
  await page.getByRole("button", { name: /^Sign in/ }).click();
  for (let step = 1; step <= STEPS_MAX; step += 1) {
    await page.getByRole("heading", { level: 1 }).waitFor();
    await page.evaluate("new Promise((done) => setTimeout(done, 350))");
    await fillIn(page);
    const asksHost = page.getByLabel("Your host’s name");
    if (await asksHost.isVisible()) await asksHost.fill(host.slice(0, 4));
    const canvas = page.locator("canvas");
    if (await canvas.isVisible()) await draw(page);
    const title = await page.getByRole("heading", { level: 1 }).innerText();
    await shoot(taking, page, `${name}-${step}`);
    if (title.startsWith("Welcome")) return;
    const choice = page.getByRole("button", { name: host });
    if (await choice.isVisible()) {
      await choice.click();
      continue;
    }
    for (const group of await page.getByRole("radiogroup").all()) await group.getByRole("radio").first().click();
    await page.getByRole("button", { name: MAIN }).last().click();
  }
};

const takeKiosk = async (taking: Taking): Promise<void> => {
  const { demo } = taking;
  const { web, location } = demo;
  const kiosk = await pairKiosk(web.world, location, { name: "Lobby", entrypoint_id: demo.ids.entryPoint });
  const { body: host } = await web.world.get(`/visitees/bycompany/${location}`);
  for (const size of TABLETS)
    await attempt(taking, `kiosk ${size.width}`, async () => {
      const { page, context, complaints } = await openKiosk(web, kiosk, {
        device: { viewport: size },
        before: atTheMoment,
      });
      // Of the picture that was opened before it, in which the browser drew styles of its own.
      complaints.length = 0;
      await walkThrough(taking, page, `kiosk-${size.width}x${size.height}`, host[0].cn);
      complaining("kiosk", complaints, taking);
      await context.close();
    });
};

const takePhone = async (taking: Taking): Promise<void> => {
  const { web, location, ids } = taking.demo;
  const { token } = await inviteVisitor(web.world, location, {
    first_name: "Emma",
    last_name: "Whitfield",
    visit_type: ids.visitType,
    visiting_on: { startDate: "2026-05-20T08:00:00.000Z", endDate: "2026-05-20T10:00:00.000Z" },
  });
  const links = [
    ["contactless", `#p=${await posterOf(web.world, location, ids.entryPoint)}`],
    ["invitation", `#i=${token}`],
    ["own-data", `#d=${token}`],
  ] as const;
  for (const language of PHONE_LANGUAGES) {
    const { page, context, complaints } = await openPage(web, { viewport: PHONE, locale: language });
    await page.clock.setFixedTime(NOW);
    const settled = following(page);
    for (const [name, hash] of links)
      await attempt(taking, name, async () => {
        await page.goto("about:blank");
        await page.goto(`${web.url}/visit/${hash}`);
        await settled();
        await shoot(taking, page, `visitor-${name}-${language}`);
        complaining(name, complaints, taking);
      });
    await context.close();
  }
};

/** A picture of the documentation: small enough to be loaded with a page of text. */
const keepSmall = async (page: Page, name: string, clip?: { width: number; height: number }): Promise<void> => {
  const bytes = await page.screenshot({
    animations: "disabled",
    ...(clip === undefined ? {} : { clip: { x: 0, y: 0, ...clip } }),
  });
  if (bytes.length > DOCS_BYTES_MAX) throw new Error(`${name} has ${Math.ceil(bytes.length / 1024)} KB`);
  const path = join(import.meta.dirname, "../docs/images", `${name}.png`);
  await writeFile(path, bytes);
  process.stdout.write(`docs/images/${name}.png, ${Math.ceil(bytes.length / 1024)} KB\n`);
};

const renewDocs = async ({ demo }: Taking): Promise<void> => {
  const idOf = async (resource: string): Promise<string> => (await demo.web.world.get(`/${resource}`)).body[0]._id;
  const { page, context } = await openDemo(demo, { device: { reducedMotion: "reduce" } });
  const settled = following(page);
  for (const [name, path] of [
    ["reception", "reception"],
    ["log", `log?visit=${demo.ids.visit}`],
    ["connections", "settings/connections"],
    ["directory", `settings/directories?directory=${await idOf("directories")}`],
    ["login-provider", `settings/login-providers?provider=${await idOf("loginproviders")}`],
  ] as const) {
    await page.goto(`${demo.web.url}/at/${demo.location}/${path}`);
    await settled();
    await keepSmall(page, name);
  }
  await context.close();
  const kiosk = await openKiosk(demo.web, await pairKiosk(demo.web.world, demo.location), { before: atTheMoment });
  await following(kiosk.page)();
  await keepSmall(kiosk.page, "kiosk");
};

const { values, positionals } = parseArgs({ options: { docs: { type: "boolean" } }, allowPositionals: true });
const folder = positionals[0] ?? "screenshots";
await buildPages(process.env["WEB_DIR"] ?? "dist/web");
const demo = await startDemo({ flags: CAMERA });
const taking: Taking = { demo, folder, taken: [], missed: [] };
try {
  if (values.docs === true) await renewDocs(taking);
  else {
    await mkdir(folder, { recursive: true });
    await takeConsole(taking);
    await takeKiosk(taking);
    await takePhone(taking);
    process.stdout.write(`${taking.taken.length} pictures in ${Math.round(performance.now() / 1000)} s\n`);
  }
} finally {
  await demo.web.close();
}
for (const line of taking.missed) process.stderr.write(`${line}\n`);
process.exitCode = taking.missed.length === 0 ? 0 : 1;
