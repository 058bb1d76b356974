import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { foldToGsm } from "../../../../server/platform/channels/gsm.ts";

describe("A text in the letters of an SMS", () => {
  for (const [typed, sent] of [
    ["Łukasz Żółć", "Lukasz Zolc"],
    ["Đorđe Šarić", "Dorde Saric"],
    ["Ğulşah Işık ı İ", "Gulsah Isik i I"],
    ["Œuvre, garçon, fête", "OEuvre, garcon, fete"],
    ["“L’hôte”… – 5\u00a0min", '"L\'hote"... - 5 min'],
    ["Zoe\u0308 Bronte\u0308", "Zoe Bronte"],
  ] as const)
    it(`${typed} becomes ${sent}`, () => assert.equal(foldToGsm(typed), sent));

  it("keeps what an SMS has, line breaks and the euro among them", () => {
    const text = "Jürgen Groß, Ann Ångström, Ñandù, à è é ì ò ù Ç Ø æ\n[100 €] {a|b} ~ ^ \\";
    assert.equal(foldToGsm(text), text);
  });

  it("keeps what has no likeness in it", () => {
    assert.equal(foldToGsm("Łu Ελένη 佐藤 🚚"), "Lu Ελένη 佐藤 🚚");
  });
});
