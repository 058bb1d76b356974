import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { foldCase, foldForSearch, wordsForSearch } from "../../shared/text/folding.ts";
import { EUROPEAN_NAMES } from "../support/words/names.ts";
import { makeRandom, seedOf } from "../support/run/random.ts";

const SEED = seedOf();

/** Letters with anything special about them, and what is put together of them. */
const LETTERS = Array.from(
  `${EUROPEAN_NAMES.join("")}ΑΣςᾳᾼΐİIıßẞŉǰﬁﬀ'’´-\u00ad\u200b\u0301\u0345\u00a0가각힣नमस्तेดี、Ａ`,
);

describe("foldCase (filters: NFC and full case folding, nothing else)", () => {
  for (const [one, other] of [
    ["STRASSE", "straße"],
    ["ΟΔΟΣ", "οδος"],
    ["e\u0301", "É"],
    ["ﬁn", "FIN"],
    ["Å", "å"],
    ["ᾳ", "ΑΙ"],
    ["Ǆ", "ǆ"],
    ["ŉ", "ʼN"],
  ] as const)
    it(`${one} is ${other}`, () => assert.equal(foldCase(one), foldCase(other)));

  for (const [one, other] of [
    ["Müller", "Muller"],
    ["O'Brien", "OBrien"],
    ["Anne-Marie", "Annemarie"],
    ["ø", "o"],
    ["ı", "i"],
    ["a\u00a0b", "a b"],
  ] as const)
    it(`${one} is not ${other}`, () => assert.notEqual(foldCase(one), foldCase(other)));
});

describe("foldForSearch (what people don't type or hear is left out, too)", () => {
  for (const [text, folded] of [
    ["Müller", "muller"],
    ["Łukasz Ørsted ÇÉ Groß", "lukasz orsted ce gross"],
    ["Ægir Þórðarson", "aegir thordarson"],
    ["Işıl Đorđević", "isil dordevic"],
    ["İpek", "ipek"],
    ["O’Brien O'Brien O`Brien O´Brien OʼBrien", "obrien obrien obrien obrien obrien"],
    ["Anne\u2011Marie Jean\u2013Luc", "annemarie jeanluc"],
    ["Ma\u00adri\u200ba", "maria"],
    ["Gal·lard", "gallard"],
    ["a\u00a0b\u2009c\u3000d\te", "a b c d e"],
    ["Ｍüller", "muller"],
    ["محمّد", "محمد"],
    ["Nguyễn", "nguyen"],
    ["Ёлкин", "елкин"],
  ] as const)
    it(`${text} is ${folded}`, () => assert.equal(foldForSearch(text), folded));

  it(`a part of a text stays one, and case or form make no difference (TEST_SEED=${SEED})`, () => {
    const random = makeRandom(SEED);
    const some = () => Array.from({ length: random.whole(0, 6) }, () => random.one(LETTERS)).join("");
    for (let n = 0; n < 20_000; n += 1) {
      const [before, part, after] = [some(), some(), some()];
      const text = before + part + after;
      assert.ok(foldForSearch(text).includes(foldForSearch(part)), JSON.stringify([before, part, after]));
      for (const same of [foldCase(text), foldForSearch(text), text.normalize("NFD"), text.normalize("NFC")])
        assert.equal(foldForSearch(same), foldForSearch(text), JSON.stringify(text));
      assert.equal(foldCase(foldCase(text)), foldCase(text), JSON.stringify(text));
      assert.equal(foldCase(text.normalize("NFD")), foldCase(text), JSON.stringify(text));
    }
  });
});

describe("wordsForSearch", () => {
  it("with hyphens and apostrophes left out, and divided by them", () => {
    assert.deepEqual(wordsForSearch("Niamh O’Brien-Smith, née Ma\u00adria"), {
      whole: ["niamh", "obriensmith", "nee", "maria"],
      divided: ["niamh", "o", "brien", "smith", "nee", "maria"],
    });
  });
});
