import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { sealAll } from "../../server/resources/audit/seals.ts";
import { buildLocation, buildVisit, makeWorld, type World } from "../support/world.ts";
import { foyer, type Ran, urlOf } from "./foyer.ts";

let world: World;
let env: Record<string, string>;
let location: string;

before(async () => {
  world = await makeWorld();
  env = { DATABASE_URL: await urlOf(world.database), SECRET_KEY: world.context.secretKey };
  location = await buildLocation(world, { name: "North gate" });
  for (let n = 0; n < 5; n++) await buildVisit(world, location);
  await sealAll(world.context);
});
after(() => world.close());

const verify = (...options: string[]): Promise<Ran> => foyer(["audit", "verify", ...options], { env });
const write = (text: string) => world.db.pool.query(text, [location]);

describe("foyer audit verify", () => {
  it("0: nothing was changed; what is not sealed yet is not reported", async () => {
    await buildVisit(world, location);
    const { code, stdout, stderr } = await verify();
    assert.equal(code, 0, stdout);
    assert.equal(stdout, "");
    assert.match(stderr, /No changes found/);
    assert.match(stderr, /Not sealed yet: 1 \(a running Foyer seals every minute\)/);
  });

  it("1: names the place of each change, of all locations or one", async () => {
    const elsewhere = await buildLocation(world, { name: "South gate" });
    const { rows } = await write("select min(seq) as seq from log where company_id = $1");
    const [{ seq }] = rows;
    await write(
      "update log set act = 'visit.forged' where company_id = $1 and seq = (select min(seq) from log where company_id = $1)",
    );
    const all = await verify();
    assert.equal(all.code, 1);
    assert.match(all.stdout, new RegExp(`^${location}, entries 1 to \\d+: .* since they were sealed at 20`));
    assert.equal((await verify("--location", "north gate")).code, 1);
    assert.equal((await verify("--location", elsewhere)).code, 0);
    await write(`update log set act = 'visit.start' where company_id = $1 and seq = ${seq}`);
    const body = "update log_bodies set body = body || ' ' where company_id = $1";
    await write(`${body} and seq = ${seq}`);
    const { findings } = JSON.parse((await verify("--json")).stdout);
    assert.deepEqual(
      findings.map(({ from, to }: { from: number; to: number }) => [from, to]),
      [[seq, seq]],
    );
    await write(`update log_bodies set body = rtrim(body) where company_id = $1 and seq = ${seq}`);
  });

  it("1: a location whose log is gone with its seals, also once it is written to again; one that has lost its end", async () => {
    const place = await buildLocation(world, { name: "East gate" });
    for (let n = 0; n < 3; n++) await buildVisit(world, place);
    await sealAll(world.context);
    assert.equal((await verify("--location", place)).code, 0);
    const gone = async (): Promise<void> => {
      for (const table of ["log", "log_bodies", "seals"])
        await world.db.pool.query(`delete from ${table} where company_id = $1`, [place]);
    };
    await gone();
    const all = await verify();
    assert.equal(all.code, 1);
    assert.match(all.stdout, new RegExp(`^${place}, the whole log: the log is gone`, "m"));
    await buildVisit(world, place);
    await sealAll(world.context);
    const begun = await verify("--location", place);
    assert.deepEqual([begun.code, /the beginning of the log is gone/.test(begun.stdout)], [1, true]);
    await world.db.pool.query("delete from visits where company_id = $1", [place]);
    const cursor =
      "insert into notification_cursors select $1, 9999999 on conflict (company_id) do update set seq = 9999999";
    await world.db.pool.query(cursor, [place]);
    const cut = await verify("--location", place);
    assert.deepEqual(
      [cut.code, /the end of the log is gone: it went at least to entry 9999999/.test(cut.stdout)],
      [1, true],
    );
    await gone();
    assert.equal((await verify("--location", place)).code, 1);
    await world.db.pool.query("delete from notification_cursors where company_id = $1", [place]);
    assert.equal((await verify("--location", place)).code, 0, "of a location that nothing was done in");
  });

  it("1: a seal from the service log that is not there any more; 0 for one that is", async () => {
    const seal = String(world.log.find((line) => line["location"] === location)?.["seal"]);
    assert.equal((await verify("--seal", seal)).code, 0);
    const { code, stdout } = await verify("--seal", seal, "--seal", "0".repeat(64));
    assert.equal(code, 1);
    assert.match(stdout, /^seal 0{64}: not found/);
  });

  it("1: with another SECRET_KEY it says so; without any it says what is missing", async () => {
    const other = await foyer(["audit", "verify"], { env: { ...env, SECRET_KEY: "x".repeat(32) } });
    assert.equal(other.code, 1);
    assert.match(other.stdout, /sealed with a different SECRET_KEY/);
    assert.match(other.stderr, /places? can't be proved to be unaltered\.$/m);
    const { SECRET_KEY: _key, ...rest } = env;
    const none = await foyer(["audit", "verify"], { env: rest });
    assert.equal(none.code, 1);
    assert.match(none.stderr, /SECRET_KEY/);
  });

  it("2 and 3: an invalid seal, an unknown location", async () => {
    assert.equal((await verify("--seal", "abc")).code, 2);
    assert.equal((await verify("--location", "Nowhere")).code, 3);
  });
});

describe("foyer retention run", () => {
  it("0: --dry-run counts and erases nothing; without it the same are erased", async () => {
    const place = await buildLocation(world, { name: "Short memory", settings: { retention_days: 1 } });
    for (let n = 0; n < 3; n++)
      await buildVisit(world, place, { signed_in: "2026-01-05T10:00:00Z", signed_out: "2026-01-05T11:00:00Z" });
    const counted = await foyer(["retention", "run", "--dry-run", "--json"], { env });
    assert.deepEqual(JSON.parse(counted.stdout), [{ location: place, visits: 3, registered: 0 }]);
    const { code, stdout } = await foyer(["retention", "run"], { env });
    assert.equal(code, 0);
    assert.match(stdout, new RegExp(`${place} +3 +0`));
    const { body } = await world.get(`/visitors/bycompany/${place}?count=1&page=1`);
    assert.equal(body.total, 0);
    assert.equal((await verify()).code, 0);
  });
});
