import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import type { Page } from "playwright-core";

import { isPad, layoutsOf } from "../../../web/kiosk/keyboard/layouts.ts";
import { asCapital, heldLettersOf } from "../../../web/kiosk/keyboard/letters.ts";
import { buildSite } from "../../support/door.ts";
import { openKiosk, press } from "../../support/browser/kiosk-page.ts";
import { EUROPEAN_NAMES } from "../../support/words/names.ts";
import { LONG } from "../../support/run/size.ts";
import { startWeb, type Web } from "../../support/browser/web.ts";

const HOLD_MS = 400;
const PLACES = [
  ["en", "Europe/London"],
  ["nl", "Europe/Brussels"],
  ["fr", "Europe/Paris"],
  ["de", "Europe/Berlin"],
] as const;

/** The current keys of a board, with function keys in braces. */
const keysOf = (rows: readonly string[]): string[] => rows.join(" ").split(" ");

describe("the kiosk's own keyboard: which keys there are", () => {
  it("has the order of the language", () => {
    const first = (language: string, timeZone: string) => layoutsOf({ language, timeZone, kind: "text" }).letters[0];
    for (const [language, timeZone, begins] of [
      ["en", "Europe/London", "q w e r t y"],
      ["nl", "Europe/Amsterdam", "q w e r t y"],
      ["nl", "Europe/Brussels", "a z e r t y"],
      ["nl-BE", "Europe/Amsterdam", "a z e r t y"],
      ["fr", "Europe/Paris", "a z e r t y"],
      ["de", "Europe/Brussels", "q w e r t z"],
    ] as const)
      assert.ok(first(language, timeZone)?.startsWith(begins), `${language} ${timeZone}`);
  });

  it("@ and the full stop are at hand where an address is typed, ten keys where a number is", () => {
    assert.match(layoutsOf({ language: "en", timeZone: "UTC", kind: "email" }).letters[3] ?? "", / @ \. /);
    for (const kind of ["phone", "number"]) {
      const keys = keysOf(layoutsOf({ language: "en", timeZone: "UTC", kind }).pad);
      assert.ok(
        isPad(kind) &&
          [..."0 1 2 3 4 5 6 7 8 9".split(" "), "+", "{bksp}", "{next}"].every((key) => keys.includes(key)),
        kind,
      );
    }
    assert.ok(!isPad("text") && !isPad("email"));
  });

  it("every letter that a key offers when it is held has its capital there, too", () => {
    for (const key of "abcdefghijklmnopqrstuvwxyz")
      assert.deepEqual(heldLettersOf(key).map(asCapital), heldLettersOf(asCapital(key)), key);
  });

  for (const [language, timeZone] of PLACES)
    it(`200 names of Europe are on it, letter by letter, in ${language}`, () => {
      assert.equal(new Set(EUROPEAN_NAMES).size, 200);
      const { pad: _, ...layers } = layoutsOf({ language, timeZone, kind: "text" });
      const keys = Object.values(layers).flatMap(keysOf);
      const letters = new Set([...keys, ...keys.flatMap(heldLettersOf), " "]);
      const missing = EUROPEAN_NAMES.filter((name) => Array.from(name).some((letter) => !letters.has(letter)));
      assert.deepEqual(missing, []);
    });
});

describe("the kiosk's own keyboard: names typed as written", () => {
  let web: Web;
  before(async () => {
    web = await startWeb();
  });
  after(() => web.close());

  const openNames = async (): Promise<Page> => {
    const site = await buildSite(web.world, {}, { settings: { kiosk_keyboard: true } });
    const { page } = await openKiosk(web, site.kiosk);
    await press(page, "Sign in");
    await page.locator("[data-skbtn]").first().waitFor();
    return page;
  };

  const keyAt = (page: Page, key: string) => page.locator(`[data-skbtn="${key === '"' ? '\\"' : key}"]`).first();
  const shown = (page: Page): Promise<string[]> =>
    page.locator("[data-skbtn]").evaluateAll((all) => all.map((one) => one.getAttribute("data-skbtn") ?? ""));

  /** Presses a key until the board shows another one. */
  const turn = async (page: Page, key: string): Promise<string[]> => {
    const before = (await shown(page)).join(" ");
    await keyAt(page, key).click();
    for (;;) {
      const now = await shown(page);
      if (now.join(" ") !== before) return now;
    }
  };

  const holdFor = async (page: Page, key: string, letter: string): Promise<void> => {
    await keyAt(page, key).hover();
    await page.mouse.down();
    await page.locator(`[data-held="${letter}"]`).hover({ timeout: HOLD_MS * 10 });
    await page.mouse.up();
  };

  /** As a visitor looks for a letter: on the board, below a key that is held, after shift. */
  const typeLetter = async (page: Page, letter: string): Promise<void> => {
    let keys = await shown(page);
    for (const change of ["", "{shift}", "{shift}"]) {
      if (change !== "") keys = await turn(page, change);
      if (keys.includes(letter)) return keyAt(page, letter).click();
      const base = keys.find((key) => heldLettersOf(key).includes(letter));
      if (base !== undefined) return holdFor(page, base, letter);
    }
    assert.fail(`no key for ${letter}`);
  };

  const typeName = async (page: Page, name: string): Promise<void> => {
    for (const letter of name) await (letter === " " ? keyAt(page, "{space}").click() : typeLetter(page, letter));
  };

  it("each letter with its accents, and a capital by itself after a blank and a hyphen", async () => {
    const page = await openNames();
    const field = page.locator("main input").first();
    const names = LONG
      ? EUROPEAN_NAMES
      : ["Élodie", "Øyvind", "İbrahim", "Łukasz Źdźbło", "Anne-Marie", "De Smet", "Gal·lard", "O’Neill", "Hao ễ"];
    for (const name of names) {
      if (name.endsWith("ễ")) {
        await typeName(page, "Hao ");
        await typeLetter(page, "ê");
        await holdFor(page, "-", "\u0303");
        assert.equal((await field.inputValue()).toLocaleLowerCase("en"), "hao ễ");
      } else {
        await typeName(page, name);
        assert.equal(await field.inputValue(), name);
      }
      await field.fill("");
      await field.blur();
      await page.locator("main input").nth(1).focus();
      await field.focus();
    }
  });

  it("no shift is needed for the capitals of a name", async () => {
    const page = await openNames();
    for (const key of ["A", "n", "n", "e", "-", "M", "a", "{space}", "D", "e", "{bksp}", "{bksp}", "D"])
      await keyAt(page, key).click();
    assert.equal(await page.locator("main input").first().inputValue(), "Anne-Ma D");
    await keyAt(page, "{accents}").click();
    await keyAt(page, "{shift}").click();
    await keyAt(page, "É").click();
    assert.equal(await page.locator("main input").first().inputValue(), "Anne-Ma DÉ");
  });

  it("a key that is held erases on and on", async () => {
    const page = await openNames();
    const field = page.locator("main input").first();
    await field.fill("Maximiliane");
    await keyAt(page, "{bksp}").hover();
    await page.mouse.down();
    while ((await field.inputValue()) !== "") await page.waitForTimeout(HOLD_MS);
    await page.mouse.up();
  });
});
