import { Writable } from "node:stream";
import { pipeline } from "node:stream/promises";

import type { SecretKeys } from "../../platform/lib/secret/secret-keys.ts";
import { ArchiveError, type Member } from "./archive.ts";
import type { Progress } from "./backup.ts";
import { describeBackup, type DescribedBackup, type TableEntry } from "./manifest.ts";
import { makeMeter, type RowMeasurement, unpackStages } from "./packing.ts";

const nowhere = (): Writable => new Writable({ write: (_chunk, _encoding, done) => done() });

/** The member of a table. Errors: ArchiveError if there is none. */
export const memberOf = ({ members }: DescribedBackup, table: string): Member => {
  const member = members.find(({ name }) => name === `tables/${table}.copy.zst`);
  if (member === undefined) throw new ArchiveError(`the rows of "${table}" are missing.`);
  return member;
};

/** Whether rows match their entry in the manifest. */
export const isSame = (entry: TableEntry, { rows, bytes, sha256 }: RowMeasurement): boolean =>
  rows === entry.rows && bytes === entry.bytes && sha256 === entry.sha256;

/** Decompression fails on altered bytes before any hash can be compared. */
const measured = async (
  path: string,
  member: Member,
  onBytes: (bytes: number) => void,
): Promise<RowMeasurement | undefined> => {
  const meter = makeMeter(onBytes);
  try {
    await pipeline(...unpackStages(path, member), meter, nowhere());
    return meter.measured();
  } catch (error) {
    const code = String(Reflect.get(Object(error), "code"));
    if (/^(ZSTD_|ERR_ZSTD|Z_|ERR_)/.test(code)) return undefined;
    throw error;
  }
};

/** All bytes of rows in a backup. */
const bytesIn = ({ manifest }: DescribedBackup): number => manifest.tables.reduce((sum, { bytes }) => sum + bytes, 0);

/**
 * Reads a backup completely and compares every table with its hash, without a database. Errors: ArchiveError if
 * anything in it was altered.
 */
export const checkBackup = async (
  path: string,
  keys: SecretKeys | undefined,
  onProgress: Progress = () => undefined,
): Promise<DescribedBackup> => {
  const described = await describeBackup(path, keys);
  const total = bytesIn(described);
  let done = 0;
  for (const entry of described.manifest.tables) {
    const found = await measured(path, memberOf(described, entry.name), (bytes) =>
      onProgress("check", (done += bytes), total),
    );
    if (found === undefined || !isSame(entry, found))
      throw new ArchiveError(
        `the rows of "${entry.name}" don't match what was written (the file was altered or damaged).`,
      );
  }
  return described;
};
