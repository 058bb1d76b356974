import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { describe, it } from "node:test";

import { may, ROLES } from "../../server/auth/roles.ts";
import { SOURCES } from "../../web/build.ts";
import { mayRole, type Permission } from "../../web/console/may.ts";
import { sources, withoutComments } from "../support/web-sources.ts";

const code = sources("**/*.{ts,tsx}").map(({ path, text }) => ({ path, text: withoutComments(text) }));

/** What both sides judge by the same rule, with network and without; each stands alone. */
const SAME_RULES = new Map([
  ["lib/name-search.ts", "how a name is found"],
  ["lib/email.ts", "what an e-mail address is"],
  ["lib/formula.ts", "what a spreadsheet takes for a formula"],
]);

/** Folders of the console that are no features: everybody may use them. */
const COMMON = new Set(["components", "shell"]);
/** Features that others show, with the reason. */
const SHOWN: Record<string, string> = {
  visit: "lists open a visit beside them",
  palette: "the shell opens it anywhere",
  "entry-points": "the set-up prints the poster of the first door",
};

const IMPORT = /from\s*"(\.[^"]+)"|import\(\s*"(\.[^"]+)"\s*\)/g;

const importsOf = ({ path, text }: { path: string; text: string }): string[] =>
  [...text.matchAll(IMPORT)].map(([, fixed, lazy]) => normalize(join(dirname(path), fixed ?? lazy ?? "")));

const featureOf = (path: string): string | undefined => {
  const [face, folder, ...rest] = path.split("/");
  return face === "console" && rest.length > 0 && !COMMON.has(folder ?? "") ? folder : undefined;
};

const faceOf = (path: string): string => path.split("/")[0] ?? "";

describe("the structure of the pages (docs/decisions/0022-web.md)", () => {
  it("a feature imports no other feature but those that others show", () => {
    const crossing = code.flatMap((file) =>
      importsOf(file)
        .map((to) => [featureOf(file.path), featureOf(to)] as const)
        .filter(([from, to]) => from !== undefined && to !== undefined && from !== to && !(to in SHOWN))
        .map(([, to]) => `${file.path} -> ${to}`),
    );
    assert.deepEqual(crossing, []);
  });

  it("what is shared imports no face, and no face another", () => {
    const crossing = code.flatMap((file) =>
      importsOf(file)
        .filter((to) => ["console", "kiosk", "visitor"].includes(faceOf(to)) && faceOf(to) !== faceOf(file.path))
        .map((to) => `${file.path} -> ${to}`),
    );
    assert.deepEqual(crossing, []);
  });

  it("of the server only contracts are named, and as types", () => {
    const named = code.flatMap(({ path, text }) =>
      [...text.matchAll(/import\s+(type\s)?[^;]*?from\s*"(?:\.\.\/)+server\/([^"]+)"/g)]
        .filter(([, type, to = ""]) => type === undefined || !to.endsWith("contract.ts"))
        // What builds the pages is no part of them.
        .filter(([, , to = ""]) => path !== "build.ts" && !SAME_RULES.has(to))
        .map(([, , to]) => `${path} -> server/${to}`),
    );
    assert.deepEqual(named, []);
  });

  it("what both sides judge by the same rule imports nothing of the service, and the pages are built anew with it", () => {
    for (const path of SAME_RULES.keys()) {
      const text = readFileSync(`server/${path}`, "utf8");
      assert.deepEqual([path, importsOf({ path, text })], [path, []]);
      assert.ok(SOURCES.includes(`server/${path}`), path);
    }
  });

  it("colours stand in the theme alone", () => {
    const THEME = /^(shared\/theme\/|console\/theme\.ts|shared\/mark\.svg)/;
    const literal = sources("**/*.{css,ts,tsx}")
      .filter(({ path }) => !THEME.test(path))
      .flatMap(({ path, text }) =>
        [...withoutComments(text).matchAll(/#[\da-f]{3,8}\b(?=[;,\s)"'])/gi)].map(([colour]) => `${path}: ${colour}`),
      )
      // White stands on fills that are the same in light and dark.
      .filter((found) => !/: #fff(fff)?$/i.test(found));
    assert.deepEqual(literal, []);
  });

  it("what a role may do is the same here as in the service (decisions 4)", () => {
    const permissions: Permission[] = [
      "visits.read",
      "visits.mark_safe",
      "visits.write",
      "counters.read",
      "registered_visitors",
      "hosts.read",
      "hosts.write",
      "location.manage",
      "users.manage",
      "service.manage",
    ];
    for (const role of ROLES)
      for (const permission of permissions)
        assert.equal(mayRole(role, permission), may(role, permission), `${role} ${permission}`);
  });
});
