import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { type KeyMeaning, makeCodeCollector } from "../../../web/kiosk/lib/code-collector.ts";

const KEY = { shiftKey: false, ctrlKey: false, altKey: false, metaKey: false, repeat: false };
const LINK = "https://foyer.example/visit/#i=aB3.x_Y-9";

/** The key of a character on an American keyboard. */
const keyOf = (character: string): { code: string; shiftKey: boolean } => {
  const signs: Record<string, string> = { "-": "Minus", "/": "Slash", ".": "Period" };
  const shifted: Record<string, string> = { ":": "Semicolon", "#": "Digit3", _: "Minus" };
  if (/[a-z]/i.test(character)) return { code: `Key${character.toUpperCase()}`, shiftKey: /[A-Z]/.test(character) };
  if (/\d/.test(character)) return { code: `Digit${character}`, shiftKey: false };
  if (character === "=") return { code: "Equal", shiftKey: false };
  const sign = signs[character];
  return sign === undefined ? { code: shifted[character] ?? "", shiftKey: true } : { code: sign, shiftKey: false };
};

/** Types a text with a gap between its keys, and Enter. @returns what the collector made of each key */
const type = (text: string, gapMs: number, collect = makeCodeCollector()): KeyMeaning[] => {
  const keys = text.split("").flatMap((character) => {
    const key = keyOf(character);
    return key.shiftKey ? [{ code: "ShiftLeft", shiftKey: true }, key] : [key];
  });
  let at = 1000;
  return [...keys, { code: "Enter", shiftKey: false }].map((key) => {
    if (key.code !== "ShiftLeft") at += gapMs;
    return collect({ ...KEY, ...key, timeStamp: at });
  });
};

describe("codes of a reader that types like a keyboard", () => {
  it("are read by the places of their keys, whatever the layout says they are", () => {
    assert.equal(type(LINK, 8).at(-1)?.code, LINK);
    assert.equal(type("F0123456789ABCDEFGHIJ", 49).at(-1)?.code, "F0123456789ABCDEFGHIJ");
  });

  it("are never what a person typed, however fast, nor a key that is held", () => {
    assert.equal(type("johannes.vandenberg", 51).at(-1)?.code, undefined);
    assert.equal(type("Jo Peeters", 8).at(-1)?.code, undefined, "too short once a blank has begun it anew");
    const collect = makeCodeCollector();
    for (let n = 0; n < 30; n += 1) collect({ ...KEY, code: "KeyA", repeat: n > 0, timeStamp: 1000 + n * 30 });
    assert.equal(collect({ ...KEY, code: "Enter", timeStamp: 1910 }).code, undefined);
  });

  it("begin where the field is to be restored to, and a slow Enter ends none", () => {
    assert.deepEqual(
      type(LINK, 8)
        .map(({ begins }) => begins)
        .filter(Boolean),
      [true],
    );
    const collect = makeCodeCollector();
    LINK.split("").forEach((character, n) => collect({ ...KEY, ...keyOf(character), timeStamp: 1000 + n * 8 }));
    assert.equal(collect({ ...KEY, code: "Enter", timeStamp: 9000 }).code, undefined);
  });
});
