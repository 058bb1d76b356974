import type { Db, Statement } from "../../platform/db/database.ts";
import { type LogEntry, runLogged, withLog } from "../../platform/events/log.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { DEVICE_IDS, type DeviceRow } from "./store.ts";

/** A kiosk that waits to be paired, as stored: only digests of its secrets, and the address it asked from. */
export type NewPairing = {
  _id: string;
  code: Buffer;
  digest: Buffer;
  deviceDigest: Buffer;
  source: string;
  expires: string;
};

/** The most kiosks that may wait at once: with more, a mistyped code would too often be that of another kiosk. */
const WAITING_MAX = 1_000;
/** The most of them from one address. */
const WAITING_EACH_MAX = 10;

const LOCK: Statement = {
  name: "lock-pairings",
  text: "select pg_advisory_xact_lock(hashtextextended('foyer pairings', 0))",
};

const COUNT: Statement = {
  name: "count-waiting-pairings",
  text: `select count(*)::integer as everyone, count(*) filter (where source = $1)::integer as neighbours,
  min(expires) filter (where source = $1) as first
from pairings where code is not null and expires > $2`,
};

type WaitingCounts = { everyone: number; neighbours: number; first: string | null };
const NONE_WAITING: WaitingCounts = { everyone: 0, neighbours: 0, first: null };

// How long the kiosk is told that its code has expired, so that it shows a new one.
const MAKE_ROOM: Statement = {
  name: "make-room-for-pairing",
  text: `with waiting as (
  select _id, expires, count(*) over (partition by source) as neighbours
  from pairings where code is not null and expires > $1),
crowded as (
  select _id from waiting where neighbours > $2::integer + 1 order by neighbours desc, expires, _id limit 1)
update pairings p set code = null, expires = $1 from crowded where p._id = crowded._id returning p._id`,
};

// An expired code can be reused; one that is shown now can't.
const INSERT: Statement = {
  name: "insert-pairing",
  text: `insert into pairings as p (_id, code, digest, device_digest, source, expires)
values ($1, $2, $3, $4, $5, $6::timestamptz)
on conflict (code) do update set _id = excluded._id, digest = excluded.digest, device_digest = excluded.device_digest,
  source = excluded.source, expires = excluded.expires
where p.expires <= $7
returning _id`,
};

/**
 * The result of inserting a pairing: written; refused because another kiosk shows the code; or refused because too many
 * wait, from this address (and until when) or in all.
 */
export type PairingInsertResult = { outcome: "written" | "shown" | "full" } | { outcome: "crowded"; until: string };

/**
 * Inserts a pairing. An address has at most ten, and the eleventh is refused: a neighbour must not be able to take the
 * code off another kiosk's screen. At a thousand in all, the oldest of the address with the most makes room for an
 * address with fewer: a flood stops no kiosk from getting a code, and takes none from an address with a single one.
 */
export const insertPairing = (db: Db, pairing: NewPairing, now: string): Promise<PairingInsertResult> =>
  db.transaction(async (inner) => {
    const { _id, code, digest, deviceDigest, source, expires } = pairing;
    await inner.named(LOCK, []);
    const [{ everyone, neighbours, first } = NONE_WAITING] = await inner.named<WaitingCounts>(COUNT, [source, now]);
    if (neighbours >= WAITING_EACH_MAX) return { outcome: "crowded", until: first ?? now };
    if (everyone >= WAITING_MAX && (await inner.named(MAKE_ROOM, [now, neighbours])).length === 0)
      return { outcome: "full" };
    const written = await inner.named(INSERT, [_id, code, digest, deviceDigest, source, expires, now]);
    return { outcome: written.length > 0 ? "written" : "shown" };
  });

const FIND: Statement = {
  name: "find-pairing",
  text: `select p.digest, p.expires, p.device_id as claimed, d._id as device
from pairings p left join devices d on d.company_id = p.company_id and d._id = p.device_id
where p._id = $1`,
};

export type Pairing = { digest: Buffer; expires: string; claimed: string | null; device: string | null };

/** A pairing, and the device created from it. */
export const findPairing = async (db: Db, id: string): Promise<Pairing | undefined> =>
  (await db.named<Pairing>(FIND, [id]))[0];

// If two administrators enter one code at once, both lock the same row: the second finds the code used.
const CLAIM: Statement = {
  name: "claim-pairing",
  text: withLog(
    `p as (
  update pairings set code = null, company_id = $1, device_id = $2, expires = $3::timestamptz
  where code = any ($4::bytea[]) and expires > $5::timestamptz returning device_digest),
c as (
  insert into devices (company_id, _id, name, entrypoint_id, digest, create_date, mod_date)
  select $1, $2, $6, $7, p.device_digest, $5::timestamptz, $5::timestamptz from p returning _id)`,
    8,
    DEVICE_IDS,
  ),
};

/**
 * Uses up a code and inserts its device.
 * @param codes its digests, one for each key that is accepted
 * @param until how long the kiosk may take to fetch its credential
 * @returns false if no kiosk shows that code now
 */
export const claimPairing = async (
  ctx: RequestContext,
  row: DeviceRow,
  { codes, until }: { codes: readonly Buffer[]; until: string },
  entry: LogEntry,
): Promise<boolean> => {
  const values = [row.company_id, row._id, until, codes, row.create_date, row.name, row.entrypoint_id];
  return (await runLogged(ctx, CLAIM, values, entry)).length > 0;
};

const FORGET: Statement = { name: "forget-pairings", text: "delete from pairings where expires <= $1" };

/** Deletes the pairings that ended before a time. */
export const deletePairings = async (db: Db, before: string): Promise<void> => {
  await db.named(FORGET, [before]);
};
