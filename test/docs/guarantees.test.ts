import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";

const PROJECT = join(import.meta.dirname, "../..");
const page = readFileSync(join(PROJECT, "docs/guarantees.md"), "utf8");
const [, ...sections] = page.split(/^## /m);
const items = sections.flatMap((section) => section.split(/^- /m).slice(1));

const ITEM = /^\*\*[A-Z`][^]+?\.\*\*\s(?<figure>[^]+?)\n {2}`npm run test:promises -- (?<files>[^`]+)`\s*$/;

describe("docs/guarantees.md", () => {
  it("has eight headings with three guarantees at least", () => {
    assert.equal(sections.length, 8);
    for (const section of sections) assert.ok(section.split(/^- /m).length > 3, section.split("\n", 1)[0]);
    assert.ok(items.length >= 45, String(items.length));
  });

  it("each is a sentence, a figure, and a command that runs tests which are there", () => {
    for (const item of items) {
      const { figure = "", files = "" } = ITEM.exec(item)?.groups ?? assert.fail(item);
      assert.match(figure, /\d/, item);
      for (const file of files.split(" ")) {
        assert.match(file, /^test\/.+\.test\.ts$/, item);
        assert.ok(existsSync(join(PROJECT, file)), file);
      }
    }
  });
});
