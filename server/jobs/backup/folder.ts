import { readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";

import type { SecretKeys } from "../../platform/lib/secret/secret-keys.ts";
import { ArchiveError } from "./archive.ts";
import { describeBackup, rowsOf } from "./manifest.ts";
import type { ClockTime } from "../../platform/config/backup.ts";

const SUFFIX = ".foyer";
const DAILY = /^daily-\d{8}T\d{6}Z\.foyer$/;
const REPLACED = /^before-\d{8}T\d{6}Z\.foyer$/;

/** A backup in the folder, as lists show it; `problem` says why one can't be read. */
export type BackupEntry = {
  name: string;
  path: string;
  bytes: number;
  /** The moment of its data, ISO 8601; for one that can't be read, when the file was last written. */
  time: string;
  problem?: string;
  program?: string;
  migration?: number;
  locations?: number;
  visits?: number;
  users?: number;
};

const stamp = (now: number): string => `${new Date(now).toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}Z`;

/**
 * `daily-20261121T020000Z.foyer`, `manual-…` for one that an operator made, or `before-…` for data that a restore
 * replaced.
 * @param now milliseconds since 1970
 */
export const backupName = (kind: "daily" | "manual" | "before", now: number): string =>
  `${kind}-${stamp(now)}${SUFFIX}`;

/** There is no such folder, or the file was deleted since it was listed: the daily job deletes old ones. */
const isGone = (error: unknown): boolean => Reflect.get(Object(error), "code") === "ENOENT";

const namesIn = async (folder: string): Promise<string[]> => {
  try {
    return await readdir(folder);
  } catch (error) {
    if (isGone(error)) return [];
    throw error;
  }
};

const look = async (folder: string, name: string, keys: SecretKeys | undefined): Promise<BackupEntry> => {
  const path = join(folder, name);
  const { size, mtime } = await stat(path);
  try {
    const { manifest } = await describeBackup(path, keys);
    const { time, program, migration } = manifest;
    const [locations, visits, users] = ["companies", "visits", "users"].map((table) => rowsOf(manifest, table));
    return {
      name,
      path,
      bytes: size,
      time,
      program,
      migration,
      locations: locations ?? 0,
      visits: visits ?? 0,
      users: users ?? 0,
    };
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error;
    return { name, path, bytes: size, time: mtime.toISOString(), problem: error.message };
  }
};

/** The backups in a folder, newest first. Reads their manifests, not their rows. */
export const listBackups = async (folder: string, keys: SecretKeys | undefined): Promise<BackupEntry[]> => {
  const names = (await namesIn(folder)).filter((name) => name.endsWith(SUFFIX));
  const entries = names.map((name) =>
    look(folder, name, keys).catch((error: unknown) => {
      if (isGone(error)) return undefined;
      throw error;
    }),
  );
  const all = (await Promise.all(entries)).filter((entry) => entry !== undefined);
  return all.toSorted((a, b) => b.time.localeCompare(a.time));
};

/** When the newest backup in a folder was written, in milliseconds since 1970; undefined if there is none. */
export const newestBackup = async (folder: string): Promise<number | undefined> => {
  const names = (await namesIn(folder)).filter((name) => name.endsWith(SUFFIX));
  const times = await Promise.all(names.map(async (name) => (await stat(join(folder, name))).mtimeMs));
  return times.length === 0 ? undefined : Math.max(...times);
};

/** When the newest daily backup in a folder was begun, by its name; undefined if there is none. */
export const newestDaily = async (folder: string): Promise<number | undefined> => {
  const newest = (await namesIn(folder))
    .filter((name) => DAILY.test(name))
    .toSorted()
    .at(-1);
  const [, year, month, day, hour, minute, second] =
    /^daily-(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z/.exec(newest ?? "") ?? [];
  return newest === undefined ? undefined : Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
};

/**
 * Deletes the oldest daily backups beyond the number to keep; other backups are left to their makers. @returns the
 * deleted names
 */
export const removeOldDaily = async (folder: string, keep: number): Promise<string[]> => {
  const daily = (await namesIn(folder)).filter((name) => DAILY.test(name)).toSorted();
  const old = daily.slice(0, Math.max(0, daily.length - keep));
  for (const name of old) await rm(join(folder, name), { force: true });
  return old;
};

/**
 * Deletes backups of replaced data from before a moment. @param before milliseconds since 1970 @returns the deleted
 * names
 */
export const removeReplaced = async (folder: string, before: number): Promise<string[]> => {
  const oldest = backupName("before", before);
  const old = (await namesIn(folder)).filter((name) => REPLACED.test(name) && name < oldest);
  for (const name of old) await rm(join(folder, name), { force: true });
  return old;
};

/** Deletes the drafts of interrupted backups. Only while no backup is being made there. */
export const removeDrafts = async (folder: string): Promise<void> => {
  const drafts = (await namesIn(folder)).filter(
    (name) => name.endsWith(`${SUFFIX}.partial`) && name.startsWith("daily-"),
  );
  for (const name of drafts) await rm(join(folder, name), { force: true });
};

/** The latest past moment at which the machine's clock showed that time. @param now milliseconds since 1970 */
export const lastScheduled = (now: number, { hour, minute }: ClockTime): number => {
  const today = new Date(now);
  today.setHours(hour, minute, 0, 0);
  if (today.getTime() > now) today.setDate(today.getDate() - 1);
  return today.getTime();
};
