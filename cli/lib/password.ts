import { randomInt } from "node:crypto";

import { GUESSABLE_MESSAGE, isGuessable } from "../../server/platform/auth/passwords/guessable-passwords.ts";
import { PASSWORD_LENGTH_MIN } from "../../server/platform/auth/passwords/passwords.ts";
import { type CommandInput, Failure, type Option, wrongUsage } from "./command.ts";
import { printToStderr } from "./output.ts";

/** The option of both `user add` and `user reset`. */
export const PASSWORD_STDIN: Option = { about: "read the password from the first line of standard input" };

/** How a password is chosen, for the help of both. */
export const ABOUT_PASSWORDS =
  "On a terminal, you're asked for the password twice. With --password-stdin, it's read from standard input. Otherwise, or if you enter nothing, Foyer generates a strong password and prints only that on standard output, once.";

/** Without 0 and O, 1, l and I: it may be read out over the telephone. 24 of these have 139 bits. */
const ALPHABET = "23456789abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ";
const GROUPS = 4;
const GROUP_LENGTH = 6;

const generate = (): string =>
  Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP_LENGTH }, () => ALPHABET[randomInt(ALPHABET.length)]).join(""),
  ).join("-");

const INTERRUPT = "\u0003";
const END = "\u0004";
const ERASE = new Set(["\u007f", "\b"]);

/** Reads a line from the terminal without showing it. */
const askHidden = (question: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const { stdin } = process;
    let typed = "";
    const finish = (settle: () => void): void => {
      stdin.off("data", readChunk);
      stdin.setRawMode(false);
      stdin.pause();
      printToStderr("");
      settle();
    };
    const readChunk = (chunk: Buffer): void => {
      for (const sign of chunk.toString("utf8")) {
        if (sign === INTERRUPT) return finish(() => reject(new Failure("Nothing was changed.", 130)));
        if (sign === "\r" || sign === "\n" || sign === END) return finish(() => resolve(typed));
        typed = ERASE.has(sign) ? Array.from(typed).slice(0, -1).join("") : typed + sign;
      }
    };
    // Before the prompt, so that even an immediate answer is hidden.
    stdin.setRawMode(true);
    stdin.on("data", readChunk);
    stdin.resume();
    process.stderr.write(question);
  });

const checked = async (password: string): Promise<string> => {
  if (password.length < PASSWORD_LENGTH_MIN)
    throw wrongUsage(`The password must have at least ${PASSWORD_LENGTH_MIN} characters.`);
  if (await isGuessable(password, [])) throw wrongUsage(GUESSABLE_MESSAGE);
  return password;
};

const askTwice = async (): Promise<string> => {
  const password = await askHidden("Password (leave empty to generate one): ");
  if (password === "") return "";
  await checked(password);
  if ((await askHidden("Again: ")) !== password) throw new Failure("The passwords don't match. Nothing was changed.");
  return password;
};

const readStdin = async (): Promise<string> => {
  const text = Buffer.concat(await Array.fromAsync(process.stdin as AsyncIterable<Buffer>)).toString("utf8");
  return checked(text.split(/\r?\n/, 1)[0] ?? "");
};

/** A password, and whether it was generated, so that it must be shown. */
export type PasswordChoice = { password: string; made: boolean };

/** The password for a user: typed, piped in, or generated. Errors: wrong usage if it is too short. */
export const choosePassword = async (given: CommandInput): Promise<PasswordChoice> => {
  if (given.has("password-stdin")) return { password: await readStdin(), made: false };
  const typed = process.stdin.isTTY ? await askTwice() : "";
  return typed === "" ? { password: generate(), made: true } : { password: typed, made: false };
};
