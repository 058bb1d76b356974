import { asksForHelp, readArguments } from "./lib/arguments.ts";
import { EXIT, Failure, wrongUsage } from "./lib/command.ts";
import { type CommandEntry, commands } from "./commands.ts";
import { commandHelp, groupHelp, overview, version } from "./help.ts";
import { print, styled, printToStderr } from "./lib/output.ts";
import { didYouMean } from "./lib/did-you-mean.ts";

/** First words that are not commands on their own. */
const groups = new Set(
  commands
    .map(({ name }) => name.split(" "))
    .flatMap(([first = "", second]) => (second && !commands.some(({ name }) => name === first) ? [first] : [])),
);

const findEntry = (words: readonly string[]): CommandEntry | undefined =>
  commands.find(({ name }) => name === words.slice(0, name.split(" ").length).join(" "));

const unknown = (words: readonly string[]): Failure => {
  const [first = ""] = words;
  if (first.startsWith("-")) return wrongUsage(`Put options after the command: node bin/foyer.mjs COMMAND ${first}`);
  const names = commands.map(({ name }) => name);
  const two = words.slice(0, 2).join(" ");
  const said = groups.has(first) ? two : first;
  return wrongUsage(`Unknown command "${said}".${didYouMean(two, names) || didYouMean(first, [...names, ...groups])}`);
};

const help = async (words: readonly string[]): Promise<number> => {
  const [first] = words;
  const entry = findEntry(words);
  if (entry !== undefined) {
    const { command } = await entry.load();
    print(commandHelp(entry.name, command));
  } else if (first === undefined) print(overview());
  else if (groups.has(first) && words[1] === undefined) print(groupHelp(first));
  else throw unknown(words);
  return EXIT.done;
};

const run = async (args: string[]): Promise<number | undefined> => {
  const [first] = args;
  if (first === undefined || first === "help") return help(args.slice(1));
  if (first === "--version" || first === "-v") {
    print(version());
    return EXIT.done;
  }
  if (asksForHelp(args)) return help(args.filter((arg) => !arg.startsWith("-")));
  if (groups.has(first) && args[1] === undefined) {
    printToStderr(groupHelp(first));
    return EXIT.usage;
  }
  const entry = findEntry(args);
  if (entry === undefined) throw unknown(args);
  const rest = args.slice(entry.name.split(" ").length);
  const { command } = await entry.load();
  return command.run(readArguments(command, rest));
};

/** What went wrong and what to do; undefined if the error is unexpected. */
const wordsOf = async (error: unknown): Promise<{ words: string | undefined; code: number }> => {
  if (error instanceof Failure) return { words: error.message, code: error.code };
  const { explainFailure } = await import("./lib/explain-failure.ts");
  return explainFailure(error);
};

const complain = (words: string, code: number, args: readonly string[]): void => {
  printToStderr(`${styled("red", "foyer:", process.stderr)} ${words}`);
  if (code !== EXIT.usage) return;
  const entry = findEntry(args);
  printToStderr(
    entry === undefined ? "See: node bin/foyer.mjs --help" : `See: node bin/foyer.mjs ${entry.name} --help`,
  );
};

/** Runs one command line. @returns the exit code, or undefined if the process continues */
const main = async (args: string[]): Promise<number | undefined> => {
  try {
    return await run(args);
  } catch (error) {
    const { words, code } = await wordsOf(error);
    if (words === undefined) throw error;
    complain(words, code, args);
    return code;
  }
};

// The reader of the output may stop early (| head).
process.stdout.on("error", (error) => {
  if (Reflect.get(error, "code") !== "EPIPE") throw error;
});
process.exitCode = await main(process.argv.slice(2));
