import { createHash, createHmac, timingSafeEqual } from "node:crypto";

import { EARLIER_COMMIT } from "../../platform/db/earlier-schema.ts";
import { type SecretKeys, verificationKeys } from "../../platform/lib/secret/secret-keys.ts";
import { ArchiveError, listMembers, type Member } from "./archive.ts";
import { readMember } from "./packing.ts";

/** The version of the format. That before it counted other migrations. */
export const FORMAT = 2;
const EARLIER_FORMAT = 1;
export const MANIFEST = "manifest.json";
export const SEAL = "seal.json";

/**
 * A table in a backup: the text of COPY, in this order of columns; `sha256` and `bytes` describe that text before
 * compression.
 */
export type TableEntry = { name: string; columns: string[]; rows: number; bytes: number; sha256: string };

/** A backup's description of itself (docs/backup.md). */
export type Manifest = {
  format: number;
  /** The version of Foyer that made it. */
  program: string;
  /** The moment of its rows, ISO 8601. */
  time: string;
  /** The newest migration of the database. */
  migration: number;
  postgres: string;
  tables: TableEntry[];
  /** Tables without their rows, which are short-lived. */
  leftOut: string[];
  sequences: { name: string; last: number }[];
  /** The newest seal of each location's log. */
  seals: { location: string; entry: number; hash: string }[];
  /** A fingerprint of the SECRET_KEY in use, which reveals nothing about it; null if there was none yet. */
  key: string | null;
};

type Seal = { sha256: string; key: string | null; mac: string | null };

const sealingKey = (secretKey: string): Buffer => createHmac("sha256", secretKey).update("backup manifest").digest();

/** A fingerprint of a key, which reveals nothing about it. */
export const keyName = (secretKey: string): string =>
  createHmac("sha256", sealingKey(secretKey)).update("key id").digest("hex").slice(0, 16);

const macOf = (secretKey: string, text: Uint8Array): Buffer =>
  createHmac("sha256", sealingKey(secretKey)).update(text).digest();

/** The seal of a manifest: its hash and, with a key, a proof that only the key's holder can make. */
export const sealOf = (text: Uint8Array, secretKey: string | undefined): Buffer => {
  const seal: Seal = {
    sha256: createHash("sha256").update(text).digest("hex"),
    key: secretKey === undefined ? null : keyName(secretKey),
    mac: secretKey === undefined ? null : macOf(secretKey, text).toString("hex"),
  };
  return Buffer.from(`${JSON.stringify(seal)}\n`);
};

const ALTERED = "its list of contents has been altered.";

/** The key that sealed a backup, if we have it. */
const sealedBy = ({ key }: { key: string | null }, keys: SecretKeys | undefined): string | undefined =>
  keys === undefined ? undefined : verificationKeys(keys).find((one) => keyName(one) === key);

/** Whether one of our keys sealed it: the proof was checked when the manifest was read. */
export const isSealedBy = (manifest: Pick<Manifest, "key">, keys: SecretKeys | undefined): boolean =>
  sealedBy(manifest, keys) !== undefined;

/** Only the holder of the key could have made the proof; for a file that another key sealed, this can't be checked. */
const checkSeal = (text: Buffer, seal: Seal, keys: SecretKeys | undefined): void => {
  if (createHash("sha256").update(text).digest("hex") !== seal.sha256) throw new ArchiveError(ALTERED);
  const secretKey = sealedBy(seal, keys);
  if (secretKey === undefined) return;
  const [found, expected] = [Buffer.from(seal.mac ?? "", "hex"), macOf(secretKey, text)];
  if (found.length !== expected.length || !timingSafeEqual(found, expected)) throw new ArchiveError(ALTERED);
};

const parsed = <T>(text: Buffer): T => {
  try {
    const value: T = JSON.parse(text.toString("utf8"));
    return value;
  } catch {
    throw new ArchiveError(ALTERED);
  }
};

/** A backup as its manifest describes it, and where its members are. */
export type DescribedBackup = { manifest: Manifest; members: readonly Member[] };

/**
 * Reads a backup's manifest, without its rows. Errors: ArchiveError if it is cut, altered, of a later format or not a
 * backup.
 * @param keys the service's key, and the previous one if it is set: with the key that sealed the file, a replaced
 * manifest is found, too
 */
export const describeBackup = async (path: string, keys: SecretKeys | undefined): Promise<DescribedBackup> => {
  const members = await listMembers(path);
  const text = await readMember(path, members, MANIFEST);
  const seal = parsed<Seal>(await readMember(path, members, SEAL));
  checkSeal(text, seal, keys);
  const manifest = parsed<Manifest>(text);
  if (manifest.key !== seal.key) throw new ArchiveError(ALTERED);
  if (manifest.format === EARLIER_FORMAT)
    throw new ArchiveError(
      `it is from before Foyer's migrations became one schema. Restore it with the commit ${EARLIER_COMMIT}, start this version on that database, and make a new backup.`,
    );
  if (manifest.format !== FORMAT)
    throw new ArchiveError(
      `it has format ${manifest.format}, and this version of Foyer reads format ${FORMAT}. Use the version that made it (${manifest.program}), or a newer one.`,
    );
  return { manifest, members };
};

/** The number of rows of a table in a backup. */
export const rowsOf = (manifest: Manifest, table: string): number =>
  manifest.tables.find(({ name }) => name === table)?.rows ?? 0;
