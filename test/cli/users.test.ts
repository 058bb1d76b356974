import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { ADMIN, basic, buildLocation, logOf, makeWorld, type World } from "../support/world.ts";
import { newId, SERVICE_LOCATION } from "../../server/platform/lib/record/ids.ts";
import { foyer, urlOf } from "./foyer.ts";

let world: World;
let env: Record<string, string>;

before(async () => {
  world = await makeWorld();
  env = { DATABASE_URL: await urlOf(world.database) };
});
after(() => world.close());

const me = (email: string, password: string) => world.get("/users/me", { as: basic(email, password) });

describe("foyer user add (rules 4: users)", () => {
  it("0: a made password is alone on standard output, and logs in as global_admin", async () => {
    const { code, stdout, stderr } = await foyer(["user", "add", "Ann@Example.org", "--name", "Ann Van Loo"], { env });
    assert.equal(code, 0, stderr);
    assert.match(stdout, /^\S{20,}\n$/);
    assert.doesNotMatch(stderr, new RegExp(stdout.trim()));
    const { status, body } = await me("ann@example.org", stdout.trim());
    assert.equal(status, 200);
    assert.deepEqual([body.role, body.first_name, body.last_name], ["global_admin", "Ann", "Van Loo"]);
  });

  it("0: the log says that the system did it, as for a change over HTTP (actor_kind system)", async () => {
    await foyer(["user", "add", "logged@example.org"], { env });
    const entry = (await logOf(world, SERVICE_LOCATION)).at(-1);
    assert.deepEqual([entry.act, entry.actor_kind, entry.actor_id], ["user.create", "system", SERVICE_LOCATION]);
  });

  it("0: --password-stdin takes the first line, and prints no password; --location takes a name", async () => {
    const location = await buildLocation(world, { name: "North gate" });
    const args = ["user", "add", "jo@example.org", "--role", "receptionist", "--location", "north gate"];
    const { code, stdout } = await foyer([...args, "--password-stdin"], {
      env,
      stdin: "a long enough one\r\nnot this\n",
    });
    assert.equal(code, 0);
    assert.equal(stdout, "");
    const { status, body } = await me("jo@example.org", "a long enough one");
    assert.equal(status, 200);
    assert.deepEqual(body.companies, [location]);
  });

  it("1: an address that is taken is refused, and its password stays", async () => {
    const { code, stdout, stderr } = await foyer(["user", "add", ADMIN.email], { env });
    assert.equal(code, 1);
    assert.equal(stdout, "");
    assert.match(stderr, /is already used by another user/);
    assert.equal((await me(ADMIN.email, ADMIN.password)).status, 200);
  });

  it("2: a password that is too short is refused, and no user is created", async () => {
    const options = { env, stdin: "elevenchars" };
    const { code, stderr } = await foyer(["user", "add", "short@example.org", "--password-stdin"], options);
    assert.equal(code, 2);
    assert.match(stderr, /at least 12 characters/);
    assert.ok(!(await world.get("/users")).text.includes("short@example.org"));
  });

  it("3: a location that does not exist is named, with the nearest", async () => {
    await buildLocation(world, { name: "South gate" });
    const args = ["user", "add", "x@example.org", "--role", "employee", "--location", "Soth gate"];
    const { code, stderr } = await foyer(args, { env });
    assert.equal(code, 3);
    assert.match(stderr, /no location "Soth gate"\. Did you mean "South gate"\?/);
  });
});

describe("foyer user reset", () => {
  it("0: the new password logs in, the old one does not", async () => {
    await world.post("/users", { email: "old@example.org", role: "employee", password: "the-old-password" });
    const { code, stdout } = await foyer(["user", "reset", "OLD@example.org"], { env });
    assert.equal(code, 0);
    assert.equal((await me("old@example.org", stdout.trim())).status, 200);
    assert.equal((await me("old@example.org", "the-old-password")).status, 403);
  });

  it("0: --second-factor removes apps, passkeys and recovery codes, leaves the password, and the user is emailed", async () => {
    const email = "lost@example.org";
    const { body } = await world.post("/users", { email, role: "employee", password: "the-old-password" });
    const { pool } = world.db;
    for (const kind of ["totp", "passkey"])
      await pool.query(
        "insert into second_factors (_id, user_id, kind, create_date, mod_date) values ($1, $2, $3, now(), now())",
        [newId(), body._id, kind],
      );
    assert.equal((await me(email, "the-old-password")).status, 403);
    const { code, stdout } = await foyer(["user", "reset", email, "--second-factor"], { env });
    assert.deepEqual([code, stdout], [0, ""]);
    assert.equal((await me(email, "the-old-password")).status, 200);
    const entry = (await logOf(world, SERVICE_LOCATION)).at(-1);
    assert.deepEqual([entry.act, entry.actor_kind], ["second_factor.remove", "system"]);
    const mailed = await pool.query("select from messages where subject_id = $1", [body._id]);
    assert.equal(mailed.rowCount, 1);
  });

  it("3: an unknown address is named, with the nearest", async () => {
    const { code, stdout, stderr } = await foyer(["user", "reset", "admn@example.org"], { env });
    assert.equal(code, 3);
    assert.equal(stdout, "");
    assert.match(stderr, /Did you mean "admin@example\.org"\?/);
  });
});

describe("foyer user list", () => {
  it("0: --json prints what GET /users answers", async () => {
    const { code, stdout } = await foyer(["user", "list", "--json"], { env });
    assert.equal(code, 0);
    assert.deepEqual(JSON.parse(stdout), (await world.get("/users")).body);
  });

  it("0: prints a line for each user", async () => {
    const { stdout } = await foyer(["user", "list"], { env });
    assert.match(stdout, /^EMAIL +ROLE/);
    assert.match(stdout, /^admin@example\.org +global_admin +yes .*all$/m);
  });
});
