import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

/** How long each file took in the last run, in milliseconds, by its path in the project. */
export type Durations = Readonly<Record<string, number>>;

/** Kept beside what Node compiled: it is true of this machine only. */
const FILE = "node_modules/.cache/test-durations.json";

/** Where nothing was measured yet: the folders whose files take longest come first, since they start browsers, services, servers. */
const SLOW_FOLDERS = [
  "bench",
  "docs",
  "web",
  "faults",
  "service",
  "bin",
  "deploy",
  "server/platform/db/embedded",
  "cli",
  "contract",
  "upgrade",
  "server/jobs/backup",
];
const UNKNOWN_MS = 1_000;
const PER_FOLDER_MS = 1_000;

/** Reads what the last run measured; nothing before the first. */
export const readDurations = async (file = FILE): Promise<Durations> => {
  try {
    return JSON.parse(await readFile(file, "utf8"));
  } catch {
    return {};
  }
};

/** Keeps what a run measured; files that were not run keep their durations. */
export const keepDurations = async (measured: Durations, file = FILE): Promise<void> => {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, JSON.stringify({ ...(await readDurations(file)), ...measured }, null, 1));
};

const rankOf = (file: string): number => SLOW_FOLDERS.findIndex((folder) => file.startsWith(`test/${folder}/`));

/** Whether a file is in a folder whose files start browsers, services or servers. */
export const isSlow = (file: string): boolean => rankOf(file) >= 0;

const expected = (file: string, durations: Durations): number => {
  const rank = rankOf(file);
  return durations[file] ?? (rank < 0 ? UNKNOWN_MS : UNKNOWN_MS + (SLOW_FOLDERS.length - rank) * PER_FOLDER_MS);
};

/** Puts the longest first. */
export const longestFirst = (files: readonly string[], durations: Durations): string[] =>
  files.toSorted((a, b) => expected(b, durations) - expected(a, durations) || a.localeCompare(b));

const total = (batch: readonly string[], durations: Durations): number =>
  batch.reduce((sum, file) => sum + expected(file, durations), 0);

/** Puts the batch first whose files take longest together. */
export const longestBatchFirst = (batches: readonly string[][], durations: Durations): string[][] =>
  batches.toSorted((a, b) => total(b, durations) - total(a, durations));

const SLOWEST = 10;

/** The files that took longest, a line each: `148.8 s test/service/kill.test.ts`. */
export const slowestOf = (measured: Durations): string[] =>
  Object.entries(measured)
    .toSorted(([, a], [, b]) => b - a)
    .slice(0, SLOWEST)
    .map(([file, ms]) => `${(ms / 1_000).toFixed(1).padStart(6)} s ${file}`);
