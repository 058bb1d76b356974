import assert from "node:assert/strict";
import { globSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";

import { commands } from "../../cli/commands.ts";
import { countOf } from "../../server/platform/lib/text/count-of.ts";
import { type Node, parsed, textOf } from "../support/words/expressions.ts";
import { wrongIn } from "../support/words/wording.ts";

const PROJECT = join(import.meta.dirname, "../..");

/** Right here: a command by its name, people's devices that trust a certificate, and what remains as it is. */
const RIGHT = [/\bmail test\b/, /\b[Dd]evices?\b/g, /stays (?:the same|there)/, /goes (?:to|in) /];

/** A text, or a template with what is put in as it is written. */
const written = (text: string, node: Node): string | undefined =>
  node.type === "TemplateLiteral" ? text.slice(node.start + 1, node.end - 1) : textOf(node);

/** The phrases of a file, not its statements for the database. */
const saidIn = (path: string): string[] => {
  const { text, nodes } = parsed(path);
  return nodes
    .map((node) => written(text, node))
    .filter((said) => said !== undefined)
    .filter((said) => / \S+ /.test(said) && !/^\s*(?:select|case|with) /.test(said));
};

const wrong = (at: string, texts: readonly string[]): string[] =>
  texts
    .flatMap((text) => wrongIn(RIGHT.reduce((rest, right) => rest.replace(right, "…"), text)))
    .map((one) => `${at}: ${one}`);

describe("the words of the command line (docs/glossary.md)", () => {
  it("the help of every command has none of the wordings that the glossary replaces", async () => {
    for (const entry of commands) {
      const { command } = await entry.load();
      const abouts = Object.values(command.options).map(({ about }) => about);
      assert.deepEqual(wrong(entry.name, [entry.summary, ...command.about, ...abouts]), []);
    }
  });

  it("nor has what commands and the doctor say", () => {
    const paths = globSync(["cli/**/*.ts", "bin/*.mjs"], { cwd: PROJECT }).toSorted();
    const said = paths.map((path) => ({ path, texts: saidIn(path) }));
    assert.ok(said.flatMap(({ texts }) => texts).length > 200);
    assert.deepEqual(
      said.flatMap(({ path, texts }) => wrong(path, texts)),
      [],
    );
  });

  it("counts one of a thing in the singular, and thousands with commas", () => {
    assert.deepEqual(
      [0, 1, 1204].map((n) => countOf(n, "visit")),
      ["0 visits", "1 visit", "1,204 visits"],
    );
    assert.equal(countOf(2, "entry", "entries"), "2 entries");
  });
});
