import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";

import { keyFingerprint, type SecretKeys, verificationKeys } from "./secret-keys.ts";

const CIPHER = "aes-256-gcm";
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const keyOf = (secretKey: string, purpose: string): Buffer =>
  Buffer.from(hkdfSync("sha256", secretKey, "", `foyer:${purpose}`, KEY_BYTES));

/**
 * The version of the format; it precedes the sealed text, with the ID of the key, so that either can change one day.
 */
const VERSION = "1";

/**
 * Encrypts a text that has to be read again, such as a password that is sent to another server.
 * @param secretKey the service's key
 * @param purpose what the text is and whose: a text sealed for one purpose can't be opened for another
 * @returns `1.<key>.<Base64url of nonce, tag and text>`
 */
export const seal = (secretKey: string, purpose: string, text: string): string => {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, keyOf(secretKey, purpose), nonce);
  const sealed = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return [
    VERSION,
    keyFingerprint(secretKey),
    Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url"),
  ].join(".");
};

const decrypt = (secretKey: string, purpose: string, bytes: Buffer): string | undefined => {
  if (bytes.length < NONCE_BYTES + TAG_BYTES) return undefined;
  const decipher = createDecipheriv(CIPHER, keyOf(secretKey, purpose), bytes.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  try {
    return decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES), undefined, "utf8") + decipher.final("utf8");
  } catch {
    return undefined; // Not ours, or no longer: that is a result, not an error.
  }
};

/**
 * Whether a text was sealed with this key, by the key's ID in it; a text from before keys had IDs was sealed with
 * another one.
 */
export const isSealedWith = (secretKey: string, sealed: string): boolean =>
  sealed.startsWith(`${VERSION}.${keyFingerprint(secretKey)}.`);

/** The sealed text; undefined if it was sealed with another key or for another purpose, or was altered. */
export const unseal = (keys: SecretKeys, purpose: string, sealed: string): string | undefined => {
  const [, version, keyId, body = sealed] = /^(\w+)\.(\w+)\.(.*)$/.exec(sealed) ?? [];
  if (version !== undefined && version !== VERSION) return undefined;
  const bytes = Buffer.from(body, "base64url");
  for (const key of verificationKeys(keys)) {
    const text = keyId === undefined || keyId === keyFingerprint(key) ? decrypt(key, purpose, bytes) : undefined;
    if (text !== undefined) return text;
  }
  return undefined;
};
