import { createHmac, timingSafeEqual } from "node:crypto";

/** How long the printed link works: 30 minutes. */
const SETUP_LINK_MS = 30 * 60_000;

const sign = (secretKey: string, expires: string): Buffer =>
  createHmac("sha256", secretKey).update(`setup:${expires}`).digest();

/**
 * The token of a first-run link. Signed, not stored: it ends with its time, and with the first user (users/first.ts).
 * @param secretKey the service's key
 * @param now milliseconds since 1970
 */
export const setupToken = (secretKey: string, now: number): string => {
  const expires = String(now + SETUP_LINK_MS);
  return `${expires}.${sign(secretKey, expires).toString("base64url")}`;
};

/** Whether the token is ours and its time has not passed. */
export const isSetupToken = (secretKey: string, token: string, now: number): boolean => {
  const [expires = "", signature = ""] = token.split(".");
  const expected = sign(secretKey, expires);
  const given = Buffer.from(signature, "base64url");
  return given.length === expected.length && timingSafeEqual(given, expected) && Number(expires) > now;
};
