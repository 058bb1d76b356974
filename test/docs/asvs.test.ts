import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { before, describe, it } from "node:test";

const PROJECT = join(import.meta.dirname, "../..");

/** The requirements of OWASP ASVS 5.0.0 by section: those of level 1, then, after a slash, those of level 2. */
const SECTIONS: Record<string, string> = {
  "1.1": "/1 2",
  "1.2": "1 2 3 4 5/6 7 8 9",
  "1.3": "1 2/3 4 5 6 7 8 9 10 11",
  "1.4": "/1 2 3",
  "1.5": "1/2",
  "2.1": "1/2 3",
  "2.2": "1 2/3",
  "2.3": "1/2 3 4",
  "2.4": "/1",
  "3.2": "1 2/",
  "3.3": "1/2 3 4",
  "3.4": "1 2/3 4 5 6",
  "3.5": "1 2 3/4 5",
  "3.7": "/1 2",
  "4.1": "1/2 3",
  "4.2": "/1",
  "4.3": "/1 2",
  "4.4": "1/2 3 4",
  "5.1": "/1",
  "5.2": "1 2/3",
  "5.3": "1 2/",
  "5.4": "/1 2 3",
  "6.1": "1/2 3",
  "6.2": "1 2 3 4 5 6 7 8/9 10 11 12",
  "6.3": "1 2/3 4",
  "6.4": "1 2/3 4",
  "6.5": "/1 2 3 4 5",
  "6.6": "/1 2 3",
  "6.8": "/1 2 3 4",
  "7.1": "/1 2 3",
  "7.2": "1 2 3 4/",
  "7.3": "/1 2",
  "7.4": "1 2/3 4 5",
  "7.5": "/1 2",
  "7.6": "/1 2",
  "8.1": "1/2",
  "8.2": "1 2/3",
  "8.3": "1/",
  "8.4": "/1",
  "9.1": "1 2 3/",
  "9.2": "1/2 3 4",
  "10.1": "/1 2",
  "10.2": "/1 2",
  "10.3": "/1 2 3 4",
  "10.4": "1 2 3 4 5/6 7 8 9 10 11",
  "10.5": "/1 2 3 4 5",
  "10.6": "/1 2",
  "10.7": "/1 2 3",
  "11.1": "/1 2",
  "11.2": "/1 2 3",
  "11.3": "1 2/3",
  "11.4": "1/2 3 4",
  "11.5": "/1",
  "11.6": "/1",
  "12.1": "1/2 3",
  "12.2": "1 2/",
  "12.3": "/1 2 3 4",
  "13.1": "/1",
  "13.2": "/1 2 3 4 5",
  "13.3": "/1 2",
  "13.4": "1/2 3 4 5",
  "14.1": "/1 2",
  "14.2": "1/2 3 4",
  "14.3": "1/2 3",
  "15.1": "1/2 3",
  "15.2": "1/2 3",
  "15.3": "1/2 3 4 5 6 7",
  "16.1": "/1",
  "16.2": "/1 2 3 4 5",
  "16.3": "/1 2 3 4",
  "16.4": "/1 2 3",
  "16.5": "/1 2 3",
  "17.1": "/1",
  "17.2": "/1 2 3 4",
  "17.3": "/1 2",
};

type Row = { id: string; asks: string; answer: string; how: string };

const ANSWERS = ["met", "partly", "not met", "n/a"];
const FILE = /`((?:server|web|cli|test|deploy|docs|migrations)\/[^`\s]+|Dockerfile|SECURITY\.md)`/g;

let text: string;
let rows: Row[];

const required = (): string[] =>
  Object.entries(SECTIONS).flatMap(([section, numbers]) =>
    numbers.split(/[/ ]/).flatMap((number) => (number === "" ? [] : [`${section}.${number}`])),
  );

/** The files that a text names: those of tests without their ending. */
const filesIn = (part: string): string[] =>
  [...part.matchAll(FILE)].map(([, file = ""]) => (/^test\/.*\/[^.]+$/.test(file) ? `${file}.test.ts` : file));

before(async () => {
  text = await readFile(join(PROJECT, "docs/asvs.md"), "utf8");
  rows = text
    .split("\n")
    .filter((line) => /^\| \d+\.\d+\.\d+ /.test(line))
    .map((line) => {
      const [, id = "", asks = "", answer = "", how = ""] = line.split(/(?<!\\)\|/).map((part) => part.trim());
      return { id, asks, answer, how };
    });
});

describe("docs/asvs.md", () => {
  it("has every requirement of levels 1 and 2 exactly once, in order", () => {
    const wanted = required();
    assert.equal(wanted.length, 253);
    assert.deepEqual(
      rows.map(({ id }) => id),
      wanted,
    );
  });

  it("every answer is one of four and says how or why; the sum at the top is right", () => {
    for (const { id, asks, answer, how } of rows) {
      assert.ok(ANSWERS.includes(answer), `${id}: ${answer}`);
      assert.ok(asks.length > 2 && how.length > 4, id);
    }
    const [met, partly, not, none] = ANSWERS.map((answer) => rows.filter((row) => row.answer === answer).length);
    const sum = `${met} met, ${partly} partly, ${not} not met, ${none} do not apply: ${rows.length} in all.`;
    assert.ok(text.includes(sum), sum);
  });

  it("what is met names a file, or a part of this page", () => {
    for (const { id, answer, how } of rows)
      if (answer === "met") assert.ok(filesIn(how).length > 0 || / below/.test(how), id);
  });

  it("every file that is named is there", () => {
    const files = new Set(filesIn(text));
    assert.ok(files.size > 100);
    for (const file of files) assert.ok(existsSync(join(PROJECT, file)), file);
  });

  it("every part of the page that an answer points to is there", () => {
    for (const [, title] of rows.flatMap(({ how }) => [...how.matchAll(/"([^"]+)" below/g)]))
      assert.ok(text.includes(`### ${title}\n`), title);
  });
});
