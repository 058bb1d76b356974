import { createHmac, timingSafeEqual } from "node:crypto";

import { type SecretKeys, verificationKeys } from "../../platform/lib/secret/secret-keys.ts";

/** The contents of a signed document's seal, besides its proof. */
export type SealContents = { visit: string; agreement: string; version: number; signed: string };

const MARK = "%FoyerSeal1";
const SEAL =
  /\n%FoyerSeal1 visit=([0-9a-f]{24}) agreement=([0-9a-f]{24}) version=(\d{1,10}) signed=([0-9TZ:.-]{24}) hmac=([0-9a-f]{64})\n$/;
const SEAL_LENGTH_MAX = 300;

// Keyed, and in the file itself: it can be checked after the visit was erased, contains no personal data, and can't be
// forged with write access to the database alone.
const macOf = (secretKey: string, bytes: Uint8Array): string =>
  createHmac("sha256", secretKey).update("signed-agreement:").update(bytes).digest("hex");

/**
 * A PDF with the seal as its last line, which PDF readers take for a comment: an HMAC-SHA256 of all bytes before it,
 * with the service's key.
 * @param secretKey the service's key (`SECRET_KEY`)
 */
export const seal = (secretKey: string, pdf: Buffer, { visit, agreement, version, signed }: SealContents): Buffer => {
  const facts = `\n${MARK} visit=${visit} agreement=${agreement} version=${version} signed=${signed} hmac=`;
  const sealed = Buffer.concat([pdf, Buffer.from(facts, "latin1")]);
  return Buffer.concat([sealed, Buffer.from(`${macOf(secretKey, sealed)}\n`, "latin1")]);
};

/** A sealed PDF without its seal. */
export const withoutSeal = (file: Buffer): Buffer => file.subarray(0, file.lastIndexOf(`\n${MARK} `));

/** The contents of a file's seal; undefined if it isn't ours, was made with another key, or any byte was changed. */
export const readSeal = (keys: SecretKeys, file: Buffer): SealContents | undefined => {
  const tail = file.subarray(-SEAL_LENGTH_MAX).toString("latin1");
  const [line, visit = "", agreement = "", version = "", signed = "", mac = ""] = SEAL.exec(tail) ?? [];
  if (line === undefined) return undefined;
  const bytes = file.subarray(0, file.length - mac.length - 1);
  const isOurs = verificationKeys(keys).some((key) =>
    timingSafeEqual(Buffer.from(macOf(key, bytes)), Buffer.from(mac)),
  );
  if (!isOurs) return undefined;
  return { visit, agreement, version: Number(version), signed };
};
