import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, it } from "node:test";
import { promisify } from "node:util";

import { findOrInstall, isRunnable } from "../support/run/debian.ts";
import { PROJECT } from "./dockerfile.ts";

const run = promisify(execFile);
const FOLDER = join(PROJECT, "deploy/prometheus");
const PROMTOOL = "/usr/bin/promtool";
const TRIES = ["alerts.test.yml", "alerts-days.test.yml"];

const promtool = async (...args: string[]): Promise<string> => {
  const find = async (): Promise<string | undefined> => ((await isRunnable(PROMTOOL)) ? PROMTOOL : undefined);
  const missing = "deploy/prometheus is tried with promtool. Install it (Debian: apt-get install prometheus).";
  return (await run(await findOrInstall(find, missing, "prometheus"), args, { cwd: FOLDER })).stdout;
};

describe("deploy/prometheus/alerts.yml", () => {
  it("is taken by promtool", async () => {
    assert.match(await promtool("check", "rules", "alerts.yml"), /SUCCESS/);
  });

  it("each alert is silent before what it is for, fires after it, and all are silent at a healthy site", async () => {
    assert.match(await promtool("test", "rules", ...TRIES), /SUCCESS/);
  });

  it("none is without such a try", async () => {
    const [rules = "", ...files] = await Promise.all(
      ["alerts.yml", ...TRIES].map((name) => readFile(join(FOLDER, name), "utf8")),
    );
    const tries = files.join("\n");
    const names = [...rules.matchAll(/alert: (\w+)/g)].map(([, name = ""]) => name);
    assert.ok(names.length >= 20);
    for (const name of names) {
      const asked = `alertname="${name}",alertstate="firing"}\\)',?\\s+eval_time: \\w+,?\\s+exp_samples:\\s*\\[`;
      assert.match(tries, new RegExp(`${asked}\\]`), `${name} is not seen silent`);
      assert.match(tries, new RegExp(`${asked}\\s*\\{ labels: '{alertname="${name}"`), `${name} is not seen firing`);
    }
  });
});
