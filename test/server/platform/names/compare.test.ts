import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { compareNames, scoreOf } from "../../../../server/platform/names/compare.ts";
import { LOOK } from "../../../../server/platform/names/match-person.ts";
import { rarityFrom } from "../../../../server/platform/names/rarity.ts";
import { nameWords } from "../../../../server/platform/names/words.ts";
import { generatedPairs } from "../../../../bench/watchlist/generated.ts";

const scoreBetween = (a: string, b: string): number => compareNames(nameWords(a), nameWords(b)).score;

const SAME: readonly (readonly [string, string, string])[] = [
  ["without its marks", "Jürgen Müller", "JURGEN MULLER"],
  ["family name first", "Anna de Vries", "de Vries, Anna"],
  ["with a title", "Karim Haddad", "Dr. Karim Haddad"],
  ["with a slip", "Matthias Hoffmann", "Mathias Hofmann"],
  ["as one word", "Sergei Lavrov", "SergeiLavrov"],
  ["with letters that look alike", "Pavel Sokolov", "Раvel Sоkolov"],
  ["with digits for letters", "Igor Sokolov", "1gor S0kolov"],
  ["in Cyrillic", "Dmitry Medvedev", "Дмитрий Медведев"],
  ["in Arabic", "Mohammed Hussein Al-Tikriti", "محمد حسين التكريتي"],
  ["in Arabic, one word for two", "Abdulrahman Hassan", "عبد الرحمن حسن"],
  ["in Hangul", "Park Ji Sung", "박지성"],
  ["in Chinese characters", "Wang Wei", "王伟"],
  ["with a particle less", "Ahmad bin Khalil", "Ahmad Khalil"],
  ["by a short form", "Deborah Whitmore", "Debbie Whitmore"],
];

const OTHERS: readonly (readonly [string, string, string])[] = [
  ["the same family name alone", "Anna Peeters", "Bruno Peeters"],
  ["one word in common", "Anna Maria Silva", "Anna"],
  ["a family name in common with other words", "Laura Steven Johnson", "Mark Johnson"],
  ["nothing in common", "Tom Claes", "Yuki Tanaka"],
];

describe("names of the same person", () => {
  for (const [how, a, b] of SAME)
    it(`are found ${how}`, () => {
      assert.ok(scoreBetween(a, b) >= LOOK, `${a} and ${b}: ${scoreBetween(a, b)}`);
    });

  it("equal whatever their case and order score 1", () => {
    assert.equal(scoreBetween("EL SHEIKH, Nadia", "nadia el-sheikh"), 1);
  });
});

describe("names of others", () => {
  for (const [how, a, b] of OTHERS)
    it(`are not found by ${how}`, () => {
      assert.ok(scoreBetween(a, b) < LOOK, `${a} and ${b}: ${scoreBetween(a, b)}`);
    });

  it("in a script without Latin letters have nothing to compare", () => {
    assert.deepEqual(nameWords("👻 …"), []);
    assert.equal(scoreBetween("", "Anna Peeters"), 0);
  });
});

describe("the parts of a comparison", () => {
  it("say what agrees by what", () => {
    const { parts } = compareNames(nameWords("Debbie Anne Lee"), nameWords("Deborah Lee"));
    assert.deepEqual(
      parts.map(({ a, b, why }) => [a, b, why]),
      [
        ["lee", "lee", "equal"],
        ["debbie", "deborah", "nickname"],
        ["anne", "", "none"],
      ].toSorted(([x], [y]) => parts.findIndex(({ a }) => a === x) - parts.findIndex(({ a }) => a === y)),
    );
  });

  it("give the score again, in either direction", () => {
    for (const { name, typed } of generatedPairs("tuned", 500)) {
      const [a, b] = [nameWords(name), nameWords(typed)];
      const { score, parts } = compareNames(a, b);
      assert.equal(scoreOf(parts), score);
      assert.ok(Math.abs(compareNames(b, a).score - score) < 1e-9, `${name} and ${typed}`);
    }
  });
});

describe("a word that many have", () => {
  it("counts less than a rare one", () => {
    const rarity = rarityFrom((word) => (word === "mohamed" ? 500 : 1), 1000);
    const [asked, listed] = [nameWords("Mohamed Karwani"), nameWords("Mohamed Sarwani")];
    const common = compareNames(asked, listed, rarity).score;
    assert.ok(common < compareNames(asked, listed).score);
    assert.equal(compareNames(asked, asked, rarity).score, 1);
  });
});
