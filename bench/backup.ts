// node bin/run.mjs bench/backup.ts: how long a backup and a restore take, and whether sign-ins notice. See bench/README.md.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

import { conclude, inFolders, readArguments } from "./command.ts";
import { ms, quantile, type Row } from "./figures.ts";
import { connect, memoryOf, PATH_AND_CACHE, startLoad, startService } from "./processes.ts";
import { prepare } from "./setup.ts";
import { type BenchTarget, signIns } from "./sign-ins.ts";

const given = readArguments({ visits: "1000000", seconds: "15" }, { visits: "1000", seconds: "0.2" });

const USUAL_MS = Number(given.seconds) * 1_000;
const SLICE_MS = Math.min(1_000, USUAL_MS);
const POLL_MS = 100;
const TIMES_MAX = 2;
const BACKUP_S_MAX = 60;
const RESTORE_S_MAX = 180;
/** The service looks once a minute. */
const BEGIN_MS_MAX = 75_000;

const fileIn = async (folder: string, ending: string): Promise<string | undefined> =>
  (await readdir(folder).catch(() => [])).find((name) => name.startsWith("daily-") && name.endsWith(ending));

/** Moves the birth of the database before this minute: a new one's first backup is due tomorrow. */
const makeOlder = async (dataDir: string): Promise<void> => {
  const client = await connect(dataDir);
  await client.query("update migrations set applied = applied - interval '1 hour'");
  await client.end();
};

type Beside = { seconds: number; latencies: number[]; file: string; megabytes: number };

/** The service makes its daily backup by itself; from its first byte to its last, people sign in. */
const beside = async (run: BenchTarget, folder: string): Promise<Beside> => {
  const asks = performance.now();
  // A small one is whole before it was seen in part.
  while (((await fileIn(folder, ".partial")) ?? (await fileIn(folder, ".foyer"))) === undefined) {
    if (performance.now() - asks > BEGIN_MS_MAX) throw new Error("the daily backup did not begin");
    await wait(POLL_MS);
  }
  const started = performance.now();
  const latencies: number[] = [];
  let megabytes = 0;
  for (let file: string | undefined; ; file = await fileIn(folder, ".foyer")) {
    if (file !== undefined) return { seconds: (performance.now() - started) / 1000, latencies, file, megabytes };
    latencies.push(...(await signIns(run, SLICE_MS)));
    megabytes = Math.max(megabytes, (await memoryOf(run.service.pid)).own);
  }
};

const restored = async (path: string, dataDir: string): Promise<number> => {
  const started = performance.now();
  const env = { ...PATH_AND_CACHE, DATA_DIR: dataDir };
  const child = spawn(process.execPath, [join(import.meta.dirname, "../cli/main.ts"), "restore", path], {
    env,
    stdio: "inherit",
  });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error("the restore failed");
  return (performance.now() - started) / 1000;
};

const rowsOf = (usual: readonly number[], during: Beside, bytes: number, restoreSeconds: number): Row[] => {
  const [p99, usualP99] = [quantile(during.latencies, 0.99), quantile(usual, 0.99)];
  return [
    {
      what: `Daily backup beside sign-ins (${(bytes / 1e6).toFixed(0)} MB; the process takes ${during.megabytes.toFixed(0)} MB at most)`,
      figures: `${during.seconds.toFixed(1)} s`,
      target: `≤ ${BACKUP_S_MAX} s`,
      holds: during.seconds <= BACKUP_S_MAX,
    },
    {
      what: "Sign-in p99 meanwhile",
      figures: `${ms(p99)}, usually ${ms(usualP99)} (medians ${ms(quantile(during.latencies, 0.5))}, ${ms(quantile(usual, 0.5))})`,
      target: `≤ ${TIMES_MAX} times the usual`,
      holds: p99 <= TIMES_MAX * usualP99,
    },
    {
      what: "Restore into a new data folder, every row read back",
      figures: `${restoreSeconds.toFixed(1)} s`,
      target: `≤ ${RESTORE_S_MAX} s`,
      holds: restoreSeconds <= RESTORE_S_MAX,
    },
  ];
};

await inFolders(given, async (dataDir, scratch) => {
  const prepared = await prepare(dataDir, Number(given.visits));
  const folder = join(scratch, "backups");
  const load = startLoad();
  const time = new Date().toTimeString().slice(0, 5);
  const service = await startService(dataDir, { BACKUP_DIR: folder, BACKUP_TIME: time });
  await makeOlder(dataDir);
  const run = { service, load, prepared };
  await signIns(run, USUAL_MS);
  const usual = await signIns(run, USUAL_MS);
  const during = await beside(run, folder);
  await load.stop();
  await service.stop();
  const path = join(folder, during.file);
  const seconds = await restored(path, join(scratch, "restored"));
  const rows = rowsOf(usual, during, (await stat(path)).size, seconds);
  conclude("Backup and restore", rows, given);
});
