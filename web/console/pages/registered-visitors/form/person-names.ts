/** A visitor as a row of the form; unknown values are empty. */
export type Person = { first_name: string; last_name: string; email: string; company: string; phone: string };

/** The parsed values of a person. */
export type ReadPerson = Partial<Person> & {
  /** First and last name together, as people write them. */
  name?: string;
};

const capitalized = (word: string): string => `${word.charAt(0).toLocaleUpperCase()}${word.slice(1)}`;

/** `Alexander Lynch` from `alexander.lynch@example.org`; a single word does not tell. */
const nameInAddress = (email: string): string => {
  const words = (email.split("@")[0] ?? "").split(/[._]/).filter((word) => /^\p{L}{2,}$/u.test(word));
  return words.length > 1 ? words.map(capitalized).join(" ") : "";
};

/** `Lynch, Alexander` has the surname first; otherwise the first word is the first name. */
const splitName = (name: string): Pick<Person, "first_name" | "last_name"> => {
  const [surname = "", given] = name.split(",").map((part) => part.trim());
  if (given !== undefined && given !== "") return { first_name: given, last_name: surname };
  const [first_name = "", ...rest] = surname.split(/\s+/);
  return { first_name, last_name: rest.join(" ") };
};

/** A person from parsed values: without a name, it is derived from the address. */
export const personOf = ({ name = "", first_name = "", last_name = "", ...read }: ReadPerson): Person => {
  const email = read.email ?? "";
  const isNamed = first_name !== "" || last_name !== "";
  const names = isNamed ? { first_name, last_name } : splitName(name || nameInAddress(email));
  return { ...names, email, company: read.company ?? "", phone: read.phone ?? "" };
};

const EDGES = " \t,;\"'";

/** The text without separators and quotation marks at its ends. */
const trimmed = (text: string): string => {
  let [start, end] = [0, text.length];
  while (start < end && EDGES.includes(text.charAt(start))) start += 1;
  while (end > start && EDGES.includes(text.charAt(end - 1))) end -= 1;
  return text.slice(start, end);
};

/**
 * `a@example.org, Bo Li` as its two parts: a comma after an address starts another person, one after a name does not.
 */
const splitAfterAddresses = (text: string): string[] => {
  const parts = text.split(",");
  const addresses = parts.findLastIndex((part) => part.includes("@")) + 1;
  return [...parts.slice(0, addresses), parts.slice(addresses).join(",")];
};

/** The text before an address: perhaps other addresses without a name, and then the name. */
const peopleBefore = (text: string, email: string): Person[] => {
  const parts = text.split(";").flatMap(splitAfterAddresses).map(trimmed);
  const name = parts.pop() ?? "";
  const others = parts.filter((part) => part.includes("@")).map((part) => personOf({ email: part }));
  return [...others, personOf({ name, email })];
};

/** An address among words, `Bo Li (bo@example.org)`, in the brackets that mail programs give it. */
const bracketed = (line: string): string =>
  line
    .split(/\s/)
    .map((word) => (word.includes("@") ? `<${word.replaceAll(/[()<>,;]/g, "")}>` : word))
    .join(" ");

/**
 * The people of a line with addresses in angle brackets. A single address is followed by its company, others perhaps by
 * another address.
 * @param isPlain whether the line has no separators: its words may contain an address
 */
export const findAddresses = (line: string, isPlain: boolean): Person[] => {
  const parts = (isPlain ? bracketed(line) : line).split(">");
  const people = parts.slice(0, -1).flatMap((part) => {
    const [name = "", address = ""] = part.split("<");
    return address.includes("@") ? peopleBefore(name, address.replace("mailto:", "").trim()) : [];
  });
  const [first] = people;
  const rest = trimmed(parts.at(-1) ?? "");
  if (first === undefined) return [];
  if (rest.includes("@"))
    return [...people, ...rest.split(/[,;\s]/).flatMap((email) => (email ? personOf({ email }) : []))];
  return people.length === 1 ? [{ ...first, company: rest }] : people;
};
