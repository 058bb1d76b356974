import { statfs } from "node:fs/promises";

import type { Config } from "../config.ts";
import { nearestExisting } from "../lib/folders.ts";

/** Room on a disk that this process writes to, in bytes. */
export type DiskSpace = { use: "data" | "backup"; freeBytes: number };

type Settings = Pick<Config, "role" | "databaseUrl" | "dataDir" | "backup">;

const freeBytes = async (path: string): Promise<number> => {
  const { bavail, bsize } = await statfs(await nearestExisting(path));
  return bavail * bsize;
};

/** The disks of the embedded database, and of the backups where this process makes them. */
export const readDisks = async ({ role, databaseUrl, dataDir, backup }: Settings): Promise<DiskSpace[]> => [
  ...(databaseUrl === undefined ? [{ use: "data" as const, freeBytes: await freeBytes(dataDir) }] : []),
  ...(role === "api" ? [] : [{ use: "backup" as const, freeBytes: await freeBytes(backup.dir) }]),
];
