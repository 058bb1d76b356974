import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { foldCase, foldForSearch } from "../../../../shared/text/folding.ts";
import { EUROPEAN_NAMES } from "../../../support/words/names.ts";
import { makeRandom, seedOf } from "../../../support/run/random.ts";
import { makeWorld, type World } from "../../../support/world.ts";

const SEED = seedOf();
const NAMES = 10_000;
const CODE_POINTS = 0x110000;
const BLOCK = 0x8000;
const GROUP = 50;
const MARK = "\u0001";

let world: World;
before(async () => {
  world = await makeWorld();
});
after(() => world.close());

type Folded = { text: string; by_case: string; for_search: string };

const foldInSql = async (texts: readonly string[]): Promise<Folded[]> =>
  (
    await world.db.pool.query<Folded>(
      "select text, fold_case(text) as by_case, fold_for_search(text) as for_search from unnest($1::text[]) as t (text)",
      [texts],
    )
  ).rows;

const codesOf = (text: string): string => Array.from(text, (one) => one.codePointAt(0)?.toString(16)).join(" ");

/** Compares both, and says which texts differ. Several are sent in one, with a mark between them. */
const assertTwins = async (texts: readonly string[]): Promise<void> => {
  const groups = Array.from({ length: Math.ceil(texts.length / GROUP) }, (_, n) =>
    texts.slice(n * GROUP, (n + 1) * GROUP).join(MARK),
  );
  const there = await foldInSql(groups);
  const partsOf = (key: keyof Folded) => there.flatMap((row) => row[key].split(MARK));
  const [byCase, forSearch] = [partsOf("by_case"), partsOf("for_search")];
  const differ = texts.flatMap((text, n) =>
    foldCase(text) === byCase[n] && foldForSearch(text) === forSearch[n]
      ? []
      : [[text, foldCase(text), byCase[n] ?? "", foldForSearch(text), forSearch[n] ?? ""].map(codesOf)],
  );
  assert.deepEqual(differ.slice(0, 10), []);
};

/** The code points that Node and PostgreSQL both know: each has its own version of Unicode. */
const knownFrom = async (first: number): Promise<string[]> => {
  const all = Array.from({ length: BLOCK }, (_, n) => first + n)
    .filter((code) => code > 1 && (code < 0xd800 || code > 0xdfff))
    .map((code) => String.fromCodePoint(code))
    .filter((letter) => !/\p{Cn}|\p{Co}/u.test(letter));
  const { rows } = await world.db.pool.query<{ text: string }>(
    "select text from unnest($1::text[]) as t (text) where unicode_assigned(text)",
    [all],
  );
  return rows.map(({ text }) => text);
};

describe("fold_case and fold_for_search, and the same in shared/text/folding.ts", () => {
  it("are equal on every code point, also after a letter and before a mark", async () => {
    for (let first = 0; first < CODE_POINTS; first += BLOCK) {
      const known = await knownFrom(first);
      await assertTwins(known);
      await assertTwins(known.map((letter) => `a${letter}\u0301b`));
    }
  });

  it(`are equal on ${NAMES} names (TEST_SEED=${SEED})`, async () => {
    const random = makeRandom(SEED);
    const parts = EUROPEAN_NAMES.flatMap((name) => name.split(/(?<=[ ’'-])|(?=[aeiou])/u));
    const some = (): string => {
      const name = Array.from({ length: random.whole(1, 8) }, () => random.one(parts)).join("");
      return random.one([name, name.toUpperCase(), name.normalize("NFD"), name.toLowerCase().normalize("NFKC")]);
    };
    await assertTwins(Array.from({ length: NAMES }, some));
  });

  it("casefold of PostgreSQL 18 tells the same letters apart as fold_case does", async () => {
    const { rows } = await world.db.pool.query(
      `select count(distinct (fold_case(letter), folded)) - count(distinct fold_case(letter)) as divided,
         count(distinct (fold_case(letter), folded)) - count(distinct folded) as joined
       from (select chr(code) as letter,
           normalize(casefold(normalize(chr(code), NFD) collate pg_unicode_fast), NFC) as folded
         from generate_series(1, $1 - 1) code where code not between 55296 and 57343 and unicode_assigned(chr(code))) l`,
      [CODE_POINTS],
    );
    assert.deepEqual(rows, [{ divided: 0, joined: 0 }]);
  });
});
