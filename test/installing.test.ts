import assert from "node:assert/strict";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";

import { runApt } from "./support/run/debian.ts";

let folder = "";
before(async () => void (folder = await mkdtemp(join(tmpdir(), "foyer-apt-"))));
after(() => rm(folder, { recursive: true, force: true }));

/** A program that writes down each of its calls; it fails with these words for the first ones. */
const makeProgram = async (name: string, { words, failures }: { words: string; failures: number }): Promise<string> => {
  const program = join(folder, name);
  const lines = ["#!/bin/sh", `echo "$*" >> "$0.calls"`, `[ $(wc -l < "$0.calls") -gt ${failures} ] && exit 0`];
  await writeFile(program, [...lines, `echo "${words}" >&2`, "exit 100", ""].join("\n"), { mode: 0o755 });
  return program;
};
const callsOf = async (program: string): Promise<string[]> =>
  (await readFile(`${program}.calls`, "utf8")).trim().split("\n");

describe("installing what the tests need (test/support/run/debian.ts)", () => {
  for (const [name, words] of [
    ["lists", "E: Could not get lock /var/lib/apt/lists/lock. It is held by process 4711 (apt-get)"],
    ["packages", "E: Unable to acquire the dpkg frontend lock (/var/lib/dpkg/lock-frontend)"],
  ] as const)
    it(`waits while another apt-get holds the lock of the ${name}`, async () => {
      const program = await makeProgram(name, { words, failures: 1 });
      await runApt(["update", "-q"], program);
      assert.deepEqual(await callsOf(program), ["update -q", "update -q"]);
    });

  it("fails at once for any other reason, and says which", async () => {
    const program = await makeProgram("unknown", { words: "E: Unable to locate package fayer", failures: 9 });
    await assert.rejects(runApt(["install", "fayer"], program), /Unable to locate package fayer/);
    assert.deepEqual(await callsOf(program), ["install fayer"]);
  });
});
