import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { directionOf, findLanguage, localeOf, orderLanguages, ownNameOf } from "../../shared/languages.ts";

describe("Languages", () => {
  it("a region finds its language, whatever the case; what is not there is passed over", () => {
    const known = ["en", "nl", "pt-BR"];
    const found = [["NL-be", "en"], ["tlh", "en"], ["pt-br"], ["pt"], [null, undefined, ""], ["english"]];
    assert.deepEqual(
      found.map((wanted) => findLanguage(known, wanted)),
      ["nl", "en", "pt-BR", undefined, undefined, undefined],
    );
  });

  it("the nearest is found: a region before its language, a script before neither", () => {
    const known = ["en", "pt", "pt-BR", "zh-Hant"];
    const found = ["pt-BR", "pt-PT", "zh-Hant-TW", "zh-TW"].map((wanted) => findLanguage(known, [wanted]));
    assert.deepEqual(found, ["pt-BR", "pt", "zh-Hant", undefined]);
  });

  it("a code as long as a request, all dashes even, is looked up as any other", () => {
    const known = ["en", "nl", "zh-Hant"];
    const found = ["-".repeat(100_000), "a-".repeat(50_000), `zh-Hant${"-x".repeat(50_000)}`];
    assert.deepEqual(
      found.map((wanted) => findLanguage(known, [wanted])),
      [undefined, undefined, "zh-Hant"],
    );
  });

  it("one that was added comes after the first four", () => {
    assert.deepEqual(orderLanguages(["de", "eo", "cs", "en", "fr", "nl"]), ["en", "nl", "fr", "de", "cs", "eo"]);
  });

  it("each names itself, and English is written as in Britain", () => {
    assert.deepEqual(["en", "nl", "fr", "de"].map(ownNameOf), ["English", "Nederlands", "Français", "Deutsch"]);
    assert.deepEqual(["en", "en-US", "nl-BE", "tlh"].map(localeOf), ["en-GB", "en-GB", "nl-BE", "en-GB"]);
  });

  it("is written from the right where its script is, whatever the region", () => {
    assert.deepEqual(["en", "tr", "az"].map(directionOf), ["ltr", "ltr", "ltr"]);
    assert.deepEqual(["ar", "he", "fa-IR", "az-Arab"].map(directionOf), ["rtl", "rtl", "rtl", "rtl"]);
  });
});
