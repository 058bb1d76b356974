import { foldForSearch } from "../text/folding.ts";
import type { Headings } from "./headings.ts";

/** A name of a column without case, accents, blanks and marks. */
export const normalHeading = (text: string): string => foldForSearch(text).replaceAll(/[^\p{L}\p{N}]/gu, "");

/** What each column becomes, in order, by its name; empty if it has no use. Each target is used once. */
export const matchColumns = (columns: readonly string[], headings: Headings): string[] => {
  const taken = new Set<string>();
  const targets = Object.entries(headings).map(
    ([key, names]) => [key, new Set([key, ...names].map(normalHeading))] as const,
  );
  return columns.map((column) => {
    const name = normalHeading(column);
    const found = targets.find(([key, names]) => !taken.has(key) && names.has(name))?.[0] ?? "";
    taken.add(found);
    return found;
  });
};

/** Tells whether a text is the name of a column that one of these has use for. */
export const makeIsHeading = (headings: Headings): ((text: string) => boolean) => {
  const known = new Set(Object.entries(headings).flatMap(([key, names]) => [key, ...names].map(normalHeading)));
  return (text) => known.has(normalHeading(text));
};
