import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { SOURCES } from "../../web/build.ts";
import { pages } from "../../web/console/data/pages.ts";
import { sources, withoutComments } from "../support/browser/web-sources.ts";

const code = sources("**/*.{ts,tsx}").map(({ path, text }) => ({ path, text: withoutComments(text) }));

const SENTENCE = String.raw`\b(?:message|error|last_error)\b`;
const MATCHES = new RegExp(
  [
    String.raw`\.(?:test|exec)\((?:[^()\n]|\$\{)*${SENTENCE}`,
    String.raw`${SENTENCE}\??\.(?:match|matchAll|replace|replaceAll|includes|startsWith|endsWith|search|split|indexOf)\(`,
    String.raw`\bmessage [!=]== (?!undefined|null)`,
    String.raw`(?<!typeof \w+)(?<!undefined) [!=]== (?:\w+\??\.)*message\b`,
  ].join("|"),
  "g",
);

/** The places where code reads a sentence of the service as if it were a code. */
const matchesOnSentences = (text: string): string[] => [...text.matchAll(MATCHES)].map(([match]) => match);

/** The addresses in code that links of the console go to, and its redirects. */
const linksIn = (text: string): string[] => [...text.matchAll(/\bto(?:=|: )"(\/[^"]*)"/g)].map(([, to = ""]) => to);

/** The addresses of routes that are in no list of pages. */
const routesIn = (text: string): string[] =>
  [...text.matchAll(/(?:\bpath: |firstRun\()"(\/[^"]*)"/g)].map(([, path = ""]) => path);

describe("the structure of the pages (docs/decisions/0022-web.md)", () => {
  it("each link of the console goes to one of its routes", () => {
    const inConsole = code.filter(({ path }) => path.startsWith("console/"));
    const routes = inConsole.find(({ path }) => path === "console/routes.tsx")?.text ?? "";
    const known = new Set([...pages.map(({ to }) => to), ...routesIn(routes)]);
    const links = inConsole.flatMap(({ path, text }) => linksIn(text).map((to) => ({ path, to })));
    assert.ok(links.length > 80, `${links.length} links were found`);
    assert.deepEqual(
      links.filter(({ to }) => !known.has(to)),
      [],
    );
  });

  it("of the service only contracts are named, and as types", () => {
    const named = code.flatMap(({ path, text }) =>
      [...text.matchAll(/import\s+(type\s)?[^;]*?from\s*"(?:\.\.\/)+server\/([^"]+)"/g)]
        .filter(([, type, to = ""]) => type === undefined || !to.endsWith("contract.ts"))
        // What builds the pages is not part of them.
        .filter(() => path !== "build.ts")
        .map(([, , to]) => `${path} -> server/${to}`),
    );
    assert.deepEqual(named, []);
  });

  it("the pages are built anew with what they share with the service", () => {
    for (const shared of ["shared/*", "texts/*/*"]) assert.ok(SOURCES.includes(shared));
  });

  it("no sentence of the service is matched: its answers have codes for programs (rules 7)", () => {
    const found = code
      // The errors of browsers have no codes.
      .filter(({ path }) => path !== "console/lib/browser-error.ts")
      .flatMap(({ path, text }) => matchesOnSentences(text).map((match) => `${path}: ${match}`));
    assert.deepEqual(found, []);
  });

  it("such a match is found in each of its forms", () => {
    for (const planted of [
      "/SMTP_URL/.test(answer.message)",
      "REASON.exec(error.message ?? '')",
      'message === "The webhook was saved."',
      "SAVED !== answer.message",
      'last_error?.includes("in time")',
      'error.message.replace(/See .*/, "")',
      "/x/.test(`${code}: ${message}`)",
    ])
      assert.equal(matchesOnSentences(planted).length, 1, planted);
    for (const innocent of ["message === undefined", "t(error.message)", "/^\\d+$/.test(text)", "message ?? t('done')"])
      assert.deepEqual(matchesOnSentences(innocent), [], innocent);
  });

  it("colours come from the theme alone", () => {
    const THEME = /^(shared\/theme\/|console\/theme\.ts|shared\/mark\.svg)/;
    const literal = sources("**/*.{css,ts,tsx}")
      .filter(({ path }) => !THEME.test(path))
      .flatMap(({ path, text }) =>
        [...withoutComments(text).matchAll(/#[\da-f]{3,8}\b(?=[;,\s)"'])/gi)].map(([colour]) => `${path}: ${colour}`),
      )
      // White text is used on fills that are the same in light and dark.
      .filter((found) => !/: #fff(fff)?$/i.test(found));
    assert.deepEqual(literal, []);
  });
});
