import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { mergeTexts, pickText } from "../../../../server/platform/lib/text/texts.ts";

const texts = { nl: "Bezoeker", en: "Visitor", "pt-BR": "Visitante", fr: "Visiteur" };
const asked = (language: string | undefined, of: Record<string, string> = texts, fallback = "fr") =>
  pickText(of, { preferred: language, fallback });

describe("pick: the language of an answer (interface 1, rules 2 and 4)", () => {
  for (const [language, text] of [
    ["nl", "Bezoeker"],
    ["NL", "Bezoeker"],
    ["nl-BE", "Bezoeker"],
    ["NL-be-x-private", "Bezoeker"],
    ["pt-BR", "Visitante"],
    ["pt-br", "Visitante"],
    ["pt-BR-x", "Visitante"],
    ["pt", "Visitor"],
    ["de", "Visitor"],
    ["", "Visitor"],
    ["-", "Visitor"],
    ["nl_BE", "Visitor"],
    ["constructor", "Visitor"],
    ["__proto__", "Visitor"],
    [undefined, "Visitor"],
  ] as const)
    it(`${language ?? "none"} is answered with ${text}`, () => {
      assert.equal(asked(language), text);
    });

  it("a code of any length is answered: in its language, else in English", () => {
    assert.equal(asked(`nl${"-x".repeat(50_000)}`), "Bezoeker");
    assert.equal(asked("-".repeat(100_000)), "Visitor");
  });

  it("without English: the location's default, then the first there is, then nothing", () => {
    const { en: _en, ...others } = texts;
    assert.equal(asked("de", others), "Visiteur");
    assert.equal(asked("de", { nl: "Bezoeker", fr: "Visiteur" }, "es"), "Bezoeker");
    assert.equal(asked("de", {}), undefined);
  });

  it("an empty text is a text", () => {
    assert.equal(asked("nl", { nl: "", en: "Visitor" }), "");
  });
});

describe("mergeTexts: configured texts after a write (rules 4)", () => {
  it("a plain text sets the English one and leaves the others", () => {
    assert.deepEqual(mergeTexts({ en: "A", nl: "B" }, "C", undefined), { en: "C", nl: "B" });
    assert.deepEqual(mergeTexts({}, "C", undefined), { en: "C" });
  });

  it("translations merge key by key, null removes a language", () => {
    assert.deepEqual(mergeTexts({ en: "A", nl: "B", fr: "D" }, undefined, { nl: null, fr: "E", de: "F" }), {
      en: "A",
      fr: "E",
      de: "F",
    });
  });

  it("of an English text that is sent twice the one that changed counts, the plain one when both did", () => {
    assert.deepEqual(mergeTexts({ en: "A" }, "B", { en: "A" }), { en: "B" });
    assert.deepEqual(mergeTexts({ en: "A" }, "A", { en: "B" }), { en: "B" });
    assert.deepEqual(mergeTexts({ en: "A" }, "B", { en: "C" }), { en: "B" });
    assert.deepEqual(mergeTexts({}, "B", { en: "C", nl: "D" }), { en: "B", nl: "D" });
  });

  it("an empty text counts as missing, a blank one is kept as it was sent", () => {
    assert.deepEqual(mergeTexts({ en: "A", nl: "B" }, undefined, { nl: "", fr: " " }), { en: "A", fr: " " });
  });

  it("leaves the stored texts as they were", () => {
    const stored = { en: "A" };
    mergeTexts(stored, "B", { en: null });
    assert.deepEqual(stored, { en: "A" });
  });
});
