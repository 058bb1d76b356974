import { setImmediate as afterOthers } from "node:timers/promises";

import { searchNames } from "../../../../shared/text/name-search.ts";

/** Searching one slice takes some milliseconds at most, however long they are. */
const SLICE = 200;

/** `searchNames` among any number of people, between whose slices other requests have their turn. */
export const searchInSlices = async <T extends { cn: string }>(people: readonly T[], typed: string): Promise<T[]> => {
  let found: T[] = [];
  for (let at = 0; at < people.length; at += SLICE) {
    if (at > 0) await afterOthers();
    // The nearest so far come first, so of equals those that were given first stay.
    found = searchNames([...found, ...people.slice(at, at + SLICE)], typed);
  }
  return found;
};
