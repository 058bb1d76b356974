import { createHmac } from "node:crypto";

import { type Db, type Statement, ignoreDiskFull } from "../db/database.ts";
import { type SecretKeys, verificationKeys } from "../lib/secret/secret-keys.ts";

/** How long an address from which a user was let in remains known to the account. */
const KNOWN_MS = 30 * 24 * 60 * 60_000;
/** Repeated use of a known address is recorded once a day. */
const NOTED_MS = 24 * 60 * 60_000;
/** The most addresses per account; a new one replaces the one that was used longest ago. */
const ADDRESSES_MAX = 20;

const digestWith = (key: string, email: string, source: string): Buffer =>
  createHmac("sha256", key).update(`known-address:${email}:${source}`).digest();

/** The stored digests of an account's address, by each key that is accepted; the current one comes first. */
export const addressDigests = (keys: SecretKeys, email: string, source: string): Buffer[] =>
  verificationKeys(keys).map((key) => digestWith(key, email, source));

/** The earliest last use (ISO 8601) of an address that is still known at `now`, in milliseconds since 1970. */
export const knownSince = (now: number): string => new Date(now - KNOWN_MS).toISOString();

/** Whether the last recorded use is old enough to record this one. @param at ISO 8601, null for an unknown address */
export const isRecordDue = (at: string | null, now: number): boolean => at === null || Date.parse(at) < now - NOTED_MS;

const RECORD: Statement = {
  name: "record-known-address",
  text: `with noted as (
  insert into known_addresses (digest, user_id, at) values ($1, $2, $3)
  on conflict (digest) do update set user_id = excluded.user_id, at = excluded.at)
delete from known_addresses where user_id = $2 and digest <> $1
  and digest in (select digest from known_addresses where user_id = $2 and digest <> $1 order by at desc offset ${ADDRESSES_MAX - 1})`,
};

/**
 * Records that a user was let in from an address. A full disk does not keep the user out. @param source from
 * `refusalSource`
 */
export const recordKnownAddress = async (
  db: Db,
  keys: SecretKeys,
  user: { _id: string; email: string },
  source: string,
  now: number,
): Promise<void> => {
  const [digest] = addressDigests(keys, user.email, source);
  await db.named(RECORD, [digest, user._id, new Date(now).toISOString()]).catch(ignoreDiskFull);
};

const FORGET: Statement = { name: "forget-known-addresses", text: "delete from known_addresses where at <= $1" };

/** Deletes addresses from which their user was not let in for 30 days. */
export const deleteExpiredKnownAddresses = async (db: Db, now: number): Promise<void> => {
  await db.named(FORGET, [knownSince(now)]);
};
