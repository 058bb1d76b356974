import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { describe, it } from "node:test";

import { NO_TERMINAL } from "../bin/fixture.ts";
import { COMPILED } from "../support/run/process.ts";
import { foyer, makeFolder, PROJECT } from "./foyer.ts";

/** Types the lines into a command that runs on a terminal; each when the question before it was asked. */
const type = async (command: string, env: Record<string, string>, answers: [question: RegExp, line: string][]) => {
  const child = spawn("script", ["-qec", command, "/dev/null"], {
    env: { PATH: process.env["PATH"], TERM: "xterm", ...COMPILED, ...env },
    stdio: ["pipe", "pipe", "inherit"],
  });
  const waiting = [...answers];
  let shown = "";
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    shown += text;
    if (waiting[0]?.[0].test(shown)) child.stdin.write(`${waiting.shift()?.[1]}\r`);
  });
  const [code] = await once(child, "exit");
  return { code, shown };
};

describe("foyer user add on a terminal", { skip: NO_TERMINAL }, () => {
  const PASSWORD = "typed-by-hand-é1";
  const add = `${process.execPath} ${join(PROJECT, "bin/foyer.mjs")} user add ann@example.org`;

  it(
    "0: asks twice without showing what is typed; two that differ change nothing (1)",
    { timeout: 30_000 },
    async () => {
      const env = { DATA_DIR: join(await makeFolder(), "data") };
      const differ = await type(add, env, [
        [/Password.*: /, PASSWORD],
        [/Again: /, `${PASSWORD}x`],
      ]);
      assert.equal(differ.code, 1);
      assert.match(differ.shown, /passwords don't match/);
      const good = await type(add, env, [
        [/Password.*: /, PASSWORD],
        [/Again: /, PASSWORD],
      ]);
      assert.equal(good.code, 0, good.shown);
      assert.match(good.shown, /can log in now as global_admin/);
      assert.ok(!`${good.shown}${differ.shown}`.includes("typed-by-hand"));
      const { stdout } = await foyer(["user", "list", "--json"], { env });
      assert.equal(JSON.parse(stdout).length, 1);
    },
  );
});
