import { join } from "node:path";

import { type Config, ConfigError } from "./platform/config/config.ts";
import { whyNotWritable } from "./platform/lib/folders.ts";

const WORDS: Readonly<Record<string, string>> = {
  ENOTDIR: "it is a file, or is inside one",
  EROFS: "its file system is read-only",
  EACCES: "this user isn't allowed to",
  EPERM: "this user isn't allowed to",
};

const problemOf = async (setting: string, folder: string): Promise<string[]> => {
  const code = await whyNotWritable(folder);
  if (code === undefined) return [];
  const why = WORDS[code] ?? `the system says ${code}`;
  return [
    `${setting} is ${folder}, where Foyer can't write: ${why}. Make the user that runs Foyer its owner (chown), or set ${setting} to another folder.`,
  ];
};

/**
 * Checks at the start that the required folders are writable: DATA_DIR for the embedded database, and a configured
 * BACKUP_DIR, whose problem would otherwise show only at night. A full disk does not prevent the start. Errors:
 * ConfigError
 */
export const requireFolders = async ({ role, databaseUrl, dataDir, backup }: Config): Promise<void> => {
  const isOwnBackupDir = backup.dir !== join(dataDir, "backups");
  const problems = [
    ...(databaseUrl === undefined ? await problemOf("DATA_DIR", dataDir) : []),
    ...(role !== "api" && isOwnBackupDir ? await problemOf("BACKUP_DIR", backup.dir) : []),
  ];
  if (problems.length > 0) throw new ConfigError(problems);
};
