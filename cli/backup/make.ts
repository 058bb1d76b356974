import { stat } from "node:fs/promises";
import { dirname, join, resolve } from "node:path";

import { makeBackup, NothingToBackUp } from "../../server/backup/backup.ts";
import { backupName } from "../../server/backup/folder.ts";
import { rowsOf } from "../../server/backup/manifest.ts";
import { makeFolder } from "../../server/lib/folders.ts";
import { type Command, EXIT, Failure } from "../command.ts";
import { print, tell } from "../output.ts";
import { withSource } from "./open.ts";
import { makeProgress } from "./progress.ts";

const isThere = (path: string): Promise<boolean> =>
  stat(path).then(
    () => true,
    () => false,
  );

export const makeOne: Command = {
  operands: ["[FILE]"],
  about: [
    "Writes everything that Foyer stores, as it is at one moment, into one file, while the service goes on. Without FILE it goes into the folder of the daily backups (BACKUP_DIR) and stays there until you remove it.",
    "The file holds personal data; only your user can read it. SECRET_KEY is not in it: keep that apart (DATA_DIR/secret.key, or where you set it), or passwords of webhooks and the proofs of signed documents are lost. See docs/backup.md.",
  ],
  options: {},
  examples: ["node bin/foyer.mjs backup", "node bin/foyer.mjs backup /mnt/usb/foyer-before-update.foyer"],
  run: (given) =>
    withSource(false, async ({ config, source, secretKey }) => {
      const now = Date.now();
      const [file] = given.operands;
      const path = resolve(file ?? join(config.backup.dir, backupName("manual", now)));
      if (await isThere(path)) throw new Failure(`${path} is there already; name another file, or remove it.`);
      if (file === undefined) await makeFolder(config.backup.dir, 0o700);
      else if (!(await isThere(dirname(path)))) throw new Failure(`There is no folder ${dirname(path)}.`);
      const progress = makeProgress();
      const options = { connection: source.connection, path, secretKey, now, onProgress: progress.report };
      const made = await makeBackup(options).catch((error: unknown) => {
        throw error instanceof NothingToBackUp ? new Failure(error.message) : error;
      });
      progress.end();
      if (made === undefined) throw new Failure("No backup was made.");
      const { manifest, bytes } = made;
      print(path);
      tell(
        `${rowsOf(manifest, "visits").toLocaleString("en")} visits in ${rowsOf(manifest, "companies").toLocaleString("en")} locations, as of ${manifest.time}; ${(bytes / 1e6).toFixed(1)} MB.`,
      );
      if (secretKey === undefined)
        tell("There is no SECRET_KEY yet, so the file carries no proof of where it is from.");
      return EXIT.done;
    }),
};
