import { type BackupEntry, listBackups } from "../../../server/jobs/backup/folder.ts";
import { listRestorePoints, restorePointTime } from "../../../server/jobs/backup/restore-points.ts";
import { connect } from "../../../server/jobs/backup/connection.ts";
import { iso } from "../../../server/platform/lib/time/time.ts";
import { type Command, EXIT } from "../../lib/command.ts";
import { print, printJson, printTable, printToStderr } from "../../lib/output.ts";
import { withSource } from "./open.ts";

const HEADINGS = ["FILE", "AS OF", "SIZE", "VERSION", "LOCATIONS", "VISITS"];

const rowOf = ({ name, time, bytes, program, locations, visits, problem }: BackupEntry): string[] =>
  problem === undefined
    ? [name, time, `${(bytes / 1e6).toFixed(1)} MB`, program ?? "", String(locations ?? 0), String(visits ?? 0)]
    : [name, time, `${(bytes / 1e6).toFixed(1)} MB`, `unusable: ${problem}`];

const show = (folder: string, backups: readonly BackupEntry[], points: readonly string[]): void => {
  if (backups.length === 0) printToStderr(`There are no backups in ${folder}.`);
  else printTable(HEADINGS, backups.map(rowOf));
  if (points.length === 0) return;
  print("\nRestore points in the database (to go back to one: node bin/foyer.mjs restore NAME):");
  for (const point of points) print(`  ${point}`);
};

export const command: Command = {
  operands: [],
  about: [
    "Lists the backups in BACKUP_DIR, newest first, and the restore points in the database (data set aside by earlier restores, kept for 14 days).",
  ],
  options: {
    json: { about: "as JSON: { folder, backups: [{ name, path, bytes, time, … }], points: [{ name, time }] }" },
  },
  examples: ["node bin/foyer.mjs backup list"],
  run: (given) =>
    withSource(true, async ({ config, source, secretKey, previousKey }) => {
      const { dir } = config.backup;
      const backups = await listBackups(dir, secretKey && { secretKey, previousKey });
      const client = await connect(source.connection);
      const points = await listRestorePoints(client).finally(() => client.end());
      if (given.has("json"))
        printJson({
          folder: dir,
          backups,
          points: points.map((name) => ({ name, time: iso(restorePointTime(name)) })),
        });
      else show(dir, backups, points);
      return EXIT.done;
    }),
};
