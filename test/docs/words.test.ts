import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";

const PROJECT = join(import.meta.dirname, "../..");

/** Pages that were not rewritten by the glossary yet, and the changes of old versions. */
const NOT_YET = new Set(["docs/asvs.md", "docs/glossary.md"]);

/** What to write instead, and what is not written. */
const WORDINGS: readonly (readonly [write: string, not: RegExp])[] = [
  ["someone, anyone, people who", /\bwhoever\b|\b(?:some|every|any|no)body\b/i],
  ["email", /\be-mails?\b|\bmail(?:s|ed|ing)?\b(?! server)/i],
  ["isn't a …", /\b(?:this|that|it|these|those|which) (?:is|are) no (?!longer\b|more\b)/i],
  ["is, is in, is shown", /\b(?:stands?|lies?|lay)\b/i],
  ["offline", /\bwithout (?:a |the )?network\b/i],
  ["entrance, reception", /\bentry points?\b|\bat the (?:door|desk)\b/i],
  ["Foyer, the server, the API", /\bthe (?:service(?! manager)|interface)\b/i],
  ["setup", /\bset-up\b/i],
  ["immediately, in the meantime, automatically", /\bat once\b|\bmeanwhile\b|\bby (?:it|them)sel(?:f|ves)\b/i],
  ["continue, keep …ing", /\bgo(?:es)? on\b/i],
  ["can, must, might", /\bmay\b(?! or may not\b| not have\b)/],
  ["can't", /\bcannot\b/i],
  ["turn on, turn off", /\bswitch(?:ed|es)? (?:\w+ )?(?:on|off)\b/i],
  ["endpoint", /\breceivers?\b/i],
  ["British spelling", /\blicen[cs]e plate|\bmisspelled\b|\bcolor\b|\brecogniz|\borganiz/i],
];

/** The sentences of a page, without what is typed, called or linked to. */
const proseOf = (path: string): string =>
  readFileSync(join(PROJECT, path), "utf8")
    .replaceAll(/^ *```[^]*?^ *```$/gm, "")
    .replaceAll(/^#?[A-Z_]+=.*$/gm, "")
    .replaceAll(/`[^`]*`/g, "…")
    .replaceAll(/\]\([^)]*\)/g, "]")
    .replaceAll(/\S*[./]\S*\.(?:ts|mjs|md|yml)\b|mail test ADDRESS/g, "…")
    .replaceAll(/\n[#>]? */g, " ");

const wrongIn = (path: string): string[] => {
  const prose = proseOf(path);
  return WORDINGS.flatMap(([write, not]) =>
    [...prose.matchAll(new RegExp(not, `${not.flags}g`))].map(
      ({ 0: found, index }) =>
        `${path}: write "${write}", not "${found}": ${prose.slice(Math.max(0, index - 40), index + 40)}`,
    ),
  );
};

describe("the words of the documentation (docs/glossary.md)", () => {
  const pages = globSync(["*.md", "docs/**/*.md", "client/*.md", ".env.example"], {
    cwd: PROJECT,
  }).toSorted();

  it("has none of the wordings that the glossary replaces", () => {
    assert.ok(pages.length > 25, String(pages.length));
    assert.deepEqual(
      pages.filter((path) => !NOT_YET.has(path)).flatMap((path) => wrongIn(path)),
      [],
    );
  });

  it("still needs every exception", () => {
    for (const path of NOT_YET) assert.ok(wrongIn(path).length > 0, path);
  });
});
