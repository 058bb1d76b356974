import { createHmac } from "node:crypto";

import { nameKeys } from "../../platform/names/keys.ts";
import type { Person } from "../../platform/names/match-person.ts";
import { nameWords } from "../../platform/names/words.ts";

/** An address as it is compared. */
const comparedEmail = (text: string): string => text.trim().toLowerCase();

const NATIONAL = 9;
/** A phone number as it is compared: its last digits, which are the same with and without the country. */
const comparedPhone = (text: string): string => text.replaceAll(/\D/g, "").slice(-NATIONAL);

/** A person as entered at a visit. */
export type TypedPerson = {
  first_name?: string | null | undefined;
  last_name?: string | null | undefined;
  born?: string | null | undefined;
  email?: string | null | undefined;
  phone?: string | null | undefined;
};

const BORN = /^\d{4}(-\d{2}-\d{2})?$/;
const PHONE_LEAST = 6;

const present = (text: string | null | undefined): string[] =>
  text === null || text === undefined || text.trim() === "" ? [] : [text];

const phonesOf = (texts: readonly string[]): string[] =>
  texts.map(comparedPhone).filter(({ length }) => length >= PHONE_LEAST);

/** A visitor as they are compared. */
export const personOf = ({ first_name, last_name, born, email, phone }: TypedPerson): Person => ({
  names: present([first_name, last_name].flatMap(present).join(" ")),
  ...(typeof born === "string" && BORN.test(born) ? { born } : {}),
  emails: present(email).map(comparedEmail),
  phones: phonesOf(present(phone)),
});

/** What of an entry is compared. */
export type ListedPerson = { names: string[]; born: string | null; emails: string[]; phones: string[] };

/** An entry as it is compared. */
export const personOfEntry = ({ names, born, emails, phones }: ListedPerson): Person => ({
  names,
  ...(born === null ? {} : { born }),
  emails: emails.map(comparedEmail),
  phones: phonesOf(phones),
});

/** What people are found by beside their names. */
export const contactKeys = ({ emails = [], phones = [] }: Person): string[] => [
  ...emails.map((one) => `@${one}`),
  ...phones.map((one) => `+${one}`),
];

/** The names of an entry, by what they are found by. */
export const namesOf = (entry: ListedPerson & { _id: string }) => {
  const contacts = contactKeys(personOfEntry(entry));
  return entry.names.map((name, n) => {
    const words = nameWords(name);
    const texts = [...new Set(words.map(({ text }) => text))];
    return { entry_id: entry._id, n, words: texts, keys: [...nameKeys(words), ...contacts] };
  });
};

/**
 * The digest of a person: the same for a name in any spelling of its folding, with the same address and birth date.
 * @param secretKey of the service, without which no one can try names
 */
export const digestOf = (secretKey: string, { names, born = "", emails = [] }: Person): string => {
  const words = names
    .flatMap(nameWords)
    .map(({ text }) => text)
    .toSorted();
  return createHmac("sha256", secretKey)
    .update(JSON.stringify(["watch pair", words, born, emails]))
    .digest("hex");
};

/** Whether a person is known well enough to be told from another of the name. */
export const isDistinct = ({ names, born, emails = [] }: Person): boolean =>
  names.length > 0 && (born !== undefined || emails.length > 0);
