import { type BackupEntry, listBackups } from "../../../server/jobs/backup/folder.ts";
import { freeBytes, nearestExisting, whyNotWritable } from "../../../server/platform/lib/folders.ts";
import { countOf } from "../../../server/platform/lib/text/count-of.ts";
import { advice, type Check, type Finding, ok, problem, warning } from "../../../server/jobs/system/checks/check.ts";
import { BACKUP_DAYS_MAX, BACKUP_ROOM_FACTOR, BACKUP_ROOM_MIN } from "../../../shared/system-limits.ts";

const NAME = "Backups";
const DAY_MS = 24 * 60 * 60_000;

/** The finding about the age of the newest backup. @param now milliseconds since 1970 */
export const judgeAge = (newest: BackupEntry | undefined, isDaily: boolean, now: number): Finding => {
  const fix = "Run node bin/foyer.mjs backup, and check the server log to see why the daily backup wasn't made.";
  if (newest === undefined)
    return isDaily ? ok(NAME, "none yet (the first will be made tonight)") : advice(NAME, "there isn't one yet", fix);
  const days = (now - Date.parse(newest.time)) / DAY_MS;
  const found = `the newest, ${newest.name}, is ${days < 1 ? "less than a day" : countOf(Math.floor(days), "day")} old`;
  return days > BACKUP_DAYS_MAX ? warning(NAME, found, fix) : ok(NAME, found);
};

/** The finding about the space for the next backup. @param size of the newest in bytes */
export const judgeRoom = (folder: string, free: number, size: number): readonly Finding[] => {
  const needed = Math.max(BACKUP_ROOM_MIN, BACKUP_ROOM_FACTOR * size);
  if (free >= needed) return [];
  const found = `${Math.floor(free / 1e6)} MB free at ${folder}, and the next might take ${Math.ceil(size / 1e6)} MB`;
  return [warning(NAME, found, "Free some space, keep fewer (BACKUP_KEEP), or set BACKUP_DIR to a larger disk.")];
};

const backups: Check = async ({ config, unusable, now }) => {
  if (["BACKUP_DIR", "BACKUP_TIME", "DATA_DIR"].some((name) => unusable.has(name))) return [];
  const { dir, time } = config.backup;
  const folder = await nearestExisting(dir);
  const code = await whyNotWritable(folder);
  if (code !== undefined) {
    const fix =
      "Make the user that runs Foyer its owner (chown), or set BACKUP_DIR to a folder that user can write to.";
    return [problem(NAME, `this user can't write to ${folder} (${code})`, fix)];
  }
  const { secretKey, previousKey } = config;
  const all = await listBackups(dir, secretKey && { secretKey, previousKey });
  const newest = all.find((one) => one.problem === undefined);
  const broken = all
    .filter((one) => one.problem !== undefined)
    .map((one) => warning(NAME, `${one.name}: ${one.problem ?? ""}`, "Delete it once you have another complete one."));
  const off = advice(
    NAME,
    "no daily backups are made (BACKUP_TIME=off)",
    "Make sure something else runs: node bin/foyer.mjs backup",
  );
  return [
    ...(time === undefined ? [off] : []),
    judgeAge(newest, time !== undefined, now),
    ...broken,
    ...judgeRoom(folder, await freeBytes(folder), newest?.bytes ?? 0),
  ];
};

/** Checks of the backups. */
export const backupChecks: readonly Check[] = [backups];
