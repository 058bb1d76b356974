import { createHmac } from "node:crypto";

/**
 * The service's key, and the one before it while SECRET_KEY_PREVIOUS is set: what was signed or sealed with that is still read.
 * Everything new is made with the first. A text is that key alone.
 */
export type SecretKeys = string | { secretKey: string; previousKey?: string | undefined };

/** The keys to read with, the present one first. */
export const verificationKeys = (keys: SecretKeys): readonly [string, ...string[]] => {
  if (typeof keys === "string") return [keys];
  return keys.previousKey === undefined ? [keys.secretKey] : [keys.secretKey, keys.previousKey];
};

/** A name for a key that says nothing of it: 12 hexadecimal digits, which what was sealed carries. */
export const keyFingerprint = (secretKey: string): string =>
  createHmac("sha256", secretKey).update("key id").digest("hex").slice(0, 12);
