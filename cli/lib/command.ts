/** An option of a command; with `value` it takes one, by that name in the help. */
export type Option = { value?: string; multiple?: boolean; required?: boolean; about: string };

/** The command line's arguments, already checked against the command's declaration. */
export type CommandInput = {
  operands: readonly string[];
  /** The value of an option that may be given once. */
  text(name: string): string | undefined;
  /** The values of an option that may be given several times. */
  all(name: string): readonly string[];
  has(name: string): boolean;
};

/** One command: its `--help`, and its action. */
export type Command = {
  /** Its operands in the usage line, such as `["EMAIL"]`; one in brackets, `["[FILE]"]`, is optional. */
  operands: readonly string[];
  /** Paragraphs of the help. */
  about: readonly string[];
  options: Readonly<Record<string, Option>>;
  examples: readonly string[];
  /** @returns the exit code; undefined if the process continues (the service) */
  run(given: CommandInput): Promise<number | undefined>;
};

/** Exit codes that scripts can rely on; the help lists them. */
export const EXIT = { done: 0, failed: 1, usage: 2, notFound: 3 } as const;

/** Ends a command with a sentence for its user and an exit code. */
export class Failure extends Error {
  readonly code: number;

  constructor(message: string, code: number = EXIT.failed) {
    super(message);
    this.code = code;
  }
}

/** Wrong usage: exit code 2, and a hint at the help. */
export const wrongUsage = (message: string): Failure => new Failure(message, EXIT.usage);

/** A record named on the command line does not exist: exit code 3. */
export const nothingFound = (message: string): Failure => new Failure(message, EXIT.notFound);
