import { createHmac } from "node:crypto";

import type { Context } from "../../platform/context.ts";
import type { Db } from "../../platform/db/database.ts";
import { type SecretKeys, verificationKeys } from "../../platform/lib/secret/secret-keys.ts";
import { iso } from "../../platform/lib/time/time.ts";
import * as store from "./seals-store.ts";

/** The most entries per seal: it is also how precisely tampering can be located. */
const ENTRIES_MAX = 1_000;

/** The hash before the first seal of a location. */
export const GENESIS = Buffer.alloc(32);

/** The sealing key: outside the database, so that write access to it is not enough to make seals. */
export const sealingKey = (secretKey: string): Buffer => createHmac("sha256", secretKey).update("audit seals").digest();

/** The keys for checking seals: each seal names its own. */
export const sealingKeys = (keys: SecretKeys): readonly Buffer[] => verificationKeys(keys).map(sealingKey);

/** An ID for a key that reveals nothing about it: a seal made with another key is not a forgery. */
export const keyIdOf = (key: Buffer): string => createHmac("sha256", key).update("key id").digest("hex").slice(0, 16);

type Span = Pick<store.Seal, "company_id" | "from_seq" | "to_seq" | "entries" | "prev" | "at">;

const lineOf = (row: store.SealedEntry): string =>
  JSON.stringify([
    row.seq,
    row.at,
    row.act,
    row.event,
    row.subject,
    row.subject_id,
    row.ids,
    row.actor_kind,
    row.actor_id,
    row.request_id,
    row.digest?.toString("hex") ?? null,
  ]);

/**
 * The hash of a seal: HMAC-SHA256 over the previous seal, the range, and every column of every entry in it.
 * @param rows the entries of the range in order, as stored now
 */
export const hashOf = (key: Buffer, span: Span, rows: readonly store.SealedEntry[]): Buffer => {
  const { company_id, from_seq, to_seq, entries, prev, at } = span;
  const mac = createHmac("sha256", key).update(prev);
  mac.update(`${JSON.stringify([company_id, from_seq, to_seq, entries, at])}\n`);
  for (const row of rows) mac.update(`${lineOf(row)}\n`);
  return mac.digest();
};

/**
 * Seals the next entries of a location. @returns the seal; undefined if there are none, or another process is sealing
 * it
 */
const sealNext = (db: Db, key: Buffer, location: string, now: number): Promise<store.Seal | undefined> =>
  db.transaction(async (inner) => {
    if (!(await store.tryLockSealing(inner, location))) return undefined;
    const last = await store.findNewestSeal(inner, location);
    const rows = await store.listEntriesAfter(inner, location, last?.to_seq ?? 0, ENTRIES_MAX);
    const newest = rows.at(-1);
    if (newest === undefined) return undefined;
    const span = {
      company_id: location,
      from_seq: (last?.to_seq ?? 0) + 1,
      to_seq: newest.seq,
      entries: rows.length,
      prev: last?.hash ?? GENESIS,
      at: iso(now),
    };
    const seal = { ...span, hash: hashOf(key, span, rows), key_id: keyIdOf(key) };
    await store.insertSeal(inner, seal);
    return seal;
  });

/**
 * Seals the new entries of every location's log. Entries become visible in the order of their numbers
 * (docs/decisions/0005-log.md), so none can appear later inside a sealed range. The newest seal of each location is
 * also written to the service log: an attacker who cuts off the end of the table can't remove it there.
 */
export const sealAll = async ({
  db,
  secretKey,
  now,
  log,
}: Pick<Context, "db" | "secretKey" | "now" | "log">): Promise<void> => {
  const key = sealingKey(secretKey);
  for (const location of await store.listUnsealedLocations(db)) {
    let newest: store.Seal | undefined;
    for (let seal = await sealNext(db, key, location, now()); seal !== undefined;) {
      newest = seal;
      seal = seal.entries < ENTRIES_MAX ? undefined : await sealNext(db, key, location, now());
    }
    if (newest !== undefined)
      log.info({ location, entry: newest.to_seq, seal: newest.hash.toString("hex") }, "audit log sealed");
  }
};
