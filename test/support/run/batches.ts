import { glob, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { after, describe } from "node:test";
import { pathToFileURL } from "node:url";

import { isSlow, longestBatchFirst, longestFirst, readDurations } from "../database/order.ts";
import { holdPromiseTracking } from "./promise-tracking.ts";
import { isInLane, type Lane } from "./whole.ts";
import { beginSharing, endSharing } from "../browser/shared-browsers.ts";

/** As many files share a process: the code of the service is loaded and made fast by V8 once for all of them. */
const FILES_EACH = 20;
/** Of those with browsers, services or servers fewer, which run for minutes together as it is. Those with pages share a browser, too. */
const SLOW_FILES_EACH = 8;
const isWeb = (file: string): boolean => file.startsWith("test/web/");
/** A file that hangs ends then; the slowest takes a quarter of it on two busy cores. */
const FILE_MS_MAX = 600_000;
/** What tests leave open, such as a server after a failure, keeps the process alive at most this long, and fails it. */
const LEFT_OPEN_MS_MAX = 30_000;

const endAfter = (ms: number): void => {
  const end = (): never => {
    process.stderr.write(`The tests left open: ${process.getActiveResourcesInfo().join(", ")}\n`);
    process.exit(1);
  };
  setTimeout(end, ms).unref();
};

/** Parts of about the same length: each n-th of the files, of which the longest come first. */
const dealt = (files: readonly string[], parts: number): string[][] =>
  Array.from({ length: parts }, (_, part) => files.filter((__, n) => n % parts === part));

/**
 * Puts files into batches that run in a process each: those with browsers and those that start services or servers eight at a time, the
 * others twenty.
 * @param files longest first
 */
export const batchesOf = (files: readonly string[]): string[][] => {
  const kinds: [string[], number][] = [
    [files.filter((file) => isSlow(file) && !isWeb(file)), SLOW_FILES_EACH],
    [files.filter(isWeb), SLOW_FILES_EACH],
    [files.filter((file) => !isSlow(file)), FILES_EACH],
  ];
  return kinds.flatMap(([kind, each]) => dealt(kind, Math.ceil(kind.length / each)));
};

/** The test files of a lane in batches, the longest first: what is started last ends last, and nothing runs beside the end of a long one. */
export const laneInBatches = async (lane: Lane): Promise<string[][]> => {
  const durations = await readDurations();
  const all = await Array.fromAsync(glob("test/**/*.test.ts"));
  const files = longestFirst(
    all.filter((file) => isInLane(file, lane)),
    durations,
  );
  return longestBatchFirst(batchesOf(files), durations);
};

/**
 * Runs the files one after the other in this process, each as a suite of its name.
 * @public called by the programs that `writeBatches` writes
 * @param leftOpenMsMax for tests of this
 */
export const runFiles = async (files: readonly string[], leftOpenMsMax = LEFT_OPEN_MS_MAX): Promise<void> => {
  // Its hooks are for the tests of all files, so they are set before a file is read.
  const endTracking = await holdPromiseTracking(() => import("../browser/open-contexts.ts"));
  beginSharing();
  const read = files.map((file, n) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    void describe(relative(process.cwd(), file), { timeout: FILE_MS_MAX }, async () => {
      await import(pathToFileURL(file).href).finally(resolve);
      if (n === files.length - 1)
        after(async () => {
          endAfter(leftOpenMsMax);
          await endSharing();
        });
    });
    return promise;
  });
  await Promise.all(read);
  endTracking();
};

/** The programs of batches, in a folder of their own. */
export type BatchPrograms = { files: string[]; remove: () => Promise<void> };

/** Writes a program for each batch. */
export const writeBatches = async (batches: readonly (readonly string[])[]): Promise<BatchPrograms> => {
  const folder = await mkdtemp(join(tmpdir(), "foyer-batches-"));
  const write = async (files: readonly string[], n: number): Promise<string> => {
    const path = join(folder, `${String(n).padStart(3, "0")}.test.mjs`);
    const paths = JSON.stringify(files.map((file) => resolve(file)));
    await writeFile(path, `import { runFiles } from ${JSON.stringify(import.meta.url)};\nawait runFiles(${paths});\n`);
    return path;
  };
  return { files: await Promise.all(batches.map(write)), remove: () => rm(folder, { recursive: true, force: true }) };
};
