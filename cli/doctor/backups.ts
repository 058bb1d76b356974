import { freeBytes, type Listed, listBackups } from "../../server/backup/folder.ts";
import { nearestExisting, whyNotWritable } from "../../server/lib/folders.ts";
import { advice, type Check, type Finding, ok, problem, warning } from "./check.ts";

const NAME = "Backups";
const DAY_MS = 24 * 60 * 60_000;
/** One night may be missed by a machine that was off. */
const AGE_DAYS_MAX = 2;
/** A backup is written beside the ones that are kept before the oldest goes. */
const ROOM_FACTOR = 2;
const ROOM_MIN = 200_000_000;

/** What the age of the newest backup means. @param now milliseconds since 1970 */
export const judgeAge = (newest: Listed | undefined, isDaily: boolean, now: number): Finding => {
  const fix = "Run: node bin/foyer.mjs backup; and see the service's log for why the daily one was not made.";
  if (newest === undefined)
    return isDaily ? ok(NAME, "none yet; the first is made in the night") : advice(NAME, "there is none yet", fix);
  const days = (now - Date.parse(newest.time)) / DAY_MS;
  const found = `the newest, ${newest.name}, is ${days < 1 ? "of today" : `${Math.floor(days)} days old`}`;
  return days > AGE_DAYS_MAX ? warning(NAME, found, fix) : ok(NAME, found);
};

/** Whether the next backup finds room. @param size of the newest in bytes */
export const judgeRoom = (folder: string, free: number, size: number): readonly Finding[] => {
  const needed = Math.max(ROOM_MIN, ROOM_FACTOR * size);
  if (free >= needed) return [];
  const found = `${Math.floor(free / 1e6)} MB free at ${folder}; the next may take ${Math.ceil(size / 1e6)} MB`;
  return [warning(NAME, found, "Free some space, keep fewer (BACKUP_KEEP), or set BACKUP_DIR to a larger disk.")];
};

const backups: Check = async ({ config, unusable, now }) => {
  if (["BACKUP_DIR", "BACKUP_TIME", "DATA_DIR"].some((name) => unusable.has(name))) return [];
  const { dir, time } = config.backup;
  const folder = await nearestExisting(dir);
  const code = await whyNotWritable(folder);
  if (code !== undefined) {
    const fix = "Give it to the user that runs Foyer (chown), or set BACKUP_DIR to a folder it may write.";
    return [problem(NAME, `${folder} cannot be written by this user (${code})`, fix)];
  }
  const { secretKey, previousKey } = config;
  const all = await listBackups(dir, secretKey && { secretKey, previousKey });
  const newest = all.find((one) => one.problem === undefined);
  const broken = all
    .filter((one) => one.problem !== undefined)
    .map((one) =>
      warning(NAME, `${one.name}: ${one.problem ?? ""}`, "Remove it, once you have another that is whole."),
    );
  const off = advice(
    NAME,
    "no daily backups are made (BACKUP_TIME=off)",
    "Make sure that something else runs: node bin/foyer.mjs backup",
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
