import { stat } from "node:fs/promises";
import { join } from "node:path";

import type { Config } from "../config/config.ts";
import { freeBytes, nearestExisting } from "../lib/folders.ts";

const LOOK_MS = 500;
/**
 * The space kept free on the disk of the embedded database. Its write-ahead log grows in files of 16 MB and, without
 * room for the next one, PostgreSQL stops, even for reads; so writes stop before. The amount is far too small to be
 * missed.
 */
const RESERVE_BYTES = 64 * 1024 * 1024;

/**
 * The bytes that other files leave free on the disk of their folder: 0 unless the embedded database is on the same one.
 */
export const reserveOf = async (
  { databaseUrl, dataDir }: Pick<Config, "databaseUrl" | "dataDir">,
  folder: string,
): Promise<number> => {
  if (databaseUrl !== undefined) return 0;
  const [database, other] = await Promise.all(
    [join(dataDir, "pg"), folder].map(async (path) => stat(await nearestExisting(path))),
  );
  return database?.dev === other?.dev ? RESERVE_BYTES : 0;
};

type Log = { warn(message: string): void };

/** Whether there is room for writes on the disk of the embedded database. */
export type DiskSpace = { isLow(): boolean; stop(): void };

/** Watches the disk with the embedded database of DATA_DIR; resolves after the first check. */
export const watchDiskSpace = async (dataDir: string, log: Log): Promise<DiskSpace> => {
  let short = false;
  const look = async (): Promise<void> => {
    // An unreadable folder is left for PostgreSQL to report.
    const free = await freeBytes(join(dataDir, "pg")).catch(() => Infinity);
    if (short !== free < RESERVE_BYTES)
      log.warn(short ? "the disk has space again: writes are accepted" : "the disk is full: writes are refused");
    short = free < RESERVE_BYTES;
  };
  await look();
  const timer = setInterval(() => void look(), LOOK_MS).unref();
  return { isLow: () => short, stop: () => clearInterval(timer) };
};
