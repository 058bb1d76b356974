import { type Listed, listBackups } from "../../server/backup/folder.ts";
import { pointsIn, pointTime } from "../../server/backup/places.ts";
import { connect } from "../../server/backup/session.ts";
import { iso } from "../../server/lib/time.ts";
import { type Command, EXIT } from "../command.ts";
import { print, printJson, printTable, tell } from "../output.ts";
import { withSource } from "./open.ts";

const HEADINGS = ["FILE", "AS OF", "SIZE", "VERSION", "LOCATIONS", "VISITS"];

const rowOf = ({ name, time, bytes, program, locations, visits, problem }: Listed): string[] =>
  problem === undefined
    ? [name, time, `${(bytes / 1e6).toFixed(1)} MB`, program ?? "", String(locations ?? 0), String(visits ?? 0)]
    : [name, time, `${(bytes / 1e6).toFixed(1)} MB`, `cannot be used: ${problem}`];

const show = (folder: string, backups: readonly Listed[], points: readonly string[]): void => {
  if (backups.length === 0) tell(`There are no backups in ${folder}.`);
  else printTable(HEADINGS, backups.map(rowOf));
  if (points.length === 0) return;
  print("\nRestore points in the database (node bin/foyer.mjs restore NAME goes back to one):");
  for (const point of points) print(`  ${point}`);
};

export const listAll: Command = {
  operands: [],
  about: [
    "Lists the backups in BACKUP_DIR, the newest first, and the restore points in the database: what restores put aside, kept for 14 days.",
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
      const points = await pointsIn(client).finally(() => client.end());
      if (given.has("json"))
        printJson({ folder: dir, backups, points: points.map((name) => ({ name, time: iso(pointTime(name)) })) });
      else show(dir, backups, points);
      return EXIT.done;
    }),
};
