import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";

import {
  citationsIn,
  citedElsewhere,
  headingsOf,
  pagesNamedIn,
  readCiting,
  readSections,
  sectionLinksIn,
} from "../support/words/citations.ts";

const PROJECT = join(import.meta.dirname, "../..");
const sources = readCiting(PROJECT);
const sections = readSections(PROJECT);

const unresolvedIn = (text: string): string[] =>
  citationsIn(text)
    .filter(({ of, section }) => !sections[of].has(section))
    .map(({ of, section }) => `${of} ${section}`);

const inAll = (find: (text: string) => string[]): string[] =>
  sources.flatMap(({ path, text }) => find(text).map((found) => `${path}: ${found}`));

const hasSection = ({ section, page }: { section: string; page: string }): boolean => {
  const path = join(PROJECT, page === "rules.md" ? "docs" : "docs/interface", page);
  return existsSync(path) && headingsOf(readFileSync(path, "utf8")).includes(section);
};

describe("citations", () => {
  it("name a section that there is", () => {
    const cited = sources.flatMap(({ text }) => citationsIn(text));
    assert.ok(cited.length > 800, String(cited.length));
    assert.deepEqual(inAll(unresolvedIn), []);
  });

  it("name nothing that is not in the repository", () => {
    assert.deepEqual(inAll(citedElsewhere), []);
  });

  it("of a page by its path name one that there is", () => {
    const missing = (text: string): string[] => pagesNamedIn(text).filter((page) => !existsSync(join(PROJECT, page)));
    assert.deepEqual(inAll(missing), []);
  });

  it("by a link lead to the page with that section", () => {
    const astray = (text: string): string[] =>
      sectionLinksIn(text)
        .filter((link) => !hasSection(link))
        .map(({ section, page }) => `[${section}](${page})`);
    assert.deepEqual(inAll(astray), []);
  });

  it("are found in lists, over lines and at the beginning of a sentence", () => {
    const text = "(interface 2.5, 4.6a and 8; rules 1.3). Rules 2\n * and 5: see interface\n// 6.2, rules 4";
    assert.deepEqual(
      citationsIn(text).map(({ of, section }) => `${of} ${section}`),
      ["interface 2.5", "interface 4.6a", "interface 8", "rules 1.3", "rules 2", "rules 5", "interface 6.2", "rules 4"],
    );
  });

  it("of a section that there is not are found", () => {
    assert.deepEqual(unresolvedIn("(interface 4.2, 4.99; rules 10 and 4)"), ["interface 4.99", "rules 10"]);
    assert.ok(!hasSection({ section: "6.2", page: "errors.md" }));
  });

  it("of another kind are found, and plain words are not", () => {
    for (const text of [
      "(designs C)",
      "promise 13",
      "product rule",
      "look.md",
      "(rules 4; product: host)",
      "(design: 390)",
      "console.md 7",
      "issue\n * 7",
      "(decisions, opening)",
      "(architecture, known traps)",
    ])
      assert.equal(citedElsewhere(text).length, 1, text);
    const plain =
      "A promise. Rules of the product, its design and 2 issues; docs/console.md, docs/decisions/0005-log.md.";
    assert.deepEqual(citedElsewhere(plain), []);
  });
});
