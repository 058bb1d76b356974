import type { Client } from "pg";

import { quantile } from "./figures.ts";
import { connect, startLoad, startService } from "./processes.ts";
import type { Figure } from "./results.ts";
import type { BenchSetup } from "./setup.ts";
import { type BenchTarget, signIns } from "./sign-ins.ts";

const SECONDS_MAX = 240;
const TIMES_MAX = 4;
const SLICE_MS = 1_000;

const count = async (client: Client, table: string): Promise<number> =>
  Number((await client.query<{ n: string }>(`select count(*) as n from ${table}`)).rows[0]?.n);

/** As after an upgrade: no visit is indexed. */
const forget = (client: Client): Promise<unknown> =>
  client.query(
    "truncate visit_values, visit_postings; insert into visits_to_index (company_id) select _id from companies",
  );

const measure = async (run: BenchTarget, client: Client, usualMs: number): Promise<Figure[]> => {
  await signIns(run, usualMs);
  const usual = quantile(await signIns(run, usualMs), 0.99);
  await forget(client);
  const began = performance.now();
  const latencies: number[] = [];
  while ((await count(client, "visits_to_index")) > 0) latencies.push(...(await signIns(run, SLICE_MS)));
  const value = (performance.now() - began) / 1000;
  const [visits, bytes] = [
    await count(client, "visits"),
    await client.query("select pg_database_size(current_database()) as n"),
  ];
  const what = `All ${visits.toLocaleString("en")} visits indexed beside sign-ins`;
  return [
    { what, value, unit: "s", goal: { of: "value", atMost: SECONDS_MAX } },
    {
      what: "Sign-in p99 beside it, times the usual",
      value: quantile(latencies, 0.99) / usual,
      unit: "",
      goal: { of: "value", atMost: TIMES_MAX },
    },
    { what: "Sign-in p99 as usual", value: usual, unit: "ms" },
    { what: "Database for a million visits", value: ((Number(bytes.rows[0]?.n) / visits) * 1e6) / 1e9, unit: "GB" },
  ];
};

/** How long visits take to be indexed after an upgrade, and how long sign-ins wait meanwhile. @param usualMs how long the usual is measured */
export const indexing = async (dataDir: string, prepared: BenchSetup, usualMs: number): Promise<Figure[]> => {
  const load = startLoad();
  const service = await startService(dataDir, { BACKUP_TIME: "off" });
  const client = await connect(dataDir);
  try {
    return await measure({ service, load, prepared }, client, usualMs);
  } finally {
    await client.end();
    await load.stop();
    await service.stop();
  }
};
