/** The pictures that browsers show, by their first bytes; the sender's own label is ignored. */
const KINDS: readonly [string, (bytes: Buffer) => boolean][] = [
  ["image/jpeg", (bytes) => bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))],
  ["image/png", (bytes) => bytes.subarray(0, 8).equals(Buffer.from("\x89PNG\r\n\x1a\n", "latin1"))],
  ["image/webp", (bytes) => bytes.toString("latin1", 0, 4) === "RIFF" && bytes.toString("latin1", 8, 12) === "WEBP"],
  ["image/gif", (bytes) => /^GIF8[79]a/.test(bytes.toString("latin1", 0, 6))],
];

/** The largest stored picture (rules 2). */
const BYTES_MAX = 2 * 1024 * 1024;

export type Photo = { type: string; bytes: Buffer };

/** Decodes a stored photo, Base64 or a data URL; undefined if it is not a picture that can be shown. */
export const photoOf = (text: string): Photo | undefined => {
  const data = /^data:[^,]{0,200},/.exec(text.slice(0, 300))?.[0] ?? "";
  const bytes = Buffer.from(text.slice(data.length), "base64");
  const type = KINDS.find(([, isKind]) => isKind(bytes))?.[0];
  return type === undefined || bytes.length > BYTES_MAX ? undefined : { type, bytes };
};
