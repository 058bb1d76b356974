import { basename } from "node:path";

import { ArchiveError } from "../../jobs/backup/archive.ts";
import { type BackupEntry, listBackups } from "../../jobs/backup/folder.ts";
import { VerificationError } from "../../jobs/backup/load.ts";
import { restoreBackup, RestoreRefusedError, type RestoreResult } from "../../jobs/backup/restore.ts";
import type { Context } from "../../platform/context.ts";
import { runningConnection } from "../../platform/db/source.ts";
import { systemContext } from "../../platform/http/request-context.ts";
import type { BackupOffer, RestoreNote, RestoreState } from "./contract.ts";

/** The one restore at a time in a process, and its progress. */
export type RestoreRunner = {
  current(): RestoreState;
  list(): Promise<BackupOffer[]>;
  /** Starts restoring a backup of the folder. @returns false if there is no such backup, or a restore is in progress */
  begin(name: string): Promise<boolean>;
  /** Resolves when no restore is in progress. */
  ended(): Promise<void>;
};

const IDLE: RestoreState = { state: "idle", step: "", percent: 0, message: "", notes: [] };

const notesOf = ({ kept, erased }: RestoreResult): RestoreNote[] => {
  const name = kept.point ?? (kept.file && basename(kept.file));
  const isErasedAgain = erased.visits + erased.registered + erased.locations > 0;
  return [
    ...(name === undefined ? [] : [{ code: "previous_data_kept" as const, name }]),
    ...(isErasedAgain ? [{ code: "erased_again" as const }] : []),
  ];
};

const wordsOf = (error: unknown): string => {
  if (error instanceof ArchiveError) return `The backup can't be restored: ${error.message}`;
  if (error instanceof RestoreRefusedError || error instanceof VerificationError) return error.message;
  return "The restore failed. See the server log for details.";
};

const restore = async (
  context: Context,
  path: string,
  report: (state: Partial<RestoreState>) => void,
): Promise<void> => {
  const { config, secretKey, previousKey, log } = context;
  try {
    const restored = await restoreBackup({
      connection: await runningConnection(config),
      path,
      folder: config.backup.dir,
      secretKey,
      previousKey,
      now: context.now(),
      actOn: (db) => systemContext({ ...context, db }, "restore"),
      replace: true,
      fromService: true,
      onProgress: (step, done, total) => report({ step, percent: total === 0 ? 0 : Math.floor((100 * done) / total) }),
    });
    log.info({ file: path, kept: restored.kept, erased: restored.erased }, "backup restored from the first-run page");
    const message = `Restored, as of ${restored.manifest.time}. Every row was checked.`;
    report({ state: "done", percent: 100, message, notes: notesOf(restored) });
  } catch (error) {
    log.error(
      { file: path, code: Object(error).code },
      "the restore from the first-run page failed; nothing was changed",
    );
    report({ state: "failed", message: `${wordsOf(error)} Nothing was changed.` });
  }
};

/** The restores that the setup page offers: the backups in the folder. */
export const makeRestoreRunner = (context: Context): RestoreRunner => {
  let state = IDLE;
  let running: Promise<void> = Promise.resolve();
  const offered = (): Promise<BackupEntry[]> => listBackups(context.config.backup.dir, context);
  return {
    current: () => state,
    list: async () => (await offered()).map(({ path: _path, ...rest }) => rest),
    begin: async (name) => {
      // Looked up in the list, so that no name leads out of the folder.
      const backup = (await offered()).find((one) => one.name === basename(name) && one.problem === undefined);
      if (backup === undefined || state.state === "running") return false;
      state = { ...IDLE, state: "running", step: "check" };
      running = restore(context, backup.path, (next) => (state = { ...state, ...next }));
      return true;
    },
    ended: () => running,
  };
};
