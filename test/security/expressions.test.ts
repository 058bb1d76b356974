import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { before, describe, it } from "node:test";

import { type Expression, expressions, MADE, written } from "../support/words/expressions.ts";

/**
 * Those that were judged, one a line: judging takes about 100 ms each, so only what is not here is judged. FOYER_LONG=1 judges all
 * and writes the list anew.
 */
const LIST = join(import.meta.dirname, "expressions.txt");
const isLong = process.env["FOYER_LONG"] === "1";
const TIMEOUT_MS = 30_000;

type Judge = (one: Pick<Expression, "source" | "flags">) => string;

const makeJudge = async (): Promise<Judge> => {
  // The program written in JavaScript, not the one for this system that may be beside it.
  process.env["RECHECK_BACKEND"] = "pure";
  const { checkSync } = await import("recheck");
  return ({ source, flags }) => checkSync(source, flags, { timeout: TIMEOUT_MS }).status;
};

let judge: Judge;
before(async () => {
  judge = await makeJudge();
});

describe("regular expressions take time in proportion to the text (threat model)", () => {
  const all = expressions();
  const listed = readFileSync(LIST, "utf8")
    .split("\n")
    .filter((line) => line !== "");

  it("every one of the sources is judged safe", () => {
    assert.ok(all.length > 300, String(all.length));
    const known: ReadonlySet<string> = new Set(isLong ? [] : listed);
    const fresh = new Map(all.filter((one) => !known.has(written(one))).map((one) => [written(one), one]));
    const unsafe = new Set([...fresh].filter(([, one]) => judge(one) !== "safe").map(([text]) => text));
    assert.deepEqual(
      all.filter((one) => unsafe.has(written(one))).map((one) => `${one.at} ${written(one)}`),
      [],
    );
    if (isLong) writeFileSync(LIST, `${[...fresh.keys()].toSorted().join("\n")}\n`);
  });

  it("what is made while the program runs is still made there", () => {
    const used = Object.keys(MADE).filter((key) => {
      const [path = "", ...rest] = key.split(" ");
      return readFileSync(join(import.meta.dirname, "../..", path), "utf8").includes(rest.join(" "));
    });
    assert.deepEqual(used, Object.keys(MADE));
  });

  it("the judge knows those that were found", () => {
    const verdict = (pattern: RegExp): string => judge(pattern);
    for (const found of [/^(?:a+)+$/, /0+$/, /%.*$/]) assert.equal(verdict(found), "vulnerable", found.source);
  });
});
