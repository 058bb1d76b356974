import { stat } from "node:fs/promises";
import { basename, join, resolve } from "node:path";

import { ArchiveError } from "../../server/jobs/backup/archive.ts";
import type { ReappliedErasures } from "../../server/jobs/backup/erasures.ts";
import { revertToRestorePoint } from "../../server/jobs/backup/revert.ts";
import { VerificationError } from "../../server/jobs/backup/load.ts";
import { describeBackup, isSealedBy, rowsOf } from "../../server/jobs/backup/manifest.ts";
import { isRestorePoint } from "../../server/jobs/backup/restore-points.ts";
import { unsealedWarning } from "../../server/jobs/backup/unsealed.ts";
import {
  restoreBackup,
  RestoreRefusedError,
  type RestoreResult,
  type RestoreOptions,
} from "../../server/jobs/backup/restore.ts";
import { systemContext } from "../../server/platform/http/request-context.ts";
import type { Db } from "../../server/platform/db/database.ts";
import { contextFor } from "../lib/request-context.ts";
import { type CommandSource, withSource } from "./backup/open.ts";
import { makeProgress } from "./backup/progress.ts";
import { type Command, EXIT, Failure, type CommandInput, nothingFound } from "../lib/command.ts";
import { countOf } from "../../server/platform/lib/text/count-of.ts";
import { print } from "../lib/output.ts";

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  );

const erasedWords = ({ visits, registered, locations }: ReappliedErasures): string[] =>
  visits + registered + locations === 0
    ? []
    : [
        `Erased again, because they were erased after the backup was made: ${countOf(visits, "visit")}, ${countOf(registered, "registered visitor")}, ${countOf(locations, "location")}.`,
      ];

const keptWords = ({ point, file }: RestoreResult["kept"]): string[] => {
  if (point !== undefined)
    return [`The previous data is kept for 14 days. To go back to it: node bin/foyer.mjs restore ${point}`];
  if (file === undefined) return [];
  return [
    `The previous data is kept for 14 days, in ${file}. To go back to it: node bin/foyer.mjs restore ${basename(file)} --replace`,
  ];
};

const summaryLines = ({ manifest, kept, erased, brokenSeals }: RestoreResult): string[] => [
  `Restored: ${countOf(rowsOf(manifest, "visits"), "visit")} in ${countOf(rowsOf(manifest, "companies"), "location")}, as of ${manifest.time}. Every row was checked.`,
  ...erasedWords(erased),
  ...keptWords(kept),
  ...(brokenSeals === 0
    ? []
    : [
        `Audit log seals that don't match: ${brokenSeals}. They didn't match when the backup was made either. See: node bin/foyer.mjs audit verify`,
      ]),
  "Everyone needs to log in again. API keys and accounts are as they were in the backup, so revoke again any that have been revoked since.",
];

/** A restore uses its own connection. */
const refuseQuery = (): Promise<never> => Promise.reject(new Error("a restore works on its own connection"));
const NO_DATABASE: Db = { rows: refuseQuery, named: refuseQuery, transaction: refuseQuery };

type SharedRestoreOptions = Pick<RestoreOptions, "connection" | "folder" | "now" | "actOn">;

const sharedOptions = async ({ config, source }: CommandSource): Promise<SharedRestoreOptions> => {
  const now = Date.now();
  const context = contextFor(config, NO_DATABASE);
  return {
    connection: source.connection,
    folder: config.backup.dir,
    now,
    actOn: (inner) => systemContext({ ...context, db: inner }, "restore"),
  };
};

/** What is wrong with the file, or with the database, in words. */
const explained = (error: unknown, name: string): unknown => {
  if (error instanceof ArchiveError)
    return new Failure(`${name} can't be restored: ${error.message} Nothing was changed.`);
  if (error instanceof RestoreRefusedError) return new Failure(`${error.message} Nothing was changed.`);
  return error instanceof VerificationError ? new Failure(`${error.message} Everything is as it was before.`) : error;
};

/** Whether to set data in use aside, and to restore what none of our keys sealed. */
type Permissions = Pick<RestoreOptions, "replace" | "acceptUnsealed">;

/** Says it before anything is done. Where a key is set, a file without its seal gets no further unless it is accepted. */
const warnOfMissingSeal = async (reached: CommandSource, path: string, accepts: boolean): Promise<void> => {
  const { secretKey, previousKey } = reached;
  const keys = secretKey === undefined ? undefined : { secretKey, previousKey };
  const { manifest } = await describeBackup(path, keys);
  if (isSealedBy(manifest, keys) || (keys !== undefined && !accepts)) return;
  for (const line of unsealedWarning(manifest)) print(line);
};

const restoreFile = async (reached: CommandSource, path: string, permissions: Permissions): Promise<void> => {
  await warnOfMissingSeal(reached, path, permissions.acceptUnsealed === true);
  const progress = makeProgress();
  const common = await sharedOptions(reached);
  try {
    const restored = await restoreBackup({
      ...common,
      path,
      secretKey: reached.secretKey,
      previousKey: reached.previousKey,
      ...permissions,
      onProgress: progress.report,
    });
    progress.end();
    for (const line of summaryLines(restored)) print(line);
  } finally {
    progress.end();
  }
};

const restorePoint = async (reached: CommandSource, point: string): Promise<void> => {
  const back = await revertToRestorePoint({ ...(await sharedOptions(reached)), point });
  print(`${point} has been restored.`);
  for (const line of erasedWords(back.erased)) print(line);
  print(`The previous data is kept for 14 days. To go back to it: node bin/foyer.mjs restore ${back.kept}`);
};

const run = async (given: CommandInput): Promise<number> => {
  const [name = ""] = given.operands;
  const permissions = { replace: given.has("replace"), acceptUnsealed: given.has("accept-unsealed") };
  return withSource(true, async (reached) => {
    const inFolder = join(reached.config.backup.dir, name);
    const found = (await isFile(resolve(name))) ? resolve(name) : (await isFile(inFolder)) ? inFolder : undefined;
    try {
      if (found !== undefined) await restoreFile(reached, found, permissions);
      else if (isRestorePoint(name)) await restorePoint(reached, name);
      else
        throw nothingFound(
          `Can't find ${name}, here or in ${reached.config.backup.dir}. See: node bin/foyer.mjs backup list`,
        );
      return EXIT.done;
    } catch (error) {
      throw explained(error, name);
    }
  });
};

export const command: Command = {
  operands: ["FILE"],
  about: [
    "Restores a backup: a file, the name of a file in BACKUP_DIR, or the name of a restore point. Stop Foyer first. The whole file is checked before anything changes. Its rows are loaded alongside the current data, checked, and swapped in at the very end. If anything fails, nothing changes.",
    "You can also use a backup to move between the embedded database and your own PostgreSQL: set DATABASE_URL for the restore, or leave it unset.",
    "Use the SECRET_KEY of the server that made the backup (DATA_DIR/secret.key or SECRET_KEY, or SECRET_KEY_PREVIOUS). Where a key is set, a backup that neither it nor the previous one sealed is refused. Anyone erased since the backup is erased again.",
  ],
  options: {
    replace: { about: "replace existing data, which is set aside as a restore point" },
    "accept-unsealed": {
      about: "restore a backup whose seal can't be checked: Foyer can't tell whether it was altered",
    },
  },
  examples: [
    "node bin/foyer.mjs restore daily-20261121T010000Z.foyer --replace",
    "DATABASE_URL=postgres://foyer@db/foyer node bin/foyer.mjs restore moving.foyer",
    "node bin/foyer.mjs restore before_20261121_093000",
  ],
  run,
};
