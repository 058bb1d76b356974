import assert from "node:assert/strict";
import { basename } from "node:path";
import { describe, it } from "node:test";

import { keysOf, type Source, sources, withoutComments, withoutPlural } from "../support/web-sources.ts";

const LANGUAGES = ["en", "nl", "fr", "de"];

type Catalogue = { folder: string; language: string; texts: Record<string, unknown> };

const catalogues: Catalogue[] = sources("**/texts/*.json").map(({ path, text }) => {
  const [, folder = "", language = ""] = /^(.*)\/texts\/(.*)\.json$/.exec(path) ?? [];
  return { folder, language, texts: JSON.parse(text) as Record<string, unknown> };
});

const folders = [...new Set(catalogues.map(({ folder }) => folder))];

const catalogue = (folder: string, language: string): Record<string, unknown> =>
  catalogues.find((one) => one.folder === folder && one.language === language)?.texts ?? {};

const code = sources("**/*.{ts,tsx}").map(({ path, text }) => ({ path, text: withoutComments(text) }));

/** Where the texts of a catalogue may be used: in its folder, in a feature of the same name or that draws lists, and everywhere for those of kiosk and phone. */
const users = (folder: string): Source[] =>
  code.filter(
    ({ path }) =>
      path.startsWith(`${folder}/`) ||
      path.startsWith(`console/features/${basename(folder)}/`) ||
      path.startsWith("console/features/list/") ||
      folder === "visitor-flow",
  );

const isUsed = (key: string, files: readonly Source[]): boolean => {
  const parts = key.split(".");
  // A key is written out, or its first parts are and the rest is put in: t(`role.${role}`).
  const heads = parts.map((_, index) => parts.slice(0, index).join(".")).filter((head) => head !== "");
  return files.some(
    ({ text }) =>
      [`"${key}"`, `:${key}"`, `'${key}'`].some((written) => text.includes(written)) ||
      heads.some((head) => text.includes(`\`${head}.\${`) || text.includes(`:${head}.\${`)) ||
      text.includes(`${heads.at(-1) ?? "\u0000"}.\${`),
  );
};

const placeholders = (text: unknown): string[] =>
  [...String(text).matchAll(/\{\{\s*(\w+)/g)].map(([, name = ""]) => name).toSorted();

const flat = (folder: string, language: string): Map<string, string> => {
  const at = (value: unknown, path: readonly string[]): unknown =>
    path.length === 0 ? value : at(Object(value)[path[0] ?? ""], path.slice(1));
  return new Map(
    keysOf(catalogue(folder, language)).map((key) => [key, String(at(catalogue(folder, language), key.split(".")))]),
  );
};

describe("the texts of the pages", () => {
  it("every catalogue is there in English, Dutch, French and German with the same keys", () => {
    for (const folder of folders) {
      const english = [...new Set(keysOf(catalogue(folder, "en")).map(withoutPlural))].toSorted();
      for (const language of LANGUAGES) {
        const keys = [...new Set(keysOf(catalogue(folder, language)).map(withoutPlural))].toSorted();
        assert.deepEqual(keys, english, `web/${folder}/texts/${language}.json`);
      }
    }
  });

  it("each has the plural forms that its language needs", () => {
    for (const { folder, language } of catalogues) {
      const keys = keysOf(catalogue(folder, language));
      const plural = [...new Set(keys.filter((key) => withoutPlural(key) !== key).map(withoutPlural))];
      const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
      for (const key of plural)
        for (const form of forms)
          assert.ok(keys.includes(`${key}_${form}`), `web/${folder}/texts/${language}.json lacks ${key}_${form}`);
    }
  });

  it("a text holds the same placeholders in each language", () => {
    for (const folder of folders) {
      const english = flat(folder, "en");
      for (const language of LANGUAGES) {
        const plain = [...flat(folder, language)].filter(([key]) => withoutPlural(key) === key);
        for (const [key, text] of plain)
          assert.deepEqual(placeholders(text), placeholders(english.get(key)), `${folder} ${language} ${key}`);
      }
    }
  });

  it("no text is empty, shouts, or says please wait", () => {
    for (const { folder, language } of catalogues)
      for (const [key, text] of flat(folder, language)) {
        assert.notEqual(text.trim(), "", `web/${folder}/texts/${language}.json ${key}`);
        assert.doesNotMatch(text, /!|please wait|successfully|—/i, `web/${folder}/texts/${language}.json ${key}`);
      }
  });

  it("every text is used", () => {
    const unused = folders.flatMap((folder) =>
      [...new Set(keysOf(catalogue(folder, "en")).map(withoutPlural))]
        .filter((key) => !isUsed(key, users(folder)))
        .map((key) => `web/${folder}/texts/en.json ${key}`),
    );
    assert.deepEqual(unused, []);
  });

  it("no words stand in the code of a page", () => {
    const WORDS = />\s*([A-Z][a-z]+(?: [a-z]+)+)[^<>{}]*</g;
    const written = code
      .filter(({ path }) => path.endsWith(".tsx"))
      .flatMap(({ path, text }) => [...text.matchAll(WORDS)].map(([, words]) => `web/${path}: ${words}`));
    assert.deepEqual(written, []);
  });
});
