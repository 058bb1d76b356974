import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { REFUSALS_MAX } from "../../server/platform/auth/refusals.ts";
import { bearer, buildLocation, makeWorld, unknownKey, type World } from "../support/world.ts";
import { foyer, urlOf } from "./foyer.ts";

let world: World;
let env: Record<string, string>;
let location: string;

before(async () => {
  world = await makeWorld();
  env = { DATABASE_URL: await urlOf(world.database) };
  location = await buildLocation(world, { name: "Head office" });
});
after(() => world.close());

describe("foyer key create (interface 5.3)", () => {
  it("0: the key is alone on standard output, and is a credential for its location only", async () => {
    const other = await buildLocation(world, { name: "Elsewhere" });
    const { code, stdout, stderr } = await foyer(["key", "create", "Doors", "--location", "Head office"], { env });
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^svc_\w+\n$/);
    const as = bearer(stdout.trim());
    assert.equal((await world.get(`/companies/${location}`, { as })).status, 200);
    assert.equal((await world.get(`/companies/${other}`, { as })).status, 403);
  });

  it("0: --expiry and --ip bind; all covers every location there is", async () => {
    const args = ["key", "create", "Reports", "--location", "all", "--expiry", "30d", "--ip", "203.0.113.0/24,::1"];
    const { stdout } = await foyer(args, { env });
    const as = bearer(stdout.trim());
    assert.equal((await world.get("/companiesList", { as, from: "203.0.113.9" })).status, 200);
    assert.equal((await world.get("/companiesList", { as, from: "198.51.100.1" })).status, 403);
    const key = (await world.get("/apikeys")).body.find(({ name }: { name: string }) => name === "Reports");
    const days = (Date.parse(key.expires_at) - Date.parse(key.create_date)) / 86_400_000;
    assert.equal(days, 30);
    assert.equal(key.companies.length, (await world.get("/companiesList")).body.length);
  });

  it("0: --role gives less than an administrator has; 2 for one that there is not", async () => {
    const { stdout } = await foyer(["key", "create", "Reader", "--location", location, "--role", "read_only"], { env });
    const as = bearer(stdout.trim());
    assert.equal((await world.get(`/visitors/signed_current/${location}`, { as })).status, 200);
    assert.equal((await world.post("/visitors", { company_id: location }, { as })).status, 403);
    const wrong = await foyer(["key", "create", "K", "--location", location, "--role", "readonly"], { env });
    assert.equal(wrong.code, 2);
    assert.match(wrong.stderr, /--role must be one of local_admin, .*read_only/);
    assert.match((await foyer(["key", "list"], { env })).stdout, / Reader +never +read_only /);
  });

  it("0: --scope gives what a role alone does not, repeated or with commas; 2 for one that there is not", async () => {
    const make = (name: string, ...scopes: string[]) =>
      foyer(["key", "create", name, "--location", location, ...scopes.flatMap((scope) => ["--scope", scope])], { env });
    const scopesOf = async (name: string): Promise<string[]> =>
      (await world.get("/apikeys")).body.find((key: { name: string }) => key.name === name).scopes;
    const { code, stderr } = await make("Security", "watchlist,trace", "trace");
    assert.deepEqual([code, await scopesOf("Security")], [0, ["watchlist", "trace"]]);
    assert.match(stderr, /as local_admin \+ watchlist \+ trace and/);
    assert.equal((await make("Plain")).code, 0);
    assert.deepEqual(await scopesOf("Plain"), []);
    const wrong = await make("Typo", "watchlists");
    assert.deepEqual(
      [wrong.code, /--scope must be one of watchlist, trace\..*watchlist/.test(wrong.stderr)],
      [2, true],
    );
  });

  it("2: a name that two locations have is not guessed", async () => {
    await Promise.all([buildLocation(world, { name: "Twin" }), buildLocation(world, { name: "Twin" })]);
    const { code, stdout, stderr } = await foyer(["key", "create", "K", "--location", "Twin"], { env });
    assert.equal(code, 2);
    assert.equal(stdout, "");
    assert.match(stderr, /2 locations are called "Twin"/);
  });
});

describe("foyer key revoke (interface 5.6)", () => {
  it("0: the next call with the key is refused; key list has it no more", async () => {
    const { stdout } = await foyer(["key", "create", "Short-lived", "--location", location], { env });
    const as = bearer(stdout.trim());
    assert.equal((await world.get("/companiesList", { as })).status, 200);
    const keyId = stdout.split("_")[1] ?? "";
    assert.match(
      (await foyer(["key", "list"], { env })).stdout,
      new RegExp(`^${keyId} +Short-lived +never .*Head office$`, "m"),
    );
    assert.equal((await foyer(["key", "revoke", keyId], { env })).code, 0);
    assert.equal((await world.get("/companiesList", { as })).status, 403);
    assert.deepEqual(
      JSON.parse((await foyer(["key", "list", "--json"], { env })).stdout),
      (await world.get("/apikeys")).body,
    );
  });

  it("3: an unknown key is named", async () => {
    const { code, stderr } = await foyer(["key", "revoke", "nosuchkey"], { env });
    assert.equal(code, 3);
    assert.match(stderr, /no API key nosuchkey/);
  });
});

describe("foyer location add", () => {
  it("0: prints the id alone; the location is there with its time zone", async () => {
    const { code, stdout } = await foyer(["location", "add", "Gent", "--timezone", "Europe/Brussels"], { env });
    assert.equal(code, 0);
    const { status, body } = await world.get(`/companies/${stdout.trim()}`);
    assert.equal(status, 200);
    assert.deepEqual([body.name, body.timezone], ["Gent", "Europe/Brussels"]);
    const listed = await foyer(["location", "list", "--json"], { env });
    assert.deepEqual(JSON.parse(listed.stdout), (await world.get("/companiesList")).body);
  });
});

describe("foyer unblock (interface 8)", () => {
  it("0: an address that is shut out may come in again, with its whole /64", async () => {
    const call = () => world.get("/companiesList", { from: "2001:db8::1" });
    for (let n = 0; n < REFUSALS_MAX; n += 1)
      await world.get("/companiesList", { as: unknownKey(), from: "2001:db8::2" });
    assert.equal((await call()).status, 429);
    assert.equal((await foyer(["unblock", "2001:db8::3"], { env })).code, 0);
    assert.equal((await call()).status, 200);
  });

  it("3: nothing was counted for the address", async () => {
    assert.equal((await foyer(["unblock", "203.0.113.77/32"], { env })).code, 3);
  });
});

describe("foyer migrate", () => {
  it("0: prints what it applied, and nothing the second time", async () => {
    await world.db.pool.query("create database cli_migrate_test");
    const fresh = { DATABASE_URL: await urlOf("cli_migrate_test") };
    const first = await foyer(["migrate"], { env: fresh });
    const second = await foyer(["migrate"], { env: fresh });
    await world.db.pool.query("drop database cli_migrate_test with (force)");
    assert.deepEqual([first.code, second.code, second.stdout], [0, 0, ""]);
    assert.match(first.stdout, /^0001_texts\.sql\n/);
  });
});

describe("foyer openapi (interface 9)", () => {
  it("0: is the document that the service serves, without a database", async () => {
    const { code, stdout } = await foyer(["openapi"], { env: { DATABASE_URL: "postgres://nobody@127.0.0.1:1/none" } });
    assert.equal(code, 0);
    assert.deepEqual(JSON.parse(stdout), (await world.app.inject("/api/openapi.json")).json());
  });

  it("0: --server names the service, with or without /api", async () => {
    for (const url of ["https://visitors.example.org/", "https://visitors.example.org/api"]) {
      const { stdout } = await foyer(["openapi", "--server", url]);
      assert.deepEqual(JSON.parse(stdout).servers, [{ url: "https://visitors.example.org/api" }]);
    }
  });
});
