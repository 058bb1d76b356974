import { type Command, EXIT } from "./command.ts";
import type { Finding, Level } from "./doctor/check.ts";
import { examine } from "./doctor/examine.ts";
import { print, printJson, styled, wrap } from "./output.ts";

const MARKS: Readonly<Record<Level, { mark: string; style: Parameters<typeof styled>[0]; plural: string }>> = {
  ok: { mark: "✓", style: "green", plural: "" },
  advice: { mark: "i", style: "cyan", plural: "pieces of advice" },
  warning: { mark: "!", style: "yellow", plural: "warnings" },
  problem: { mark: "✗", style: "red", plural: "problems" },
};

const COLUMNS = 80;

const report = (findings: readonly Finding[]): void => {
  const width = Math.max(...findings.map(({ name }) => name.length)) + 6;
  const indent = " ".repeat(width);
  for (const { name, level, found, fix } of findings) {
    const { mark, style } = MARKS[level];
    const lines = [...wrap(found, COLUMNS - width), ...(fix === undefined ? [] : wrap(`→ ${fix}`, COLUMNS - width))];
    const [first = "", ...more] = lines;
    print(`  ${styled(style, mark)} ${name.padEnd(width - 4)}${first}`);
    for (const line of more) print(indent + line);
  }
};

const summary = (findings: readonly Finding[]): string => {
  const counts = (["problem", "warning", "advice"] as const)
    .map((level) => ({ level, n: findings.filter((finding) => finding.level === level).length }))
    .filter(({ n }) => n > 0)
    .map(({ level, n }) => `${n} ${n === 1 ? (level === "advice" ? "piece of advice" : level) : MARKS[level].plural}`);
  return counts.length === 0 ? "All is well." : `${counts.join(", ")}.`;
};

export const doctor: Command = {
  operands: [],
  about: [
    "Checks settings, machine, database, addresses, certificate and mail server as the service would use them, and names the fix for what it finds. It changes nothing and shows no secret; it may be run beside the service. Run it with the service's environment.",
    "✗ a problem keeps Foyer from working, ! a warning will hurt, i is advice. The exit code is 1 when there is a problem.",
  ],
  options: { json: { about: "as JSON: [{ name, level: ok|advice|warning|problem, found, fix }]" } },
  examples: ["node bin/foyer.mjs doctor", "node bin/foyer.mjs doctor --json"],
  run: async (given) => {
    const { findings, late } = await examine(process.env, Date.now());
    if (given.has("json")) printJson(findings);
    else {
      report(findings);
      print(`\n${summary(findings)}`);
    }
    const code = findings.some(({ level }) => level === "problem") ? EXIT.failed : EXIT.done;
    // What did not end in time would keep the process alive.
    if (late) process.exit(code);
    return code;
  },
};
