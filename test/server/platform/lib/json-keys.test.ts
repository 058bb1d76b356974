import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { withExactKeys } from "../../../../server/platform/lib/record/json-keys.ts";
import { parseJson } from "../../../../server/platform/http/input/json-body.ts";
import { makeRandom, seedOf } from "../../../support/run/random.ts";
import { buildLocation, makeWorld, type World } from "../../../support/world.ts";

const SEED = seedOf();

const escapeUnits = (letter: string): string =>
  Array.from({ length: letter.length }, (_, n) => `\\u${letter.charCodeAt(n).toString(16).padStart(4, "0")}`).join("");

const escaped = (letter: string, ascii: boolean): string => {
  if (letter === '"' || letter === "\\") return `\\${letter}`;
  return letter < " " || (ascii && letter > "~") ? escapeUnits(letter) : letter;
};

/** A JSON string; `ascii` escapes what is not ASCII, as some clients do. */
const quote = (text: string, ascii: boolean): string =>
  `"${Array.from(text, (letter) => escaped(letter, ascii)).join("")}"`;

/** The code units of the keys: compared as numbers, so that no key can be taken for another on the way. */
const keysOf = (value: unknown): string[] =>
  Object.keys(Object(value)).map((key) => Array.from({ length: key.length }, (_, n) => key.charCodeAt(n)).join(","));

describe("withTrueKeys: keys as they are written (rules 2: stored unchanged, whatever their name)", () => {
  it("a key with an escape is not taken for one with a backslash that was read before", () => {
    for (const [text = "", code] of [
      ['{"a":1,"\\\\":2}', "92"],
      ['{"a":1,"\\"":2}', "34"],
      ['{"a":1,"\\n":2}', "10"],
      ['{"a":1,"\\u00e9":2}', "233"],
      ['{"a":1,"\\\\":2}', "92"],
    ])
      assert.deepEqual(keysOf(parseJson(text)), ["97", code], text);
  });

  it("strings that are not keys, blanks before the colon, nesting and repeated keys are read as ever", () => {
    for (const text of [
      '{"a\\"b" : "c\\"d\\\\", "e":["\\"","f\\\\\\"g",{"h\\ti"\n:\t{"":"\\\\"}}]}',
      '{"\\u0061":1,"a":2}',
      '{"x":1,"\\u0031":2,"0":3}',
      '"\\"k\\":"',
      '["\\":"]',
    ])
      assert.deepEqual(withExactKeys(text, JSON.parse(text)), JSON.parse(text), text);
  });

  it(`2,000 random objects keep their keys (TEST_SEED=${SEED})`, () => {
    const random = makeRandom(SEED);
    const letters = ['"', "\\", "\n", "u", "0", "é", "🎉", "a", "/", "\u0001", ":"];
    for (let n = 0; n < 2_000; n++) {
      const text = () => Array.from({ length: random.whole(0, 4) }, () => random.one(letters)).join("");
      const names = new Set(Array.from({ length: random.whole(1, 5) }, text));
      const ascii = random.chance(0.5);
      const json = `{${[...names].map((name) => `${quote(name, ascii)}:${quote(text(), ascii)}`).join(",")}}`;
      const codes = (name: string) => Array.from({ length: name.length }, (_, at) => name.charCodeAt(at)).join(",");
      assert.deepEqual(new Set(keysOf(parseJson(json))), new Set([...names].map(codes)), json);
    }
  });

  it("400: a key __proto__ written with escapes", () => {
    assert.throws(() => parseJson('{"\\u005f_proto__":1}'), /__proto__/);
    assert.throws(() => parseJson('{"a":{"__proto\\u005f_":1}}'), /__proto__/);
  });

  it("200: 1 MB of escapes is read in one pass", () => {
    const text = `{"k\\"":"${'\\"'.repeat(500_000)}"}`;
    assert.deepEqual(keysOf(parseJson(text)), ["107,34"]);
  });
});

describe("POST and PUT /visitors: extra keys with backslashes and quotes (interface 1)", () => {
  let world: World;
  before(async () => {
    world = await makeWorld();
  });
  after(() => world.close());

  it("200: are stored under their own name, and stay there when the visit is changed", async () => {
    const company_id = await buildLocation(world);
    const raws = ['"\\\\":1', '"\\"":1', '"\\n":1', '"x\\\\":1', '"x\\"":1'];
    for (const raw of [...raws, ...raws]) {
      const sent = `{"company_id":"${company_id}",${raw}}`;
      const headers = { "content-type": "application/json" };
      const { text } = await world.call("POST", "/visitors", { raw: sent, headers });
      assert.ok(text.includes(raw.replace(":", ": ")), `${raw} in ${text}`);
      const id = text.slice(8, 32);
      const changed = await world.put(`/visitors/${id}`, { city: "Mons" });
      assert.ok(changed.text.includes(raw.replace(":", ": ")), `${raw} in ${changed.text}`);
    }
  });
});
