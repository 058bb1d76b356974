import { slicesOf } from "../../../platform/lib/async/slices.ts";
import type { ListedGroup } from "../save-list.ts";

/** Large groups take a millisecond each. */
const GROUPS_AT_ONCE = 5;

/** A group while it is read. */
export type ReadGroup = {
  key: string;
  dn: string;
  name: string;
  /** Its people, by their number in the list. */
  people: number[];
  /** Members that the list of people hasn't, perhaps groups: their names as they are compared. */
  others: string[];
};

/** Everyone below a group: its own people, and those of the groups in it, in whatever circle they name each other. */
const everyoneOf = (group: ReadGroup, byName: ReadonlyMap<string, ReadGroup>): Set<number> => {
  const seen = new Set([group]);
  const people = new Set<number>();
  for (const one of seen) {
    for (const person of one.people) people.add(person);
    for (const name of one.others) {
      const inner = byName.get(name);
      if (inner !== undefined) seen.add(inner);
    }
  }
  return people;
};

/**
 * The groups of each person, groups in groups included. @param count how many people there are
 * @returns the keys of each person's groups, by their number
 */
export const groupsOfPeople = async (groups: readonly ReadGroup[], count: number): Promise<string[][]> => {
  const byName = new Map(groups.map((group) => [group.dn, group]));
  const keys: string[][] = Array.from({ length: count }, () => []);
  for await (const slice of slicesOf(groups, GROUPS_AT_ONCE))
    for (const group of slice) for (const person of everyoneOf(group, byName)) keys[person]?.push(group.key);
  return keys;
};

/** The groups with names that differ, as rules know them by these: of several by one name, all but the first are named by their DN. */
export const namedGroups = (groups: readonly ReadGroup[]): ListedGroup[] => {
  const taken = new Set<string>();
  return groups
    .toSorted((a, b) => (a.key < b.key ? -1 : 1))
    .map(({ key, name, dn }) => {
      const display_name = taken.has(name.toLowerCase()) ? dn : name;
      taken.add(display_name.toLowerCase());
      return { key, display_name, external_id: key };
    });
};
