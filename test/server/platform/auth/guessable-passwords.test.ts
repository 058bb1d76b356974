import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { COMMON_WORDS, isGuessable } from "../../../../server/platform/auth/passwords/guessable-passwords.ts";

const judge = async (passwords: readonly string[], known: readonly string[] = []): Promise<string[]> => {
  const judged = await Promise.all(passwords.map(async (one) => ((await isGuessable(one, known)) ? one : undefined)));
  return judged.filter((one) => one !== undefined);
};

describe("passwords that are tried first (OWASP ASVS 5.0, 6.2.4, 6.2.11, 6.2.12)", () => {
  it("those that leaked most often are known, in any case of letters", async () => {
    const common = ["123456789012", "q1w2e3r4t5y6", "1qaz2wsx3edc", "startfinding", "ClareFrances3", "FRANKLAMPARD"];
    assert.deepEqual(await judge(common), common);
  });

  it("a few signs over and over are known", async () => {
    const dull = ["aaaaaaaaaaaaaaaa", "abababababab", "--------------------", "112211221122"];
    assert.deepEqual(await judge(dull), dull);
  });

  it("words of this place with little else are known, also with look-alikes", async () => {
    const words = ["Foyer-Foyer-2026", "welcome-visitor!", "P@ssw0rd-P@ssw0rd", "reception.desk1", "admin4admin4admin"];
    assert.deepEqual(await judge(words), words);
  });

  it("the person's own name and address are known, to them alone", async () => {
    const own = ["ann.peeters.2026", "Meridian-peeters"];
    assert.deepEqual(await judge(own, ["ann.peeters@meridian.example", "Ann", "Peeters"]), own);
    assert.deepEqual(await judge(own), []);
  });

  it("words of one's own, and anything from a password manager, are good: no kind of character is asked for (6.2.5)", async () => {
    const good = [
      "correct-horse-battery",
      "seven green umbrellas",
      "sunny-welcome-in-october",
      "zwanzigkleinebriefe",
      "83920174655201",
      "xK4vq9Zr2mWt",
      "дождь над рекой",
    ];
    assert.deepEqual(await judge(good, ["ann.peeters@meridian.example"]), []);
  });

  it("docs/sessions.md names every word (6.1.2)", async () => {
    const { readFile } = await import("node:fs/promises");
    const text = await readFile(new URL("../../../../docs/sessions.md", import.meta.url), "utf8");
    for (const word of COMMON_WORDS) assert.ok(text.includes(word), word);
  });
});
