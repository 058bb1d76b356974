// node bin/run.mjs bench/failover.ts: the leader of a PostgreSQL cluster is killed under load. See docs/scaling.md.
import { existsSync } from "node:fs";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { parseArgs } from "node:util";

import type { Client } from "pg";

import { makeClient } from "../server/platform/db/embedded/client.ts";
import { until } from "../test/support/run/process.ts";
import { type Node, type Patroni, startPatroni } from "./patroni.ts";
import { type Service, startService } from "./processes.ts";

const { values } = parseArgs({ options: { rounds: { type: "string", default: "2" }, keep: { type: "boolean" } } });

const CALLERS = 8;
const PAUSE_MS = 20;
const BEFORE_MS = 4_000;
const AFTER_MS = 4_000;
const BACK_MS_MAX = 30_000;

const ADMIN = { ADMIN_EMAIL: "bench@example.org", ADMIN_PASSWORD: "bench-bench-bench" };
const authorization = `Basic ${Buffer.from(`${ADMIN.ADMIN_EMAIL}:${ADMIN.ADMIN_PASSWORD}`).toString("base64")}`;

const say = (text: string): void => void process.stdout.write(`${text}\n`);

/** Sign-ins without a pause between failures: what was acknowledged, when, and what was refused. */
type Told = { acknowledged: { id: string; at: number }[]; refused: Map<string, number>; running: boolean };

const post = async ({ port }: Service, path: string, body: object): Promise<{ status: number; id: string }> => {
  const response = await fetch(`http://127.0.0.1:${port}/api${path}`, {
    method: "POST",
    headers: { authorization, "content-type": "application/json" },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(15_000),
  });
  const text = await response.text();
  return { status: response.status, id: response.status === 200 ? String(Object(JSON.parse(text))._id) : "" };
};

const call = async (service: Service, location: string, told: Told): Promise<void> => {
  while (told.running) {
    const outcome = await post(service, "/visitors", { company_id: location, last_name: "Failover" }).catch(() => ({
      status: 0,
      id: "",
    }));
    if (outcome.status === 200) told.acknowledged.push({ id: outcome.id, at: performance.now() });
    else told.refused.set(String(outcome.status), (told.refused.get(String(outcome.status)) ?? 0) + 1);
    await wait(PAUSE_MS);
  }
};

const connectTo = async (node: Node, database: string): Promise<Client> => {
  const client = makeClient({ host: "127.0.0.1", port: node.port, user: "postgres", database, password: "bench" });
  await client.connect();
  return client;
};

const makeDatabase = async (node: Node): Promise<void> => {
  const client = await connectTo(node, "postgres");
  await client.query("create role foyer login");
  await client.query("create database foyer owner foyer");
  await client.end();
};

/** Which of these visits the new leader does not have. */
const missingAt = async (node: Node, ids: readonly string[]): Promise<number> => {
  const client = await connectTo(node, "foyer");
  const text =
    "select count(*)::int as n from unnest($1::text[]) i where not exists (select 1 from visits where _id = i)";
  const { rows } = await client.query(text, [ids]);
  await client.end();
  return rows[0].n;
};

type Round = { backMs: number; acknowledged: number; missing: number; refused: string };

const killLeader = async (cluster: Patroni, service: Service, location: string): Promise<Round> => {
  const old = await cluster.inStep();
  const told: Told = { acknowledged: [], refused: new Map(), running: true };
  const callers = Array.from({ length: CALLERS }, () => call(service, location, told));
  await wait(BEFORE_MS);
  const killed = performance.now();
  await old.kill();
  const gone = performance.now();
  // What was acknowledged after the last of its processes had gone is the new leader's.
  const first = await until("a write", async () => told.acknowledged.find(({ at }) => at > gone + 500), 90_000);
  await wait(AFTER_MS);
  told.running = false;
  await Promise.all(callers);
  const leader = await until("the new leader", async () => {
    const now = await cluster.leader();
    return now === old ? undefined : now;
  });
  const missing = await missingAt(leader, told.acknowledged.map(({ id }) => id)); // prettier-ignore
  await old.start();
  const refused = [...told.refused].map(([status, n]) => `${status === "0" ? "no answer" : status} ×${n}`).join(", ");
  return { backMs: first.at - killed, acknowledged: told.acknowledged.length, missing, refused };
};

/** The database of the cluster, by way of HAProxy. */
const at = (port: number): string => `postgres://foyer@127.0.0.1:${port}/foyer`;

const run = async (folder: string): Promise<boolean> => {
  const cluster = await startPatroni(folder);
  const services: Service[] = [];
  let good = true;
  try {
    await makeDatabase(await cluster.inStep());
    const shared = {
      DATABASE_URL: at(cluster.leaderPort),
      DATABASE_REPLICA_URL: at(cluster.standbyPort),
      SECRET_KEY: "bench-bench-bench-bench-bench-bench",
      LOG_LEVEL: "silent",
      BACKUP_TIME: "off",
      ...ADMIN,
    };
    for (const ROLE of ["api", "worker"]) services.push(await startService(folder, { ...shared, ROLE }));
    const [api] = services;
    if (api === undefined) throw new Error("nothing runs");
    const { id: location } = await post(api, "/companies", { name: "Failover" });
    for (let n = 1; n <= Number(values.rounds); n += 1) {
      const { backMs, acknowledged, missing, refused } = await killLeader(cluster, api, location);
      good &&= missing === 0 && backMs <= BACK_MS_MAX;
      say(
        `round ${n}: ${acknowledged} visits acknowledged, ${missing} of them lost (target 0); writes back after ${(backMs / 1000).toFixed(1)} s (target 30 s); meanwhile ${refused || "none refused"}`,
      );
    }
    const began = performance.now();
    await cluster.inStep();
    say(
      `the last leader that was killed follows the new one after ${((performance.now() - began) / 1000).toFixed(1)} s`,
    );
  } finally {
    await Promise.all(services.map((service) => service.stop()));
    await cluster.stop();
  }
  return good;
};

const PROGRAMS = ["/usr/bin/patroni", "/usr/bin/etcd", "/usr/sbin/haproxy", "/usr/lib/postgresql/15/bin/postgres"];

const missing = PROGRAMS.filter((path) => !existsSync(path));
if (missing.length > 0) {
  process.stderr.write(
    `${missing.join(", ")} missing: apt-get install patroni etcd-server python3-etcd haproxy postgresql-15\n`,
  );
  process.exit(1);
}
const folder = await mkdtemp(join(tmpdir(), "foyer-failover-"));
await chmod(folder, 0o755);
try {
  const good = await run(folder);
  say(good ? "2 passed, 0 failed" : "0 passed, 2 failed");
  process.exitCode = good ? 0 : 1;
} finally {
  if (values.keep !== true) await rm(folder, { recursive: true, force: true });
}
