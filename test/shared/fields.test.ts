import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { type Fields, namesHaving, namesWith } from "../../shared/fields.ts";
import { REGISTERED_FIELDS } from "../../shared/registered-visitor-fields.ts";
import { VISIT_FIELDS } from "../../shared/visit-fields.ts";
import { catalogueTexts } from "../support/words/catalogue-texts.ts";

const PLACES = ["form", "panel", "listed", "filtered"] as const;
const TABLES: [string, Fields][] = [
  ["visits", VISIT_FIELDS],
  ["registered visitors", REGISTERED_FIELDS],
];

describe("the documented fields", () => {
  for (const [record, fields] of TABLES) {
    it(`${record}: what the console shows has a name in each language`, () => {
      const shown = new Set(PLACES.flatMap((place) => namesHaving(fields, place)));
      assert.ok(shown.size > 0);
      for (const language of ["en", "nl", "fr", "de"]) {
        const texts = new Map(catalogueTexts(language));
        for (const name of shown) assert.ok(texts.has(`console:field.${name}`), `${language} ${name}`);
      }
    });

    it(`${record}: what is sorted by an index and what is stored as sent has a column or is a text`, () => {
      for (const name of namesHaving(fields, "indexed")) assert.equal(fields[name]?.kind, "text", name);
      for (const name of namesWith(fields, { body: "as_sent" }))
        assert.ok(fields[name]?.column === "of_rules" || fields[name]?.kind === "text", name);
    });
  }

  it("are asked for by exactly what they have", () => {
    const fields: Fields = { a: { kind: "text", body: "as_sent" }, b: { kind: "text", column: "of_rules" } };
    assert.deepEqual(namesWith(fields, { kind: "text" }), ["a", "b"]);
    assert.deepEqual(namesWith(fields, { kind: "text", body: "as_sent" }), ["a"]);
    assert.deepEqual(namesHaving(fields, "column"), ["b"]);
  });
});
