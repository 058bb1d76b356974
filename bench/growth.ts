// npm run bench:growth: whether lists stay as fast when ten times as much is stored. See bench/README.md.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

import { freeBytes } from "../server/platform/lib/folders.ts";
import { conclude, readArguments } from "./command.ts";
import type { Row } from "./figures.ts";
import { singleQuestions } from "./latency.ts";
import { connect, startLoad, startService } from "./processes.ts";
import type { Figure } from "./results.ts";
import { type BenchSetup, prepare } from "./setup.ts";

const given = readArguments(
  { visits: "10000000", beside: "1000000", rounds: "7" },
  { visits: "4000", beside: "1000", rounds: "1" },
);

/** The ratio to a visit by its ID may be at most this many times that with fewer visits. */
const TIMES_MAX = 1.3;
/** What a visit takes on the disk, with room: 2.6 KB in the database with its write-ahead log, or in the restored one beside the backup. */
const BYTES_A_VISIT = 3_500;

const checkDisk = async (folder: string, visits: number): Promise<void> => {
  const [needed, free] = [visits * BYTES_A_VISIT, await freeBytes(folder)].map((bytes) => bytes / 1e9);
  if ((needed ?? 0) > (free ?? 0))
    throw new Error(`${visits} visits need ${needed?.toFixed(0)} GB in ${folder}; ${free?.toFixed(0)} GB are free`);
};

const timed = async <T>(work: () => Promise<T>): Promise<{ seconds: number; result: T }> => {
  const started = performance.now();
  const result = await work();
  return { seconds: (performance.now() - started) / 1_000, result };
};

const foyer = async (dataDir: string, ...operands: string[]): Promise<void> => {
  const child = spawn(process.execPath, [join(import.meta.dirname, "../cli/main.ts"), ...operands], {
    env: { PATH: process.env["PATH"], DATA_DIR: dataDir },
    stdio: ["ignore", "ignore", "inherit"],
  });
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`foyer ${operands[0]} failed`);
};

const vacuum = async (dataDir: string): Promise<void> => {
  const client = await connect(dataDir);
  await client.query("set statement_timeout = 0");
  await client.query("vacuum (analyze)");
  await client.end();
};

/** With the service as it is started in earnest. */
const ask = async (dataDir: string, prepared: BenchSetup): Promise<{ questions: Figure[]; vacuum: number }> => {
  const load = startLoad();
  const service = await startService(dataDir, { BACKUP_TIME: "off" });
  try {
    const { seconds } = await timed(() => vacuum(dataDir));
    return { questions: await singleQuestions({ service, load, prepared }, Number(given.rounds)), vacuum: seconds };
  } finally {
    await load.stop();
    await service.stop();
  }
};

/** The results with this many visits: the latencies, and how long the background work on all of them takes. */
type Size = { questions: Figure[]; seconds: Record<"seeding" | "vacuum" | "backup" | "restore", number> };

const measure = async (folder: string, visits: number): Promise<Size> => {
  const [dataDir, file] = [join(folder, "data"), join(folder, "all.foyer")];
  const seeding = await timed(() => prepare(dataDir, visits));
  const { questions, ...asked } = await ask(dataDir, seeding.result);
  const backup = await timed(() => foyer(dataDir, "backup", file));
  await rm(dataDir, { recursive: true });
  const restore = await timed(() => foyer(join(folder, "restored"), "restore", file));
  const seconds = { seeding: seeding.seconds, ...asked, backup: backup.seconds, restore: restore.seconds };
  return { questions, seconds };
};

const parent = given.data === undefined ? tmpdir() : resolve(given.data);

const inNewFolder = async (visits: number): Promise<Size> => {
  const folder = await mkdtemp(join(parent, "foyer-growth-"));
  try {
    return await measure(folder, visits);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const rowsOf = (few: Size, many: Size): Row[] => [
  ...many.questions.map(({ what, ratio = Number.NaN }): Row => {
    const before = few.questions.find((one) => one.what === what)?.ratio ?? Number.NaN;
    const figures = `${ratio.toFixed(1)} and ${before.toFixed(1)} times a visit by its ID`;
    return { what, figures, target: `≤ ${TIMES_MAX} times as much`, holds: ratio <= TIMES_MAX * before };
  }),
  ...Object.entries(many.seconds).map(([work, seconds]) => ({
    what: work,
    figures: `${seconds.toFixed(0)} s and ${few.seconds[work as keyof Size["seconds"]].toFixed(0)} s`,
  })),
];

const [visits, beside] = [Number(given.visits), Number(given.beside)];
await checkDisk(parent, Math.max(visits, beside));
const few = await inNewFolder(beside);
const many = await inNewFolder(visits);
conclude(`${visits.toLocaleString("en")} visits and ${beside.toLocaleString("en")}`, rowsOf(few, many), given);
