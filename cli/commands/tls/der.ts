// Writes DER (ITU-T X.690), the encoding of certificates, with the few kinds of value that X.509 needs.

/** The length of a value in bytes: as one byte below 128, otherwise their number and the bytes. */
const lengthOf = (length: number): Buffer => {
  if (length < 0x80) return Buffer.of(length);
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(length);
  const significant = bytes.subarray(bytes.findIndex((byte) => byte !== 0));
  return Buffer.concat([Buffer.of(0x80 | significant.length), significant]);
};

/** A value with its tag. */
const value = (tag: number, ...parts: readonly Uint8Array[]): Buffer => {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.of(tag), lengthOf(content.length), content]);
};

/** SEQUENCE: values in order. */
export const sequence = (...parts: readonly Uint8Array[]): Buffer => value(0x30, ...parts);

/** SET of one value; several would have to be sorted. */
export const setOf = (part: Uint8Array): Buffer => value(0x31, part);

/** BOOLEAN true; false is a default, and defaults are omitted. */
export const yes = (): Buffer => value(0x01, Buffer.of(0xff));

/** INTEGER, not negative, from its bytes, most significant first. */
export const integer = (bytes: Uint8Array): Buffer => {
  const first = bytes.findIndex((byte) => byte !== 0);
  const plain = first < 0 ? Buffer.of(0) : bytes.subarray(first);
  // The highest bit would be the sign.
  return (plain[0] ?? 0) >= 0x80 ? value(0x02, Buffer.of(0), plain) : value(0x02, plain);
};

/** OCTET STRING. */
export const octets = (bytes: Uint8Array): Buffer => value(0x04, bytes);

/** BIT STRING of whole bytes, or with unused bits at its end. */
export const bits = (bytes: Uint8Array, unused = 0): Buffer => value(0x03, Buffer.of(unused), bytes);

/** UTF8String. */
export const utf8 = (text: string): Buffer => value(0x0c, Buffer.from(text, "utf8"));

/** In base 128, most significant digit first, all but the last marked. */
const base128 = (number: number): number[] => {
  const digits = [number & 0x7f];
  for (let rest = number >>> 7; rest > 0; rest >>>= 7) digits.unshift((rest & 0x7f) | 0x80);
  return digits;
};

/** OBJECT IDENTIFIER, from its dotted form. */
export const objectId = (dotted: string): Buffer => {
  const [first = 0, second = 0, ...rest] = dotted.split(".").map(Number);
  return value(0x06, Buffer.from([first * 40 + second, ...rest].flatMap(base128)));
};

/** A time in seconds: UTCTime until 2049, GeneralizedTime from then on (RFC 5280, 4.1.2.5). @param ms since 1970 */
export const time = (ms: number): Buffer => {
  const digits = `${new Date(ms).toISOString().slice(0, 19).replaceAll(/\D/g, "")}Z`;
  return digits < "2050" ? value(0x17, Buffer.from(digits.slice(2))) : value(0x18, Buffer.from(digits));
};

/** [n] of one or more values: a context-specific tag. */
export const tagged = (n: number, ...parts: readonly Uint8Array[]): Buffer => value(0xa0 | n, ...parts);

/** [n] IMPLICIT of plain bytes: the tag replaces the value's own. */
export const implicit = (n: number, bytes: Uint8Array): Buffer => value(0x80 | n, bytes);
