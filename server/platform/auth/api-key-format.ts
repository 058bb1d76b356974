import { createHash, randomInt, timingSafeEqual } from "node:crypto";
import { crc32 } from "node:zlib";

const ALPHABET = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const KEY_ID_LENGTH = 16;
const RANDOM_LENGTH = 40;
const CHECKSUM_LENGTH = 6;
const KEY = /^svc_([0-9A-Za-z]+)_([0-9A-Za-z]+)$/;

/** Random letters and digits, about six bits each. */
export const randomAlphanumeric = (length: number): string =>
  Array.from({ length }, () => ALPHABET[randomInt(ALPHABET.length)]).join("");

const base62 = (value: number): string => {
  let rest = value;
  let text = "";
  while (text.length < CHECKSUM_LENGTH) {
    text = (ALPHABET[rest % ALPHABET.length] ?? "0") + text;
    rest = Math.floor(rest / ALPHABET.length);
  }
  return text;
};

/** The checksum at the end of a secret: scanners can tell a real key from a look-alike without asking us. */
export const checksum = (keyId: string, body: string): string => base62(crc32(`${keyId}_${body}`));

/** A new API key: its public ID, the whole value to show once, and the digest to store. */
export type NewApiKey = { keyId: string; value: string; digest: Buffer };

/** SHA-256 of a whole key value: the only part of it that is stored (interface 5.3). */
export const digestOf = (value: string): Buffer => createHash("sha256").update(value).digest();

/** Makes an API key `svc_<key_id>_<secret>` whose secret carries about 238 random bits and a checksum. */
export const newApiKey = (): NewApiKey => {
  const keyId = randomAlphanumeric(KEY_ID_LENGTH);
  const body = randomAlphanumeric(RANDOM_LENGTH);
  const value = `svc_${keyId}_${body}${checksum(keyId, body)}`;
  return { keyId, value, digest: digestOf(value) };
};

/** The key ID in a key value, or undefined if the value does not have the form of one. */
export const keyIdOf = (value: string): string | undefined => KEY.exec(value)?.[1];

/** Whether the value is one of our keys, by its checksum alone; it may be revoked. */
export const looksLikeKey = (value: string): boolean => {
  const [, keyId = "", secret = ""] = KEY.exec(value) ?? [];
  return secret.length > CHECKSUM_LENGTH && secret.endsWith(checksum(keyId, secret.slice(0, -CHECKSUM_LENGTH)));
};

const DUMMY = Buffer.alloc(32);

/** Compares a sent key with the stored digest in constant time; an unknown key is compared with a dummy. */
export const matchesDigest = (value: string, digest: Buffer | null | undefined): boolean =>
  timingSafeEqual(digestOf(value), digest ?? DUMMY) && digest !== null && digest !== undefined;
