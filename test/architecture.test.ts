import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { after, describe, it } from "node:test";

import { connectionsOpened, EXCEPTIONS, exceptionsUsed, violations } from "./support/architecture.ts";

const PROJECT = join(import.meta.dirname, "..");
const folders: string[] = [];
after(() => folders.forEach((folder) => rmSync(folder, { recursive: true })));

/** A small house that is in order. */
const GOOD: Record<string, string> = {
  "server/app.ts": 'import { hostRoutes } from "./hosts/routes.ts";\nimport { guard } from "./http/guard.ts";',
  "server/config.ts": "export const port = process.env.PORT;",
  "server/lib/ids.ts": 'import { x } from "./errors.ts";\n// import { y } from "../hosts/store.ts";',
  "server/lib/errors.ts": "export const x = 1;",
  "server/db/database.ts": 'import { x } from "../lib/errors.ts";',
  "server/http/guard.ts": 'import { x } from "../lib/errors.ts";',
  "server/hosts/contract.ts": 'import { guard } from "../http/guard.ts";',
  "server/hosts/routes.ts": 'import * as contract from "./contract.ts";\nimport * as hosts from "./hosts.ts";',
  "server/hosts/hosts.ts": 'import * as store from "./store.ts";\nimport {\n  a,\n  b,\n} from "../visits/visits.ts";',
  "server/hosts/store.ts": 'import { build } from "../db/database.ts";',
  "server/visits/visits.ts": 'import * as store from "./visit-store.ts";',
  "server/visits/visit-store.ts": "export const a = 1;",
  "bin/foyer.mjs": "console.log(process.env.PATH);",
};

const violationsWith = (planted: Record<string, string>): string[] => {
  const root = mkdtempSync(join(tmpdir(), "foyer-house-"));
  folders.push(root);
  for (const [path, text] of Object.entries({ ...GOOD, ...planted })) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), `${text}\n`);
  }
  return violations(root, ["server", "bin"]);
};

/** By a variable, or this file would be found itself. */
const CLIENT = "Client";

const BREACHES: [string, string, string, RegExp][] = [
  ["lib imports something of ours", "server/lib/ids.ts", 'import { g } from "../http/guard.ts";', /lib may import/],
  ["db imports http", "server/db/database.ts", 'import type { G } from "../http/guard.ts";', /db may import/],
  ["http imports a resource", "server/http/guard.ts", 'import * as hosts from "../hosts/hosts.ts";', /http may import/],
  ["a contract imports rules", "server/hosts/contract.ts", 'import { a } from "./hosts.ts";', /contract may import/],
  ["a contract imports a store", "server/hosts/contract.ts", 'import { a } from "./store.ts";', /contract may import/],
  ["routes import a store", "server/hosts/routes.ts", 'import * as store from "./store.ts";', /routes may import/],
  ["routes import another's rules", "server/hosts/routes.ts", 'import { a } from "../visits/visits.ts";', /routes may/],
  [
    "rules import another's store",
    "server/hosts/hosts.ts",
    'import { a } from "../visits/visit-store.ts";',
    /rules may/,
  ],
  ["rules import routes", "server/visits/visits.ts", 'import { r } from "../hosts/routes.ts";', /only server\/app\.ts/],
  ["a store imports its rules", "server/hosts/store.ts", 'import { a } from "./hosts.ts";', /store may import/],
  ["over several lines", "server/hosts/store.ts", 'import {\n  a,\n} from "./hosts.ts";', /store may import/],
  ["by import()", "server/hosts/store.ts", 'const rules = await import("./hosts.ts");', /store may import/],
  ["by export from", "server/lib/ids.ts", 'export { g } from "../http/guard.ts";\nexport const a = 1;', /lib may/],
  ["for its effect", "server/lib/ids.ts", 'import "../http/guard.ts";', /lib may import/],
  ["the app imports rules", "server/app.ts", 'import * as hosts from "./hosts/hosts.ts";', /root may import/],
  ["process.env is read", "server/hosts/hosts.ts", 'export const p = process.env["PORT"];', /reads process\.env/],
  ["a default export", "server/hosts/hosts.ts", "export default 1;", /default export/],
  ["a barrel", "server/hosts/all.ts", 'export { a } from "./hosts.ts";\nexport * from "./store.ts";', /is a barrel/],
  ["a vague name", "server/hosts/helpers.ts", "export const a = 1;", /named after nothing/],
  [
    "a connection is opened anywhere else",
    "server/hosts/store.ts",
    `import { Client } from "pg";\nexport const client = new ${CLIENT}();`,
    /opens a connection of its own/,
  ],
  ["a file over 300 lines", "server/hosts/long.ts", "const a = 1;\n".repeat(300), /longer than 300/],
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
