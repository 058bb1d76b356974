/**
 * Finds people by part of their name, tolerating what people don't hear or type: besides what `foldForSearch` leaves out,
 * doubled and silent letters and one typing error. The same search runs in the service and, offline, in the browser.
 */
import { wordsForSearch } from "./folding.ts";

/** The fewest letters for a search. */
const LETTERS_MIN = 2;
/** The most names shown; one more letter finds the others. */
const FOUND_MAX = 4;
/** More characters, and more parts, than names have: each typed word is compared with each part. */
const LENGTH_MAX = 200;
const PARTS_MAX = 12;

/** A rough phonetic form: different spellings of the same name become equal. */
const sound = (part: string): string =>
  part
    .replaceAll(/([aou])e/g, "$1")
    .replaceAll("ph", "f")
    .replaceAll(/sch|sh|ch/g, "s")
    .replaceAll(/ck|q|c/g, "k")
    .replaceAll(/(?<=.)h/g, "")
    .replaceAll(/[yj]/g, "i")
    .replaceAll("w", "v")
    .replaceAll("z", "s")
    .replaceAll(/(.)\1+/g, "$1");

/** Edits of one letter (replace, insert, delete, swap) from `a` to the nearest beginning of `b`. */
const slipsToBeginning = (a: string, b: string): number => {
  let before: number[] = [];
  let last = Array.from({ length: b.length + 1 }, (_, n) => n);
  for (let i = 1; i <= a.length; i += 1) {
    const row = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1;
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1];
      row[j] = Math.min(
        (last[j] ?? 0) + 1,
        (row[j - 1] ?? 0) + 1,
        (last[j - 1] ?? 0) + same,
        swapped ? (before[j - 2] ?? 0) + 1 : Number.POSITIVE_INFINITY,
      );
    }
    before = last;
    last = row;
  }
  return Math.min(...last);
};

const slipsAllowed = (length: number): number => (length < 3 ? 0 : length < 6 ? 1 : 2);
const FAR = Number.POSITIVE_INFINITY;
/** Longer than any part of a name: the work grows with the square of the length. */
const COMPARED_MAX = 24;

/** How words sound, each worked out once for a search. */
type Sounds = (word: string) => string;

const makeSounds = (): Sounds => {
  const known = new Map<string, string>();
  return (word) => {
    const heard = known.get(word) ?? sound(word);
    known.set(word, heard);
    return heard;
  };
};

/** How far a typed word is from a part of a name: 0 the same, 1 its beginning, 2 sounds so, more with each slip. */
const distance = (typed: string, part: string, sounds: Sounds): number => {
  if (typed === part) return 0;
  if (part.startsWith(typed)) return 1;
  // In scripts without spaces the given name follows within the word.
  if (/^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]+$/u.test(typed))
    return part.includes(typed) ? 1 : FAR;
  if (typed.length < 3) return FAR;
  const [heard, said] = [sounds(typed), sounds(part)];
  if (heard.length > 1 && said.startsWith(heard)) return 2;
  if (heard[0] !== said[0] || typed.length > COMPARED_MAX) return FAR;
  const slips = slipsToBeginning(typed, part.slice(0, COMPARED_MAX));
  return slips <= slipsAllowed(typed.length) ? 2 + slips : FAR;
};

/** The distance of all typed words, each to a part of its own. */
const wordsDistance = (typed: readonly string[], parts: readonly string[], sounds: Sounds): number => {
  const left = [...parts];
  let sum = 0;
  for (const word of typed) {
    const distances = left.map((part) => distance(word, part, sounds));
    const best = Math.min(FAR, ...distances);
    if (best === FAR) return FAR;
    left.splice(distances.indexOf(best), 1);
    sum += best;
  }
  return sum;
};

type Words = ReturnType<typeof wordsForSearch>;

/** Also as one word: "vandenberg" for "van den Berg". */
const nameDistance = (typed: Words, cn: string, sounds: Sounds): number => {
  const name = wordsForSearch(cn.slice(0, LENGTH_MAX));
  const [whole, divided] = (["whole", "divided"] as const).map((as) =>
    wordsDistance(typed[as], name[as].slice(0, PARTS_MAX), sounds),
  );
  const far = Math.min(whole ?? FAR, divided ?? FAR);
  return name.whole.join("").startsWith(typed.whole.join("")) ? Math.min(1, far) : far;
};

/**
 * The people whose name matches the typed text, nearest first, then in the given order.
 * @param people in the order in which equal matches are shown
 * @param typed part of a name; fewer than two letters find no names
 */
export const searchNames = <T extends { cn: string }>(people: readonly T[], typed: string, max = FOUND_MAX): T[] => {
  const words = wordsForSearch(typed.slice(0, LENGTH_MAX));
  if (Array.from(words.whole.join("")).length < LETTERS_MIN || words.divided.length > PARTS_MAX) return [];
  const sounds = makeSounds();
  return people
    .map((person, place) => ({ person, place, far: nameDistance(words, person.cn, sounds) }))
    .filter(({ far }) => far < FAR)
    .toSorted((a, b) => a.far - b.far || a.place - b.place)
    .slice(0, max)
    .map(({ person }) => person);
};
