import { type Db, type Statement, unlessFull } from "../db/database.ts";
import { inRanges } from "../lib/address.ts";
import { type Accepted, type Gate, type Looked, refusal } from "./accepted.ts";
import type { Credential } from "./credential.ts";
import { checkShutOut, PLACE_JOIN, type Surroundings, SURROUNDINGS } from "./place.ts";
import type { Presented } from "./presented.ts";
import { KEY_ROLES, SCOPES } from "./roles.ts";
import { keyIdOf, matches } from "./secrets.ts";

type KeyRow = Surroundings & {
  _id: string | null;
  digest: Buffer;
  name: string;
  role: string;
  scopes: string;
  companies: string;
  ip_ranges: string;
  revoked: boolean;
  expired: boolean;
  unused: boolean;
};

// One look-up answers both "is this address shut out" and "whose credential is it".
const FIND: Statement = {
  name: "find-key",
  // Short texts and answers to questions: arrays and times took a tenth of a short request to read.
  text: `select ${SURROUNDINGS}, k._id, k.digest, k.name, k.role, array_to_string(k.scopes, ' ') as scopes, array_to_string(k.companies, ' ') as companies,
  array_to_string(k.ip_ranges, ' ') as ip_ranges, k.revoked_at is not null as revoked,
  coalesce(k.expires_at <= $5, false) as expired, coalesce(k.last_used <= $6, true) as unused
from (select) one left join api_keys k on k.key_id = $1 ${PLACE_JOIN}`,
};
const TOUCH: Statement = {
  name: "touch-key",
  text: "update api_keys set last_used = $2 where _id = $1 and (last_used is null or last_used <= $3)",
};

const idsOf = (text: string): string[] => (text === "" ? [] : text.split(" "));

const credentialOf = (row: KeyRow, _id: string): Credential | undefined => {
  const role = KEY_ROLES.find((known) => known === row.role);
  if (role === undefined) return undefined;
  const given = idsOf(row.scopes);
  const scopes = SCOPES.filter((scope) => given.includes(scope));
  return { kind: "api_key", _id, name: row.name, role, scopes, locations: idsOf(row.companies) };
};

const judge = (row: KeyRow, value: string, address: string): Accepted => {
  if (!matches(value, row._id === null ? null : row.digest) || row._id === null) return refusal("unknown API key");
  if (row.revoked) return refusal("revoked API key");
  if (row.expired) return refusal("expired API key");
  if (row.ip_ranges !== "" && !inRanges(address, row.ip_ranges.split(" ")))
    return refusal("API key from an address outside its list");
  const credential = credentialOf(row, row._id);
  return credential === undefined ? refusal("API key with an unknown role") : { credential };
};

const MINUTE_MS = 60_000;

/** Writes `last_used` at most once a minute a key. */
const touch = async (db: Db, row: KeyRow, at: string, minuteAgo: string): Promise<void> => {
  if (row.unused) await db.named(TOUCH, [row._id, at, minuteAgo]).catch(unlessFull);
};

/**
 * Looks an API key up (interface 5.1 to 5.6). A value without the shape of a key is looked up like an unknown one.
 * @param values source, start of the refusal window and location, as `SURROUNDINGS` asks for them
 */
export const lookUpKey = async (
  gate: Gate,
  value: string,
  { address, ahead }: Pick<Presented, "address" | "ahead">,
  values: readonly unknown[],
  now: number,
): Promise<Looked> => {
  const keyId = keyIdOf(value) ?? "";
  const at = new Date(now).toISOString();
  const minuteAgo = new Date(now - MINUTE_MS).toISOString();
  const find = { statement: FIND, values: [keyId, ...values, at, minuteAgo] };
  const ask = ahead?.(keyId);
  const [[row], rows] =
    ask === undefined
      ? [await gate.db.named<KeyRow>(find.statement, find.values), []]
      : await gate.db.both<KeyRow, unknown>(find, ask);
  checkShutOut(row, now);
  if (row === undefined) return { accepted: refusal("unknown API key"), row };
  const accepted = judge(row, value, address);
  if ("credential" in accepted) await touch(gate.db, row, at, minuteAgo);
  return { accepted, row, answered: ask && { ask, rows } };
};
