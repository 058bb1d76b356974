import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { assert as check, property, string } from "fast-check";

import { fillPlaceholders } from "../../shared/text/placeholders.ts";

const values = { first_name: "Jo", host: "Ann Peeters", company: "", phone: null, floor: 0, badge: false };

describe("Placeholders in texts (rules 4)", () => {
  const cases: [template: string, filled: string][] = [
    ["Hello %first_name%, %host% is coming", "Hello Jo, Ann Peeters is coming"],
    ["%first_name%%first_name%", "JoJo"],
    ["Floor %floor%, badge %badge%", "Floor 0, badge false"],
    ["From %company%.", "From ."],
    ["Hello %unknown%!", "Hello !"],
    ["%toString% and %__proto__%", " and "],
    ["50 % of 80 %, 100%", "50 % of 80 %, 100%"],
    ["100%first_name%", "100Jo"],
    ["%First_Name%", ""],
    ["Hi{ %first_name%}, welcome{ from %company%}", "Hi Jo, welcome"],
    ["{%first_name% of %company%}", ""],
    ["{no placeholder}", "no placeholder"],
    ["a{ %host%{ (%phone%)}}b", "a Ann Peetersb"],
    ["a{ %phone%{ (%host%)}}b", "ab"],
    ["{open %first_name%", "{open Jo"],
    ["shut} %first_name%", "shut} Jo"],
    ["{ {x} %company%", "{ x "],
    ["", ""],
  ];

  it("%field% becomes the value; a { … } segment goes whole when a placeholder in it is empty", () => {
    for (const [template, filled] of cases) assert.equal(fillPlaceholders(template, values), filled, template);
  });

  it("names of custom fields may hold letters of any script", () => {
    assert.equal(fillPlaceholders("%größe2% %名前%", { größe2: "XL", 名前: "花子" }), "XL 花子");
  });

  it("a blank value is an empty one", () => {
    assert.equal(fillPlaceholders("a{ %x%}", { x: " \t" }), "a");
  });

  it("what a value holds is never read as a placeholder, a brace or a replacement pattern", () => {
    for (const nasty of ["%host%", "{", "}", "{%company%}", "$&", "$1", "%%"])
      assert.equal(fillPlaceholders("<%x%>{ %x%}", { x: nasty, host: "H" }), `<${nasty}> ${nasty}`, nasty);
  });

  it("any template and value is filled, and one without signs stays as it is", () => {
    check(
      property(string({ unit: "binary" }), string({ unit: "binary" }), (template, x) => {
        const filled = fillPlaceholders(template, { x });
        if (!/[%{}]/.test(template)) assert.equal(filled, template);
        assert.equal(fillPlaceholders("%x%", { x }), x.trim());
      }),
    );
  });
});
