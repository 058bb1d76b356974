import { nameKeys } from "../../server/platform/names/keys.ts";
import {
  LOOK,
  matchPerson,
  type Person,
  type ReadPerson,
  readPerson,
} from "../../server/platform/names/match-person.ts";
import { rarityAmong } from "../../server/platform/names/rarity.ts";

/** A list in memory: people by the keys of their names. */
export type NameList = { hitOf: (person: Person) => ReadPerson | undefined };

/** How many are compared: those that have most keys in common. */
const COMPARED_MOST = 100;

const keysOf = ({ names }: ReadPerson): string[] => [...new Set(names.flatMap(nameKeys))];

const byKeys = (people: readonly ReadPerson[]): Map<string, ReadPerson[]> => {
  const found = new Map<string, ReadPerson[]>();
  for (const person of people)
    for (const key of keysOf(person)) {
      const others = found.get(key);
      if (others === undefined) found.set(key, [person]);
      else others.push(person);
    }
  return found;
};

/** @param people of the list, read once */
export const listOf = (people: readonly Person[]): NameList => {
  const read = people.map(readPerson);
  const rarity = rarityAmong(read.flatMap(({ names }) => names));
  const index = byKeys(read);
  const candidates = (asked: ReadPerson): ReadPerson[] => {
    const shared = new Map<ReadPerson, number>();
    for (const key of keysOf(asked))
      for (const one of index.get(key) ?? []) shared.set(one, (shared.get(one) ?? 0) + 1);
    const most = [...shared].toSorted(([, a], [, b]) => b - a).slice(0, COMPARED_MOST);
    return most.map(([one]) => one);
  };
  return {
    hitOf: (person) => {
      const asked = readPerson(person);
      return candidates(asked).find((one) => matchPerson(one, asked, rarity).score >= LOOK);
    },
  };
};
