import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { catalogueOf, LANGUAGES, NAMESPACES, SERVER } from "../support/words/catalogue-texts.ts";
import {
  keysOf,
  type Source,
  sources,
  textsOf,
  withoutComments,
  withoutPlural,
} from "../support/browser/web-sources.ts";

const catalogues = NAMESPACES.flatMap((namespace) => LANGUAGES.map((language) => ({ namespace, language })));

const code = sources("**/*.{ts,tsx}").map(({ path, text }) => ({ path, text: withoutComments(text) }));

/** Where the texts of a namespace may be used: in the folders of its name, in those that draw lists, and everywhere for those of kiosk and phone. */
const users = (namespace: string): Source[] =>
  code.filter(
    ({ path, text }) =>
      path.split("/").includes(namespace) ||
      (namespace === "series" && (text.includes('"series"') || text.includes('"series:'))) ||
      path.startsWith("console/features/list/") ||
      namespace === "visitor-flow",
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

const flat = (namespace: string, language: string): Map<string, string> =>
  new Map(textsOf(catalogueOf(language, namespace)));

const keysIn = (namespace: string, language: string): string[] =>
  [...new Set(keysOf(catalogueOf(language, namespace)).map(withoutPlural))].toSorted();

describe("the texts of the product (texts/)", () => {
  it("are there in English, Dutch, French and German", () => {
    for (const language of ["en", "nl", "fr", "de"]) assert.ok(LANGUAGES.includes(language), language);
  });

  it("every namespace has the same keys in each language", () => {
    for (const { namespace, language } of catalogues)
      assert.deepEqual(keysIn(namespace, language), keysIn(namespace, "en"), `texts/${language}/${namespace}.json`);
  });

  it("each has the plural forms that its language needs", () => {
    for (const { namespace, language } of catalogues) {
      const keys = keysOf(catalogueOf(language, namespace));
      const plural = [...new Set(keys.filter((key) => withoutPlural(key) !== key).map(withoutPlural))];
      const forms = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
      for (const key of plural)
        for (const form of forms)
          assert.ok(keys.includes(`${key}_${form}`), `texts/${language}/${namespace}.json lacks ${key}_${form}`);
    }
  });

  it("a text holds the same placeholders in each language", () => {
    for (const { namespace, language } of catalogues) {
      const english = flat(namespace, "en");
      const plain = [...flat(namespace, language)].filter(([key]) => withoutPlural(key) === key);
      for (const [key, text] of plain)
        assert.deepEqual(placeholders(text), placeholders(english.get(key)), `${namespace} ${language} ${key}`);
    }
  });

  it("no text is empty, shouts, or says please wait", () => {
    for (const { namespace, language } of catalogues)
      for (const [key, text] of flat(namespace, language)) {
        assert.notEqual(text.trim(), "", `texts/${language}/${namespace}.json ${key}`);
        assert.doesNotMatch(text, /!|please wait|successfully|—/i, `texts/${language}/${namespace}.json ${key}`);
      }
  });

  it("every text is used", () => {
    const unused = NAMESPACES.filter((namespace) => !SERVER.has(namespace)).flatMap((namespace) =>
      keysIn(namespace, "en")
        .filter((key) => !isUsed(key, users(namespace)))
        .map((key) => `texts/en/${namespace}.json ${key}`),
    );
    assert.deepEqual(unused, []);
  });

  it("every text of the service is used", () => {
    const service = sources("**/*.ts", "server").map(({ text }) => withoutComments(text));
    // `source_` for `source_0`: the number is put in.
    const isNamed = (key: string): boolean =>
      key.split(".").every((part) => service.some((text) => new RegExp(`\\b${part.replace(/\d+$/, "")}`).test(text)));
    const unused = [...SERVER].flatMap((namespace) =>
      keysIn(namespace, "en")
        // Cities are found by the names of time zones.
        .filter((key) => !key.startsWith("cities.") && !isNamed(key))
        .map((key) => `${namespace}:${key}`),
    );
    assert.deepEqual(unused, []);
  });

  it("every namespace that a page names is there", () => {
    const NAMED = /useTranslation\("([\w-]+)"|(?:\bt|common|exists)\([^()"`]*["`]([\w-]+):/g;
    const unknown = code.flatMap(({ path, text }) =>
      [...text.matchAll(NAMED)]
        .map(([, namespace, before]) => namespace ?? before ?? "")
        .filter((namespace) => !NAMESPACES.includes(namespace))
        .map((namespace) => `web/${path}: ${namespace}`),
    );
    assert.deepEqual(unknown, []);
  });

  it("the code of a page has no words", () => {
    const WORDS = />\s*([A-Z][a-z]+(?: [a-z]+)+)[^<>{}]*</g;
    const written = code
      .filter(({ path }) => path.endsWith(".tsx"))
      .flatMap(({ path, text }) => [...text.matchAll(WORDS)].map(([, words]) => `web/${path}: ${words}`));
    assert.deepEqual(written, []);
  });
});
