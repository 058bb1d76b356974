import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * The first bytes of a digest, enough to tell 5,113 passwords from all others: one in 50 thousand million is taken for
 * one of them.
 */
const DIGEST_BYTES = 6;
const FILE = join(import.meta.dirname, "common-passwords.txt");

/** Words that any attacker would try here, whatever follows them (docs/sessions.md lists them). */
export const COMMON_WORDS = [
  "administrator",
  "receptionist",
  "motdepasse",
  "wachtwoord",
  "reception",
  "password",
  "passwort",
  "security",
  "visitors",
  "changeme",
  "bezoeker",
  "visiteur",
  "besucher",
  "receptie",
  "welcome",
  "welkom",
  "visitor",
  "letmein",
  "company",
  "empfang",
  "accueil",
  "qwerty",
  "azerty",
  "qwertz",
  "secret",
  "office",
  "kiosk",
  "foyer",
  "badge",
  "admin",
  "login",
  "guest",
] as const;
/** Shorter parts of an address don't identify a person. */
const WORD_LENGTH_MIN = 3;
/** Letters and digits that must remain once the words are removed. */
const LEFT_MIN = 6;
const DIFFERENT_MIN = 5;

const LOOKALIKES: Record<string, string> = { "0": "o", "1": "i", "3": "e", "4": "a", "5": "s", "@": "a", $: "s" };

/** The owner's data that an attacker knows: email address, names. */
export type PersonalWords = readonly (string | null | undefined)[];

let digests: Promise<ReadonlySet<string>> | undefined;

const readDigests = async (): Promise<ReadonlySet<string>> => {
  const hex = Buffer.from(await readFile(FILE, "utf8"), "base64").toString("hex");
  return new Set(hex.match(new RegExp(`.{${DIGEST_BYTES * 2}}`, "g")));
};

const digestOf = (password: string): string =>
  createHash("sha256")
    .update(password.toLowerCase())
    .digest("hex")
    .slice(0, DIGEST_BYTES * 2);

const wordsOf = (known: PersonalWords): string[] =>
  known
    .flatMap((text) => (text ?? "").toLowerCase().split(/[^\p{L}\p{N}]+/u))
    .filter((word) => word.length >= WORD_LENGTH_MIN);

/** Letters and digits of a text that belong to none of the words. */
const leftWithout = (text: string, words: readonly string[]): string => {
  // Long ones first: "visitors" is one word, not "visitor" and a letter.
  const sorted = words.toSorted((a, b) => b.length - a.length);
  return sorted.reduce((rest, word) => rest.replaceAll(word, " "), text).replaceAll(/[^\p{L}\p{N}]/gu, "");
};

const isMadeOfWords = (password: string, known: PersonalWords): boolean => {
  const plain = password.toLowerCase();
  const read = plain.replaceAll(/[01345@$]/g, (sign) => LOOKALIKES[sign] ?? sign);
  const words = [...COMMON_WORDS, ...wordsOf(known)];
  return [plain, read].some(
    (text) => words.some((word) => text.includes(word)) && leftWithout(text, words).length < LEFT_MIN,
  );
};

/**
 * Whether a password of sufficient length is among the first that an attacker would try: one of the 5,113 that leaked
 * most often, words of this place or of the person with little else, or a few characters repeated (OWASP ASVS 5.0,
 * 6.2.4, 6.2.11, 6.2.12). No kind of character is required.
 */
export const isGuessable = async (password: string, known: PersonalWords): Promise<boolean> => {
  if (new Set(password).size < DIFFERENT_MIN || isMadeOfWords(password, known)) return true;
  digests ??= readDigests();
  return (await digests).has(digestOf(password));
};

/** The error message for such a password. */
export const GUESSABLE_MESSAGE =
  '"password" is too easy to guess. Don\'t use a well-known password, your name, or a word such as "welcome" with a few characters added. Try a few unrelated words.';
