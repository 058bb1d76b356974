import { createPublicKey, type KeyObject } from "node:crypto";
import { isObject } from "../../lib/record/objects.ts";

const FETCH_MS_MAX = 5_000;
const BYTES_MAX = 512 * 1024;
const KEYS_MAX = 200;
/** RFC 7518, 3.3. */
const MODULUS_BITS_MIN = 2048;

/** Signing keys by ID. */
export type KeySet = ReadonlyMap<string, KeyObject>;

const readText = async (response: Response): Promise<string> => {
  const parts: Uint8Array[] = [];
  let length = 0;
  for await (const part of response.body ?? []) {
    length += part.length;
    if (length > BYTES_MAX) throw new Error("the answer is too long");
    parts.push(part);
  }
  return Buffer.concat(parts).toString("utf8");
};

/** A document of the provider; undefined if it has none at this address. Redirects are not followed. */
const getJson = async (url: string, signal: AbortSignal): Promise<unknown> => {
  const response = await fetch(url, { redirect: "error", signal, headers: { accept: "application/json" } });
  if (response.status === 404) {
    await response.body?.cancel();
    return undefined;
  }
  if (!response.ok) throw new Error(`status ${response.status}`);
  return JSON.parse(await readText(response));
};

/** The public key of one entry; undefined if it can't verify RS256 signatures. */
const keyOf = (entry: unknown): [string, KeyObject] | undefined => {
  if (!isObject(entry)) return undefined;
  const { kty, kid, use, alg, n, e } = entry;
  const isSigning = kty === "RSA" && (use ?? "sig") === "sig" && (alg ?? "RS256") === "RS256";
  if (!isSigning || typeof kid !== "string" || typeof n !== "string" || typeof e !== "string") return undefined;
  try {
    const key = createPublicKey({ key: { kty, n, e }, format: "jwk" });
    return (key.asymmetricKeyDetails?.modulusLength ?? 0) >= MODULUS_BITS_MIN ? [kid, key] : undefined;
  } catch {
    // One broken entry does not invalidate the others.
    return undefined;
  }
};

const keysIn = (document: unknown): KeySet => {
  const entries: unknown = isObject(document) ? document["keys"] : undefined;
  if (!Array.isArray(entries) || entries.length > KEYS_MAX) throw new Error("not a set of keys");
  const keys = new Map(entries.map(keyOf).filter((entry) => entry !== undefined));
  if (keys.size === 0) throw new Error("no signing key");
  return keys;
};

/** The address of the provider's keys, according to itself; it must be one of its own. */
const namedAddress = async (authority: string, tenantId: string, signal: AbortSignal): Promise<string> => {
  const document = await getJson(`${authority}/${tenantId}/v2.0/.well-known/openid-configuration`, signal);
  const named: unknown = isObject(document) ? document["jwks_uri"] : undefined;
  if (typeof named !== "string" || new URL(named).origin !== new URL(authority).origin)
    throw new Error("no address of keys");
  return named;
};

/**
 * Fetches the keys with which the provider signs the tokens of a directory: from where the public provider has them, or
 * else from where the discovery document says. Errors: any failure, within 5 seconds in all.
 */
export const fetchKeys = async (authority: string, tenantId: string): Promise<KeySet> => {
  const signal = AbortSignal.timeout(FETCH_MS_MAX);
  const usual = await getJson(`${authority}/${tenantId}/discovery/v2.0/keys`, signal);
  return keysIn(usual ?? (await getJson(await namedAddress(authority, tenantId, signal), signal)));
};
