import assert from "node:assert/strict";
import { describe, it } from "node:test";

import { readConfig } from "../../../../server/platform/config/config.ts";
import { makeClient } from "../../../../server/platform/db/embedded/client.ts";
import { readDatabaseUrl } from "../../../../server/platform/db/url.ts";

describe("DATABASE_URL (rules 6)", () => {
  const good: [url: string, host: string, database: string][] = [
    ["postgres://foyer:secret@db.example.org/foyer", "db.example.org", "foyer"],
    ["postgresql://foyer@db.example.org:5433/foyer?sslmode=require", "db.example.org:5433", "foyer"],
    ["postgres://foyer@/foyer?host=/run/postgresql", "/run/postgresql", "foyer"],
    ["postgres://foyer@/foyer?host=%2Frun%2Fpostgresql", "/run/postgresql", "foyer"],
    ["postgres:///foyer?host=/run/postgresql", "/run/postgresql", "foyer"],
    ["postgres://foyer@%2Frun%2Fpostgresql/foyer", "/run/postgresql", "foyer"],
    ["postgres://foyer:secret@[::1]:5433/foyer", "[::1]:5433", "foyer"],
  ];

  it("is accepted with a host and with a socket's folder; what is shown of it holds no password", () => {
    for (const [url, host, database] of good) {
      assert.deepEqual(readDatabaseUrl(url), { host, database }, url);
      assert.equal(readConfig({ DATABASE_URL: url }).databaseUrl, url);
    }
  });

  it("is refused when it is another kind of URL, or none", () => {
    for (const url of ["mysql://foyer@db/foyer", "foyer", "http://db/", "//foyer@/foyer", "host=db dbname=foyer"])
      assert.throws(() => readConfig({ DATABASE_URL: url }), /DATABASE_URL must be a URL such as/, url);
  });

  it("checks certificate and name whatever sslmode asks for, but for no-verify (docs/scaling.md)", () => {
    const tlsOf = (mode: string): unknown => {
      const client = makeClient({ connectionString: `postgres://foyer@db.example.org/foyer?sslmode=${mode}` });
      return Reflect.get(Reflect.get(client, "connectionParameters"), "ssl");
    };
    for (const mode of ["prefer", "require", "verify-ca", "verify-full"])
      assert.deepEqual({ ...Object(tlsOf(mode)) }, {}, mode);
    assert.deepEqual({ ...Object(tlsOf("no-verify")) }, { rejectUnauthorized: false });
    assert.equal(tlsOf("disable"), false);
  });
});
