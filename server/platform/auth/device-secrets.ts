import { createHmac, randomInt } from "node:crypto";

import { checksum, digestOf, randomAlphanumeric } from "./api-key-format.ts";

const TOKEN = /^pair_([0-9a-f]{24})_[0-9A-Za-z]{46}$/;
const CREDENTIAL = /^dev_([0-9a-f]{24})_([0-9a-f]{64})([0-9A-Za-z]{6})$/;
const RANDOM_LENGTH = 40;
const CODES = 1_000_000;

/** A code as a kiosk shows it: six digits, uniformly random. */
export const newCode = (): string => randomInt(CODES).toString().padStart(6, "0");

/** A code as it is read aloud and shown: `123 456`. */
export const shownCode = (code: string): string => `${code.slice(0, 3)} ${code.slice(3)}`;

/** The stored digest of a code. Keyed: all plain hashes of six digits could be tried in a second. */
export const codeDigest = (secretKey: string, code: string): Buffer =>
  createHmac("sha256", secretKey).update(`pairing-code:${code}`).digest();

/** The secret with which a kiosk asks whether it was paired: about 238 random bits and a checksum. */
export const newPollToken = (pairingId: string): string => {
  const body = randomAlphanumeric(RANDOM_LENGTH);
  return `pair_${pairingId}_${body}${checksum(pairingId, body)}`;
};

/** The pairing of a poll token, or undefined if the text does not have the form of one. */
export const pairingIdOf = (token: string): string | undefined => TOKEN.exec(token)?.[1];

/**
 * The secret half of a device's credential. It is derived from the poll token, which only the kiosk has: a reader of
 * the database can't compute it, and a kiosk that lost the answer gets the same one again.
 */
const secretFrom = (token: string): string => createHmac("sha256", token).update("device-credential").digest("hex");

/** The stored digest of a device's credential: SHA-256 of its secret half. */
export const deviceDigest = (token: string): Buffer => digestOf(secretFrom(token));

/** The credential of a device: `dev_<device id>_<secret>`, the secret with a checksum at its end. */
export const deviceCredential = (deviceId: string, token: string): string => {
  const secret = secretFrom(token);
  return `dev_${deviceId}_${secret}${checksum(deviceId, secret)}`;
};

/** The device of a credential and the secret to compare; undefined for any other text. */
export const readCredential = (value: string): { deviceId: string; secret: string } | undefined => {
  const [, deviceId = "", secret = "", sum] = CREDENTIAL.exec(value) ?? [];
  return sum !== undefined && sum === checksum(deviceId, secret) ? { deviceId, secret } : undefined;
};
