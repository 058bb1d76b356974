import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, it } from "node:test";

import { parseSync } from "vite";

const ROOT = join(import.meta.dirname, "..");
const SOURCES = "{server,shared,cli,demo,web,client,dev,deploy,bench,bin,test}/**/*.{ts,tsx,mjs,js}";

/** What a comment or the name of a test does not say: what to write instead, the pattern, and where it is right. */
const ODD: readonly (readonly [write: string, pattern: RegExp, except?: RegExp])[] = [
  // Words that leave out the role: visitor, host, receptionist, administrator, caller, client, reader, process.
  [
    "the role",
    /\b(?:somebody|nobody|whoever|anybody|everybody|something|someone)\b/i,
    // An account of the operating system.
    /\baccount nobody\b/,
  ],
  ["isn't one, is invalid", /\b(?:is|are|was|were) none\b(?! of)/i, /\bthere (?:is|are|was|were) none/gi],
  ["isn't a", /\b(?:this|that|it|what|which) (?:is|are) no (?!longer\b)/i],
  ["this many, that long", /\bso (?:many|much|long|few|large)\b(?! (?:that|as)\b)/i],
  ["forever, permanently", /\bfor (?:ever|good)\b/i],
  ["in progress", /\bunder way\b/i],
  ["email", /\be-mail/i],
  ["can't", /\bcannot\b/i, /oxlint-disable.*/],
  ["as the API returns it", /\bas (?:it is|they are) answered\b/i],
  ["offline", /\bwithout (?:a )?network\b/i],
  ["turn on, turn off", /\bswitch(?:ed|es)? (?:on|off)\b/i],
  ["unchanged", /\bas (?:it stands|they stand)\b/i],
  ["everything, all of them", /\bwhat(?:ever)? there is\b/i],
];
const TEST_NAME = /\b(?:describe|it)\(\s*(["'`])((?:(?!\1)[^\\]|\\.)*)\1/gs;

const oddIn = (written: string): string[] =>
  ODD.filter(([, pattern, except]) => pattern.test(except ? written.replace(except, "") : written)).map(
    ([write]) => write,
  );

/** The comments of a file as continuous text, and the names of its tests. */
const writtenIn = (path: string, text: string): string[] => {
  const names = [...text.matchAll(TEST_NAME)].map(([, , name = ""]) => name);
  const comments = parseSync(path, text).comments.map(({ value }) => value.replace(/\s*\n\s*\*?\s*/g, " ").trim());
  return [...comments, ...(path.startsWith("test/") ? names : [])];
};

const wrongIn = (path: string, text: string): string[] =>
  path.includes("/dist/")
    ? []
    : writtenIn(path, text).flatMap((written) =>
        oddIn(written).map((write) => `${path}: write "${write}": ${written}`),
      );

const FILE_NAME = /(?<![\w.*>-])[a-z\d][\w.-]*\.(?:tsx?|sql)\b/g;

/** The files that comments name. */
const filesNamedIn = (path: string, text: string): string[] =>
  parseSync(path, text).comments.flatMap(({ value }) => value.match(FILE_NAME) ?? []);

/** Concatenated, so that it isn't taken for the name of a test in this file. */
const NAMED = ["it(", '"tells nobody",'].join("");

describe("comments and the names of tests", () => {
  it("are plain English, and name the role", () => {
    const found = globSync(SOURCES, { cwd: ROOT }).flatMap((path) =>
      wrongIn(path, readFileSync(join(ROOT, path), "utf8")),
    );
    assert.deepEqual(found, []);
  });

  it("an odd comment and an odd name are found, a text and an account are not", () => {
    assert.equal(wrongIn("server/a.ts", '/** For whoever\n * asks. */\nconst a = "Somebody";').length, 1);
    assert.equal(wrongIn("server/a.ts", "/** A file that is\n * none, read without a\n * network. */").length, 2);
    assert.equal(wrongIn("test/a.test.ts", `${NAMED} () => {}); // Someone`).length, 2);
    assert.deepEqual(wrongIn("server/a.ts", "// Runs as the account nobody.\nexport const nobody = 1;"), []);
    assert.deepEqual(wrongIn("server/a.ts", "// Undefined: there is none."), []);
  });

  it("files that are named are there", () => {
    const names = new Set(
      globSync("{*,*/**/*}.{ts,tsx,sql}", { cwd: ROOT, exclude: ["node_modules", "dist"] }).map((path) =>
        basename(path),
      ),
    );
    const found = globSync(SOURCES, { cwd: ROOT }).flatMap((path) => {
      const gone = path.includes("/dist/") ? [] : filesNamedIn(path, readFileSync(join(ROOT, path), "utf8"));
      return gone.filter((name) => !names.has(name)).map((name) => `${path}: ${name}`);
    });
    assert.deepEqual(found, []);
    assert.deepEqual(filesNamedIn("a.ts", "// As in lib/time.ts, *.d.ts and b-c.test.tsx.\nf('no.ts');"), [
      "time.ts",
      "b-c.test.tsx",
    ]);
  });
});
