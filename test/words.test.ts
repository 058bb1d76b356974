import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";

import { type Node, parsed, textOf } from "./support/words/expressions.ts";
import { wrongIn } from "./support/words/wording.ts";

const ROOT = join(import.meta.dirname, "..");
/** SQL, and sentences that are answered as they always were. */
const LEFT_OUT = /^server\/(?:platform\/db\/listing|resources\/visit-types\/fields\.ts)/;

/** A text, or a template with what is put in as `${…}`. */
const written = (text: string, node: Node): string | undefined =>
  node.type === "TemplateLiteral" ? text.slice(node.start + 1, node.end - 1).replaceAll("\\`", "`") : textOf(node);

/** The sentences of the server: errors, answers, what a start or a restore says, the help of metrics. */
const sentences = (): { at: string; said: string }[] =>
  globSync("server/**/*.ts", { cwd: ROOT })
    .filter((path) => !LEFT_OUT.test(path))
    .toSorted()
    .flatMap((path) => {
      const { text, nodes } = parsed(path);
      const said = nodes.map((node) => written(text, node)).filter((one) => one !== undefined);
      return said.filter((one) => / \S.*\.$/s.test(one)).map((one) => ({ at: path, said: one }));
    });

/** The texts for people in a description of the API, by where they are. */
const described = (of: unknown, at = ""): { at: string; said: string }[] =>
  Object.entries(Object(of)).flatMap(([key, value]) => {
    const isSaid = typeof value === "string" && ["summary", "description", "x-expected"].includes(key);
    if (isSaid) return [{ at, said: value }];
    return /^examples?$/.test(key) || typeof value !== "object" ? [] : described(value, `${at}/${key}`);
  });

const wrong = (all: readonly { at: string; said: string }[]): string[] =>
  all.flatMap(({ at, said }) => wrongIn(said).map((one) => `${at}: ${one}`));

describe("the words that the server says (docs/glossary.md)", () => {
  it("its sentences have none of the wordings that are not ours", () => {
    const all = sentences();
    assert.ok(all.length > 300, String(all.length));
    assert.deepEqual(wrong(all), []);
  });

  it("nor has the description of the API", () => {
    const all = described(JSON.parse(readFileSync(join(ROOT, "docs/openapi.json"), "utf8")));
    assert.ok(all.length > 500, String(all.length));
    assert.deepEqual([...new Set(wrong(all))], []);
  });

  it("a wording that comes back is found, and one in code is not", () => {
    assert.equal(wrongIn("The receiver answered; try again.").length, 2);
    assert.equal(wrongIn("`licence_plate` and `id` of ${devices} were read.").length, 0);
  });
});
