import { searchNames } from "../../../../shared/text/name-search.ts";
import { slicesOf } from "./slices.ts";

/** Searching one slice takes some milliseconds at most, however long the names are. */
const SLICE = 200;

/** `searchNames` among any number of people, between whose slices other requests have their turn. */
export const searchInSlices = async <T extends { cn: string }>(people: readonly T[], typed: string): Promise<T[]> => {
  let found: T[] = [];
  // The nearest so far come first, so of equals those that were given first stay.
  for await (const slice of slicesOf(people, SLICE)) found = searchNames([...found, ...slice], typed);
  return found;
};
