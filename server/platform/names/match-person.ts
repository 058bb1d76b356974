import { compareNames, type Part, type Rarity } from "./compare.ts";
import { type NameWord, nameWords } from "./words.ts";

/** The rules by which two people are compared, of which each hit keeps the number: it rises with every change of a score. */
export const ALGORITHM = 1;

/** From here on a hit is worth a look, and from `VERY_LIKELY` on it is very likely the same person. Below, nothing is shown or stored. */
export const LOOK = 0.8;
export const VERY_LIKELY = 0.9;

/** A person as they are compared. `born`: YYYY-MM-DD, or YYYY alone; emails and phones in the form in which they are stored. */
export type Person = {
  names: readonly string[];
  born?: string;
  emails?: readonly string[];
  phones?: readonly string[];
};
/** A person whose names were read. */
export type ReadPerson = Omit<Person, "names"> & { names: readonly (readonly NameWord[])[] };
/** What a second fact says. */
export type Fact = { fact: "born" | "email" | "phone"; agreement: "same" | "near" | "other"; change: number };
export type Match = { score: number; parts: Part[]; facts: Fact[] };

const CHANGES = { same: 0.05, near: 0, other: -0.3 } as const;

/** @returns a person of which names can be compared */
export const readPerson = ({ names, ...facts }: Person): ReadPerson => ({ ...facts, names: names.map(nameWords) });

/** Day and month exchanged, or one digit other: how dates are copied wrongly. */
const isNear = (a: string, b: string): boolean => {
  const [yearA, monthA, dayA] = a.split("-");
  const [yearB, monthB, dayB] = b.split("-");
  if (monthA === undefined || monthB === undefined) return yearA === yearB;
  if (yearA === yearB && monthA === dayB && dayA === monthB) return true;
  return Array.from(a).filter((digit, n) => digit !== b[n]).length === 1;
};

const bornFact = (a: string | undefined, b: string | undefined): Fact[] => {
  if (a === undefined || b === undefined) return [];
  const agreement = a === b ? "same" : isNear(a, b) ? "near" : "other";
  return [{ fact: "born", agreement, change: CHANGES[agreement] }];
};

/** An address or number in common is a hit whatever the names are. */
const contactFact = (fact: "email" | "phone", a: readonly string[] = [], b: readonly string[] = []): Fact[] =>
  a.some((one) => b.includes(one)) ? [{ fact, agreement: "same", change: 1 }] : [];

/**
 * Compares two people by the best pair of their names and by second facts.
 * @param rarity of words among the names of the list
 * @returns the score, from 0 to 1: that of the names, changed by each fact; and the parts that make it
 */
export const matchPerson = (a: ReadPerson, b: ReadPerson, rarity?: Rarity): Match => {
  const compared = a.names.flatMap((x) => b.names.map((y) => compareNames(x, y, rarity)));
  const best = compared.reduce((most, one) => (one.score > most.score ? one : most), { score: 0, parts: [] as Part[] });
  const facts = [
    ...bornFact(a.born, b.born),
    ...contactFact("email", a.emails, b.emails),
    ...contactFact("phone", a.phones, b.phones),
  ];
  const score = facts.reduce((sum, { change }) => sum + change, best.score);
  return { score: Math.min(1, Math.max(0, score)), parts: best.parts, facts };
};
