// node bin/run.mjs bench/retention.ts: whether sign-ins are held up while retention erases. See bench/README.md.
import { setTimeout as wait } from "node:timers/promises";

import type { Client } from "pg";

import { conclude, inFolders, readArguments } from "./command.ts";
import { ms, quantile, type Row } from "./figures.ts";
import { connect, startLoad, startService } from "./processes.ts";
import { prepare } from "./setup.ts";
import { type BenchTarget, signIns } from "./sign-ins.ts";

const given = readArguments({ visits: "110000", seconds: "15" }, { visits: "1000", seconds: "1" });

const USUAL_MS = Number(given.seconds) * 1_000;
const SLICE_MS = 5_000;
const POLL_MS = 500;
const TIMES_MAX = 2;
/** The service looks once a minute. */
const BEGIN_MS_MAX = 75_000;
const END_MS_MAX = 15 * 60_000;

const count = async (client: Client, text: string): Promise<number> =>
  Number((await client.query<{ n: string }>(`select count(*) as n from ${text}`)).rows[0]?.n ?? 0);

const OLD = "visits where signed_in < now() - interval '3 days' and company_id in (select _id from companies)";

/** Every location begins to keep visits for a day only; from then on sign-ins are measured until nothing old is left. */
const beside = async (
  run: BenchTarget,
  client: Client,
): Promise<{ erased: number; seconds: number; latencies: number[] }> => {
  const there = await count(client, OLD);
  await client.query(`update companies set settings = settings || '{"retention_days": 1}'`);
  const asks = performance.now();
  while ((await count(client, "erased_visits")) === 0) {
    if (performance.now() - asks > BEGIN_MS_MAX) throw new Error("retention did not begin");
    await wait(POLL_MS);
  }
  const started = performance.now();
  const latencies: number[] = [];
  while ((await count(client, OLD)) > 0 && performance.now() - started < END_MS_MAX)
    latencies.push(...(await signIns(run, SLICE_MS)));
  const left = await count(client, OLD);
  return { erased: there - left, seconds: (performance.now() - started) / 1000, latencies };
};

const measure = async (run: BenchTarget, client: Client): Promise<Row> => {
  await signIns(run, USUAL_MS);
  const usual = await signIns(run, USUAL_MS);
  const { erased, seconds, latencies } = await beside(run, client);
  const [before, during] = [quantile(usual, 0.99), quantile(latencies, 0.99)];
  return {
    what: `Sign-in p99 while ${erased.toLocaleString("en")} visits are erased in ${seconds.toFixed(0)} s`,
    figures: `${ms(during)}, usually ${ms(before)} (medians ${ms(quantile(latencies, 0.5))}, ${ms(quantile(usual, 0.5))})`,
    target: `≤ ${TIMES_MAX} times the usual`,
    holds: during <= TIMES_MAX * before,
  };
};

await inFolders(given, async (dataDir) => {
  const prepared = await prepare(dataDir, Number(given.visits));
  const load = startLoad();
  const service = await startService(dataDir);
  const client = await connect(dataDir);
  const row = await measure({ service, load, prepared }, client);
  conclude("Retention beside sign-ins", [row], given);
  await client.end();
  await load.stop();
  await service.stop();
});
