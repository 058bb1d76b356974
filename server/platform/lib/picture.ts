const DATA_URL = /^data:([^,]{0,200}),/;

/** The text after the end of a mark, trimmed at its start; undefined if the mark does not end. */
const after = (text: string, mark: string, from: number): string | undefined => {
  const end = text.indexOf(mark, from);
  return end < 0 ? undefined : text.slice(end + mark.length).trimStart();
};

/**
 * Whether a text begins as an SVG does: a declaration, comments, the element. A loop: a regular expression took
 * exponential time.
 */
const isSvg = (start: string): boolean => {
  let rest: string | undefined = start.trimStart();
  if (rest.startsWith("<?xml")) rest = after(rest, ">", "<?xml".length);
  while (rest?.startsWith("<!--")) rest = after(rest, "-->", "<!--".length);
  return /^<svg[\s>]/.test(rest ?? "");
};

/** The media types of pictures that browsers draw, by their first bytes (as Latin-1). */
const STARTS: readonly [string, (start: string) => boolean][] = [
  ["image/png", (start) => start.startsWith("\u0089PNG\r\n\u001a\n")],
  ["image/jpeg", (start) => start.startsWith("\u00ff\u00d8\u00ff")],
  ["image/gif", (start) => start.startsWith("GIF87a") || start.startsWith("GIF89a")],
  ["image/webp", (start) => start.startsWith("RIFF") && start.startsWith("WEBP", 8)],
  ["image/svg+xml", isSvg],
];
/** The beginning of a picture, enough to find its type. */
const START_LENGTH = 512;

const percentDecoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    // A lone percent sign: the text was not encoded.
    return text;
  }
};

const bytesOf = (text: string): Buffer => {
  const head = DATA_URL.exec(text.slice(0, 300));
  if (head === null) return Buffer.from(text, "base64");
  const data = text.slice(head[0].length);
  return /;base64$/i.test(head[1] ?? "") ? Buffer.from(data, "base64") : Buffer.from(percentDecoded(data), "utf8");
};

/** A picture with the media type of its bytes. */
export type Picture = { type: string; bytes: Buffer };

/**
 * A stored picture (Base64 or `data:` URL) with the media type of its bytes, whatever its sender called it.
 * @returns undefined if no browser draws it
 */
export const parsePicture = (text: string): Picture | undefined => {
  const bytes = bytesOf(text);
  const start = bytes.subarray(0, START_LENGTH).toString("latin1");
  const type = STARTS.find(([, matches]) => matches(start))?.[0];
  return type === undefined ? undefined : { bytes, type };
};

/** The largest picture that a page or an email shows (rules 2). */
const BYTES_MAX = 2 * 1024 * 1024;

/** The same, if a page or an email may show it: not too large, and no SVG, which can hold scripts. */
export const parsePhoto = (text: string): Picture | undefined => {
  const picture = parsePicture(text);
  return picture === undefined || picture.type === "image/svg+xml" || picture.bytes.length > BYTES_MAX
    ? undefined
    : picture;
};
