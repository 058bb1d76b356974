import { resolve } from "node:path";

import type { Reader } from "./reader.ts";

/** When the daily backup is made, by the machine's clock. */
export type ClockTime = { hour: number; minute: number };

/** The folder of the backups, when the daily one is made, and how many of those are kept. */
export type BackupSettings = { dir: string; time: ClockTime | undefined; keep: number };

const KEEP_MAX = 3_650;
const TIME = /^(?:([01]?\d|2[0-3]):([0-5]\d)|off)$/i;

const isKeep = (value: string): boolean => /^\d{1,4}$/.test(value) && Number(value) >= 1 && Number(value) <= KEEP_MAX;

const timeOf = (text: string): ClockTime | undefined => {
  const [, hour, minute] = TIME.exec(text) ?? [];
  return hour === undefined ? undefined : { hour: Number(hour), minute: Number(minute) };
};

/** Reads BACKUP_DIR, BACKUP_TIME and BACKUP_KEEP. @param dataDir the default parent of the backups */
export const readBackups = (reader: Reader, dataDir: string): BackupSettings => ({
  dir: resolve(reader.text("BACKUP_DIR") ?? resolve(dataDir, "backups")),
  time: timeOf(reader.checked("BACKUP_TIME", (value) => TIME.test(value), "a time of day such as 02:00, or off")),
  keep: Number(reader.checked("BACKUP_KEEP", isKeep, `how many daily backups are kept, from 1 to ${KEEP_MAX}`)),
});
