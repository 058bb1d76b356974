/** How the bytes of a file are read as text. */
export type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

/** The encoding that a byte order mark at the beginning names. */
export const markedEncoding = ([a, b, c]: Uint8Array): Encoding | undefined => {
  if (a === 0xef && b === 0xbb && c === 0xbf) return "utf-8";
  if (a === 0xff && b === 0xfe) return "utf-16le";
  return a === 0xfe && b === 0xff ? "utf-16be" : undefined;
};

/** Tells, piece by piece, whether bytes are UTF-8 throughout. @returns what takes a piece; without one, the end */
export const makeUtf8Check = (): ((piece?: Uint8Array) => boolean) => {
  const decoder = new TextDecoder("utf-8", { fatal: true });
  let isValid = true;
  return (piece) => {
    try {
      if (isValid) decoder.decode(piece, { stream: piece !== undefined });
    } catch {
      isValid = false;
    }
    return isValid;
  };
};

const isUtf8 = (bytes: Uint8Array): boolean => {
  const check = makeUtf8Check();
  return check(bytes) && check();
};

/**
 * The text of a file: UTF-8 if it is that throughout, UTF-16 by its byte order mark, or else Windows-1252, in which Excel
 * writes "CSV" in Western Europe.
 */
export const decodeText = (bytes: Uint8Array): { text: string; encoding: Encoding } => {
  const encoding = markedEncoding(bytes) ?? (isUtf8(bytes) ? "utf-8" : "windows-1252");
  return { text: new TextDecoder(encoding).decode(bytes), encoding };
};
