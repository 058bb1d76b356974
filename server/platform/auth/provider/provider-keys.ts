import type { KeyObject } from "node:crypto";

import type { Logger } from "pino";

import { withoutTrailingSlashes } from "../../lib/net/base-url.ts";
import { fetchKeys, type KeySet } from "./provider-fetch.ts";

/** Older keys are fetched again before they are used, so that withdrawn ones disappear. */
const FRESH_MS = 60 * 60_000;
/**
 * The pause after a fetch without new keys: unknown key IDs in strangers' tokens must not make us ask the provider all
 * the time.
 */
const PAUSE_MS = 5 * 60_000;
/** The pause after a failure while there is no key at all, and no token can be verified. */
const FIRST_PAUSE_MS = 10_000;

/** The key of a token; `unknown` is the caller's fault, `unreachable` is not. */
export type KeyLookup = KeyObject | "unknown" | "unreachable";

/** The provider's published keys. They are kept in memory, a set per directory; credentials are not (interface 5.6). */
export type ProviderKeys = {
  /** The base address of the provider, without a slash at the end. */
  authority: string;
  /**
   * The key with this ID. Known keys keep working while the provider is down.
   * @param tenantId a registered directory: it becomes part of an address
   * @param now milliseconds since 1970
   */
  find(tenantId: string, keyId: string, now: number): Promise<KeyLookup>;
};

type Tenant = {
  keys: KeySet;
  fetchedAt: number;
  /** The earliest time of the next fetch. */
  pausedUntil: number;
  failed: boolean;
  fetching: Promise<void> | undefined;
};

type Source = { authority: string; log: Pick<Logger, "warn"> };

const isFresh = ({ keys, fetchedAt }: Tenant, keyId: string, now: number): boolean =>
  keys.has(keyId) && now - fetchedAt < FRESH_MS;

/** `fetch` has a generic message; the system's code is in its cause. */
const reasonOf = (error: unknown): string => {
  const { message, cause } = Object(error);
  return String(Object(cause).code ?? message);
};

const refresh = async ({ authority, log }: Source, tenantId: string, tenant: Tenant, keyId: string, now: number) => {
  try {
    tenant.keys = await fetchKeys(authority, tenantId);
    tenant.fetchedAt = now;
    tenant.failed = false;
    tenant.pausedUntil = tenant.keys.has(keyId) ? now : now + PAUSE_MS;
  } catch (error) {
    tenant.failed = true;
    tenant.pausedUntil = now + (tenant.keys.size === 0 ? FIRST_PAUSE_MS : PAUSE_MS);
    log.warn(
      { tenantId, reason: reasonOf(error) },
      "the identity provider's keys could not be fetched; known ones stay in use",
    );
  } finally {
    tenant.fetching = undefined;
  }
};

/** Keeps the keys of a provider, with one fetch at a time per directory. */
export const makeProviderKeys = (address: string, log: Source["log"]): ProviderKeys => {
  const source = { authority: withoutTrailingSlashes(address), log };
  const tenants = new Map<string, Tenant>();
  const tenantOf = (tenantId: string): Tenant => {
    const known = tenants.get(tenantId);
    if (known !== undefined) return known;
    const made = { keys: new Map(), fetchedAt: -Infinity, pausedUntil: -Infinity, failed: false, fetching: undefined };
    tenants.set(tenantId, made);
    return made;
  };
  const find = async (tenantId: string, keyId: string, now: number): Promise<KeyLookup> => {
    const tenant = tenantOf(tenantId);
    // A fetch in progress may have begun before the key was published; then one more follows.
    if (!isFresh(tenant, keyId, now)) await tenant.fetching;
    if (!isFresh(tenant, keyId, now) && now >= tenant.pausedUntil)
      await (tenant.fetching ??= refresh(source, tenantId, tenant, keyId, now));
    return tenant.keys.get(keyId) ?? (tenant.failed ? "unreachable" : "unknown");
  };
  return { authority: source.authority, find };
};
