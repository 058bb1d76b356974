import { createHmac, timingSafeEqual } from "node:crypto";

import { type SecretKeys, verificationKeys } from "./secret-keys.ts";

const mac = (secretKey: string, purpose: string, payload: string): Buffer =>
  createHmac("sha256", secretKey).update(`${purpose}:${payload}`).digest();

/**
 * A token for a link that is signed, not stored: it contains its purpose, subject and expiry, and is valid for nothing
 * else.
 * @param secretKey the service's key
 * @param purpose what the link does, such as `invitation`
 * @param subject whom it is for: IDs and the like, without dots
 * @param expires milliseconds since 1970
 */
export const signToken = (secretKey: string, purpose: string, subject: string, expires: number): string => {
  const payload = `${subject}.${expires}`;
  return `${payload}.${mac(secretKey, purpose, payload).toString("base64url")}`;
};

/** The subject of a token that is ours, for this purpose, and not expired; undefined for any other text. */
export const verifyToken = (keys: SecretKeys, purpose: string, token: string, now: number): string | undefined => {
  const [, subject = "", expires = "", signature = ""] = /^([^.]*)\.(\d+)\.([\w-]+)$/.exec(token) ?? [];
  // Compared as text: the last character of Base64 has bits that decoding drops, so one signature would have four
  // spellings.
  const given = Buffer.from(signature);
  const isOurs = verificationKeys(keys).some((key) => {
    const expected = Buffer.from(mac(key, purpose, `${subject}.${expires}`).toString("base64url"));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  return isOurs && Number(expires) > now ? subject : undefined;
};
