import { join } from "node:path";

import { freeBytes } from "../lib/folders.ts";

const LOOK_MS = 500;
/**
 * What is kept free on the disk of the embedded database. Its log grows by files of 16 MB, and when there is no room for the next
 * one PostgreSQL ends itself, reads and all; so what would make it grow stops before. Much too little to be noticed.
 */
const RESERVE_BYTES = 64 * 1024 * 1024;

type Log = { warn(message: string): void };

/** Whether there is room for writes on the disk of the embedded database. */
export type DiskSpace = { isLow(): boolean; stop(): void };

/** Watches the disk that holds the embedded database of DATA_DIR; resolves after the first look. */
export const watchDiskSpace = async (dataDir: string, log: Log): Promise<DiskSpace> => {
  let short = false;
  const look = async (): Promise<void> => {
    // A folder that cannot be looked at is for PostgreSQL to complain about.
    const free = await freeBytes(join(dataDir, "pg")).catch(() => Infinity);
    if (short !== free < RESERVE_BYTES)
      log.warn(short ? "the disk has space again: writes are accepted" : "the disk is full: writes are refused");
    short = free < RESERVE_BYTES;
  };
  await look();
  const timer = setInterval(() => void look(), LOOK_MS).unref();
  return { isLow: () => short, stop: () => clearInterval(timer) };
};
