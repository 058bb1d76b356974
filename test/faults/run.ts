// node bin/run.mjs test/faults/run.ts [NAME… | FILE.test.ts…] [--long] [--part 1/5]: runs fault scripts and prints their figures.
import { spawn } from "node:child_process";
import { join } from "node:path";
import { parseArgs } from "node:util";

import { PROMISED_SIZE, SIZE_VARIABLE } from "../support/run/size.ts";

const PROJECT = join(import.meta.dirname, "../..");
/** The scripts by name, with the promise each proves. */
const SCRIPTS: Readonly<Record<string, string>> = {
  kill: "test/service/kill.test.ts", // 11
  disk: "test/faults/disk.test.ts", // 12
  database: "test/faults/database.test.ts", // 13
  outgoing: "test/faults/outgoing.test.ts", // 13
  shutdown: "test/service/shutdown.test.ts", // 14
  restarts: "test/faults/restarts.test.ts", // 14
  hostile: "test/faults/hostile.test.ts", // 15
};

type Outcome = { name: string; passed: number; failed: number };

const countIn = (text: string, what: string): number => Number(new RegExp(`^ℹ ${what} (\\d+)$`, "m").exec(text)?.[1]);

/** Runs one script, passing on what it says. */
const runScript = async (name: string, file: string, env: Record<string, string>): Promise<Outcome> => {
  const child = spawn(process.execPath, [join(PROJECT, "test/run.ts"), file], {
    cwd: PROJECT,
    env: { ...process.env, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  for await (const chunk of child.stdout.setEncoding("utf8")) {
    process.stdout.write(String(chunk));
    said += String(chunk);
  }
  const [passed, failed] = [countIn(said, "pass"), countIn(said, "fail") + countIn(said, "cancelled")];
  // A run that ended before its summary has passed nothing.
  return Number.isNaN(passed + failed) ? { name, passed: 0, failed: 1 } : { name, passed, failed };
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { long: { type: "boolean" }, part: { type: "string" } },
});
const names = positionals.length > 0 ? positionals : Object.keys(SCRIPTS);
const env: Record<string, string> = {
  ...(values.long === true ? { FOYER_LONG: "1" } : { [SIZE_VARIABLE]: PROMISED_SIZE }),
  ...(values.part === undefined ? {} : { FOYER_PART: values.part }),
};
const outcomes: Outcome[] = [];
for (const name of names) {
  const file = SCRIPTS[name] ?? (name.endsWith(".test.ts") ? name : undefined);
  if (file === undefined) throw new Error(`There is no ${name}; there are ${Object.keys(SCRIPTS).join(", ")}.`);
  outcomes.push(await runScript(name, file, env));
}
const failed = outcomes.reduce((sum, outcome) => sum + outcome.failed, 0);
for (const outcome of outcomes)
  process.stdout.write(`${outcome.name}: ${outcome.passed} passed, ${outcome.failed} failed\n`);
process.stdout.write(`${outcomes.reduce((sum, { passed }) => sum + passed, 0)} passed, ${failed} failed\n`);
process.exitCode = failed > 0 ? 1 : 0;
