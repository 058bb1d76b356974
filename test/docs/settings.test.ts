import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";

import { readSettingRows, renderEnvExample, type SettingRow, writtenDefault } from "../../deploy/env-example.ts";
import { ConfigError, readConfig } from "../../server/platform/config/config.ts";
import { DEFAULTS } from "../../server/platform/config/settings.ts";

const PROJECT = join(import.meta.dirname, "../..");
const textOf = (path: string): string => readFileSync(join(PROJECT, path), "utf8");
const page = textOf("docs/settings.md");

const MISSING = join(PROJECT, "no-such-file");

/** Whether a setting is read: then a missing file is a problem. Some are only read where traces have somewhere to go. */
const isRead = (name: string): boolean => {
  try {
    readConfig({ OTEL_EXPORTER_OTLP_ENDPOINT: "http://127.0.0.1:4318", [`${name}_FILE`]: MISSING });
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.problems.some((problem) => problem.startsWith(`${name}_FILE points to`));
  }
  return false;
};

/** The rows of another page's table of settings: name and default. */
const briefRows = (text: string): Pick<SettingRow, "name" | "fallback">[] =>
  [...text.matchAll(/^\| `([A-Z_]+)` +\|([^|]*)\|[^|]*\|$/gm)].map(([, name = "", fallback = ""]) => ({
    name,
    fallback: fallback.trim(),
  }));

describe("docs/settings.md", () => {
  it("has every setting of the code once, in the same order, and no other", () => {
    assert.deepEqual(
      readSettingRows(page).map(({ name }) => name),
      Object.keys(DEFAULTS),
    );
  });

  it("has the default of each", () => {
    const written = readSettingRows(page).map((row) => [row.name, writtenDefault(row)]);
    assert.deepEqual(Object.fromEntries(written), DEFAULTS);
  });

  it("says what each means, and gives an example, but for secrets no value that could be copied", () => {
    for (const { name, meaning, example } of readSettingRows(page)) {
      assert.match(meaning, /^.{15,}\.$/, name);
      assert.equal(/SECRET|PASSWORD|TOKEN/.test(name), !/^`[^`]+`$/.test(example), `${name}: ${example}`);
    }
  });

  it("is where the README has its settings from", () => {
    const rows = briefRows(textOf("README.md"));
    const known = new Map(readSettingRows(page).map(({ name, fallback }) => [name, fallback]));
    assert.equal(rows.length, 10);
    for (const { name, fallback } of rows) assert.equal(fallback, known.get(name), name);
  });
});

describe("the settings of the code", () => {
  it("are all read", () => {
    for (const name of Object.keys(DEFAULTS)) assert.ok(isRead(name), name);
    assert.ok(!isRead("ANOTHER_SETTING"));
  });
});

describe(".env.example", () => {
  it("is made from docs/settings.md (npm run --silent env-example > .env.example)", () => {
    assert.equal(textOf(".env.example"), renderEnvExample(page));
  });
});
