import type { Db, Statement } from "../db/database.ts";
import { inRanges, refusalSource } from "../lib/address.ts";
import { refused, tooManyRefusals } from "../lib/errors.ts";
import { isId } from "../lib/ids.ts";
import type { Credential } from "./credential.ts";
import type { Passwords } from "./passwords.ts";
import { countRefusal, REFUSAL_WINDOW_MS, REFUSALS_MAX, secondsLeft } from "./refusals.ts";
import { type Role, ROLES } from "./roles.ts";
import { keyIdOf, matches } from "./secrets.ts";

/** What a call shows of its sender: the two headers that may carry a credential, the address it came from, the location in its path. */
export type Presented = {
  authorization: string | undefined;
  apiKey: string | undefined;
  address: string;
  location: string | undefined;
};

/** The location a path names, with its clock: read with the credential, so that no list needs a statement more for it. */
export type Place = { _id: string; timezone: string; language: string; signoutDays: number };

/** Who calls, and the existing location their path names (covered or not). */
export type Admitted = { who: Credential; place: Place | undefined };

type Limit = {
  opened: string | null;
  place: string | null;
  timezone: string;
  default_language: string;
  signout_days: number;
};

type KeyRow = Limit & {
  _id: string | null;
  digest: Buffer;
  name: string;
  companies: string[];
  ip_ranges: string[];
  expires_at: string | null;
  revoked_at: string | null;
  last_used: string | null;
};

type UserRow = Limit & {
  _id: string | null;
  email: string;
  password: string | null;
  first_name: string | null;
  last_name: string | null;
  role: string;
  companies: string[];
  active: boolean;
};

// One look-up answers both "is this address shut out" and "whose credential is it".
const limit = `(select opened from refusals where source = $2 and opened > $3 and n >= ${REFUSALS_MAX}) as opened,
  l._id as place, l.timezone, l.default_language, (l.settings ->> 'signout_days')::integer as signout_days`;
const FIND_KEY: Statement = {
  name: "find-key",
  text: `select ${limit}, k._id, k.digest, k.name, k.companies, k.ip_ranges, k.expires_at, k.revoked_at, k.last_used
from (select) one left join api_keys k on k.key_id = $1 left join companies l on l._id = $4`,
};
const FIND_USER: Statement = {
  name: "find-user",
  text: `select ${limit}, u._id, u.email, u.password, u.first_name, u.last_name, u.role, u.companies, u.active
from (select) one left join users u on u.email = $1 left join companies l on l._id = $4`,
};
const TOUCH_KEY: Statement = {
  name: "touch-key",
  text: "update api_keys set last_used = $2 where _id = $1 and (last_used is null or last_used <= $3)",
};

type Accepted = { credential: Credential } | { refusal: string; counted: boolean };

const refusal = (reason: string): Accepted => ({ refusal: reason, counted: true });

const judgeKey = (row: KeyRow, value: string, address: string, now: number): Accepted => {
  if (!matches(value, row._id === null ? null : row.digest) || row._id === null) return refusal("unknown API key");
  if (row.revoked_at !== null) return refusal("revoked API key");
  if (row.expires_at !== null && Date.parse(row.expires_at) <= now) return refusal("expired API key");
  if (row.ip_ranges.length > 0 && !inRanges(address, row.ip_ranges))
    return refusal("API key from an address outside its list");
  return {
    credential: { kind: "api_key", _id: row._id, name: row.name, role: "local_admin", locations: row.companies },
  };
};

const isRole = (text: string): text is Role => ROLES.some((role) => role === text);

const judgeUser = async (row: UserRow, password: string, passwords: Passwords): Promise<Accepted> => {
  // Somebody who is not active is checked like somebody unknown, so that both take as long.
  const usable = row._id !== null && row.active;
  const good = await passwords.verify(usable ? (row.password ?? undefined) : undefined, password);
  if (row._id !== null && !row.active) return refusal("user is not active");
  if (!good || row._id === null || !isRole(row.role)) return refusal("unknown user or wrong password");
  const name = [row.first_name, row.last_name].filter((part) => part !== null).join(" ") || row.email;
  const locations = row.role === "global_admin" ? "all" : row.companies;
  return { credential: { kind: "user", _id: row._id, name, role: row.role, locations } };
};

/** The user name and password of a Basic header; undefined when it cannot be read as such. */
const basicOf = (value: string): { user: string; password: string } | undefined => {
  const text = Buffer.from(value, "base64").toString("utf8");
  const colon = text.indexOf(":");
  return colon < 0 || text.includes("\u0000")
    ? undefined
    : { user: text.slice(0, colon).trim().toLowerCase(), password: text.slice(colon + 1) };
};

type Sent =
  | { kind: "none" }
  | { kind: "key"; value: string }
  | { kind: "basic"; user: string; password: string }
  | { kind: "unreadable" };

/** `Authorization` decides when it is there, with the scheme in any letter case; `X-API-Key` takes keys only (decisions 1). */
const sentBy = ({ authorization, apiKey }: Presented): Sent => {
  if (authorization === undefined)
    return apiKey === undefined ? { kind: "none" } : { kind: "key", value: apiKey.trim() };
  const [, scheme = "", value = ""] = /^(\S+)\s*(.*)$/s.exec(authorization.trim()) ?? [];
  if (scheme === "") return { kind: "none" };
  if (scheme.toLowerCase() === "bearer") return { kind: "key", value: value.trim() };
  const basic = scheme.toLowerCase() === "basic" ? basicOf(value) : undefined;
  return basic === undefined ? { kind: "unreadable" } : { kind: "basic", ...basic };
};

const MINUTE_MS = 60_000;

/** Writes `last_used` at most once a minute a key. */
const touch = async (db: Db, row: KeyRow, now: number): Promise<void> => {
  if (row.last_used !== null && Date.parse(row.last_used) > now - MINUTE_MS) return;
  await db.named(TOUCH_KEY, [row._id, new Date(now).toISOString(), new Date(now - MINUTE_MS).toISOString()]);
};

/** What `authenticate` needs besides the call. */
export type Gate = { db: Db; passwords: Passwords; now: () => number };

type Looked = { accepted: Accepted; row: Limit | undefined };

const none: Accepted = { refusal: "no credential", counted: false };

const lookUpUser = async (
  gate: Gate,
  sent: { user: string; password: string },
  values: readonly unknown[],
  now: number,
): Promise<Looked> => {
  const [row] = await gate.db.named<UserRow>(FIND_USER, [sent.user, ...values]);
  shutOut(row, now);
  return {
    accepted: row === undefined ? refusal("unknown user") : await judgeUser(row, sent.password, gate.passwords),
    row,
  };
};

const lookUpKey = async (
  gate: Gate,
  sent: Sent,
  address: string,
  values: readonly unknown[],
  now: number,
): Promise<Looked> => {
  const value = sent.kind === "key" ? sent.value : "";
  const [row] = await gate.db.named<KeyRow>(FIND_KEY, [keyIdOf(value) ?? "", ...values]);
  shutOut(row, now);
  if (sent.kind === "none") return { accepted: none, row };
  if (row === undefined || sent.kind === "unreadable") return { accepted: refusal("unreadable credential"), row };
  const accepted = judgeKey(row, value, address, now);
  if ("credential" in accepted) await touch(gate.db, row, now);
  return { accepted, row };
};

const shutOut = (row: Limit | undefined, now: number): void => {
  if (typeof row?.opened === "string") throw tooManyRefusals(secondsLeft(row.opened, now));
};

const placeOf = (row: Limit | undefined): Place | undefined =>
  row === undefined || row.place === null
    ? undefined
    : { _id: row.place, timezone: row.timezone, language: row.default_language, signoutDays: row.signout_days };

/**
 * Who is calling (interface 5, decisions 1): reads the database on every call, remembers nothing.
 * Errors: `429` when the source is shut out, else `403`; the reason is in the error for the log only.
 */
export const authenticate = async (gate: Gate, presented: Presented): Promise<Admitted> => {
  const now = gate.now();
  const source = refusalSource(presented.address);
  const sent = sentBy(presented);
  const place = isId(presented.location) ? presented.location.toLowerCase() : null;
  const values = [source, new Date(now - REFUSAL_WINDOW_MS).toISOString(), place];
  const looked =
    sent.kind === "basic" ? lookUpUser(gate, sent, values, now) : lookUpKey(gate, sent, presented.address, values, now);
  const { accepted, row } = await looked;
  if ("credential" in accepted) return { who: accepted.credential, place: placeOf(row) };
  if (accepted.counted) {
    const count = await countRefusal(gate.db, source, now);
    if (count.n > REFUSALS_MAX) throw tooManyRefusals(secondsLeft(count.opened, now));
  }
  throw refused(accepted.refusal);
};
