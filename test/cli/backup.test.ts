import assert from "node:assert/strict";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";

import { startPostgres15 } from "../support/database/postgres.ts";
import { callOver, cleanUp, makeFolder, startReady } from "../support/run/process.ts";
import { basic } from "../support/world.ts";
import { foyer, type Ran } from "./foyer.ts";

const ADMIN = { ADMIN_EMAIL: "ann@example.org", ADMIN_PASSWORD: "twelve-or-more-characters" };
const as = basic(ADMIN.ADMIN_EMAIL, ADMIN.ADMIN_PASSWORD);
const KEY = { SECRET_KEY: "the-same-secret-for-all-of-them-0" };

let dataDir: string;
let file: string;

const done = ({ code, stdout, stderr }: Ran): string => {
  assert.equal(code, 0, stdout + stderr);
  return stdout;
};

/** A dump of everything that people see, by the interface. */
const seenIn = async (env: Record<string, string>): Promise<unknown> => {
  const running = await startReady({ ...KEY, ...env });
  const { body: locations } = await callOver(running.url, "GET", "/api/companiesList", { as });
  const seen: unknown[] = [locations];
  for (const { _id } of locations) {
    const query = `count=500&page=1&sorting[signed_in]=asc&filter[first_name]=a`;
    seen.push((await callOver(running.url, "GET", `/api/visitors/bycompany/${_id}?${query}`, { as })).body);
    seen.push((await callOver(running.url, "GET", `/api/visitees/bycompany/${_id}`, { as })).body);
    seen.push((await callOver(running.url, "GET", `/api/companies/${_id}/visittypes`, { as })).body);
  }
  await running.kill("SIGTERM");
  return seen;
};

before(async () => {
  dataDir = await makeFolder();
  file = join(await makeFolder(), "moving.foyer");
  done(await foyer(["seed", "--visits", "400"], { env: { DATA_DIR: dataDir } }));
  const running = await startReady({ DATA_DIR: dataDir, ...KEY, ...ADMIN });
  // Beside the running service.
  done(await foyer(["backup", file], { env: { DATA_DIR: dataDir, ...KEY } }));
  const refused = await foyer(["restore", file, "--replace"], { env: { DATA_DIR: dataDir, ...KEY } });
  assert.deepEqual(
    [refused.code, /Foyer is using this database .* Stop .* on every machine/.test(refused.stderr)],
    [1, true],
    refused.stderr,
  );
  await running.kill("SIGTERM");
});
after(cleanUp);

describe("foyer backup, foyer restore", () => {
  it("2: a misspelt backup list is no file that everything is written to", async () => {
    const { code, stderr } = await foyer(["backup", "lits"], { env: { DATA_DIR: dataDir, ...KEY } });
    assert.deepEqual([code, /Did you mean "backup list"\?.*\.\/lits/.test(stderr)], [2, true], stderr);
  });

  it("exit 0: carry everything from the embedded database to an own PostgreSQL 15, as a role that only owns its database, and back", async () => {
    const postgres = await startPostgres15();
    const admin = postgres.client("postgres");
    await admin.connect();
    await admin.query("create role mover login nosuperuser nocreatedb nocreaterole");
    await admin.query("create database moved owner mover");
    await admin.end();
    const own = { DATABASE_URL: postgres.urlOf("moved", "mover"), DATA_DIR: await makeFolder(), ...KEY };
    const said = done(await foyer(["restore", file], { env: own }));
    assert.match(said, /Restored: 400 visits in 3 locations.*Every row was checked/);
    const expected = await seenIn({ DATA_DIR: dataDir });
    assert.deepEqual(await seenIn(own), expected);
    const back = join(await makeFolder(), "back.foyer");
    done(await foyer(["backup", back], { env: own }));
    const again = { DATA_DIR: await makeFolder(), ...KEY };
    done(await foyer(["restore", back], { env: again }));
    assert.deepEqual(await seenIn(again), expected);
  });

  it("exit 0: without FILE it goes into the folder; list and restore know it by its name", async () => {
    const env = { DATA_DIR: dataDir, ...KEY };
    const path = done(await foyer(["backup"], { env })).trim();
    const [name = ""] = await readdir(join(dataDir, "backups"));
    assert.equal(path, join(dataDir, "backups", name));
    assert.match(name, /^manual-\d{8}T\d{6}Z\.foyer$/);
    assert.equal((await stat(path)).mode & 0o777, 0o600);
    const refused = await foyer(["restore", name], { env });
    assert.deepEqual([refused.code, /Add --replace/.test(refused.stderr)], [1, true]);
    const said = done(await foyer(["restore", name, "--replace"], { env }));
    const [point = ""] = /before_\d{8}_\d{6}/.exec(said) ?? [];
    const listed = JSON.parse(done(await foyer(["backup", "list", "--json"], { env })));
    assert.deepEqual([listed.points[0].name, listed.backups[0].name, listed.backups[0].visits], [point, name, 400]);
    assert.match(done(await foyer(["restore", point], { env })), /has been restored/);
  });

  it("exit 1, 0: with another SECRET_KEY it is refused; with --accept-unsealed it says before it begins what won't work", async () => {
    const env = { DATA_DIR: await makeFolder(), SECRET_KEY: "another-secret-key-altogether-00" };
    const refused = await foyer(["restore", file], { env });
    assert.deepEqual([refused.code, refused.stdout], [1, ""]);
    assert.match(refused.stderr, /isn't sealed with the SECRET_KEY set now.*--accept-unsealed\. Nothing was changed\./);
    const said = done(await foyer(["restore", file, "--accept-unsealed"], { env }));
    assert.ok(said.indexOf("stop here") < said.indexOf("Restored:"), said);
    for (const words of [
      "isn't sealed with the SECRET_KEY set now",
      "altered or swapped",
      "webhook passwords",
      "foyer.mjs verify",
      "audit verify",
      "links in emails",
    ])
      assert.ok(said.includes(words), words);
  });

  it("exit 1 or 3: what is not there, is there already, or is not a backup, in words", async () => {
    const env = { DATA_DIR: dataDir, ...KEY };
    const cases: [string[], number, RegExp][] = [
      [["restore", "/nowhere.foyer"], 3, /Can't find \/nowhere\.foyer.*foyer\.mjs backup list/],
      [["restore", "before_20200101_000000"], 1, /There is no restore point before_20200101_000000/],
      [["restore", join(dataDir, "no-such.foyer"), "--replace"], 3, /Can't find/],
      [
        ["restore", join(import.meta.dirname, "backup.test.ts"), "--replace"],
        1,
        /can't be restored: .* Nothing was changed/,
      ],
      [["backup", file], 1, /already exists/],
      [["backup", "/nowhere/x.foyer"], 1, /The folder \/nowhere doesn't exist/],
      [["restore"], 2, /FILE is missing/],
      [["backup", "a", "b"], 2, /Unexpected argument "b"/],
    ];
    for (const [args, code, words] of cases) {
      const ran = await foyer(args, { env });
      assert.equal(ran.code, code, ran.stderr);
      assert.match(ran.stderr, words);
    }
  });
});
