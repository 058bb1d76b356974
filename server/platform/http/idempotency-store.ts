import type { Db, Statement } from "../db/database.ts";

/** How long a key is kept (rules 2). */
const IDEMPOTENCY_MS = 24 * 60 * 60_000;
/**
 * How long a key remains claimed for an outbound call whose process has ended meanwhile: longer than any request takes.
 */
const CLAIMED_MS = 15_000;

/** The stored part of a request with a key: a digest of key and credential, and one of the request. */
export type RequestDigests = { digest: Buffer; request: Buffer };

const iso = (ms: number): string => new Date(ms).toISOString();
const expired = (now: number): string => iso(now - IDEMPOTENCY_MS);

// An expired key, or one whose outbound call never finished, is taken over as if it were new.
const TAKE_OVER = `on conflict (digest) do update set request_hash = excluded.request_hash, at = excluded.at,
    subject_id = null, answer = null, claimed_until = excluded.claimed_until
  where i.at <= $4 or i.claimed_until <= $3
  returning digest`;

// Without the lock, an insert would hold its connection while it waits for another process that works with the same
// key. The lock is released after the commit: its next holder sees the row. Its second number keeps it apart from the
// locks of the log.
const CLAIM: Statement = {
  name: "claim-idempotency-key",
  text: `with lock as materialized (select pg_try_advisory_xact_lock(hashtextextended(encode($1, 'hex'), 18)) as free),
claimed as (
  insert into idempotency as i (digest, request_hash, at) select $1, $2, $3::timestamptz from lock where free
  ${TAKE_OVER})
select case when not free then 'busy' when exists (select from claimed) then 'claimed' else 'taken' end as state from lock`,
};

/** `busy`: another process works with this key now. `taken`: it was used before. */
export type Claim = "claimed" | "busy" | "taken";

/** Claims a key for the transaction in which the work is done. @param now milliseconds since 1970 */
export const claim = async (db: Db, { digest, request }: RequestDigests, now: number): Promise<Claim> =>
  (await db.named<{ state: Claim }>(CLAIM, [digest, request, iso(now), expired(now)]))[0]?.state ?? "busy";

const RESERVE: Statement = {
  name: "reserve-idempotency-key",
  text: `insert into idempotency as i (digest, request_hash, at, claimed_until) values ($1, $2, $3, $5) ${TAKE_OVER}`,
};

/** Claims a key for work that begins outside a transaction. @returns the claim's ID; undefined if the key is taken */
export const reserve = async (
  db: Db,
  { digest, request }: RequestDigests,
  now: number,
): Promise<string | undefined> => {
  const until = iso(now + CLAIMED_MS);
  const rows = await db.named(RESERVE, [digest, request, iso(now), expired(now), until]);
  return rows.length > 0 ? until : undefined;
};

const RELEASE: Statement = {
  name: "release-idempotency-key",
  text: "delete from idempotency where digest = $1 and claimed_until = $2",
};

/** Releases a reserved key whose work has failed: it can be used again. */
export const release = async (db: Db, { digest }: RequestDigests, until: string): Promise<void> => {
  await db.named(RELEASE, [digest, until]);
};

const REMEMBER: Statement = {
  name: "remember-outcome",
  text: `update idempotency set subject_id = $2, answer = $3, claimed_until = null
where digest = $1 and claimed_until is not distinct from $4 returning digest`,
};

/** What a replay is answered from: the record's ID, or the response itself as JSON text. */
export type StoredOutcome = { subject: string | undefined; kept: string | null };

/**
 * Records the outcome. @param until of a reserved key. @returns false if another call has taken the key over meanwhile
 */
export const storeOutcome = async (
  db: Db,
  { digest }: RequestDigests,
  { subject, kept }: StoredOutcome,
  until: string | undefined,
): Promise<boolean> => (await db.named(REMEMBER, [digest, subject ?? null, kept, until ?? null])).length > 0;

/** A used key; without `request_hash`, its result was erased. */
export type IdempotencyRecord = {
  request_hash: Buffer | null;
  subject_id: string | null;
  answer: unknown;
  pending: boolean;
};

const RECALL: Statement = {
  name: "recall-idempotency-key",
  text: `select request_hash, subject_id, answer, claimed_until is not null as pending from idempotency
where digest = $1 and at > $2 and (claimed_until is null or claimed_until > $3)`,
};

/** The record of a key that hasn't expired; a reserved one only until its reservation ends. */
export const findRecord = async (
  db: Db,
  { digest }: RequestDigests,
  now: number,
): Promise<IdempotencyRecord | undefined> =>
  (await db.named<IdempotencyRecord>(RECALL, [digest, expired(now), iso(now)]))[0];

const FORGET: Statement = { name: "forget-idempotency-keys", text: "delete from idempotency where at <= $1" };

/** Deletes keys that have expired. */
export const deleteExpiredIdempotencyKeys = async (db: Db, now: number): Promise<void> => {
  await db.named(FORGET, [expired(now)]);
};
