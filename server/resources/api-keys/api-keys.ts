import { checkNotRemoved, type UpdateInput } from "../../platform/http/input/update-input.ts";
import { isDeepStrictEqual } from "node:util";

import { coversAll } from "../../platform/auth/coverage.ts";
import { newApiKey } from "../../platform/auth/api-key-format.ts";
import { runLoggedQuery } from "../../platform/events/log.ts";
import type { RequestContext } from "../../platform/http/request-context.ts";
import { checkIfMatch, etagStateOf, deleteIfMatch, withState } from "../../platform/http/edge/conditional.ts";
import type { Static } from "../../platform/http/contract/schemas.ts";
import { inTransaction } from "../../platform/http/in-transaction.ts";
import { isRange } from "../../platform/lib/net/ip-address.ts";
import { badRequest, notFound, forbidden } from "../../platform/lib/errors.ts";
import { newId, SERVICE_LOCATION } from "../../platform/lib/record/ids.ts";
import { boundOf, isDate, iso } from "../../platform/lib/time/time.ts";
import type { ApiKey, ApiKeyChange, ApiKeyInput, NewApiKey } from "./contract.ts";
import * as store from "./store.ts";

type Input = Static<typeof ApiKeyInput>;
type Change = Static<typeof ApiKeyChange>;
type Wire = Static<typeof ApiKey>;
type Update = UpdateInput<Change>;

const DAY_MS = 24 * 60 * 60_000;
const EXPIRY_DAYS = { never: undefined, "30d": 30, "90d": 90, "1y": 365 } as const;

/** Only what people write is in the tag: the rest changes with each use. */
const stateOf = ({ last_used: _used, ...row }: store.ApiKeyRow) => row;

/** `expires_at` keeps its null, which means that the key never expires. */
const wire = (key: store.ApiKeyRow): Wire => {
  const { created_by, last_used, ...row } = key;
  const answer = {
    ...row,
    ...(created_by === null ? {} : { created_by }),
    ...(last_used === null ? {} : { last_used }),
  };
  return withState(answer, stateOf(key));
};

const entry = (action: string) => ({ location: SERVICE_LOCATION, action: `api_key.${action}`, subject: "api_key" });

const checkRanges = (ranges: readonly string[]): string[] =>
  ranges.map((range) => {
    if (!isRange(range))
      throw badRequest(
        `"ip_ranges" must contain IP addresses or CIDR ranges. "${range.slice(0, 50)}" is neither.`,
        "wrong_format",
        "ip_ranges",
      );
    return range.trim();
  });

const checkLocations = async (ctx: RequestContext, companies: readonly string[]): Promise<string[]> => {
  if (!(await coversAll(ctx.db, ctx.principal, companies)))
    throw forbidden("gives a location that the caller does not have");
  return [...new Set(companies.map((id) => id.toLowerCase()))];
};

/**
 * When a key expires. A plain date is the start of that day at the location (rules 2.3); if its locations are in
 * several zones, in the first zone that reaches the day, so that the key expires too early rather than too late.
 */
const endOf = async (
  { db }: RequestContext,
  text: string | null,
  companies: readonly string[],
): Promise<string | null> => {
  if (text === null) return null;
  const zones = isDate(text) ? await store.listTimezones(db, companies) : ["UTC"];
  return iso(Math.min(...zones.map((zone) => boundOf(text, zone) ?? Number.NaN)));
};

const expiryOf = async (ctx: RequestContext, body: Input, companies: readonly string[]): Promise<string | null> => {
  if (body.expires_at !== undefined) return endOf(ctx, body.expires_at, companies);
  const days = EXPIRY_DAYS[body.expiry ?? "never"];
  return days === undefined ? null : iso(ctx.now + days * DAY_MS);
};

/** All keys that aren't revoked. */
export const listApiKeys = async (ctx: RequestContext): Promise<Wire[]> => (await store.listApiKeys(ctx.db)).map(wire);

/** One key, without its secret. Errors: `404`. */
export const readApiKey = async (ctx: RequestContext, id: string): Promise<Wire> => {
  const row = await store.findApiKey(ctx.db, id);
  if (row === undefined) throw notFound();
  return wire(row);
};

/** Creates a key; only its digest is stored. Errors: `400`, and `403` for a location that the caller does not cover. */
export const createApiKey = async (ctx: RequestContext, body: Input): Promise<Static<typeof NewApiKey>> => {
  const secret = newApiKey();
  const companies = await checkLocations(ctx, body.companies);
  const row: store.ApiKeyRow = {
    _id: newId(undefined, ctx.now),
    key_id: secret.keyId,
    name: body.name,
    companies,
    ip_ranges: checkRanges(body.ip_ranges ?? []),
    role: body.role ?? "local_admin",
    scopes: [...new Set(body.scopes)],
    expires_at: await expiryOf(ctx, body, companies),
    created_by: ctx.principal._id,
    last_used: null,
    create_date: iso(ctx.now),
    mod_date: iso(ctx.now),
  };
  await runLoggedQuery(ctx, store.insertApiKey(row, secret.digest), entry("create"));
  return { ...wire(row), key: secret.value };
};

const merged = async (
  ctx: RequestContext,
  { body, removed }: Update,
  old: store.ApiKeyRow,
): Promise<store.ApiKeyRow> => {
  checkNotRemoved({ removed }, "name", "companies");
  // Without a role, a key would be a local_admin: omitting a value must not grant rights.
  if (removed.has("role")) throw badRequest('"role" can\'t be removed. Send another one.', "not_removable", "role");
  const ranges = removed.has("ip_ranges") ? [] : body.ip_ranges;
  const companies = body.companies === undefined ? old.companies : await checkLocations(ctx, body.companies);
  return {
    ...old,
    name: body.name ?? old.name,
    companies,
    ip_ranges: ranges === undefined ? old.ip_ranges : checkRanges(ranges),
    role: body.role ?? old.role,
    scopes: removed.has("scopes") ? [] : [...new Set(body.scopes ?? old.scopes)],
    expires_at: removed.has("expires_at")
      ? null
      : body.expires_at === undefined
        ? old.expires_at
        : await endOf(ctx, body.expires_at, companies),
  };
};

/** Changes a key; it applies from the next call on. Errors: `400`, `403`, `404`. */
export const updateApiKey = (ctx: RequestContext, id: string, input: Update): Promise<Wire> =>
  inTransaction(ctx, async (inner) => {
    const old = await store.lockApiKey(inner.db, id);
    if (old === undefined) throw notFound();
    checkIfMatch(inner, () => etagStateOf(stateOf(old)));
    const row = await merged(inner, input, old);
    if (isDeepStrictEqual(row, old)) return wire(old);
    const changed = { ...row, mod_date: iso(ctx.now) };
    await runLoggedQuery(inner, store.updateApiKey(changed), entry("change"));
    return wire(changed);
  });

const revokeAny = async (ctx: RequestContext, id: string): Promise<{ message: string }> => {
  const revoked = await runLoggedQuery(ctx, store.revokeApiKey(id, iso(ctx.now)), entry("revoke"));
  if (revoked.length === 0) throw notFound();
  return { message: "API key revoked." };
};

/** Revokes a key at once. Errors: `404`, `412`. */
export const revoke = (ctx: RequestContext, id: string): Promise<{ message: string }> =>
  deleteIfMatch(
    ctx,
    async ({ db }) => {
      const old = await store.lockApiKey(db, id);
      return old && etagStateOf(stateOf(old));
    },
    (inner) => revokeAny(inner, id),
  );
