import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import { newestMigration } from "../../../../server/platform/db/migrate.ts";
import { makeWorld, type World } from "../../../support/world.ts";

let world: World;

before(async () => {
  world = await makeWorld();
});
after(() => world.close());

type Ready = { status: string; migration?: number; checks: { name: string; status: string; message?: string }[] };

const ready = async ({ app }: World): Promise<{ code: number; body: Ready }> => {
  const answer = await app.inject("/readyz");
  return { code: answer.statusCode, body: answer.json() };
};

const failed = ({ checks }: Ready): string[] =>
  checks.filter(({ status }) => status === "failed").map(({ name }) => name);

describe("GET /readyz (rules 6)", () => {
  it("200: lists what was checked, and the migration the database is at", async () => {
    const { code, body } = await ready(world);
    assert.deepEqual([code, body.status, body.migration], [200, "ready", await newestMigration()]);
    const names = new Set(body.checks.map(({ name }) => name));
    for (const name of ["running", "database", "migrations"]) assert.ok(names.has(name), name);
    assert.deepEqual(failed(body), []);
  });

  it("503: the database is ahead of the program, or behind it: says which, and what to do", async () => {
    await world.db.pool.query("insert into migrations values (9999, '9999_future.sql', now())");
    const ahead = await ready(world);
    assert.deepEqual([ahead.code, failed(ahead.body)], [503, ["migrations"]]);
    assert.equal(ahead.body.status, "database is newer than this version");
    assert.match(ahead.body.checks.find(({ name }) => name === "migrations")?.message ?? "", /9999.*newer one/);
    await world.db.pool.query(
      "delete from migrations where number in (select max(number) from migrations where number < 9999)",
    );
    await world.db.pool.query("delete from migrations where number = 9999");
    const behind = await ready(world);
    assert.deepEqual([behind.code, behind.body.status], [503, "migrations are missing"]);
    assert.match(behind.body.checks.find(({ name }) => name === "migrations")?.message ?? "", /foyer migrate/);
  });

  it("503: the database is away: in two seconds at most, and without its address", async () => {
    const other = await makeWorld({ database: world.database });
    const { db } = other.context;
    other.context.db = { ...db, named: () => new Promise(() => undefined) };
    const hanging = await ready(other);
    assert.deepEqual([hanging.code, hanging.body.status], [503, "database is unreachable"]);
    other.context.db = { ...db, named: () => Promise.reject(new Error("postgres://foyer:geheim@db/foyer")) };
    const refused = await ready(other);
    assert.deepEqual([refused.code, failed(refused.body)], [503, ["database", "migrations"]]);
    assert.ok(!JSON.stringify(refused.body).includes("geheim"));
    other.context.db = db;
    assert.equal((await other.app.inject("/healthz")).statusCode, 200);
    await other.close();
  });

  it("503: it is shutting down, whatever else is wrong", async () => {
    world.app.readiness.draining = true;
    const { code, body } = await ready(world);
    world.app.readiness.draining = false;
    assert.deepEqual([code, body.status], [503, "shutting down"]);
    assert.ok(failed(body).includes("running"));
  });
});
