import { dirname, join, resolve } from "node:path";

import { makeBackup, NoRoomError, NothingToBackUpError } from "../../../server/jobs/backup/backup.ts";
import { backupName } from "../../../server/jobs/backup/folder.ts";
import { rowsOf } from "../../../server/jobs/backup/manifest.ts";
import { reserveOf } from "../../../server/platform/db/disk-space.ts";
import { makeFolder } from "../../../server/platform/lib/folders.ts";
import { type Command, EXIT, Failure, wrongUsage } from "../../lib/command.ts";
import { isThere } from "../../lib/database.ts";
import { didYouMean } from "../../lib/did-you-mean.ts";
import { countOf } from "../../../server/platform/lib/text/count-of.ts";
import { print, printToStderr } from "../../lib/output.ts";
import { withSource } from "./open.ts";
import { makeProgress } from "./progress.ts";

/** A mistyped `backup list` would leave everyone's data in a file of that name. */
const refuseMisspelling = (file: string): void => {
  if (didYouMean(file, ["list"]) === "") return;
  throw wrongUsage(`Did you mean "backup list"? To back up to a file of that name, enter ./${file}.`);
};

export const command: Command = {
  operands: ["[FILE]"],
  about: [
    "Backs up everything Foyer stores, at one moment in time, to a single file while Foyer keeps running. Without FILE, it goes in the daily backup folder (BACKUP_DIR) and stays there until you delete it.",
    "The file contains personal data and only your user can read it. It doesn't contain SECRET_KEY. Keep that separately (DATA_DIR/secret.key, or wherever you set it), or you lose webhook passwords and the proof of signed documents. See docs/backup.md.",
  ],
  options: {},
  examples: ["node bin/foyer.mjs backup", "node bin/foyer.mjs backup /mnt/usb/foyer-before-update.foyer"],
  run: (given) => {
    given.operands.forEach(refuseMisspelling);
    return withSource(false, async ({ config, source, secretKey }) => {
      const now = Date.now();
      const [file] = given.operands;
      const path = resolve(file ?? join(config.backup.dir, backupName("manual", now)));
      if (await isThere(path)) throw new Failure(`${path} already exists. Choose another file name, or delete it.`);
      if (file === undefined) await makeFolder(config.backup.dir, 0o700);
      else if (!(await isThere(dirname(path)))) throw new Failure(`The folder ${dirname(path)} doesn't exist.`);
      const progress = makeProgress();
      const keepsFree = await reserveOf(config, dirname(path));
      const options = { connection: source.connection, path, secretKey, now, keepsFree, onProgress: progress.report };
      const made = await makeBackup(options).catch((error: unknown) => {
        throw error instanceof NothingToBackUpError || error instanceof NoRoomError
          ? new Failure(error.message)
          : error;
      });
      progress.end();
      if (made === undefined) throw new Failure("No backup was made.");
      const { manifest, bytes } = made;
      print(path);
      printToStderr(
        `${countOf(rowsOf(manifest, "visits"), "visit")} in ${countOf(rowsOf(manifest, "companies"), "location")}, as of ${manifest.time}; ${(bytes / 1e6).toFixed(1)} MB.`,
      );
      if (secretKey === undefined)
        printToStderr("There's no SECRET_KEY yet, so the file carries no proof of where it came from.");
      return EXIT.done;
    });
  },
};
