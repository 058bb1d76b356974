import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";

import type { ClientBase } from "pg";

import { type BackupOptions, makeBackup } from "./backup.ts";
import { backupName } from "./folder.ts";
import { DRAFT_SCHEMA, dropRestorePoint, emptySchema, swapSchemas, restorePointName } from "./restore-points.ts";
import { quoted } from "./connection.ts";

/** How the previous data is kept: as a restore point by name, or as a backup by path. Neither if there was none. */
export type PreviousData = { point?: string; file?: string };

/** Where a restore creates its tables, and how they come into use. */
export type RestoreStrategy = {
  into: string;
  begin(): Promise<void>;
  finish(): Promise<PreviousData>;
  /** Called when the transaction is rolled back: removes what exists outside it. */
  abandon(): Promise<void>;
};

/** The state before a restore: the schema in use, and whether it has data worth keeping. */
export type RestoreTarget = { client: ClientBase; schema: string; isKept: boolean };

/** Beside the tables in use, which become a restore point at the very end. Needs the right to create schemas. */
export const restoreBeside = ({ client, schema, isKept }: RestoreTarget, now: number): RestoreStrategy => ({
  into: DRAFT_SCHEMA,
  begin: async () => {
    await client.query(`create schema ${quoted(DRAFT_SCHEMA)}`);
    // The draft first; extensions remain where they were.
    await client.query(`select set_config('search_path', $1 || ', ' || current_setting('search_path'), true)`, [
      DRAFT_SCHEMA,
    ]);
  },
  finish: async () => {
    const point = restorePointName(now);
    await swapSchemas(client, schema, DRAFT_SCHEMA, point);
    if (isKept) return { point };
    await dropRestorePoint(client, point);
    return {};
  },
  abandon: async () => undefined,
});

/**
 * In place of the tables in use, which can't be read meanwhile, for a role that may not create schemas: the previous
 * data is written to a backup first.
 * @param backup writes it, with the connection of the restore, into its folder
 */
export const restoreInPlace = (
  { client, schema, isKept }: RestoreTarget,
  { folder, ...backup }: Omit<BackupOptions, "path"> & { folder: string },
): RestoreStrategy => {
  const file = join(folder, backupName("before", backup.now));
  return {
    into: schema,
    begin: async () => {
      if (isKept) {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await makeBackup({ ...backup, path: file });
      }
      await emptySchema(client, schema);
    },
    finish: async () => (isKept ? { file } : {}),
    abandon: () => rm(file, { force: true }),
  };
};
