import { readFileSync } from "node:fs";

import type { Command, Option } from "./lib/command.ts";
import { commands } from "./commands.ts";
import { definitions, wrap } from "./lib/output.ts";

const CODES = "Exit codes: 0 success, 1 failure, 2 incorrect usage, 3 not found.";
const HELP: readonly [string, string] = ["--help", "show this help"];

/** The version in package.json. */
export const version = (): string => {
  const text = readFileSync(new URL("../package.json", import.meta.url), "utf8");
  return String(Object(JSON.parse(text)).version);
};

const listed = (prefix: string, more: readonly (readonly [string, string])[] = []): string[] =>
  definitions([
    ...commands.filter(({ name }) => name.startsWith(prefix)).map(({ name, summary }) => [name, summary] as const),
    ...more,
  ]);

/** The output of `foyer --help`. */
export const overview = (): string =>
  [
    `Foyer ${version()}: self-hosted visitor management`,
    "",
    "Usage: node bin/foyer.mjs COMMAND [options]",
    "",
    ...listed("", [
      ["help COMMAND", "show help for a command (also: COMMAND --help)"],
      ["--version", "print the version"],
    ]),
    "",
    ...wrap(
      "Settings are environment variables: see .env.example. Results go to standard output, messages to standard error. Commands work whether or not Foyer is running.",
    ),
    CODES,
  ].join("\n");

/** The commands that begin with the same word, such as `user`. */
export const groupHelp = (group: string): string =>
  [
    `Usage: node bin/foyer.mjs ${group} COMMAND [options]`,
    "",
    ...listed(`${group} `),
    "",
    `For help with one: node bin/foyer.mjs ${group} COMMAND --help`,
  ].join("\n");

const term = (name: string, { value }: Option): string => (value === undefined ? `--${name}` : `--${name} ${value}`);

const usage = (name: string, { operands, options }: Command): string => {
  const entries = Object.entries(options);
  const required = entries.filter(([, option]) => option.required === true).map(([key, option]) => term(key, option));
  const rest = entries.length > required.length ? ["[options]"] : [];
  return ["Usage: node bin/foyer.mjs", name, ...operands, ...required, ...rest].join(" ");
};

const EXAMPLE_LENGTH_MAX = 78;

/** An example that can be pasted: a long one continues after a backslash, before an option. */
const exampleLines = (example: string): string[] => {
  const at = example.lastIndexOf(" --", EXAMPLE_LENGTH_MAX - 2);
  if (example.length <= EXAMPLE_LENGTH_MAX || at < 0) return [`  ${example}`];
  return [`  ${example.slice(0, at)} \\`, ...exampleLines(`  ${example.slice(at + 1)}`)];
};

/** The output of `foyer help COMMAND`. */
export const commandHelp = (name: string, command: Command): string =>
  [
    ...wrap(usage(name, command)),
    ...command.about.flatMap((paragraph) => ["", ...wrap(paragraph)]),
    "",
    "Options:",
    ...definitions([
      ...Object.entries(command.options).map(([key, option]) => [term(key, option), option.about] as const),
      HELP,
    ]),
    "",
    command.examples.length === 1 ? "Example:" : "Examples:",
    ...command.examples.flatMap(exampleLines),
    "",
    CODES,
  ].join("\n");
