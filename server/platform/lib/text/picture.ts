import { percentDecoded, pictureType, storedPictureOf } from "../../../../shared/stored-picture.ts";

/** A picture with the media type of its bytes. */
export type Picture = { type: string; bytes: Buffer };

/** The bytes of a stored picture (Base64 or `data:` URL), whatever they are. */
export const pictureBytes = (stored: string): Buffer => {
  const { data, base64 } = storedPictureOf(stored);
  return base64 ? Buffer.from(data, "base64") : Buffer.from(percentDecoded(data), "utf8");
};

/**
 * A stored picture (Base64 or `data:` URL) with the media type of its bytes, whatever its sender called it.
 * @returns undefined if no browser draws it
 */
export const parsePicture = (stored: string): Picture | undefined => {
  const type = pictureType(stored);
  return type === undefined ? undefined : { bytes: pictureBytes(stored), type };
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
