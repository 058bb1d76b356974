import type { Db, Statement } from "../db/database.ts";
import { type Entry, logValues, withLog } from "../events/log.ts";
import type { Act } from "../http/call.ts";
import { DEVICE_IDS, type DeviceRow } from "./store.ts";

/** A kiosk that waits to be paired, as it is stored: only what its secrets are compared with, and the address it asked from. */
export type NewPairing = {
  _id: string;
  code: Buffer;
  digest: Buffer;
  deviceDigest: Buffer;
  source: string;
  expires: string;
};

/** Kiosks that may wait at once: with more, a code that was typed wrong would too often be that of another kiosk. */
const WAITING_MAX = 1_000;
/** Of which one address may have so many. */
const WAITING_EACH_MAX = 10;

const LOCK: Statement = {
  name: "lock-pairings",
  text: "select pg_advisory_xact_lock(hashtextextended('foyer pairings', 0))",
};

// The kiosk is told that its code has expired, and shows a new one.
const MAKE_ROOM: Statement = {
  name: "make-room-for-pairing",
  text: `with waiting as (
  select _id, source, count(*) over () as everyone, count(*) over (partition by source) as neighbours,
    row_number() over (partition by source order by expires desc, _id desc) as newer
  from pairings where code is not null and expires > $2),
crowded as (
  select _id from waiting where everyone >= ${WAITING_MAX} and newer = neighbours order by neighbours desc, _id limit 1)
update pairings p set code = null, expires = $2 from waiting w
where p._id = w._id and ((w.source = $1 and w.newer >= ${WAITING_EACH_MAX}) or w._id in (select _id from crowded))`,
};

// A code that nobody used in time is free again; one that is shown now is not.
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
 * Writes a pairing. An address has ten at most: its oldest gives way. With a thousand in all the oldest of the address with the most
 * gives way, so that no flood keeps a kiosk from getting a code.
 * @returns false when another kiosk shows that code now
 */
export const insertPairing = (db: Db, pairing: NewPairing, now: string): Promise<boolean> =>
  db.transaction(async (inner) => {
    const { _id, code, digest, deviceDigest, source, expires } = pairing;
    await inner.named(LOCK, []);
    await inner.named(MAKE_ROOM, [source, now]);
    return (await inner.named(INSERT, [_id, code, digest, deviceDigest, source, expires, now])).length > 0;
  });

const FIND: Statement = {
  name: "find-pairing",
  text: `select p.digest, p.expires, p.device_id as claimed, d._id as device
from pairings p left join devices d on d.company_id = p.company_id and d._id = p.device_id
where p._id = $1`,
};

export type Pairing = { digest: Buffer; expires: string; claimed: string | null; device: string | null };

/** A pairing, and the device it has become. */
export const findPairing = async (db: Db, id: string): Promise<Pairing | undefined> =>
  (await db.named<Pairing>(FIND, [id]))[0];

// Two who enter one code at once both come to the same row: the second finds the code gone.
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
 * Uses a code up and writes the device it stands for.
 * @param codes its digests, by each key that is read with
 * @param until how long the kiosk may take to fetch its credential
 * @returns false when no kiosk shows that code now
 */
export const claimPairing = async (
  act: Act,
  row: DeviceRow,
  { codes, until }: { codes: readonly Buffer[]; until: string },
  entry: Entry,
): Promise<boolean> => {
  const values = [row.company_id, row._id, until, codes, row.create_date, row.name, row.entrypoint_id];
  return (await act.db.named(CLAIM, [...values, ...logValues(act, entry)])).length > 0;
};

const FORGET: Statement = { name: "forget-pairings", text: "delete from pairings where expires <= $1" };

/** Removes the pairings that ended before then. */
export const deletePairings = async (db: Db, before: string): Promise<void> => {
  await db.named(FORGET, [before]);
};
