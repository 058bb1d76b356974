import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, describe, it } from "node:test";

import { connectionsOpened, EXCEPTIONS, exceptionsUsed, strayTests, violations } from "./support/architecture.ts";

const PROJECT = join(import.meta.dirname, "..");
const folders: string[] = [];
after(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

/** A small house that is in order. */
const GOOD: Record<string, string> = {
  "server/app.ts":
    'import { hostRoutes } from "./resources/hosts/routes.ts";\nimport { guard } from "./platform/http/guard.ts";',
  "server/platform/config/config.ts": "export const port = process.env.PORT;",
  "server/platform/lib/ids.ts":
    'import { x } from "./errors.ts";\n// import { y } from "../../resources/hosts/store.ts";',
  "server/platform/lib/errors.ts": 'import { CODES } from "../../../shared/error-codes.ts";\nexport const x = CODES;',
  "server/platform/db/database.ts": 'import { x } from "../lib/errors.ts";',
  "server/platform/http/guard.ts": 'import { x } from "../lib/errors.ts";\nimport { db } from "../db/database.ts";',
  "server/resources/hosts/contract.ts": 'import { guard } from "../../platform/http/guard.ts";',
  "server/resources/hosts/routes.ts":
    'import * as contract from "./contract.ts";\nimport * as hosts from "./hosts.ts";',
  "server/resources/hosts/hosts.ts":
    'import * as store from "./store.ts";\nimport {\n  a,\n  b,\n} from "../visits/visits.ts";',
  "server/resources/hosts/store.ts": 'import { build } from "../../platform/db/database.ts";',
  "server/resources/visits/visits.ts": 'import * as store from "./visit-store.ts";',
  "server/resources/visits/visit-store.ts": "export const a = 1;",
  "server/jobs/backup/backup.ts": 'import { a } from "../../resources/visits/visits.ts";',
  "server/areas/kiosk/kiosk.ts": 'import { a } from "../../jobs/backup/backup.ts";',
  "shared/error-codes.ts": "export const CODES = 1;",
  "cli/main.ts": 'import { add } from "./commands/add.ts";',
  "cli/commands/add.ts": 'import { print } from "../lib/output.ts";',
  "cli/lib/output.ts": "export const print = 1;",
  "dev/main.ts": 'import { a } from "../demo/seed.ts";',
  "demo/seed.ts": 'import { a } from "../server/resources/visits/visits.ts";',
  "web/shared/format.ts": 'import { CODES } from "../../shared/error-codes.ts";\nexport const format = CODES;',
  "web/console/main.tsx": 'import { Shell } from "./app/shell/shell.tsx";',
  "web/console/app/shell/shell.tsx": 'import { LogPage } from "../../pages/log/log-page.tsx";',
  "web/console/pages/log/log-page.tsx":
    'import { Table } from "../../components/table.tsx";\nimport { view } from "./view.ts";',
  "web/console/pages/log/view.ts":
    'import type { Visit } from "../../../../server/resources/hosts/contract.ts";\nexport const view = 1;',
  "web/console/pages/hosts/hosts-page.tsx": 'import { signOut } from "../../actions/visit-actions.tsx";',
  "web/console/actions/visit-actions.tsx": 'import { Table } from "../components/table.tsx";',
  "web/console/components/table.tsx": 'import { api } from "../data/api.ts";',
  "web/console/data/api.ts": 'import { format } from "../../shared/format.ts";',
  "web/kiosk/main.tsx": 'import { format } from "../shared/format.ts";',
  "bin/foyer.mjs": "console.log(process.env.PATH);",
};

const violationsWith = (planted: Record<string, string>): string[] => {
  const root = mkdtempSync(join(tmpdir(), "foyer-house-"));
  folders.push(root);
  for (const [path, text] of Object.entries({ ...GOOD, ...planted })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), `${text}\n`);
  }
  return violations(root);
};

/** By a variable, or this file would be found itself. */
const CLIENT = "Client";

const [HOSTS, LIB, HTTP] = ["server/resources/hosts", "server/platform/lib", "server/platform/http"];
const PAGES = "web/console/pages";

const BREACHES: [string, string, string, RegExp][] = [
  ["lib imports something of ours", `${LIB}/ids.ts`, 'import { g } from "../http/guard.ts";', /stands alone/],
  ["shared imports the service", "shared/colour.ts", 'import { x } from "../server/platform/lib/errors.ts";', /alone/],
  [
    "platform imports a resource",
    `${HTTP}/guard.ts`,
    'import { a } from "../../resources/hosts/hosts.ts";',
    /stands below/,
  ],
  ["also as a type", `${HTTP}/guard.ts`, 'import type { A } from "../../resources/hosts/hosts.ts";', /stands below/],
  ["a resource imports a job", `${HOSTS}/hosts.ts`, 'import { b } from "../../jobs/backup/backup.ts";', /stands below/],
  [
    "a job imports an area",
    "server/jobs/backup/backup.ts",
    'import { k } from "../../areas/kiosk/kiosk.ts";',
    /stands below/,
  ],
  [
    "the service imports the command line",
    "server/service.ts",
    'import { p } from "../cli/lib/output.ts";',
    /stands below/,
  ],
  ["a contract imports rules", `${HOSTS}/contract.ts`, 'import { a } from "./hosts.ts";', /contract may not import/],
  ["a contract imports a store", `${HOSTS}/contract.ts`, 'import { a } from "./store.ts";', /contract may not import/],
  ["routes import a store", `${HOSTS}/routes.ts`, 'import * as store from "./store.ts";', /routes may not import/],
  ["routes import another's rules", `${HOSTS}/routes.ts`, 'import { a } from "../visits/visits.ts";', /routes may not/],
  [
    "rules import another's store",
    `${HOSTS}/hosts.ts`,
    'import { a } from "../visits/visit-store.ts";',
    /rules may not/,
  ],
  [
    "rules import routes",
    "server/resources/visits/visits.ts",
    'import { r } from "../hosts/routes.ts";',
    /only server\/app\.ts/,
  ],
  ["a store imports its rules", `${HOSTS}/store.ts`, 'import { a } from "./hosts.ts";', /store may not import/],
  ["over several lines", `${HOSTS}/store.ts`, 'import {\n  a,\n} from "./hosts.ts";', /store may not import/],
  ["by import()", `${HOSTS}/store.ts`, 'const rules = await import("./hosts.ts");', /store may not import/],
  ["by export from", `${LIB}/ids.ts`, 'export { g } from "../http/guard.ts";\nexport const a = 1;', /stands alone/],
  ["for its effect", `${LIB}/ids.ts`, 'import "../http/guard.ts";', /stands alone/],
  [
    "a page imports another",
    `${PAGES}/hosts/hosts-page.tsx`,
    'import { view } from "../log/view.ts";',
    /two pages show/,
  ],
  [
    "a component imports a page",
    "web/console/components/table.tsx",
    'import { v } from "../pages/log/view.ts";',
    /stands below/,
  ],
  ["the server imports the pages", "server/main.ts", 'import { buildPages } from "../web/build.ts";', /knows no pages/],
  ["a face imports another", "web/kiosk/main.tsx", 'import { api } from "../console/data/api.ts";', /stands below/],
  [
    "a page imports the service",
    `${PAGES}/log/view.ts`,
    'import { a } from "../../../../server/resources/hosts/contract.ts";',
    /stands below/,
  ],
  ["process.env is read", `${HOSTS}/hosts.ts`, 'export const p = process.env["PORT"];', /reads process\.env/],
  ["a default export", `${HOSTS}/hosts.ts`, "export default 1;", /default export/],
  ["a barrel", `${HOSTS}/all.ts`, 'export { a } from "./hosts.ts";\nexport * from "./store.ts";', /is a barrel/],
  ["a type is no noun", `${HOSTS}/hosts.ts`, "export type Told = string;", /no noun/],
  ["a store gets", `${HOSTS}/store.ts`, "export const getHosts = 1;", /another verb/],
  ["a page has no name of its own", `${PAGES}/log/log-page.tsx`, "export const Page = 1;", /name of its own/],
  ["a vague name", `${HOSTS}/helpers.ts`, "export const a = 1;", /named after nothing/],
  [
    "a connection is opened anywhere else",
    `${HOSTS}/store.ts`,
    `import { Client } from "pg";\nexport const client = new ${CLIENT}();`,
    /opens a connection of its own/,
  ],
  ["a file over 300 lines", `${HOSTS}/long.ts`, "const a = 1;\n".repeat(300), /longer than 300/],
];

describe("the order of the house (docs/architecture.md)", () => {
  it("holds: imports go one way, names say what a file does, no file is too long", () => {
    assert.deepEqual(violations(PROJECT), []);
  });

  it("holds in tests and measurements: no connection is opened without a listener for its errors", () => {
    assert.deepEqual(connectionsOpened(PROJECT), []);
  });

  it("every exception is still needed", () => {
    assert.deepEqual(exceptionsUsed(PROJECT).toSorted(), Object.keys(EXCEPTIONS).toSorted());
  });

  it("is found broken when folders, or files, import each other", () => {
    const folders = violationsWith({ "server/platform/db/database.ts": 'import { g } from "../http/guard.ts";' });
    assert.ok(folders.includes("server/platform/db is in a cycle of folders"), folders.join("\n"));
    const files = violationsWith({ "server/platform/lib/errors.ts": 'import { i } from "./ids.ts";' });
    assert.ok(files.includes("server/platform/lib/ids.ts is in a cycle of files"), files.join("\n"));
  });

  it("is found broken when a folder has more than 25 files", () => {
    const files = Array.from({ length: 26 }, (_, n) => [
      `server/platform/config/setting-${n}.ts`,
      "export const x = 1;",
    ]);
    const found = violationsWith(Object.fromEntries(files));
    assert.ok(found.includes("server/platform/config has more than 25 files"), found.join("\n"));
  });

  it("is found broken when files import each other's types", () => {
    const found = violationsWith({ "server/platform/lib/errors.ts": 'import type { I } from "./ids.ts";' });
    assert.ok(found.includes("server/platform/lib/errors.ts is in a cycle of files"), found.join("\n"));
  });

  it("tests are in the folders that mirror their sources", () => {
    assert.deepEqual(strayTests(PROJECT), []);
  });

  it("a house in order has no violation", () => {
    assert.deepEqual(violationsWith({}), []);
  });

  for (const [name, path, text, expected] of BREACHES)
    it(`is found broken when ${name}`, () => {
      const found = violationsWith({ [path]: text });
      assert.ok(
        found.some((line) => line.startsWith(path) && expected.test(line)),
        found.join("\n"),
      );
    });
});
