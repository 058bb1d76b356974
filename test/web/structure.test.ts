import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { can, ROLES } from "../../shared/roles.ts";
import { SOURCES } from "../../web/build.ts";
import { roleCan, type Permission } from "../../web/console/data/permissions.ts";
import { sources, withoutComments } from "../support/web-sources.ts";

const code = sources("**/*.{ts,tsx}").map(({ path, text }) => ({ path, text: withoutComments(text) }));

describe("the structure of the pages (docs/decisions/0022-web.md)", () => {
  it("of the service only contracts are named, and as types", () => {
    const named = code.flatMap(({ path, text }) =>
      [...text.matchAll(/import\s+(type\s)?[^;]*?from\s*"(?:\.\.\/)+server\/([^"]+)"/g)]
        .filter(([, type, to = ""]) => type === undefined || !to.endsWith("contract.ts"))
        // What builds the pages is no part of them.
        .filter(() => path !== "build.ts")
        .map(([, , to]) => `${path} -> server/${to}`),
    );
    assert.deepEqual(named, []);
  });

  it("the pages are built anew with what they share with the service", () => {
    assert.ok(SOURCES.includes("shared/*"));
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

  it("what a role may do is the same here as in the service (rules 4)", () => {
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
        assert.equal(roleCan(role, permission), can(role, permission), `${role} ${permission}`);
  });
});
