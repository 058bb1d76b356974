import { type Command, EXIT } from "../lib/command.ts";
import { countOf } from "../../server/platform/lib/text/count-of.ts";
import type { Finding, Level } from "../../server/jobs/system/checks/check.ts";
import { examine } from "./doctor/examine.ts";
import { print, printJson, styled, wrap } from "../lib/output.ts";

const MARKS: Readonly<Record<Level, { mark: string; style: Parameters<typeof styled>[0]; noun: string }>> = {
  ok: { mark: "✓", style: "green", noun: "" },
  advice: { mark: "i", style: "cyan", noun: "suggestion" },
  warning: { mark: "!", style: "yellow", noun: "warning" },
  problem: { mark: "✗", style: "red", noun: "problem" },
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
    .map(({ level, n }) => countOf(n, MARKS[level].noun));
  return counts.length === 0 ? "No problems found." : `${counts.join(", ")}.`;
};

export const command: Command = {
  operands: [],
  about: [
    "Checks the settings, machine, database, addresses, certificate and mail server the way Foyer uses them, and suggests a fix for each problem. It changes nothing, shows no secrets and can run while Foyer is running. Run it with the same environment as the server.",
    "✗ problem: Foyer can't work. ! warning: fix this soon. i suggestion. The exit code is 1 if there is a problem.",
  ],
  options: { json: { about: "as JSON: [{ name, level: ok|advice|warning|problem, found, fix }]" } },
  examples: ["node bin/foyer.mjs doctor", "node bin/foyer.mjs doctor --json"],
  run: async (given) => {
    const { findings, late } = await examine(process.env, Date.now());
    if (given.has("json")) printJson(findings.map(({ words: _words, ...finding }) => finding));
    else {
      report(findings);
      print(`\n${summary(findings)}`);
    }
    const code = findings.some(({ level }) => level === "problem") ? EXIT.failed : EXIT.done;
    // A check that did not end in time would keep the process alive.
    if (late) process.exit(code);
    return code;
  },
};
