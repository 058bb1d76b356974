import { isDeepStrictEqual } from "node:util";

import { coversAll } from "../auth/coverage.ts";
import { newKey } from "../auth/secrets.ts";
import { change } from "../events/log.ts";
import type { Act } from "../http/call.ts";
import { checkMatch, ofState, removeMatched, withWrittenState } from "../http/conditional.ts";
import type { Static } from "../http/schemas.ts";
import { together } from "../http/together.ts";
import { isRange } from "../lib/address.ts";
import { badRequest, notFound, refused } from "../lib/errors.ts";
import { newId, SERVICE_LOCATION } from "../lib/ids.ts";
import { iso, parseInstant } from "../lib/time.ts";
import type { ApiKey, ApiKeyChange, ApiKeyInput, NewApiKey } from "./contract.ts";
import * as store from "./store.ts";

type Input = Static<typeof ApiKeyInput>;
type Change = Static<typeof ApiKeyChange>;
type Wire = Static<typeof ApiKey>;
type Sent = { body: Change; removed: ReadonlySet<string> };

const DAY_MS = 24 * 60 * 60_000;
const EXPIRY_DAYS = { never: undefined, "30d": 30, "90d": 90, "1y": 365 } as const;

/** What of a key is written by people: each use would make another tag of the rest. */
const stateOf = ({ last_used: _used, ...row }: store.ApiKeyRow) => row;

/** `expires_at` keeps its null: it says that the key never expires. */
const wire = (key: store.ApiKeyRow): Wire => {
  const { created_by, last_used, ...row } = key;
  const answer = {
    ...row,
    ...(created_by === null ? {} : { created_by }),
    ...(last_used === null ? {} : { last_used }),
  };
  return withWrittenState(answer, stateOf(key));
};

const checkRanges = (ranges: readonly string[]): string[] =>
  ranges.map((range) => {
    if (!isRange(range))
      throw badRequest(
        `"ip_ranges" must hold addresses or CIDR ranges; "${range.slice(0, 50)}" is neither.`,
        "wrong_format",
        "ip_ranges",
      );
    return range.trim();
  });

const checkLocations = async (act: Act, companies: readonly string[]): Promise<string[]> => {
  if (!(await coversAll(act.db, act.who, companies))) throw refused("gives a location that the caller does not have");
  return [...new Set(companies.map((id) => id.toLowerCase()))];
};

const instant = (text: string | null): string | null => {
  const ms = text === null ? undefined : parseInstant(text);
  return ms === undefined ? null : iso(ms);
};

const expiryOf = (body: Input, now: number): string | null => {
  if (body.expires_at !== undefined) return instant(body.expires_at);
  const days = EXPIRY_DAYS[body.expiry ?? "never"];
  return days === undefined ? null : iso(now + days * DAY_MS);
};

/** All keys but the revoked ones. */
export const list = async (act: Act): Promise<Wire[]> => (await store.selectApiKeys(act.db)).map(wire);

/** One key, without its secret. Errors: `404`. */
export const read = async (act: Act, id: string): Promise<Wire> => {
  const row = await store.findApiKey(act.db, id);
  if (row === undefined) throw notFound();
  return wire(row);
};

/** Creates a key; only its digest is stored. Errors: `400`, and `403` for a location that the caller does not have. */
export const create = async (act: Act, body: Input): Promise<Static<typeof NewApiKey>> => {
  const secret = newKey();
  const row: store.ApiKeyRow = {
    _id: newId(undefined, act.now),
    key_id: secret.keyId,
    name: body.name,
    companies: await checkLocations(act, body.companies),
    ip_ranges: checkRanges(body.ip_ranges ?? []),
    role: body.role ?? "local_admin",
    scopes: [...new Set(body.scopes)],
    expires_at: expiryOf(body, act.now),
    created_by: act.who._id,
    last_used: null,
    create_date: iso(act.now),
    mod_date: iso(act.now),
  };
  await change(act, store.insertApiKey(row, secret.digest), {
    location: SERVICE_LOCATION,
    act: "api_key.create",
    subject: "api_key",
  });
  return { ...wire(row), key: secret.value };
};

const merged = async (act: Act, { body, removed }: Sent, old: store.ApiKeyRow): Promise<store.ApiKeyRow> => {
  if (removed.has("name") || removed.has("companies"))
    throw badRequest('"name" and "companies" are required and cannot be removed.', "not_removable");
  // Without a role a key would be a local_admin: nothing is to gain rights by leaving something out.
  if (removed.has("role")) throw badRequest('"role" cannot be removed; send another one.', "not_removable", "role");
  const ranges = removed.has("ip_ranges") ? [] : body.ip_ranges;
  return {
    ...old,
    name: body.name ?? old.name,
    companies: body.companies === undefined ? old.companies : await checkLocations(act, body.companies),
    ip_ranges: ranges === undefined ? old.ip_ranges : checkRanges(ranges),
    role: body.role ?? old.role,
    scopes: removed.has("scopes") ? [] : [...new Set(body.scopes ?? old.scopes)],
    expires_at: removed.has("expires_at")
      ? null
      : body.expires_at === undefined
        ? old.expires_at
        : instant(body.expires_at),
  };
};

/** Changes a key; the next call with it finds the change. Errors: `400`, `403`, `404`. */
export const update = (act: Act, id: string, sent: Sent): Promise<Wire> =>
  together(act, async (inner) => {
    const old = await store.lockApiKey(inner.db, id);
    if (old === undefined) throw notFound();
    checkMatch(inner, () => ofState(stateOf(old)));
    const row = await merged(inner, sent, old);
    if (isDeepStrictEqual(row, old)) return wire(old);
    const changed = { ...row, mod_date: iso(act.now) };
    await change(inner, store.updateApiKey(changed), {
      location: SERVICE_LOCATION,
      act: "api_key.change",
      subject: "api_key",
    });
    return wire(changed);
  });

const revokeAny = async (act: Act, id: string): Promise<{ message: string }> => {
  const revoked = await change(act, store.revokeApiKey(id, iso(act.now)), {
    location: SERVICE_LOCATION,
    act: "api_key.revoke",
    subject: "api_key",
  });
  if (revoked.length === 0) throw notFound();
  return { message: "The API key was revoked." };
};

/** Revokes a key at once. Errors: `404`, `412`. */
export const revoke = (act: Act, id: string): Promise<{ message: string }> =>
  removeMatched(
    act,
    async ({ db }) => {
      const old = await store.lockApiKey(db, id);
      return old && ofState(stateOf(old));
    },
    (inner) => revokeAny(inner, id),
  );
