import { createHmac, timingSafeEqual } from "node:crypto";

const STEP_MS = 30_000;
const DIGITS = 6;
const BASE32 = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

/** The bytes of a new secret: as many as SHA-1 has (RFC 4226, section 4). */
export const SECRET_BYTES = 20;

/** A secret as people type it into an authenticator app: Base32 without padding (RFC 4648). */
export const base32 = (bytes: Buffer): string => {
  const bits = Array.from(bytes, (byte) => byte.toString(2).padStart(8, "0")).join("");
  return (bits.match(/.{1,5}/g) ?? []).map((five) => BASE32[Number.parseInt(five.padEnd(5, "0"), 2)]).join("");
};

/** What the QR code of an authenticator app says. @param email whose account it is, as the app shows it */
export const keyUri = (secret: Buffer, email: string): string =>
  `otpauth://totp/Foyer:${encodeURIComponent(email)}?secret=${base32(secret)}&issuer=Foyer`;

/** The code of a time step: SHA-1, six digits (RFC 6238, RFC 4226). */
export const codeOfStep = (secret: Buffer, step: number): string => {
  const counter = Buffer.alloc(8);
  counter.writeBigUInt64BE(BigInt(step));
  const mac = createHmac("sha1", secret).update(counter).digest();
  const number = mac.readUInt32BE(mac.readUInt8(mac.length - 1) & 15) & 0x7fff_ffff;
  return String(number % 10 ** DIGITS).padStart(DIGITS, "0");
};

const isSame = (a: string, b: string): boolean =>
  a.length === b.length && timingSafeEqual(Buffer.from(a), Buffer.from(b));

/**
 * The time step of a code: the present one, or the one before or after it, as clocks differ and people type slowly.
 * @param code six digits
 * @param after the last step of which a code was taken: none of it or of earlier ones works again
 * @param now milliseconds since 1970
 */
export const stepOfCode = (secret: Buffer, code: string, after: number, now: number): number | undefined => {
  const present = Math.floor(now / STEP_MS);
  return [present, present - 1, present + 1].find((step) => step > after && isSame(codeOfStep(secret, step), code));
};
