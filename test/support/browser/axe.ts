import { createRequire } from "node:module";

import type { Page } from "playwright-core";

import { loadEngine } from "../database/engine.ts";

const TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** The engine that comes with Playwright's adapter, which itself takes four times as long: it has every page tell what is right as well. */
const ENGINE = createRequire(import.meta.resolve("@axe-core/playwright")).resolve("axe-core/axe.min.js");

/** Two frames, and the end of whatever fades in: nothing is left that would be taken for a faint text. */
export const SETTLED = `new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))
  .then(() => document.getAnimations().filter((one) => one.effect.getComputedTiming().endTime !== Infinity))
  .then((all) => Promise.all(all.map((one) => one.finished.catch(() => undefined)))).then(() => undefined)`;

/** The rules that look at colours. */
const OF_COLOURS = ["color-contrast", "link-in-text-block"];

type Violation = { id: string; help: string; nodes: { html: string }[] };

/**
 * What keeps people with disabilities out of the page as it is now (WCAG 2.2 AA, and what is known to be good).
 * @param without rules that do not apply
 * @param part only what its colours may break, for a page that was looked at in others
 * @returns a text for each finding
 */
export const violationsOf = async (
  page: Page,
  without: readonly string[] = [],
  part: "all" | "colours" = "all",
): Promise<string[]> => {
  await page.evaluate(SETTLED);
  await loadEngine(page, "axe", ENGINE);
  const options = {
    runOnly: part === "all" ? { type: "tag", values: TAGS } : { type: "rule", values: OF_COLOURS },
    rules: Object.fromEntries(without.map((rule) => [rule, { enabled: false }])),
    resultTypes: ["violations"],
  };
  const run = `axe.run(document, ${JSON.stringify(options)}).then(({ violations }) => violations)`;
  const violations = await page.evaluate<Violation[]>(run);
  return violations.map(({ id, help, nodes }) => `${id}: ${help} (${nodes.map(({ html }) => html).join(" | ")})`);
};
