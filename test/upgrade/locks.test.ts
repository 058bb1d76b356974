import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { after, before, describe, it } from "node:test";

import type { Client } from "pg";

import { makeClient } from "../../server/platform/db/embedded/client.ts";
import { cleanUpPlaces, connectionTo, newDatabase } from "../server/jobs/backup/places.ts";
import { releaseTestServer } from "../support/database/server.ts";

const FOLDER = join(import.meta.dirname, "../../migrations");
/** The newest migration of version 0.1.0: installations of a release have these already. */
const RELEASED = 15;
const ROWS = 3_000;

/** Tables that grow with every visit, and that a sign-in or sign-out writes. */
const BIG = ["visits", "visit_images", "log", "log_bodies", "messages", "erased_visits", "signed_agreements"];
/** Modes that make a writer wait. */
const WAITING = ["ShareLock", "ShareRowExclusiveLock", "ExclusiveLock", "AccessExclusiveLock"];

type HeldLock = { table: string; mode: string };
type Storage = { name: string; file: string };

let client: Client;
let names: string[];

const sqlOf = (name: string): Promise<string> => readFile(join(FOLDER, name), "utf8");

const fill = async (): Promise<void> => {
  await client.query(`
insert into companies (_id, name, tier, timezone, languages, default_language, settings, create_date, mod_date)
  values ('${"a".repeat(24)}', 'Locks', 'enterprise', 'UTC', '["en"]', 'en', '{}', now(), now());
insert into visits (company_id, _id, last_name, signed_in, signed_in_source, create_date, mod_date, doc)
  select '${"a".repeat(24)}', lpad(to_hex(n), 24, '0'), 'Visitor ' || n, now(), 0, now(), now(), '' from generate_series(1, ${ROWS}) n;
insert into log (company_id, seq, at, act, event, subject, subject_id, actor_kind, actor_id)
  select company_id, nextval('log_seq'), now(), 'visit.sign_in', 'visitor_signed_in', 'visit', _id, 'system', 'x' from visits;
insert into log_bodies (company_id, seq, subject_id, salt, body) select company_id, seq, subject_id, '\\x00', '{}' from log;
insert into visit_images (company_id, visit_id, photo) select company_id, _id, 'x' from visits;
insert into erased_visits (company_id, signed_in) select company_id, signed_in from visits;
insert into messages (company_id, _id, kind, recipient, template, parameters, state, create_date)
  select company_id, _id, 'mail', 'x@example.org', 'x', '{}', 'sent', now() from visits;`);
};

const heldNow = async (): Promise<HeldLock[]> =>
  (
    await client.query<HeldLock>(
      `select distinct c.relname as table, l.mode from pg_locks l join pg_class c on c.oid = l.relation
where l.pid = pg_backend_pid() and c.relname = any ($1) and l.mode = any ($2)`,
      [BIG, WAITING],
    )
  ).rows;

const touched = async (): Promise<Map<string, number>> =>
  new Map(
    (
      await client.query<{ relname: string; n: string }>(
        "select relname, seq_tup_read + coalesce(idx_tup_fetch, 0) + n_tup_upd + n_tup_del as n from pg_stat_xact_user_tables",
      )
    ).rows.map(({ relname, n }) => [relname, Number(n)]),
  );

/** The files of the big tables and of their indexes: another one means that rows were written again, or indexed. */
const storage = async (): Promise<string[]> =>
  (
    await client.query<Storage>(
      `select c.relname as name, pg_relation_filenode(c.oid)::text as file from pg_class c
where c.oid in (select oid from pg_class where relname = any ($1) and relkind = 'r' union
  select indexrelid from pg_index where indrelid in (select oid from pg_class where relname = any ($1) and relkind = 'r')) order by 1`,
      [BIG],
    )
  ).rows.map(({ name, file }) => `${name} ${file}`);

/** What a migration does to big tables while sign-ins wait for it, in words; nothing is as it should be. */
const holdUps = async (sql: string): Promise<string[]> => {
  const files = await storage();
  await client.query("begin");
  try {
    const earlier = await touched();
    await client.query(sql);
    const held = await heldNow();
    const rows = new Map([...(await touched())].map(([table, n]) => [table, n - (earlier.get(table) ?? 0)]));
    const names_ = [...new Set(held.map(({ table }) => table))];
    const read = names_.filter((table) => (rows.get(table) ?? 0) >= ROWS).map((table) => `reads ${table} under a lock`);
    const written = (await storage())
      .filter((file) => !files.includes(file))
      .map((file) => `writes ${file.split(" ")[0]} anew`);
    const updated = BIG.filter((table) => !names_.includes(table) && (rows.get(table) ?? 0) >= 2 * ROWS).map(
      (table) => `changes all of ${table}`,
    );
    return [...read, ...written, ...updated];
  } finally {
    await client.query("rollback");
  }
};

before(async () => {
  names = (await readdir(FOLDER)).filter((name) => name.endsWith(".sql")).toSorted();
  client = makeClient(await connectionTo(await newDatabase()));
  await client.connect();
  for (const name of names.slice(0, RELEASED)) await client.query(await sqlOf(name));
  await fill();
});

after(async () => {
  await client.end();
  await cleanUpPlaces();
  await releaseTestServer();
});

describe("migrations since the first release", () => {
  it("none makes sign-ins wait while it reads, writes or indexes the rows of a big table", async () => {
    for (const name of names.slice(RELEASED)) {
      const sql = await sqlOf(name);
      assert.deepEqual(await holdUps(sql), [], name);
      await client.query(sql);
    }
  });

  it("one that would is found: an index, a rewrite, a check of every row, an update of all", async () => {
    const bad: [string, RegExp][] = [
      ["create index on visits (phone)", /reads visits|writes/],
      ["alter table log add column at_home timestamptz default clock_timestamp()", /log/],
      ["alter table erased_visits alter column visit_type type varchar(30)", /erased_visits/],
      ["alter table visits add constraint c check (last_name <> 'x')", /reads visits under a lock/],
      ["update visits set safe = true", /changes all of visits/],
    ];
    for (const [sql, words] of bad) assert.match((await holdUps(sql)).join("; "), words, sql);
    assert.deepEqual(await holdUps("alter table visits add column floor text; create table t (n int)"), []);
  });
});
