import { fileURLToPath } from "node:url";

import type { Page } from "playwright-core";

import { loadEngine } from "./engine.ts";

const ENGINE = fileURLToPath(import.meta.resolve("html_codesniffer/build/HTMLCS.js"));

/** Rules that are left out, whole or for one of their techniques, and why. */
const LEFT_OUT: Readonly<Record<string, string>> = {
  "Principle1.Guideline1_3.1_3_5":
    "ends with an error of its own where autocomplete has two words or belongs to no text field (H98); axe has the rule as well",
};

type Finding = { code: string; msg: string; html: string };

/** Has it look at the page as it is now, and gives what it calls errors. */
const RUN = `HTMLCS_WCAG2AA.sniffs.forEach((sniffs) => {
  sniffs.include = sniffs.include?.filter((name) => !${JSON.stringify(Object.keys(LEFT_OUT))}.includes(name));
});
new Promise((done, fail) => HTMLCS.process("WCAG2AA", document, () => done(HTMLCS.getMessages()
  .filter(({ type }) => type === HTMLCS.ERROR)
  .map(({ code, msg, element }) => ({ code, msg, html: (element.outerHTML ?? element.nodeName).slice(0, 300) }))), fail))`;

/**
 * What HTML_CodeSniffer finds on the page as it is now (WCAG 2.1 AA): a second judge beside axe, with rules of its own.
 * @returns a text for each finding
 */
export const findingsOf = async (page: Page): Promise<string[]> => {
  await loadEngine(page, "HTMLCS", ENGINE);
  const findings = await page.evaluate<Finding[]>(RUN);
  return findings
    .filter(({ code }) => !Object.keys(LEFT_OUT).some((rule) => code.includes(rule)))
    .map(({ code, msg, html }) => `${code}: ${msg} (${html})`);
};
