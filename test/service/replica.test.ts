import assert from "node:assert/strict";
import { after, before, describe, it } from "node:test";

import type { Client } from "pg";

import { exportLog } from "../../server/resources/exports/contract.ts";
import { readGroups } from "../../server/resources/reports/contract.ts";
import { listLog } from "../../server/resources/visits/contract.ts";
import { type Postgres, startPostgres15, startStandby } from "../support/database/postgres.ts";
import { callOver, cleanUp, type Running, startReady, until, type WireAnswer } from "../support/run/process.ts";
import { admin as as, clusterSettings } from "./cluster.ts";

const LAG_SECONDS = 2;
const NAME = "visitors";

let standby: Postgres;
let primary: Client;
let copy: Client;
let running: Running;
let location: string;

const ok = async (path: string, body?: unknown): Promise<WireAnswer["body"]> => {
  const sent = body === undefined ? { as } : { as, body };
  const answer = await callOver(running.url, body === undefined ? "GET" : "POST", `/api${path}`, sent);
  assert.equal(answer.status, 200, `${path}: ${JSON.stringify(answer.body)}`);
  return answer.body;
};
const logged = async (): Promise<number> => (await ok(`/visitors/bycompany/${location}?count=10&page=1`)).total;
const metric = async (name: string): Promise<number> => {
  const { body } = await callOver(running.url, "GET", "/metrics");
  return Number(new RegExp(`^${name} (.*)$`, "m").exec(body)?.[1]);
};
const connect = async (server: Postgres): Promise<Client> => {
  const client = server.client(NAME);
  await client.connect();
  return client;
};

/** A visit without a notification: it is in the primary, and where it is seen tells what was read. */
const slipIn = async (): Promise<void> => {
  await primary.query(
    `insert into visits (company_id, _id, signed_in, signed_in_source, create_date, mod_date)
     select $1, lpad(to_hex((random() * 1e9)::bigint), 8, '0') || substr($1, 9, 6) || '0123456789', now(), 0, now(), now()`,
    [location],
  );
};

/** Waits until the replica is read from, and has everything. */
const inStep = async (): Promise<void> => {
  await until("the replica", async () => ((await metric("foyer_replica_used")) === 1 ? true : undefined));
  const reads = "select sum(idx_scan + seq_scan)::int as n from pg_stat_user_tables where relname = 'visits'";
  const count = async (): Promise<number> => (await copy.query("select pg_stat_clear_snapshot()"), (await copy.query(reads)).rows[0].n); // prettier-ignore
  const was = await count();
  await until("a read from the replica", async () => (await logged(), (await count()) > was ? true : undefined));
};

before(async () => {
  const server = await startPostgres15();
  const admin = server.client("postgres");
  await admin.connect();
  await admin.query(`create database ${NAME}`);
  await admin.end();
  standby = await startStandby(server);
  running = await startReady(
    await clusterSettings({
      DATABASE_URL: server.urlOf(NAME),
      DATABASE_REPLICA_URL: standby.urlOf(NAME),
      DATABASE_REPLICA_LAG: String(LAG_SECONDS),
    }),
  );
  [primary, copy] = [await connect(server), await connect(standby)];
  location = (await ok("/companies", { name: "Copied", timezone: "UTC" }))._id;
  await ok("/visitors", { company_id: location });
});
after(async () => {
  await Promise.all([primary.end(), copy.end()]);
  await cleanUp();
});

describe("DATABASE_REPLICA_URL, a streaming standby (rules 6, docs/scaling.md)", () => {
  it("200: log, export and graphs are read from it, everything else from the primary; too far behind, nothing is", async () => {
    await inStep();
    await copy.query("select pg_wal_replay_pause()");
    await slipIn();
    const today = new Date().toISOString().slice(0, 10);
    const [days, graph, counters, inside, total] = await Promise.all([
      ok(`/visitors/perday/${location}/${today}/${today}`),
      ok(`/companies/${location}/statistics/graph/${today}/${today}`),
      ok(`/companies/${location}/statistics/${today}`),
      ok(`/visitors/signed_current/${location}`),
      logged(),
    ]);
    assert.deepEqual([total, days[0].total, graph[0].totalVisitorsIn], [1, 1, 1]);
    assert.deepEqual([inside.length, counters.totalVisitorsIn], [2, 2]);
    assert.deepEqual([listLog.mayLag, exportLog.mayLag, readGroups.mayLag], [true, true, true]);
    await until("the primary", async () => ((await logged()) === 2 ? true : undefined));
    assert.equal(await metric("foyer_replica_used"), 0);
    assert.ok((await metric("foyer_replica_lag_seconds")) > LAG_SECONDS);
    await copy.query("select pg_wal_replay_resume()");
    await inStep();
  });

  it("200: who writes reads it in the log at once, though the replica has it not (interface 4.2)", async () => {
    await copy.query("select pg_wal_replay_pause()");
    const before = await logged();
    for (let n = 1; n <= 3; n += 1) {
      await ok("/visitors", { company_id: location });
      assert.equal(await logged(), before + n);
    }
    await copy.query("select pg_wal_replay_resume()");
    await inStep();
  });

  it("200: what is read after a location has its position is as new, also what another process has just committed (rules 5)", async () => {
    await inStep();
    const before = await logged();
    await copy.query("select pg_wal_replay_pause()");
    await slipIn();
    await ok(`/companies/${location}`);
    assert.equal(await logged(), before + 1);
    await copy.query("select pg_wal_replay_resume()");
    await inStep();
  });

  it("200: nothing fails while it is lost and comes back", async () => {
    await inStep();
    const expected = await logged();
    const killed = standby.kill();
    for (let n = 0; n < 40; n += 1) assert.equal(await logged(), expected);
    await killed;
    for (let n = 0; n < 10; n += 1) assert.equal(await logged(), expected);
    await until("its loss to be noticed", async () => ((await metric("foyer_replica_used")) === 0 ? true : undefined));
    assert.equal((await callOver(running.url, "GET", "/readyz")).status, 200);
    await standby.start();
    copy = await connect(standby);
    await inStep();
    assert.match(
      running.said().err + running.said().out,
      /the replica is unreachable or too far behind; everything is read from the primary/,
    );
  });
});
