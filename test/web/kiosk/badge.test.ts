import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { buildSite } from "../../support/door.ts";
import { goOn } from "../../support/browser/fit.ts";
import { CAMERA, openKiosk, press } from "../../support/browser/kiosk-page.ts";
import { startWeb, type Web } from "../../support/browser/web.ts";

let web: Web;
before(async () => {
  web = await startWeb({ flags: CAMERA });
});
after(() => web.close());

const NAMES = [
  ["Bo", "Li"],
  ["Maximiliane-Theodora", "van den Broek-Wesenhagen"],
  ["Wolfeschlegelsteinhausen", "Bergerdorffwelchevoralternwaren"],
] as const;
const COMPANY =
  "Gemeinschaftswerk zur Förderung des Verkehrs zwischen den Hafenstädten an Rhein, Maas und Schelde GmbH";
const PLACE = { name: "Harbour House Rotterdam", settings: { welcome_seconds: 60 } };
const POINTS_PER_MM = 72 / 25.4;

/** How many pages a document has, and how large they are in millimetres. */
const pagesOf = (pdf: Buffer): [number, number[]] => {
  const text = pdf.toString("latin1");
  const [, ...box] = /\/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]/.exec(text) ?? [];
  return [text.match(/\/Type \/Page\b/g)?.length ?? 0, box.map((points) => Math.round(Number(points) / POINTS_PER_MM))];
};

/** What of a badge is outside of it, or is taller than any label. */
const OUTSIDE = `(() => {
  const badge = document.querySelector("article").getBoundingClientRect();
  return [...document.querySelectorAll("article p, article svg, article span")].map((one) => [one, one.getBoundingClientRect()])
    .filter(([, box]) => box.bottom > badge.bottom + 1 || box.right > badge.right + 1 || box.left < badge.left - 1)
    .map(([one]) => one.textContent);
})()`;

describe("the kiosk: a badge", () => {
  for (const [label, paper, photo] of [
    ["62x100", [62, 100], "off"],
    ["54x101", [54, 101], "off"],
    ["62x100", [62, 100], "required"],
    ["54x101", [54, 101], "required"],
  ] as const)
    it(`is one label of ${label} mm, whatever the names, and its code is a quarter of it high; photo: ${photo}`, async () => {
      const site = await buildSite(web.world, { name: "Maintenance and cleaning", photo }, PLACE);
      const { page } = await openKiosk(web, site.kiosk, {
        before: (page) => page.evaluate((size) => localStorage.setItem("foyer-label", size), label),
      });
      for (const [first, last] of NAMES) {
        await press(page, "Sign in");
        await page.getByLabel("First name").fill(first);
        await page.getByLabel("Last name").fill(last);
        await page.getByLabel("Company").fill(COMPANY);
        while ((await page.getByRole("article").count()) === 0) await goOn(page);
        assert.deepEqual(await page.evaluate(OUTSIDE), [], `${first} ${last}`);
        const { width = 0 } = (await page.locator("h1").boundingBox()) ?? {};
        assert.ok((await page.locator("h1").evaluate(({ scrollWidth }) => scrollWidth)) <= width, `Welcome, ${first}`);
        assert.deepEqual(pagesOf(await page.pdf({ preferCSSPageSize: true })), [1, paper], `${first} ${last}`);
        const [badge, code] = await Promise.all(
          ["article", "article svg"].map((part) => page.locator(part).last().boundingBox()),
        );
        assert.ok((code?.height ?? 0) / (badge?.height ?? 1) > 0.25);
        // A tap here and at once on the button of the next screen is a double tap.
        await page.getByRole("button", { name: "Done" }).press("Enter");
      }
    });
});
