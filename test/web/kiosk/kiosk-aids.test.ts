import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import type { Page } from "playwright-core";

import { SETTLED, violationsOf } from "../../support/browser/axe.ts";
import { contrastsBelow } from "../../support/browser/contrast.ts";
import { flawsOf, goOn, SIZES } from "../../support/browser/fit.ts";
import { CAMERA } from "../../support/browser/kiosk-page.ts";
import { casesOf, LONG } from "../../support/run/size.ts";
import { openPage, startWeb, type Web } from "../../support/browser/web.ts";

let web: Web;
before(async () => {
  web = await startWeb({ flags: CAMERA });
});
after(() => web.close());

/** The screens of the demo, which are the kiosk's own. */
const SCREENS = (
  "start aids expected hello notice type ask-first_name host ask-travel agree-rules photo " +
  "done waiting rejected sign-out goodbye idle"
).split(" ");

type Shown = {
  aid?: "isRead" | "isLarge" | "hasContrast" | "isLow";
  keys?: "own" | "tablet";
  text?: "100" | "200";
  language?: string;
};

const openScreen = async (page: Page, screen: string, { aid, keys, text, language }: Shown): Promise<void> => {
  const query = new URLSearchParams({
    screen,
    aid: aid ?? "none",
    keys: keys ?? "own",
    text: text ?? "100",
    language: language ?? "en",
  });
  await page.goto(`${web.url}/kiosk/demo?${query.toString()}`);
  await page.locator("main").waitFor();
};

describe("every screen fits every size, however the visitor has switched it", () => {
  const looks: readonly Shown[] = [
    // "Nederlands" is the longest name of a language.
    { aid: "isLow", language: "nl" },
    { aid: "isLow", keys: "tablet", language: "fr" },
    { aid: "isLow", text: "200", language: "de" },
    { aid: "hasContrast", language: "fr" },
    { aid: "isLarge", language: "de" },
  ];
  const sizes = LONG ? SIZES : SIZES.slice(0, 4);
  for (const look of looks)
    it(`nothing that is needed is cut or covered: ${Object.values(look).join(", ")}`, async () => {
      const { page } = await openPage(web, { permissions: ["camera"] });
      const wrong: string[] = [];
      // The sign-out has the least room to spare: three fields below a picture.
      for (const screen of new Set([...casesOf(SCREENS), "sign-out"])) {
        await openScreen(page, screen, look);
        for (const [width, height] of sizes) {
          await page.setViewportSize({ width, height });
          const flaws = await flawsOf(page, { mayScroll: look.text === "200" || look.aid === "isLarge" });
          wrong.push(...flaws.map((flaw) => `${screen}, ${width}x${height}: ${flaw}`));
        }
      }
      assert.deepEqual(wrong, []);
    });
});

describe("what is said of an answer that is missing has room", () => {
  for (const keys of ["own", "tablet"] as const)
    it(`it covers nothing, and nothing covers it: ${keys}`, async () => {
      const { page } = await openPage(web, { permissions: ["camera"] });
      await openScreen(page, "sign-out", { keys, language: "de" });
      await page.locator("[data-main]").click();
      await page.getByText("Geben Sie Vor- und Nachnamen ein").waitFor();
      const wrong: string[] = [];
      for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        const flaws = await flawsOf(page, { mayScroll: false });
        wrong.push(...flaws.map((flaw) => `${width}x${height}: ${flaw}`));
      }
      assert.deepEqual(wrong, []);
    });
});

describe("the picture in low reach", () => {
  it("is as high as a badge needs, beside the fields and below what is missing", async () => {
    const { page } = await openPage(web, { viewport: { width: 1280, height: 800 }, permissions: ["camera"] });
    await openScreen(page, "sign-out", { aid: "isLow", language: "de" });
    await page.locator("[data-main]").click();
    await page.getByText("Geben Sie Vor- und Nachnamen ein").waitFor();
    const { height = 0 } = (await page.locator("video").boundingBox()) ?? {};
    assert.ok(height >= 96, `${height} px`);
  });
});

/** Reach is a length: of a small screen, which is within it whole, this much counts from the bottom (8 cm of a tablet). */
const REACH_PX = 480;

describe("low reach (EN 301 549, 8.3)", () => {
  /** What is pressed above the lower 40 %. Fields need no reach: the first has the focus, and the keyboard leads to the next. */
  const outOfReach = (page: Page): Promise<string[]> =>
    page.evaluate((reachPx) => {
      const scope = document.querySelector("dialog[open]") ?? document.body;
      const limit = Math.min(0.595 * innerHeight, innerHeight - reachPx);
      return [...scope.querySelectorAll("button")]
        .filter((one) => one.checkVisibility() && one.closest("[aria-hidden=true]") === null)
        .filter((one) => one.getBoundingClientRect().top < limit)
        .map((one) => one.ariaLabel ?? one.textContent);
    }, REACH_PX);

  const tooHigh = async (page: Page, screen: string): Promise<string[]> => {
    const high: string[] = [];
    for (const [width, height] of casesOf(SIZES)) {
      await page.setViewportSize({ width, height });
      await page.evaluate(SETTLED);
      high.push(...(await outOfReach(page)).map((name) => `${screen}, ${width}x${height}: ${name}`));
    }
    return high;
  };

  it("all that is pressed is in the lower 40 %, with its own keyboard, and axe finds nothing", async () => {
    const { page } = await openPage(web, { permissions: ["camera"] });
    const wrong: string[] = [];
    for (const screen of SCREENS) {
      await page.setViewportSize({ width: 1180, height: 820 });
      await openScreen(page, screen, { aid: "isLow" });
      wrong.push(...(await violationsOf(page)).map((one) => `${screen}: ${one}`));
      wrong.push(...(await tooHigh(page, screen)));
    }
    assert.deepEqual(wrong, []);
  });

  it("all that is pressed is in the lower 40 %, with the tablet’s keyboard", async () => {
    const { page } = await openPage(web, { permissions: ["camera"] });
    const wrong: string[] = [];
    for (const screen of SCREENS) {
      await openScreen(page, screen, { aid: "isLow", keys: "tablet" });
      wrong.push(...(await tooHigh(page, screen)));
    }
    assert.deepEqual(wrong, []);
  });
});

/** The tablets of docs/kiosk-hardware.md, lying and upright. */
const TABLETS: typeof SIZES = [
  [1080, 810],
  [1024, 768],
  [1280, 800],
  [768, 1024],
  [810, 1080],
  [1080, 1920],
];

describe("low reach with larger text", () => {
  /** What is pressed or drawn on above the lower 40 %, to a pixel. */
  const aboveLine = (page: Page): Promise<string[]> =>
    page.evaluate(() =>
      [...document.querySelectorAll("main button, main canvas")]
        .filter((one) => one.checkVisibility() && one.getBoundingClientRect().top < 0.6 * innerHeight - 1)
        .map((one) => `${innerWidth}x${innerHeight}: ${one.ariaLabel ?? one.textContent}`),
    );
  const enlarge = (page: Page): Promise<void> =>
    page.evaluate(() => void (document.documentElement.dataset["text"] = "large"));
  /** Until the pad is there: with large text, the agreement is read first. */
  const readOn = async (page: Page): Promise<void> => {
    while ((await page.locator("main canvas").count()) === 0) await goOn(page);
  };

  for (const screen of ["start", "type", "agree-rules"])
    it(`all of it is in the lower 40 % on every tablet: ${screen}`, async () => {
      const { page } = await openPage(web, { viewport: { width: 1180, height: 820 }, permissions: ["camera"] });
      await openScreen(page, screen, { aid: "isLow", language: "fr" });
      const wrong: string[] = [];
      for (const isLarge of [false, true]) {
        if (isLarge) await enlarge(page);
        for (const [width, height] of TABLETS) {
          await page.setViewportSize({ width, height });
          await page.evaluate(SETTLED);
          if (screen === "agree-rules") await readOn(page);
          wrong.push(...(await aboveLine(page)));
        }
      }
      assert.deepEqual(wrong, []);
    });
});

describe("high contrast (WCAG 2.2, 1.4.6)", () => {
  it("every text has a contrast of 7 at least, whatever its size and the brand’s colour, and axe finds nothing", async () => {
    const { page } = await openPage(web, { viewport: { width: 1180, height: 820 }, permissions: ["camera"] });
    const found: string[] = [];
    for (const screen of SCREENS) {
      await openScreen(page, screen, { aid: "hasContrast" });
      const wrong = [...(await contrastsBelow(page, 7)), ...(await violationsOf(page))];
      found.push(...wrong.map((one) => `${screen}: ${one}`));
    }
    assert.deepEqual(found, []);
  });

  it("is measured: without it some have less", async () => {
    const { page } = await openPage(web, { viewport: { width: 1180, height: 820 }, permissions: ["camera"] });
    await openScreen(page, "start", {});
    assert.notDeepEqual(await contrastsBelow(page, 7), []);
  });
});

/** A device with voices for these languages: what it is told to read is kept in the page. */
const VOICES = `(() => {
  const said = (window.said = []);
  const voices = ["en-GB", "fr-FR"].map((lang) => ({ lang, localService: true, name: lang }))
    .concat({ lang: "nl-NL", localService: false, name: "of the network" });
  const synthesis = Object.assign(new EventTarget(), {
    getVoices: () => voices,
    cancel: () => {},
    speak: (one) => { said.push(one.lang + ": " + one.text); setTimeout(() => one.dispatchEvent(new Event("end"))); },
  });
  Object.defineProperty(window, "speechSynthesis", { value: synthesis });
  window.SpeechSynthesisUtterance = class extends EventTarget { constructor(text) { super(); this.text = text; } };
})()`;

describe("a kiosk that reads aloud (EN 301 549, 5.1.3)", () => {
  const openWithVoices = async (screen: string, language = "en"): Promise<Page> => {
    const { page } = await openPage(web, { viewport: { width: 1180, height: 820 } });
    await page.addInitScript(VOICES);
    await openScreen(page, screen, { language, keys: "tablet" });
    return page;
  };
  const saidAfter = async (page: Page, expected: string): Promise<string[]> => {
    await page.waitForFunction((text) => (Reflect.get(window, "said") as string[]).includes(text), expected);
    return page.evaluate(() => (Reflect.get(window, "said") as string[]).splice(0));
  };

  it("one button leads from the first screen to it; each screen is read from its title to its buttons, in its language", async () => {
    const page = await openWithVoices("start");
    await page.getByRole("button", { name: "Accessibility" }).click();
    await page.getByRole("checkbox", { name: "Read aloud" }).click();
    await saidAfter(page, "en-GB: Accessibility");
    await page.getByRole("button", { name: "Continue" }).click();
    const start = await saidAfter(page, "en-GB: Sign out");
    assert.ok(
      start.some((one) => one.includes("Sign in")),
      start.join("\n"),
    );
    await page.getByRole("button", { name: "Sign out" }).click();
    const signOut = await saidAfter(page, "en-GB: Show your badge or type your name");
    assert.ok(signOut.includes("en-GB: First name"), signOut.join("\n"));
    await page.locator("[data-main]").click();
    await saidAfter(page, "en-GB: Enter your first and last name, or fill in “Carrier (Delivery)”.");
    await page.getByRole("button", { name: "Read again" }).click();
    await saidAfter(page, "en-GB: Show your badge or type your name");
    await page.locator("header [aria-expanded]").click();
    await page.locator("header [lang=fr]").click();
    const french = await saidAfter(page, "fr-FR: Prénom");
    assert.ok(
      french.every((one) => one.startsWith("fr-FR: ")),
      french.join("\n"),
    );
  });

  it("has its button beside the others where all are in low reach", async () => {
    const page = await openWithVoices("aids", "fr");
    for (const name of ["Lecture à voix haute", "Tout plus bas sur l’écran"])
      await page.getByRole("checkbox", { name }).click();
    await page.locator("[data-main]").click();
    await page.getByRole("button", { name: "Signaler mon départ" }).click();
    await page.getByRole("button", { name: /Relire|Arrêter la lecture/ }).waitFor();
    const wrong: string[] = [];
    for (const [width, height] of SIZES) {
      await page.setViewportSize({ width, height });
      wrong.push(...(await flawsOf(page, { mayScroll: false })).map((flaw) => `${width}x${height}: ${flaw}`));
    }
    assert.deepEqual(wrong, []);
  });

  it("is not offered where the device has no voice of its own for the language: a text would leave the building", async () => {
    const page = await openWithVoices("aids", "nl");
    await page.getByRole("checkbox", { name: "Hoog contrast" }).waitFor();
    assert.equal(await page.getByRole("checkbox", { name: "Voorlezen" }).count(), 0);
  });
});

describe("what a visitor has turned on is theirs alone", () => {
  const looksOf = (page: Page): Promise<unknown> =>
    page.evaluate(() => {
      const { contrast, reach, text } = document.documentElement.dataset;
      return [contrast, reach, text, getComputedStyle(document.documentElement).fontSize];
    });

  const switchOn = async (page: Page): Promise<void> => {
    await page.getByRole("button", { name: "Accessibility" }).click();
    await page.getByRole("checkbox", { name: "High contrast" }).click();
    await page.getByRole("checkbox", { name: "Everything lower down" }).click();
    await page.getByRole("checkbox", { name: "Larger text" }).click();
    await page.getByRole("button", { name: "Continue" }).click();
    await page.getByRole("button", { name: /^Sign in/ }).waitFor();
    assert.deepEqual(await looksOf(page), ["high", "low", "large", "24px"]);
  };

  it("it ends with the visit, and when the screen is cleared", async () => {
    const { page } = await openPage(web, { viewport: { width: 1180, height: 820 } });
    await openScreen(page, "start", { keys: "tablet" });
    await switchOn(page);
    await page.getByRole("button", { name: "Sign out" }).click();
    await page.getByLabel("First name").fill("Lena");
    await page.getByLabel("Last name").fill("Vogt");
    await page.locator("[data-main]").click();
    await page.getByRole("button", { name: "Done" }).press("Enter");
    await page.getByRole("button", { name: /^Sign in/ }).waitFor();
    assert.deepEqual(await looksOf(page), ["normal", "normal", "normal", "16px"]);
  });

  it("left alone on the first screen, the kiosk asks and then forgets it", async () => {
    const { page } = await openPage(web, { viewport: { width: 1180, height: 820 } });
    await page.clock.install();
    await openScreen(page, "start", { keys: "tablet" });
    await switchOn(page);
    await page.clock.runFor(46_000);
    await page.getByRole("heading", { name: "Are you still there?" }).waitFor();
    await page.clock.runFor(16_000);
    await page.getByRole("heading", { name: "Are you still there?" }).waitFor({ state: "detached" });
    assert.deepEqual(await looksOf(page), ["normal", "normal", "normal", "16px"]);
  });
});
