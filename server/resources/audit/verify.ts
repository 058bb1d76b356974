import { createHash } from "node:crypto";

import type { Db } from "../../platform/db/database.ts";
import { GENESIS, hashOf, keyIdOf } from "./seals.ts";
import * as store from "./seals-store.ts";

/** A difference from what was written, and where it is. */
export type Finding = { location: string; from: number; to: number; what: string };

/** The keys of the seals: each seal names its own. */
export type SealingKeys = Buffer | readonly Buffer[];

/** How much was checked. */
export type Verdict = { entries: number; bodies: number; seals: number; unsealed: number; findings: Finding[] };

const ROWS = 1_000;
const STRAY_MAX = 100;

/** All rows in order, a page at a time: a log of years does not fit into memory. */
async function* inPages<T>(
  start: number,
  select: (after: number) => Promise<T[]>,
  keyOf: (row: T) => number,
): AsyncGenerator<T> {
  for (let after = start; ;) {
    const rows = await select(after);
    yield* rows;
    const last = rows.at(-1);
    if (last === undefined || rows.length < ROWS) return;
    after = keyOf(last);
  }
}

const isBodyOf = (row: store.SealedEntryWithBody): boolean =>
  row.body === null ||
  row.salt === null ||
  (row.digest !== null &&
    row.body_subject_id === row.subject_id &&
    createHash("sha256").update(row.salt).update(row.body).digest().equals(row.digest));

type RunningVerdict = Verdict & { missing: store.MissingBody[] };

const checkBody = (location: string, row: store.SealedEntryWithBody, verdict: RunningVerdict): void => {
  if (row.body !== null) verdict.bodies += 1;
  else if (row.digest !== null) verdict.missing.push({ seq: row.seq, subjectId: row.subject_id });
  if (!isBodyOf(row))
    verdict.findings.push({
      location,
      from: row.seq,
      to: row.seq,
      what: "the before and after values have changed since the entry was written",
    });
};

const checkSeal = (
  keys: SealingKeys,
  seal: store.Seal,
  last: store.Seal | undefined,
  rows: readonly store.SealedEntryWithBody[],
): string[] => {
  const problems: string[] = [];
  if (seal.from_seq !== (last?.to_seq ?? 0) + 1 || !seal.prev.equals(last?.hash ?? GENESIS))
    problems.push("the seal before this span is missing or was changed");
  const key = [keys].flat().find((one) => seal.key_id === keyIdOf(one));
  if (key === undefined) problems.push("sealed with a different SECRET_KEY from the one set now");
  else if (rows.length !== seal.entries || !hashOf(key, seal, rows).equals(seal.hash))
    problems.push(`these entries or their seal have changed since they were sealed at ${seal.at}`);
  return problems;
};

/** A part of a log: the entries after a number, as far as this many seals reach. */
export type Part = { after: number; seals: number };

const WHOLE: Part = { after: 0, seals: Number.MAX_SAFE_INTEGER };

/** Walks the seals and, along with them, the entries that each covers. @returns the last seal, if more may follow */
const walk = async (
  db: Db,
  keys: SealingKeys,
  location: string,
  { verdict, part }: { verdict: RunningVerdict; part: Part },
): Promise<store.Seal | undefined> => {
  const rows = inPages(
    part.after,
    (after) => store.listWithBodiesAfter(db, location, after, ROWS),
    ({ seq }) => seq,
  );
  const seals = inPages(
    part.after,
    (after) => store.listSealsAfter(db, location, after, ROWS),
    ({ from_seq }) => from_seq,
  );
  let row = await rows.next();
  const take = async (upTo: number): Promise<store.SealedEntryWithBody[]> => {
    const covered: store.SealedEntryWithBody[] = [];
    for (; row.done !== true && row.value.seq <= upTo; row = await rows.next()) {
      checkBody(location, row.value, verdict);
      covered.push(row.value);
    }
    verdict.entries += covered.length;
    return covered;
  };
  let last = part.after === 0 ? undefined : await store.findSealTo(db, location, part.after);
  for await (const seal of seals) {
    const found = checkSeal(keys, seal, last, await take(seal.to_seq));
    for (const what of found) verdict.findings.push({ location, from: seal.from_seq, to: seal.to_seq, what });
    verdict.seals += 1;
    last = seal;
    if (verdict.seals >= part.seals) return last;
  }
  verdict.unsealed += (await take(Number.MAX_SAFE_INTEGER)).length;
  return undefined;
};

/**
 * Lists the bodies that are missing without an erasure. Runs after the walk: an erasure that ran beside it has written
 * its entry by now.
 */
const explain = async (db: Db, location: string, { missing, findings }: RunningVerdict): Promise<void> => {
  for (let start = 0; start < missing.length; start += ROWS)
    for (const { seq } of await store.listUnexplained(db, location, missing.slice(start, start + ROWS)))
      findings.push({
        location,
        from: seq,
        to: seq,
        what: "the before and after values are missing, but were never erased",
      });
};

/** What the rest of the database shows to be missing at the beginning or the end of a log, where no seal is left to compare. */
const lossesOf = ({ newest, notified, has_records, knows_oldest }: store.LogTraces): string[] => {
  if (newest === null)
    return has_records || notified !== null ? ["the log is gone, with its seals; what it told of is still there"] : [];
  return [
    ...(knows_oldest === false ? ["the beginning of the log is gone: it doesn't know the oldest visit"] : []),
    ...(notified !== null && notified > newest
      ? [`the end of the log is gone: it went at least to entry ${notified}`]
      : []),
  ];
};

const findLosses = async (db: Db, location: string): Promise<Finding[]> => {
  const traces = await store.findTraces(db, location);
  const at = traces.newest ?? 0;
  return lossesOf(traces).map((what) => ({ location, from: at, to: at, what }));
};

const empty = (): RunningVerdict => ({ entries: 0, bodies: 0, seals: 0, unsealed: 0, findings: [], missing: [] });

/**
 * Verifies part of a log, for a call that must not take long. Bodies that belong to no entry are not looked for.
 * @returns the findings, and the entry after which to go on; undefined at the end of the log
 */
export const verifyPart = async (
  db: Db,
  keys: SealingKeys,
  location: string,
  part: Part,
): Promise<Verdict & { next?: number }> => {
  const verdict = empty();
  const last = await walk(db, keys, location, { verdict, part });
  await explain(db, location, verdict);
  if (part.after === 0) verdict.findings.push(...(await findLosses(db, location)));
  const { missing: _missing, ...rest } = verdict;
  return { ...rest, ...(last === undefined ? {} : { next: last.to_seq }) };
};

/**
 * Compares the log of a location with its seals, and each body with the digest in its entry. Bodies may be missing if
 * the log records that their subject was erased.
 * @param keys from `sealingKeys`
 */
export const verifyLocation = async (db: Db, keys: SealingKeys, location: string): Promise<Verdict> => {
  const verdict = empty();
  await walk(db, keys, location, { verdict, part: WHOLE });
  await explain(db, location, verdict);
  verdict.findings.push(...(await findLosses(db, location)));
  for (const seq of await store.listStrayBodies(db, location, STRAY_MAX))
    verdict.findings.push({
      location,
      from: seq,
      to: seq,
      what: "the before and after values don't belong to any entry",
    });
  const { missing: _missing, ...rest } = verdict;
  return rest;
};

/** Every location, and every other with entries to verify. */
export const listLoggedLocations = (db: Db): Promise<string[]> => store.listLocations(db);

/** Whether a seal that was recorded elsewhere is still in the table: if not, the end of a log was cut off. */
export const isSealKept = (db: Db, hash: string): Promise<boolean> => store.hasSeal(db, Buffer.from(hash, "hex"));
