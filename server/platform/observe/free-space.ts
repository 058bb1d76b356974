import type { Config } from "../config/config.ts";
import { freeBytes } from "../lib/folders.ts";

/** The free space on a disk that this process writes to, in bytes. */
export type FreeSpace = { use: "data" | "backup"; freeBytes: number };

type Settings = Pick<Config, "role" | "databaseUrl" | "dataDir" | "backup">;

/** The disks of the embedded database, and of the backups if this process makes them. */
export const readDisks = async ({ role, databaseUrl, dataDir, backup }: Settings): Promise<FreeSpace[]> => [
  ...(databaseUrl === undefined ? [{ use: "data" as const, freeBytes: await freeBytes(dataDir) }] : []),
  ...(role === "api" ? [] : [{ use: "backup" as const, freeBytes: await freeBytes(backup.dir) }]),
];
