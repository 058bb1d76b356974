import assert from "node:assert/strict";
import { existsSync, globSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, it } from "node:test";

import { anchorsIn, type Link, linksIn } from "../support/words/markdown.ts";

const PROJECT = join(import.meta.dirname, "../..");
const textOf = (path: string): string => readFileSync(join(PROJECT, path), "utf8");
const pages = globSync(["*.md", "{docs,client,bench}/**/*.md"], { cwd: PROJECT }).toSorted();

/** The file of the repository that a link leads to; undefined for an address of the web or of a running server. */
const targetOf = (page: string, { path }: Link): string | undefined => {
  if (/^[a-z]+:|^\//.test(path)) return undefined;
  return path === "" ? page : normalize(join(dirname(page), decodeURIComponent(path))).replace(/\/$/, "");
};

const brokenIn = (page: string): string[] =>
  linksIn(textOf(page)).flatMap((link) => {
    const target = targetOf(page, link);
    if (target === undefined) return [];
    if (!existsSync(join(PROJECT, target))) return [`${page}: ${link.path} isn't there`];
    const isAnchorLost = link.anchor !== undefined && !anchorsIn(textOf(target)).has(link.anchor);
    return isAnchorLost ? [`${page}: ${target} has no heading #${link.anchor}`] : [];
  });

const linkedFrom = (page: string): Set<string> =>
  new Set(linksIn(textOf(page)).flatMap((link) => targetOf(page, link) ?? []));

describe("the links of the documentation", () => {
  it("lead to a file that is there, and to a heading that it has", () => {
    assert.ok(pages.length > 60, String(pages.length));
    assert.deepEqual(pages.flatMap(brokenIn), []);
  });

  it("a lost file and a lost heading would be found", () => {
    const [gone, lost] = linksIn("See [a](nowhere.md) and [b](#no-such-heading).");
    assert.deepEqual([gone?.path, lost?.anchor], ["nowhere.md", "no-such-heading"]);
    assert.deepEqual(
      [...anchorsIn("# A `b` C\n\n## A b c\n\n```\n# no heading\n```\n\n## 4.2 Visits, and more\n")],
      ["a-b-c", "a-b-c-1", "42-visits-and-more"],
    );
  });
});

describe("docs/README.md", () => {
  it("links to every page of docs/, and the index of each folder to the pages in it", () => {
    const [own, deeper] = [globSync("docs/*.md", { cwd: PROJECT }), globSync("docs/*/*.md", { cwd: PROJECT })];
    const indexes = globSync("docs/*/README.md", { cwd: PROJECT });
    const reached = new Set(["docs/README.md", ...linkedFrom("docs/README.md")]);
    assert.deepEqual(
      [...own, ...indexes].filter((page) => !reached.has(page)),
      [],
    );
    const listed = new Set(indexes.flatMap((index) => [index, ...linkedFrom(index)]));
    assert.deepEqual(
      deeper.filter((page) => !listed.has(page)),
      [],
    );
  });
});
