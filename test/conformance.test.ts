import assert from "node:assert/strict";
import { glob, readFile } from "node:fs/promises";
import { describe, it } from "node:test";

import { readSections } from "./support/words/citations.ts";

/** The sections of docs/interface that have no others in them. */
const SECTIONS = [...readSections(".").interface].filter(
  (section, _, all) => !all.some((other) => other.startsWith(`${section}.`)),
);

type Row = { section: string; files: string[]; later: boolean };

const readRow = (line: string): Row | undefined => {
  const [, section, , proof] = line.split("|").map((cell) => cell.trim());
  if (section === undefined || proof === undefined || !/^\d/.test(section)) return undefined;
  return {
    section,
    files: [...proof.matchAll(/`(test\/[^`]+)`/g)].map((match) => match[1] ?? ""),
    later: proof.includes("later"),
  };
};

const readMap = async (): Promise<Row[]> =>
  (await readFile("docs/conformance.md", "utf8")).split("\n").flatMap((line) => readRow(line) ?? []);

/** The sections that the names of a file's tests say they prove: "(interface 4.2)", "interface 5.3, 5.6". */
const sectionsNamedIn = (source: string): Set<string> => {
  const names = [...source.matchAll(/\b(?:describe|it)\(\s*(["'`])((?:(?!\1)[^\\]|\\.)*)\1/gs)].map(
    (match) => match[2] ?? "",
  );
  const lists = names.flatMap((name) => [
    ...name.matchAll(/interface ((?:\d+(?:\.\d+)?a?(?:, (?:and )?| and | to )?)+)/g),
  ]);
  return new Set(lists.flatMap((match) => (match[1] ?? "").match(/\d+(?:\.\d+)?a?/g) ?? []));
};

const readNamed = async (): Promise<Map<string, Set<string>>> => {
  const named = new Map<string, Set<string>>();
  for await (const file of glob("test/**/*.test.ts")) named.set(file, sectionsNamedIn(await readFile(file, "utf8")));
  return named;
};

/** A section of two parts is proven by a test that names it or the section it is in: 5 covers 5.3. */
const proves = (named: Set<string> | undefined, section: string): boolean =>
  named !== undefined && (named.has(section) || named.has(section.split(".")[0] ?? ""));

describe("docs/conformance.md", () => {
  it("has one row for every section of the specification", async () => {
    assert.deepEqual(
      (await readMap()).map(({ section }) => section),
      SECTIONS,
    );
  });

  it("names a proof for every section, or says that it comes later", async () => {
    for (const { section, files, later } of await readMap())
      assert.ok(files.length > 0 || later, `${section} has no test`);
  });

  it("names only tests that say which section they prove", async () => {
    const named = await readNamed();
    for (const { section, files } of await readMap())
      for (const file of files)
        assert.ok(proves(named.get(file), section), `${file} has no test named for interface ${section}`);
  });

  it("lists every test that names a section", async () => {
    const rows = new Map((await readMap()).map(({ section, files }) => [section, files]));
    for (const [file, sections] of await readNamed())
      for (const section of sections) {
        const inside = [...rows].filter(([key]) => key === section || key.startsWith(`${section}.`));
        assert.ok(inside.length > 0, `${file} names interface ${section}, which does not exist`);
        assert.ok(
          inside.some(([, files]) => files.includes(file)),
          `interface ${section} does not list ${file}`,
        );
      }
  });
});
