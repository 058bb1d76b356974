import { statfs } from "node:fs/promises";
import { join } from "node:path";

const LOOK_MS = 500;
/**
 * What is kept free on the disk of the embedded database. Its log grows by files of 16 MB, and when there is no room for the next
 * one PostgreSQL ends itself, reads and all; so what would make it grow stops before. Much too little to be in anybody's way.
 */
const RESERVE_BYTES = 64 * 1024 * 1024;

type Log = { warn(message: string): void };

/** Whether there is room for writes on the disk of the embedded database. */
export type Room = { isShort(): boolean; stop(): void };

const freeBytes = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

/** Watches the disk that holds the embedded database of DATA_DIR; resolves after the first look. */
export const watchRoom = async (dataDir: string, log: Log): Promise<Room> => {
  let short = false;
  const look = async (): Promise<void> => {
    // A folder that cannot be looked at is for PostgreSQL to complain about.
    const free = await freeBytes(join(dataDir, "pg")).catch(() => Infinity);
    if (short !== free < RESERVE_BYTES)
      log.warn(short ? "there is room on the disk again: writes are accepted" : "the disk is full: writes are refused");
    short = free < RESERVE_BYTES;
  };
  await look();
  const timer = setInterval(() => void look(), LOOK_MS).unref();
  return { isShort: () => short, stop: () => clearInterval(timer) };
};
