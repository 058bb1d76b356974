import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, it } from "node:test";

import { pathsOf, readSteps } from "../support/worked-examples.ts";

const PROJECT = join(import.meta.dirname, "../..");
const ROW = /^\| \[(?<change>[^\]]+)\]\(docs\/worked-examples\.md#[\w-]+\) +\| (?<files>\d+) /gm;

/** How many files of code each change may take, beside texts, documents and tests. */
const CODE_FILES_MAX: Record<string, number> = {
  "a field of a visit": 3,
  "an endpoint": 4,
  "a page of the console": 2,
  "a language": 0,
  "an event": 2,
  "a channel": 2,
};

/** The files that a worked example changes or makes; of a language the catalogues that its command copies. */
const filesOf = async (change: string): Promise<string[]> => {
  const steps = (await readSteps(PROJECT)).filter(({ section }) => section.toLowerCase() === change);
  const named = steps.flatMap(({ path }) => (path === undefined ? [] : pathsOf(path)));
  const written = steps.flatMap(({ language, text }) =>
    language === "sh" ? [...text.matchAll(/> (\S+)$/gm)].map(([, path = ""]) => path) : [],
  );
  const catalogues = await readdir(join(PROJECT, "texts/en"));
  const copied = change === "a language" ? catalogues.map((name) => `texts/es/${name}`) : [];
  return [...new Set([...named, ...written, ...copied])];
};

const isCode = (path: string): boolean => /^(server|shared|web|cli)\//.test(path);

const contributing = await readFile(join(PROJECT, "CONTRIBUTING.md"), "utf8");
const rows = [...contributing.matchAll(ROW)].map(({ groups }) => groups);

describe("what a change costs (CONTRIBUTING.md)", () => {
  it("names each worked example", () => {
    assert.deepEqual(rows.map((row) => row?.["change"] ?? "").toSorted(), Object.keys(CODE_FILES_MAX).toSorted());
  });

  for (const row of rows) {
    const change = row?.["change"] ?? "";
    it(`${change}: as many files as its worked example has, and no more code than was decided`, async () => {
      const files = await filesOf(change);
      assert.equal(files.length, Number(row?.["files"]), files.join("\n"));
      const code = files.filter(isCode);
      assert.ok(code.length <= (CODE_FILES_MAX[change] ?? 0), code.join("\n"));
    });
  }
});
