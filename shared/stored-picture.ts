/** A stored picture: `data:` URL or plain Base64, as its sender sent it. Its type is that of its bytes. */

const DATA_URL = /^data:([^,]{0,200}),/;
/** The beginning of a picture, enough to find its type. */
const START_LENGTH = 512;

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
  // The first three are a byte order mark, read as Latin-1.
  let rest: string | undefined = start.replace(/^(?:\u00ef\u00bb\u00bf|\ufeff)/, "").trimStart();
  if (rest.startsWith("<?xml")) rest = after(rest, ">", "<?xml".length);
  while (rest?.startsWith("<!--")) rest = after(rest, "-->", "<!--".length);
  if (rest?.startsWith("<!DOCTYPE svg") === true) rest = after(rest, ">", "<!DOCTYPE svg".length);
  return /^<svg[\s>/]/.test(rest ?? "");
};

/** The media types of pictures that browsers draw, by their first bytes (as Latin-1). */
const STARTS: readonly [string, (start: string) => boolean][] = [
  ["image/png", (start) => start.startsWith("\u0089PNG\r\n\u001a\n")],
  ["image/jpeg", (start) => start.startsWith("\u00ff\u00d8\u00ff")],
  ["image/gif", (start) => start.startsWith("GIF87a") || start.startsWith("GIF89a")],
  ["image/webp", (start) => start.startsWith("RIFF") && start.startsWith("WEBP", 8)],
  ["image/svg+xml", isSvg],
];

/** A text of percent signs as it is read; as it is where a lone one shows that it was not encoded. */
export const percentDecoded = (text: string): string => {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
};

/** What a stored picture consists of. `base64` is undefined where it is written out, as an SVG can be. */
type StoredPicture = { data: string; base64: boolean };

/** A stored picture without the head of a `data:` URL, whose type wasn't checked. */
export const storedPictureOf = (stored: string): StoredPicture => {
  const head = DATA_URL.exec(stored.slice(0, 300));
  return head === null
    ? { data: stored, base64: true }
    : { data: stored.slice(head[0].length), base64: /;base64$/i.test(head[1] ?? "") };
};

/** The first bytes of Base64 as Latin-1; empty if it isn't Base64. */
const startOf = (base64: string): string => {
  const plain = base64
    .slice(0, START_LENGTH * 2)
    .replaceAll(/\s/g, "")
    .replaceAll("-", "+")
    .replaceAll("_", "/");
  const whole = plain.replace(/={1,2}$/, "").slice(0, START_LENGTH);
  try {
    // One character of a group of four has no byte.
    return atob(whole.length % 4 === 1 ? whole.slice(0, -1) : whole);
  } catch {
    return "";
  }
};

/** The media type of a stored picture, whatever its sender called it; undefined if no browser draws it. */
export const pictureType = (stored: string): string | undefined => {
  const { data, base64 } = storedPictureOf(stored);
  // An escape that is cut off at the end of the slice would make all of it unreadable.
  const start = base64 ? startOf(data) : percentDecoded(data.slice(0, START_LENGTH).replace(/%[\da-f]?$/i, ""));
  return STARTS.find(([, matches]) => matches(start))?.[0];
};

/** The address by which a browser draws a stored picture; undefined if it can't be drawn. */
export const pictureSource = (stored: string | null | undefined): string | undefined => {
  const type = stored === null || stored === undefined ? undefined : pictureType(stored);
  if (stored === null || stored === undefined || type === undefined) return undefined;
  const { data, base64 } = storedPictureOf(stored);
  if (!base64) return `data:${type},${encodeURIComponent(percentDecoded(data))}`;
  return `data:${type};base64,${data.replaceAll(/\s/g, "").replaceAll("-", "+").replaceAll("_", "/")}`;
};
