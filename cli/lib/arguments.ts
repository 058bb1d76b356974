import { parseArgs } from "node:util";

import { type Command, type CommandInput, wrongUsage } from "./command.ts";
import { didYouMean } from "./did-you-mean.ts";

type Values = Record<string, string | boolean | (string | boolean)[] | undefined>;

const givenOf = (operands: readonly string[], values: Values): CommandInput => ({
  operands,
  text: (name) => {
    const value = values[name];
    return typeof value === "string" ? value : undefined;
  },
  all: (name) => [values[name] ?? []].flat().filter((value) => typeof value === "string"),
  has: (name) => values[name] !== undefined,
});

const checkOperands = ({ operands }: Command, sent: readonly string[]): void => {
  const missing = operands[sent.length];
  if (missing?.startsWith("[") === false) throw wrongUsage(`${missing} is missing.`);
  const spare = sent[operands.length];
  if (spare === undefined) return;
  throw wrongUsage(
    operands.length === 0
      ? `Unexpected argument "${spare}".`
      : `Unexpected argument "${spare}". Put names with spaces in quotes.`,
  );
};

const checkRequired = ({ options }: Command, values: Values): void => {
  for (const [name, { required, value, about }] of Object.entries(options))
    if (required === true && values[name] === undefined) throw wrongUsage(`--${name} ${value} is missing: ${about}.`);
};

/** The errors of parseArgs, in our words. */
const reworded = (error: unknown, { options }: Command): unknown => {
  if (!(error instanceof Error)) return error;
  const [, sent = ""] = /'(-[^'\s]*)/.exec(error.message) ?? [];
  const code: unknown = Reflect.get(error, "code");
  if (code === "ERR_PARSE_ARGS_UNKNOWN_OPTION") {
    const known = [...Object.keys(options), "help"].map((name) => `--${name}`);
    return wrongUsage(`Unknown option ${sent}.${didYouMean(sent, known)}`);
  }
  if (code !== "ERR_PARSE_ARGS_INVALID_OPTION_VALUE") return error;
  const { value } = options[sent.slice(2)] ?? {};
  return wrongUsage(value === undefined ? `${sent} doesn't take a value.` : `${sent} needs a value: ${sent} ${value}`);
};

const checkOnce = ({ options }: Command, args: string[]): void => {
  const single = Object.keys(options).filter((name) => options[name]?.multiple !== true);
  const twice = single.find((name) => args.filter((arg) => arg.split("=", 1)[0] === `--${name}`).length > 1);
  if (twice !== undefined) throw wrongUsage(`--${twice} can only be given once.`);
};

/** Reads the arguments of a command. Errors: a Failure of wrong usage with a suggestion. */
export const readArguments = (command: Command, args: string[]): CommandInput => {
  const options = Object.fromEntries(
    Object.entries(command.options).map(([name, { value, multiple = false }]) => [
      name,
      { type: value === undefined ? ("boolean" as const) : ("string" as const), multiple },
    ]),
  );
  try {
    const { positionals, values } = parseArgs({ args, options, allowPositionals: true });
    checkOnce(command, args);
    checkOperands(command, positionals);
    checkRequired(command, values);
    return givenOf(positionals, values);
  } catch (error) {
    throw reworded(error, command);
  }
};

/** Whether the arguments ask for help, before anything is parsed; after `--` it would be an operand. */
export const asksForHelp = (args: readonly string[]): boolean => {
  const end = args.indexOf("--");
  return args.slice(0, end < 0 ? args.length : end).some((arg) => arg === "--help" || arg === "-h");
};
