import { createHmac } from "node:crypto";

/**
 * The service's key, and the previous one while SECRET_KEY_PREVIOUS is set: data that it signed or sealed can still be
 * read. Everything new is made with the first. A text is that key alone.
 */
export type SecretKeys = string | { secretKey: string; previousKey?: string | undefined };

/** The keys to verify and open with, the current one first. */
export const verificationKeys = (keys: SecretKeys): readonly [string, ...string[]] => {
  if (typeof keys === "string") return [keys];
  return keys.previousKey === undefined ? [keys.secretKey] : [keys.secretKey, keys.previousKey];
};

/** An ID for a key that reveals nothing about it: 12 hexadecimal digits, which sealed texts contain. */
export const keyFingerprint = (secretKey: string): string =>
  createHmac("sha256", secretKey).update("key id").digest("hex").slice(0, 12);
