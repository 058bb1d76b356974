import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import type { Page } from "playwright-core";

import { buildAgreement, buildSite, type Site } from "../support/door.ts";
import { flawsOf, goOn, type ScreenSize, SIZES } from "../support/browser/fit.ts";
import { openKiosk, CAMERA } from "../support/browser/kiosk-page.ts";
import { LONG } from "../support/run/size.ts";
import { templateBody } from "../support/templates.ts";
import { inviteVisitor, posterOf } from "../support/visitor.ts";
import { openPage, startWeb, type Web } from "../support/browser/web.ts";

const TABLET: ScreenSize = [1180, 820];
const FEW = 4;
const TRIED = LONG ? SIZES : SIZES.slice(0, FEW);
const ASKED = [
  { field_name: "email", visible: true },
  { field_name: "phone", visible: true },
  { label: "How do you travel?", type: "radio", required: true, options: ["Train", "Car", "Bicycle", "On foot"] },
  { label: "What do you bring?", type: "checkbox", options: ["Laptop", "Tools", "Measuring instruments", "Samples"] },
  { label: "Licence plate of the car you came with" },
  {
    label: "Country",
    type: "dropdown",
    options: "AT BE HR Denmark Estonia Finland Germany Hungary Ireland".split(" "),
  },
  { label: "I know the rules of the site and follow them", type: "checkbox" },
  { label: "Born", type: "date" },
  { label: "Parcels", type: "number" },
  { label: "Remarks", type: "textarea" },
];
const PLACE = {
  name: "Harbour House Rotterdam",
  languages: ["en", "nl", "fr", "de"],
  translations: { privacy_notice: { en: "Only we see this, and we keep it for as long as the law says. ".repeat(12) } },
};

/** How a screen is drawn: with which keyboard, in which language, and how large its text is. */
type Look = { hasKeys: boolean; language: string; text: 100 | 200 };

const LOOKS: readonly Look[] = LONG
  ? [true, false].flatMap((hasKeys) =>
      ["en", "nl", "fr", "de"].flatMap((language) =>
        [100 as const, 200 as const].map((text) => ({ hasKeys, language, text })),
      ),
    )
  : [
      { hasKeys: true, language: "nl", text: 100 },
      { hasKeys: false, language: "fr", text: 100 },
      // The longest sentences and the longest words, in the least room.
      { hasKeys: true, language: "fr", text: 200 },
      { hasKeys: false, language: "de", text: 200 },
    ];

let web: Web;
before(async () => {
  web = await startWeb({ flags: CAMERA });
});
after(() => web.close());

const buildPlace = async (settings: Record<string, unknown>): Promise<Site> => {
  const type = { fields: ASKED, photo: "required", signature: "required", registered_visitors: true };
  const site = await buildSite(web.world, type, {
    ...PLACE,
    settings: { welcome_seconds: 60, kiosk_idle_seconds: 600, ...settings },
  });
  // The carrier of a delivery is the third field of the sign-out.
  for (const other of [templateBody("delivery"), { name: "Maintenance and cleaning" }])
    await web.world.post(`/companies/${site.location}/visittypes`, other);
  await buildAgreement(web.world, site, { agreement_text: { en: "Wear your badge.\n\nLeave by the front door." } });
  return site;
};

/** Draws the screen that is shown at each size, and keeps what is wrong with it. */
const judgeOf = (page: Page, { text }: Pick<Look, "text">, mayScroll: boolean) => {
  const wrong: string[] = [];
  const look = async (name: string): Promise<void> => {
    for (const [width, height] of TRIED) {
      await page.setViewportSize({ width, height });
      const flaws = await flawsOf(page, { mayScroll: mayScroll || text > 100 });
      wrong.push(...flaws.map((flaw) => `${name}, ${width}x${height}: ${flaw}`));
    }
    await page.setViewportSize({ width: TABLET[0], height: TABLET[1] });
  };
  return { look, wrong };
};

const setText = (page: Page, percent: number): Promise<unknown> =>
  page.evaluate(`document.documentElement.style.fontSize = "${percent}%"`);

const titleOf = (page: Page): Promise<string> => page.locator("h1").first().innerText();

/** From the screen that is shown to the one that says when it closes. */
const walk = async (
  page: Page,
  look: (name: string) => Promise<void>,
  isLast: () => Promise<boolean>,
): Promise<void> => {
  for (let screens = 0; !(await isLast()); screens += 1) {
    assert.ok(screens < 40, `the way does not end at ${await titleOf(page)}`);
    await goOn(page);
    await look(await titleOf(page));
  }
};

const nameOf = ({ hasKeys, language, text }: Look): string =>
  `${language}, text at ${text} %, with ${hasKeys ? "its own keyboard" : "the tablet’s keyboard"}`;

describe("every screen of the kiosk fits every screen size", () => {
  for (const kind of LOOKS)
    it(`nothing that is needed is cut or covered: ${nameOf(kind)}`, async () => {
      const site = await buildPlace({ kiosk_keyboard: kind.hasKeys, kiosk_camera: kind.text === 100 });
      const { page } = await openKiosk(web, site.kiosk);
      if (kind.text > 100) await setText(page, kind.text);
      const { look, wrong } = judgeOf(page, kind, false);
      const speak = async (): Promise<void> => {
        const chosen = page.locator(`header [lang=${kind.language}]:visible`);
        if ((await chosen.count()) === 0) await page.locator("header [aria-expanded]:visible").click();
        await chosen.click();
      };
      const doors = page.locator("main button");
      await speak();
      await look("start");
      for (const [door, name] of [
        [3, "expected"],
        [0, "sign out"],
      ] as const) {
        await doors.nth(door).click();
        await page.locator("main input").first().waitFor();
        await look(name);
        await page.locator("[data-main]").click();
        await page.locator("main [role=status] p").first().waitFor();
        await look(`${name}, nothing typed`);
        await page.locator("header button").first().click();
        await doors.nth(3).waitFor();
        await speak();
      }
      await doors.nth(2).click();
      await page.locator("main h1[tabindex]").waitFor();
      await walk(page, look, async () => (await page.locator("[role=timer]").count()) > 0);
      await page.locator("[data-main]").click();
      await doors.nth(3).waitFor();
      assert.deepEqual(wrong, []);
    });

  it("the main button has the same place on every screen without a keyboard", async () => {
    const site = await buildPlace({ kiosk_keyboard: false });
    const { page } = await openKiosk(web, site.kiosk, { device: { viewport: { width: 810, height: 1080 } } });
    await page.locator("main button").nth(2).click();
    const corners = new Set<string>();
    const note = async (): Promise<void> => {
      const box = await page
        .locator("[data-main]")
        .boundingBox({ timeout: 100 })
        .catch(() => null);
      if (box !== null) corners.add(`${box.x + box.width} ${box.y + box.height}`);
    };
    await walk(page, note, async () => (await page.getByText("Read and sign").count()) > 0);
    assert.equal(corners.size, 1, [...corners].join(", "));
  });

  it("screens end above the tablet’s keyboard, which covers the page", async () => {
    const site = await buildPlace({ kiosk_keyboard: false });
    const { page } = await openKiosk(web, site.kiosk);
    await page.locator("main button").nth(2).click();
    await page.evaluate(`(() => {
      Object.defineProperty(visualViewport, "height", { get: () => innerHeight * 0.52 });
      visualViewport.dispatchEvent(new Event("resize"));
    })()`);
    const { wrong } = judgeOf(page, { text: 100 }, false);
    await walk(
      page,
      async (name) => {
        if ((await page.locator("main input:focus").count()) === 0) return;
        const flaws = await flawsOf(page, { mayScroll: false });
        wrong.push(...flaws.map((flaw) => `${name}: ${flaw}`));
      },
      async () => (await page.getByText("Remarks").count()) > 0,
    );
    assert.deepEqual(wrong, []);
  });
});

/** What is pressed, typed into or chosen next; the last page has none. */
const NEXT = "[data-main], main input, main li button";

describe("every page of the phone fits every screen size", () => {
  const walkFrom = async (path: string, kind: Look): Promise<void> => {
    const { page } = await openPage(web, { viewport: { width: 390, height: 844 }, locale: kind.language });
    await page.goto(`${web.url}/visit/${path}`);
    await page.locator("[data-main]").first().waitFor();
    if (kind.text > 100) await setText(page, kind.text);
    const { look, wrong } = judgeOf(page, kind, true);
    await look("start");
    await walk(page, look, async () => (await page.locator(NEXT).count()) === 0);
    assert.deepEqual(wrong, []);
  };

  for (const kind of LOOKS.filter(({ hasKeys }) => !hasKeys))
    it(`behind a poster: ${kind.language}, text at ${kind.text} %`, async () => {
      const site = await buildPlace({});
      await walkFrom(`#p=${await posterOf(web.world, site.location, site.door)}`, kind);
    });

  it("behind an invitation", async () => {
    const site = await buildPlace({});
    const visitor = { visit_type: site.type._id, recipient: "Ann Peeters" };
    const { token } = await inviteVisitor(web.world, site.location, visitor);
    await walkFrom(`#i=${token}`, { hasKeys: false, language: "nl", text: 200 });
  });
});
