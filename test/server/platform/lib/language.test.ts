import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { readCatalogue } from "../../../../server/platform/lib/text/catalogue.ts";
import { chooseAccepted, chooseLanguage } from "../../../../server/platform/lib/text/language.ts";

describe("The languages of what the service writes", () => {
  it("the first that is known counts, case and region ignored; else English", () => {
    assert.equal(chooseLanguage("NL-be", "fr"), "nl");
    assert.equal(chooseLanguage("tlh", "fr"), "fr");
    assert.equal(chooseLanguage(null, undefined, ""), "en");
    assert.equal(chooseLanguage("english"), "en");
  });

  it("a browser's are taken in its order", () => {
    assert.equal(chooseAccepted("es-ES,es;q=0.9, de-CH;q=0.8,en;q=0.7"), "de");
    for (const none of [undefined, "", "*", ";q=1"]) assert.equal(chooseAccepted(none), "en");
  });

  it("texts are in English where a language lacks them, and have the placeholders of rules 4", () => {
    const texts = readCatalogue("documents", { page: "Page {{n}} of {{total}}", made_up: { now: "{ by {{name}}}" } });
    assert.deepEqual(texts("nl-BE"), { page: "Pagina %n% van %total%", made_up: { now: "{ by %name%}" } });
    assert.equal(texts("tlh").page, "Page %n% of %total%");
  });
});
