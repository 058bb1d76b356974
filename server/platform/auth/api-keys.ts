import { type Db, type Statement, ignoreDiskFull } from "../db/database.ts";
import { inRanges } from "../lib/net/ip-address.ts";
import { type AuthOutcome, type AuthDeps, type LookupResult, countedRefusal } from "./outcome.ts";
import type { Credential } from "./credential.ts";
import { checkRefusalLimit, LOCATION_JOIN, type LookupExtras, LOOKUP_EXTRAS } from "./location-clock.ts";
import { KEY_ROLES, SCOPES } from "../../../shared/roles.ts";
import { keyIdOf, matchesDigest } from "./api-key-format.ts";

type KeyRow = LookupExtras & {
  _id: string | null;
  digest: Buffer;
  name: string;
  role: string;
  scopes: string;
  companies: string;
  ip_ranges: string;
  revoked: boolean;
  /** Seconds since 1970. */
  expires: number | null;
  expired: boolean;
  unused: boolean;
};

// One query answers both "is this address refused" and "whose credential is it".
const FIND: Statement = {
  name: "find-key",
  // Texts and short columns: arrays and times took a tenth of a short request to read.
  text: `select ${LOOKUP_EXTRAS}, k._id, k.digest, k.name, k.role, array_to_string(k.scopes, ' ') as scopes, array_to_string(k.companies, ' ') as companies,
  array_to_string(k.ip_ranges, ' ') as ip_ranges, k.revoked_at is not null as revoked,
  extract(epoch from k.expires_at)::float8 as expires, coalesce(k.expires_at <= $5, false) as expired, coalesce(k.last_used <= $6, true) as unused
from (select) one left join api_keys k on k.key_id = $1 ${LOCATION_JOIN}`,
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
  const expires = row.expires === null ? {} : { expires: row.expires * 1000 };
  return { kind: "api_key", _id, name: row.name, role, scopes, locations: idsOf(row.companies), ...expires };
};

const checkKey = (row: KeyRow, value: string, address: string): AuthOutcome => {
  if (!matchesDigest(value, row._id === null ? null : row.digest) || row._id === null)
    return countedRefusal("unknown API key");
  if (row.revoked) return countedRefusal("revoked API key");
  if (row.expired) return countedRefusal("expired API key");
  if (row.ip_ranges !== "" && !inRanges(address, row.ip_ranges.split(" ")))
    return countedRefusal("API key from an address outside its list");
  const credential = credentialOf(row, row._id);
  return credential === undefined ? countedRefusal("API key with an unknown role") : { credential };
};

const MINUTE_MS = 60_000;

/** Writes `last_used` at most once a minute per key. */
const touch = async (db: Db, row: KeyRow, at: string, minuteAgo: string): Promise<void> => {
  if (row.unused) await db.named(TOUCH, [row._id, at, minuteAgo]).catch(ignoreDiskFull);
};

/**
 * Looks an API key up (interface 5.1 to 5.6). A value without the form of a key is looked up like an unknown one.
 * @param values source, start of the refusal window and location, for `LOOKUP_EXTRAS`
 */
export const lookUpKey = async (
  deps: AuthDeps,
  value: string,
  address: string,
  values: readonly unknown[],
  now: number,
): Promise<LookupResult> => {
  const keyId = keyIdOf(value) ?? "";
  const at = new Date(now).toISOString();
  const minuteAgo = new Date(now - MINUTE_MS).toISOString();
  const [row] = await deps.db.named<KeyRow>(FIND, [keyId, ...values, at, minuteAgo]);
  checkRefusalLimit(row, now);
  if (row === undefined) return { outcome: countedRefusal("unknown API key"), row };
  const outcome = checkKey(row, value, address);
  if ("credential" in outcome) await touch(deps.db, row, at, minuteAgo);
  return { outcome, row };
};
