import { createHmac, timingSafeEqual } from "node:crypto";

import { type SecretKeys, verificationKeys } from "../lib/secret/secret-keys.ts";
import { badgeExpiry, type BadgeTarget } from "./visitor-tokens.ts";

const HOUR_MS = 60 * 60_000;
/** Hexadecimal digits of the visit's ID, of the hour in which the code expires, and of the signature (64 bits). */
const [ID, HOUR, SIGNATURE] = [24, 6, 16];
/** The same in digits of base 32; with its first letter, that is the 38 characters of a QR code with 25 modules. */
const DIGITS = 37;

const hmac = (secretKey: string, location: string, payload: string): string =>
  createHmac("sha256", secretKey).update(`badge:${location}-${payload}`).digest("hex").slice(0, SIGNATURE);

/**
 * The text of a badge's QR code, short enough to be scanned at arm's length: 38 digits and capitals. At kiosks of its
 * location it signs the visit out, and identifies the visitor until it expires; it is not a link, and worth nothing
 * elsewhere.
 * @param signedIn ISO 8601 @param retentionDays for how long the location keeps visits
 */
export const badgeCode = (
  secretKey: string,
  { location, visit }: Pick<BadgeTarget, "location" | "visit">,
  signedIn: string,
  retentionDays: number | null,
): string => {
  // A visit may be recorded from any year; hours are counted from 1970.
  const hour = Math.max(0, Math.ceil(badgeExpiry(signedIn, retentionDays) / HOUR_MS));
  const payload = visit + hour.toString(16).padStart(HOUR, "0");
  const digits = BigInt(`0x${payload}${hmac(secretKey, location, payload)}`).toString(32);
  return `F${digits.padStart(DIGITS, "0").toUpperCase()}`;
};

const hexOf = (digits: string): string =>
  digits
    .split("")
    .reduce((value, digit) => value * 32n + BigInt(Number.parseInt(digit, 32)), 0n)
    .toString(16)
    .padStart(ID + HOUR + SIGNATURE, "0");

/** The visit of a badge's code, at a kiosk of this location; undefined for any other text. */
export const readBadgeCode = (
  keys: SecretKeys,
  location: string,
  code: string,
  now: number,
): (BadgeTarget & { ended: boolean }) | undefined => {
  const [, digits] = /^F([\dA-V]{37})$/.exec(code.trim()) ?? [];
  if (digits === undefined) return undefined;
  const hex = hexOf(digits);
  const payload = hex.slice(0, ID + HOUR);
  const given = Buffer.from(hex);
  const isOurs = verificationKeys(keys).some((key) => {
    const expected = Buffer.from(payload + hmac(key, location, payload));
    return given.length === expected.length && timingSafeEqual(given, expected);
  });
  if (!isOurs) return undefined;
  const ended = Number.parseInt(payload.slice(ID), 16) * HOUR_MS <= now;
  return { location, visit: payload.slice(0, ID), kind: "exit", ended };
};
