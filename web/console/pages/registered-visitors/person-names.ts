/** A visitor as a row of the form has them; what is not known is empty. */
export type Person = { first_name: string; last_name: string; email: string; company: string; phone: string };

/** What was read of a person. */
export type ReadPerson = Partial<Person> & {
  /** First and last name together, as people write them. */
  name?: string;
};

const capitalized = (word: string): string => `${word.charAt(0).toLocaleUpperCase()}${word.slice(1)}`;

/** `Alexander Lynch` of `alexander.lynch@example.org`; of one word nothing can be told. */
const nameInAddress = (email: string): string => {
  const words = (email.split("@")[0] ?? "").split(/[._]/).filter((word) => /^\p{L}{2,}$/u.test(word));
  return words.length > 1 ? words.map(capitalized).join(" ") : "";
};

/** `Lynch, Alexander` has the surname first; else the first word is the first name. */
const splitName = (name: string): Pick<Person, "first_name" | "last_name"> => {
  const [surname = "", given] = name.split(",").map((part) => part.trim());
  if (given !== undefined && given !== "") return { first_name: given, last_name: surname };
  const [first_name = "", ...rest] = surname.split(/\s+/);
  return { first_name, last_name: rest.join(" ") };
};

/** A person of what was read: without a name the one that the address shows. */
export const personOf = ({ name = "", first_name = "", last_name = "", ...read }: ReadPerson): Person => {
  const email = read.email ?? "";
  const isNamed = first_name !== "" || last_name !== "";
  const names = isNamed ? { first_name, last_name } : splitName(name || nameInAddress(email));
  return { ...names, email, company: read.company ?? "", phone: read.phone ?? "" };
};

/** Names and addresses as mail programs write them. */
const ADDRESSED = /(?<name>[^<>]*)<(?:mailto:)?(?<email>[^<>\s]+@[^<>\s]+)>/g;
/** An address among words: `Bo Li (bo@example.org)`. */
const AMONG_WORDS = /[(<]?(?:mailto:)?(?<email>[^\s<>(),;]+@[^\s<>(),;]+)[)>]?/g;

const trimmed = (text: string): string => text.replaceAll(/^[\s,;"']+|[\s,;"']+$/g, "");

/** What stands before an address: perhaps other addresses without a name, and then the name. */
const peopleBefore = (text: string, email: string): Person[] => {
  const parts = text.split(/;|(?<=@[^\s,;]+),/).map(trimmed);
  const name = parts.pop() ?? "";
  const others = parts.filter((part) => part.includes("@")).map((part) => personOf({ email: part }));
  return [...others, personOf({ name, email })];
};

/**
 * The people of a line with addresses in angle brackets. After a single one its company follows, else perhaps another address.
 * @param isPlain whether no mark separates anything in the line: an address may stand among the words
 */
export const findAddresses = (line: string, isPlain: boolean): Person[] => {
  const text = isPlain ? line.replaceAll(AMONG_WORDS, "<$<email>>") : line;
  const found = [...text.matchAll(ADDRESSED)];
  const people = found.flatMap(({ groups }) => peopleBefore(groups?.["name"] ?? "", groups?.["email"] ?? ""));
  const last = found.at(-1);
  const [first] = people;
  if (last === undefined || first === undefined) return [];
  const rest = trimmed(text.slice(last.index + last[0].length));
  if (rest.includes("@")) return [...people, ...rest.split(/[,;\s]+/).map((email) => personOf({ email }))];
  return people.length === 1 ? [{ ...first, company: rest }] : people;
};
