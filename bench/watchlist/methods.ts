import { compareNames } from "../../server/platform/names/compare.ts";
import { LOOK } from "../../server/platform/names/match-person.ts";
import { nameWords } from "../../server/platform/names/words.ts";
import { foldForSearch } from "../../shared/text/folding.ts";

/** A way to say whether two names are the same. */
export type Method = { name: string; isSame: (a: string, b: string) => boolean };

const JARO_WINKLER_LEAST = 0.9;
const PREFIX_MOST = 4;
const PREFIX_SHARE = 0.1;

/** Letters of `a` that `b` has within half of the longer one's length, in their order. */
const common = (a: string, b: string): string[] => {
  const reach = Math.max(0, Math.floor(Math.max(a.length, b.length) / 2) - 1);
  const left = Array.from(b);
  return Array.from(a).filter((letter, n) => {
    const at = left.findIndex((one, place) => one === letter && Math.abs(place - n) <= reach);
    if (at >= 0) left[at] = "";
    return at >= 0;
  });
};

const jaroWinkler = (a: string, b: string): number => {
  const [fromA, fromB] = [common(a, b), common(b, a)];
  const shared = fromA.length;
  if (shared === 0) return 0;
  const exchanged = fromA.filter((letter, n) => letter !== fromB[n]).length / 2;
  const jaro = (shared / a.length + shared / b.length + (shared - exchanged) / shared) / 3;
  const differs = Array.from(a).findIndex((letter, n) => letter !== b[n]);
  const prefix = Math.min(PREFIX_MOST, differs < 0 ? a.length : differs);
  return jaro + prefix * PREFIX_SHARE * (1 - jaro);
};

const folded =
  (compare: (a: string, b: string) => boolean): Method["isSame"] =>
  (a, b) =>
    compare(foldForSearch(a), foldForSearch(b));

/** What Foyer does, beside three that are common in this field. */
export const METHODS: readonly Method[] = [
  { name: "exact", isSame: folded((a, b) => a === b) },
  { name: "part of it", isSame: folded((a, b) => a.includes(b) || b.includes(a)) },
  { name: "Jaro-Winkler 0.90", isSame: folded((a, b) => jaroWinkler(a, b) >= JARO_WINKLER_LEAST) },
  { name: "Foyer", isSame: (a, b) => compareNames(nameWords(a), nameWords(b)).score >= LOOK },
];
