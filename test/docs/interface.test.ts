import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, it } from "node:test";

import { ERROR_CODES } from "../../shared/error-codes.ts";
import { EVENTS, type EventValue } from "../../shared/events.ts";
import { can, KEY_ROLES, type Permission, ROLES } from "../../shared/roles.ts";
import { DEFAULT_SETTINGS } from "../../server/resources/locations/contract.ts";
import { SMS_PER_DAY } from "../../server/resources/messages/sms-settings.ts";
import { codeIn, readPage, tableAfter } from "../support/database/tables.ts";

type Schema = { properties?: Record<string, object>; required?: string[]; enum?: string[] };
type Document = {
  paths: Record<string, Record<string, unknown>>;
  webhooks: Record<string, { post: { summary: string } }>;
  components: { schemas: Record<string, Schema> };
};

const stored = join(import.meta.dirname, "../../docs/openapi.json");
const openapi = JSON.parse(readFileSync(stored, "utf8")) as Document;
const { schemas } = openapi.components;

const shown = ([key, value]: [string, EventValue]): string => {
  if (value === "id") return `\`${key}\``;
  return value === "id?" ? `\`${key}\`?` : `\`${key}\` (\`${value}\`)`;
};
const events = Object.entries(EVENTS).map(([name, { keys, when }]) => [
  `\`${name}\``,
  Object.entries(keys).map(shown).join(", "),
  when,
]);

/** An event of the API description as the pages show it, read from the schema of its payload. */
const described = ([name, { post }]: [string, { post: { summary: string } }]): string[] => {
  const title = name.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase());
  const { properties = {}, required = [] } = schemas[`${title}Event`] ?? {};
  const keys = Object.entries(properties).filter(([key]) => key !== "eventName" && key !== "companyId");
  const values = keys.map(([key, schema]): [string, EventValue] => {
    const [only] = (schema as Schema).enum ?? [];
    return [key, (only as EventValue | undefined) ?? (required.includes(key) ? "id" : "id?")];
  });
  return [`\`${name}\``, values.map(shown).join(", "), post.summary];
};

/** The tables of fields in docs/interface/records.md, and the schema each describes. */
const RECORDS: [mark: string, schema: string][] = [
  ["## 2.1", "Visit"],
  ["## 2.2", "Host"],
  ["## 2.3", "Agreement"],
  ["## 2.4", "Statistics"],
  ["## 2.5", "Webhook"],
  ["**Registered visitor**", "RegisteredVisitor"],
  ["**Location**", "Location"],
  ["**Settings of a location**", "LocationSettings"],
  ["**Visit type**", "VisitType"],
  ["**Question of a visit type**", "VisitTypeField"],
  ["**Entrance**", "EntryPoint"],
  ["**Kiosk**", "Device"],
  ["**User**", "User"],
  ["**API key**", "ApiKey"],
  ["**Application of an identity provider**", "IdpCredential"],
];

/** What applies where a location leaves out a setting that isn't a switch. */
const LEFT_OUT: Record<string, string> = { phone_country: "none", sms_per_day: `\`${SMS_PER_DAY}\`` };

describe("docs/interface", () => {
  it("and docs/webhooks.md have the events of the code, as the API description has", () => {
    assert.deepEqual(tableAfter(readPage("interface/events.md"), "## 6.2"), events);
    assert.deepEqual(tableAfter(readPage("webhooks.md"), "## The events"), events);
    assert.deepEqual(Object.entries(openapi.webhooks).map(described), events);
  });

  it("names every endpoint, and none besides", () => {
    const named = codeIn(readPage("interface/endpoints.md")).filter((code) =>
      /^(GET|POST|PUT|DELETE) \/[^…]+$/.test(code),
    );
    const there = Object.entries(openapi.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
    );
    assert.deepEqual([...new Set(named)].toSorted(), [...there, "GET /openapi.json"].toSorted());
  });

  for (const [mark, schema] of RECORDS)
    it(`has every field of ${schema}, and none besides`, () => {
      const fields = tableAfter(readPage("interface/records.md"), mark).map(([field = ""]) => codeIn(field)[0] ?? "");
      const there = Object.keys(schemas[schema]?.properties ?? {}).filter((key) => !key.startsWith("notification_"));
      assert.deepEqual(fields.toSorted(), there.toSorted());
    });

  it("says what a setting of a location is at first", () => {
    const settings: Record<string, string | number | boolean | null | undefined> = DEFAULT_SETTINGS;
    const rows = tableAfter(readPage("interface/records.md"), "**Settings of a location**");
    for (const [name = "", first = ""] of rows) {
      const setting = codeIn(name)[0] ?? "";
      const value = settings[setting];
      assert.equal(first, value === undefined ? (LEFT_OUT[setting] ?? "off") : `\`${String(value)}\``, name);
    }
  });

  it("explains every error code as the code does", () => {
    const codes = tableAfter(readPage("interface/errors.md"), "| `code`");
    assert.deepEqual(
      codes,
      Object.entries(ERROR_CODES).map(([code, cause]) => [`\`${code}\``, cause]),
    );
  });
});

describe("docs/rules.md", () => {
  it("4.9 says of every role what it can do", () => {
    const roles = [...ROLES, ...KEY_ROLES.filter((role) => role === "read_only")];
    const table = tableAfter(readPage("rules.md"), "### 4.9");
    assert.equal(new Set(table.map(([, permission]) => permission)).size, 13);
    for (const [, permission = "", ...marks] of table) {
      const allowed = roles.map((role) => (can(role, codeIn(permission)[0] as Permission) ? "x" : ""));
      assert.deepEqual(marks, allowed, permission);
    }
  });
});

describe("the tables of a page", () => {
  it("are read by the line before them, cell by cell", () => {
    const page = "## 1\n\n| a |\n| - |\n| no |\n\n## 2\ntext\n\n| a | b |\n| - | - |\n| `x`, `y` |  |\n\nend";
    assert.deepEqual(tableAfter(page, "## 2"), [["`x`, `y`", ""]]);
    assert.deepEqual(codeIn("`x`, `y`"), ["x", "y"]);
    assert.throws(() => tableAfter(page, "## 3"), /no line/);
  });
});
