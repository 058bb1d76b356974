import type { Db, Statement } from "../db/database.ts";
import { inRanges } from "../lib/address.ts";
import { type Accepted, type Gate, type Looked, refusal } from "./accepted.ts";
import { checkShutOut, PLACE_JOIN, type Surroundings, SURROUNDINGS } from "./place.ts";
import { keyIdOf, matches } from "./secrets.ts";

type KeyRow = Surroundings & {
  _id: string | null;
  digest: Buffer;
  name: string;
  companies: string[];
  ip_ranges: string[];
  expires_at: string | null;
  revoked_at: string | null;
  last_used: string | null;
};

// One look-up answers both "is this address shut out" and "whose credential is it".
const FIND: Statement = {
  name: "find-key",
  text: `select ${SURROUNDINGS}, k._id, k.digest, k.name, k.companies, k.ip_ranges, k.expires_at, k.revoked_at, k.last_used
from (select) one left join api_keys k on k.key_id = $1 ${PLACE_JOIN}`,
};
const TOUCH: Statement = {
  name: "touch-key",
  text: "update api_keys set last_used = $2 where _id = $1 and (last_used is null or last_used <= $3)",
};

const judge = (row: KeyRow, value: string, address: string, now: number): Accepted => {
  if (!matches(value, row._id === null ? null : row.digest) || row._id === null) return refusal("unknown API key");
  if (row.revoked_at !== null) return refusal("revoked API key");
  if (row.expires_at !== null && Date.parse(row.expires_at) <= now) return refusal("expired API key");
  if (row.ip_ranges.length > 0 && !inRanges(address, row.ip_ranges))
    return refusal("API key from an address outside its list");
  return {
    credential: { kind: "api_key", _id: row._id, name: row.name, role: "local_admin", locations: row.companies },
  };
};

const MINUTE_MS = 60_000;

/** Writes `last_used` at most once a minute a key. */
const touch = async (db: Db, row: KeyRow, now: number): Promise<void> => {
  if (row.last_used !== null && Date.parse(row.last_used) > now - MINUTE_MS) return;
  await db.named(TOUCH, [row._id, new Date(now).toISOString(), new Date(now - MINUTE_MS).toISOString()]);
};

/**
 * Looks an API key up (interface 5.1 to 5.6). A value without the shape of a key is looked up like an unknown one.
 * @param values source, start of the refusal window and location, as `SURROUNDINGS` asks for them
 */
export const lookUpKey = async (
  gate: Gate,
  value: string,
  address: string,
  values: readonly unknown[],
  now: number,
): Promise<Looked> => {
  const [row] = await gate.db.named<KeyRow>(FIND, [keyIdOf(value) ?? "", ...values]);
  checkShutOut(row, now);
  if (row === undefined) return { accepted: refusal("unknown API key"), row };
  const accepted = judge(row, value, address, now);
  if ("credential" in accepted) await touch(gate.db, row, now);
  return { accepted, row };
};
