import { stat } from "node:fs/promises";
import { basename, join, resolve } from "node:path";

import { ArchiveError } from "../server/backup/archive.ts";
import type { ErasedAgain } from "../server/backup/erasures.ts";
import { goBack } from "../server/backup/go-back.ts";
import { VerificationError } from "../server/backup/load.ts";
import { rowsOf } from "../server/backup/manifest.ts";
import { isPoint } from "../server/backup/places.ts";
import { OTHER_KEY } from "../server/backup/other-key.ts";
import { restoreBackup, RestoreRefused, type Restored, type RestoreOptions } from "../server/backup/restore.ts";
import { systemAct } from "../server/http/call.ts";
import type { Db } from "../server/db/database.ts";
import { contextFor } from "./act.ts";
import { type Reached, withSource } from "./backup/open.ts";
import { makeProgress } from "./backup/progress.ts";
import { type Command, EXIT, Failure, type Given, nothingFound } from "./command.ts";
import { print } from "./output.ts";

const isFile = (path: string): Promise<boolean> =>
  stat(path).then(
    (found) => found.isFile(),
    () => false,
  );

const erasedWords = ({ visits, registered, locations }: ErasedAgain): string[] =>
  visits + registered + locations === 0
    ? []
    : [
        `Erased again, since they were erased after the backup: ${visits} visits, ${registered} registered visitors, ${locations} locations.`,
      ];

const keptWords = ({ point, file }: Restored["kept"]): string[] => {
  if (point !== undefined)
    return [`What was there before is kept for 14 days. To go back to it: node bin/foyer.mjs restore ${point}`];
  if (file === undefined) return [];
  return [
    `What was there before is kept for 14 days, in ${file}. To go back to it: node bin/foyer.mjs restore ${basename(file)} --replace`,
  ];
};

const words = ({ manifest, kept, erased, brokenSeals, otherKey }: Restored): string[] => [
  `Restored: ${rowsOf(manifest, "visits").toLocaleString("en")} visits in ${rowsOf(manifest, "companies").toLocaleString("en")} locations, as of ${manifest.time}. Every row was read back and compared.`,
  ...erasedWords(erased),
  ...keptWords(kept),
  ...(brokenSeals === 0
    ? []
    : [
        `${brokenSeals} seals of the audit log do not hold; they did not when the backup was made. See: node bin/foyer.mjs audit verify`,
      ]),
  ...(otherKey ? ["", ...OTHER_KEY] : []),
  "Everybody has to sign in again. API keys and accounts are as they were then: revoke again what was revoked since.",
];

/** What a restore does it does on its own connection. */
const nowhere = (): Promise<never> => Promise.reject(new Error("a restore works on its own connection"));
const NO_DATABASE: Db = { rows: nowhere, named: nowhere, both: nowhere, transaction: nowhere };

type Common = Pick<RestoreOptions, "connection" | "folder" | "now" | "actOn">;

const commonTo = async ({ config, source }: Reached): Promise<Common> => {
  const now = Date.now();
  const context = await contextFor(config, NO_DATABASE);
  return {
    connection: source.connection,
    folder: config.backup.dir,
    now,
    actOn: (inner) => systemAct({ ...context, db: inner }, "restore"),
  };
};

/** What is wrong with the file, or with the database, in words. */
const explained = (error: unknown, name: string): unknown => {
  if (error instanceof ArchiveError)
    return new Failure(`${name} cannot be restored: ${error.message} Nothing was changed.`);
  if (error instanceof RestoreRefused) return new Failure(`${error.message} Nothing was changed.`);
  return error instanceof VerificationError ? new Failure(`${error.message} Everything is as it was before.`) : error;
};

const restoreFile = async (reached: Reached, path: string, replace: boolean): Promise<void> => {
  const progress = makeProgress();
  const common = await commonTo(reached);
  try {
    const restored = await restoreBackup({
      ...common,
      path,
      secretKey: reached.secretKey,
      previousKey: reached.previousKey,
      replace,
      onProgress: progress.report,
    });
    progress.end();
    for (const line of words(restored)) print(line);
  } finally {
    progress.end();
  }
};

const restorePoint = async (reached: Reached, point: string): Promise<void> => {
  const back = await goBack({ ...(await commonTo(reached)), point });
  print(`${point} is in place again.`);
  for (const line of erasedWords(back.erased)) print(line);
  print(`What was there before is kept for 14 days. To go back to it: node bin/foyer.mjs restore ${back.kept}`);
};

const run = async (given: Given): Promise<number> => {
  const [name = ""] = given.operands;
  return withSource(true, async (reached) => {
    const inFolder = join(reached.config.backup.dir, name);
    const found = (await isFile(resolve(name))) ? resolve(name) : (await isFile(inFolder)) ? inFolder : undefined;
    try {
      if (found !== undefined) await restoreFile(reached, found, given.has("replace"));
      else if (isPoint(name)) await restorePoint(reached, name);
      else
        throw nothingFound(
          `There is no file ${name}, nor is it in ${reached.config.backup.dir}. See: node bin/foyer.mjs backup list`,
        );
      return EXIT.done;
    } catch (error) {
      throw explained(error, name);
    }
  });
};

export const restoreOne: Command = {
  operands: ["FILE"],
  about: [
    "Restores a backup: a file, the name of one in BACKUP_DIR, or the name of a restore point. The service must not be running. The file is checked from the first byte to the last before anything is changed; its rows are loaded beside what is there, read back and compared, and take its place at the very end. If anything fails, everything is as it was.",
    "The same files carry data from the embedded database to your own PostgreSQL and back: set DATABASE_URL, or leave it out, for the restore.",
    "Bring the SECRET_KEY of the service that made the backup along (DATA_DIR/secret.key, or SECRET_KEY). Who was erased since the backup is erased again.",
  ],
  options: {
    replace: { about: "also where there is data already: that is put aside as a restore point" },
  },
  examples: [
    "node bin/foyer.mjs restore daily-20261121T010000Z.foyer --replace",
    "DATABASE_URL=postgres://foyer@db/foyer node bin/foyer.mjs restore moving.foyer",
    "node bin/foyer.mjs restore before_20261121_093000",
  ],
  run,
};
