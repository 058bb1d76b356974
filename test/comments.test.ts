import assert from "node:assert/strict";
import { globSync, readFileSync } from "node:fs";
import { basename, join } from "node:path";
import { describe, it } from "node:test";

import { parseSync } from "vite";

const ROOT = join(import.meta.dirname, "..");
const SOURCES = "{server,shared,cli,demo,web,client,bench,bin,test}/**/*.{ts,tsx,mjs,js}";
/** Words that leave out the role: visitor, host, receptionist, administrator, caller, client, reader, process. */
const ROLELESS = /\b(?:somebody|nobody|whoever|anybody|everybody|something|someone)\b/i;
/** An account of the operating system. */
const ACCOUNT = /\baccount nobody\b/;
const TEST_NAME = /\b(?:describe|it)\(\s*(["'`])((?:(?!\1)[^\\]|\\.)*)\1/gs;

/** The lines of comments, and of the names of tests, that leave out the role. */
const rolelessIn = (path: string, text: string): string[] => {
  const built = path.includes("/dist/");
  if (built || !ROLELESS.test(text)) return [];
  const comments = parseSync(path, text).comments.map(({ value }) => value);
  const names = [...text.matchAll(TEST_NAME)].map(([, , name = ""]) => name);
  return [...comments, ...(path.startsWith("test/") ? names : [])]
    .flatMap((written) => written.split("\n"))
    .filter((line) => ROLELESS.test(line.replace(ACCOUNT, "")))
    .map((line) => `${path}: ${line.trim()}`);
};

const FILE_NAME = /(?<![\w.*>-])[a-z\d][\w.-]*\.(?:tsx?|sql)\b/g;

/** The files that comments name. */
const filesNamedIn = (path: string, text: string): string[] =>
  parseSync(path, text).comments.flatMap(({ value }) => value.match(FILE_NAME) ?? []);

/** Put together, so that it is no name of a test of this file. */
const NAMED = ["it(", '"tells nobody",'].join("");

describe("comments and the names of tests", () => {
  it("name the role", () => {
    const found = globSync(SOURCES, { cwd: ROOT }).flatMap((path) =>
      rolelessIn(path, readFileSync(join(ROOT, path), "utf8")),
    );
    assert.deepEqual(found, []);
  });

  it("a comment and a name that leave it out are found, a text and an account are not", () => {
    assert.equal(rolelessIn("server/a.ts", '/** For whoever\n * asks. */\nconst a = "Somebody";').length, 1);
    assert.equal(rolelessIn("test/a.test.ts", `${NAMED} () => {}); // Someone`).length, 2);
    assert.deepEqual(rolelessIn("server/a.ts", "// Runs as the account nobody.\nexport const nobody = 1;"), []);
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
